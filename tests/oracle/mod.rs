//! An oracle: the walk of a ray along the real line, in exact arithmetic, with no look at how the library does it.
//!
//! It takes the f32 numbers of a ray in kernel space (grid space minus the lower corner of the box) as exact. Times of
//! planes are compared in f64, and where f64 cannot tell, as fractions. [`violation`] then judges a row by the rule that
//! holds against real arithmetic: every voxel that the line still meets when shrunk by a margin on all sides is visited
//! before any later one, and none is reported that the line misses when grown by as much.

use std::cmp::Ordering;

use num_rational::BigRational;
use voxray::{Face, Hit, Ray, Scene, Status};

/// A point of time on the line.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// The line crosses plane `.1` of axis `.0`.
    Plane(usize, i32),
    /// This very number.
    At(f64),
}

/// The real line of a ray, in kernel space, with its range of times.
#[derive(Debug, Clone)]
pub(crate) struct TrueLine {
    origin: [f64; 3],
    /// 0 on parallel axes.
    direction: [f64; 3],
    t_near: f64,
    t_far: f64,
    /// Reported time = time on this line * scale.
    scale: f64,
    sides: [i32; 3],
    corner: [i32; 3],
    /// Whether the ray starts farther from the box than its longest side: then its own f64 numbers are taken, as the
    /// library, too, moves it near the box before it rounds.
    pub(crate) is_far: bool,
}

/// A voxel on the way, in kernel space.
#[derive(Debug, Clone, Copy)]
struct Visit {
    voxel: [i32; 3],
    /// The event that entered it; none in the first voxel where the ray starts within it.
    entered: Option<usize>,
    steps: u32,
}

/// Where the ray goes: through these voxels, and how it ends if all of them are empty.
#[derive(Debug)]
pub(crate) struct Path {
    visits: Vec<Visit>,
    end: Status,
}

/// What the oracle says of a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OracleRow {
    pub(crate) status: Status,
    /// In grid space.
    pub(crate) voxel: Option<[i32; 3]>,
    pub(crate) face: Option<Face>,
    pub(crate) steps: u32,
}

impl TrueLine {
    /// The line of a valid ray in grid space.
    pub(crate) fn new(scene: &Scene, ray: &Ray) -> Self {
        let bounds = scene.bounds();
        let (corner, sides) = (bounds.min, bounds.sides());
        let exact = [0, 1, 2].map(|a| ray.origin[a] - f64::from(corner[a]));
        let longest = f64::from(bounds.longest_side());
        let single = exact.map(|o| f64::from(o as f32));
        let is_far =
            (0..3).any(|a| single[a] < -longest || single[a] > f64::from(sides[a]) + longest);
        let largest = ray.direction.iter().fold(0.0_f64, |largest, d| largest.max(d.abs()));
        let mut scale = 1.0 / 2.0_f64.powi(largest.log2().floor() as i32);
        // The logarithm is not exact, and 1.99999999 is 2 as f32.
        while (largest * scale) as f32 >= 2.0 {
            scale *= 0.5;
        }
        while ((largest * scale) as f32) < 1.0 {
            scale *= 2.0;
        }
        let round = |d: f64| if is_far { d } else { f64::from(d as f32) };
        let no_tiny = |d: f64| if d.abs() < 2.0_f64.powi(-96) { 0.0 } else { d };
        Self {
            origin: if is_far { exact } else { single },
            direction: ray.direction.map(|d| no_tiny(round(d * scale))),
            t_near: f64::from(ray.t_near) / scale,
            t_far: f64::from(ray.t_far) / scale,
            scale,
            sides,
            corner,
            is_far,
        }
    }

    fn moving(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..3).filter(|&a| self.direction[a] != 0.0)
    }

    fn sign(&self, axis: usize) -> i32 {
        if self.direction[axis] < 0.0 { -1 } else { 1 }
    }

    fn value(&self, moment: Moment) -> f64 {
        match moment {
            Moment::At(t) => t,
            Moment::Plane(a, k) => (f64::from(k) - self.origin[a]) / self.direction[a],
        }
    }

    /// The order of two moments, exactly.
    fn compare(&self, one: Moment, other: Moment) -> Ordering {
        let (a, b) = (self.value(one), self.value(other));
        // One subtraction and one division: each value errs by less than 2^-51 of itself.
        let doubt = (a.abs() + b.abs()) * 2.0_f64.powi(-51);
        if (a - b).abs() > doubt || a.is_infinite() || b.is_infinite() {
            return a.total_cmp(&b);
        }
        self.fraction(one).cmp(&self.fraction(other))
    }

    fn fraction(&self, moment: Moment) -> BigRational {
        let exact = |x: f64| BigRational::from_float(x).expect("a finite number");
        match moment {
            Moment::At(t) => exact(t),
            Moment::Plane(a, k) => {
                (exact(f64::from(k)) - exact(self.origin[a])) / exact(self.direction[a])
            }
        }
    }

    fn behind(&self, axis: usize, voxel: i32) -> Moment {
        Moment::Plane(axis, voxel + i32::from(self.sign(axis) < 0))
    }

    fn ahead(&self, axis: usize, voxel: i32) -> Moment {
        Moment::Plane(axis, voxel + i32::from(self.sign(axis) > 0))
    }

    fn later(&self, one: Moment, other: Moment) -> Moment {
        if self.compare(other, one) == Ordering::Greater { other } else { one }
    }

    /// When the walk starts, and the moment at which it leaves the box; none where it does not meet it.
    fn span(&self) -> Option<(Moment, Moment)> {
        let beside = |a: usize| {
            let inside = 0.0 <= self.origin[a] && self.origin[a] < f64::from(self.sides[a]);
            self.direction[a] == 0.0 && !inside
        };
        if (0..3).any(beside) || self.sides.contains(&0) {
            return None;
        }
        let last = |a: usize| if self.sign(a) > 0 { self.sides[a] - 1 } else { 0 };
        let first = |a: usize| self.sides[a] - 1 - last(a);
        let start = self
            .moving()
            .map(|a| self.behind(a, first(a)))
            .fold(Moment::At(self.t_near.max(0.0)), |start, near| self.later(start, near));
        let exits = self.moving().map(|a| self.ahead(a, last(a)));
        let exit = exits
            .reduce(|exit, far| if self.compare(far, exit) == Ordering::Less { far } else { exit })
            .expect("some axis moves");
        let walks = self.compare(start, exit) == Ordering::Less
            && self.compare(start, Moment::At(self.t_far)) != Ordering::Greater;
        walks.then_some((start, exit))
    }

    /// The voxel on one axis when all planes up to and with `start` are crossed.
    fn first_voxel(&self, axis: usize, start: Moment) -> i32 {
        let (o, d) = (self.origin[axis], self.direction[axis]);
        if d == 0.0 {
            return o.floor() as i32;
        }
        let happened = |plane| self.compare(plane, start) != Ordering::Greater;
        let mut voxel = (o + d * self.value(start)).floor() as i32;
        while happened(self.ahead(axis, voxel)) {
            voxel += self.sign(axis);
        }
        while !happened(self.behind(axis, voxel)) {
            voxel -= self.sign(axis);
        }
        voxel
    }

    /// All voxels on the way, whether filled or not.
    pub(crate) fn path(&self) -> Path {
        let Some((start, exit)) = self.span() else {
            return Path { visits: Vec::new(), end: Status::Outside };
        };
        let t_far = Moment::At(self.t_far);
        let escapes = self.compare(exit, t_far) != Ordering::Greater;
        let mut voxel = [0, 1, 2].map(|a| self.first_voxel(a, start));
        let at_start =
            |&a: &usize| self.compare(self.behind(a, voxel[a]), start) == Ordering::Equal;
        let mut visits =
            vec![Visit { voxel, entered: self.moving().rev().find(at_start), steps: 0 }];
        loop {
            let earlier = |a: usize, b: usize| {
                let order = self.compare(self.ahead(b, voxel[b]), self.ahead(a, voxel[a]));
                if order == Ordering::Less { b } else { a }
            };
            let next = self.moving().reduce(earlier).expect("some axis moves");
            let event = self.ahead(next, voxel[next]);
            let ends = self.compare(event, exit) != Ordering::Less
                || self.compare(event, t_far) == Ordering::Greater;
            if ends {
                let end = if escapes { Status::Escaped } else { Status::Clear };
                return Path { visits, end };
            }
            voxel[next] += self.sign(next);
            visits.push(Visit { voxel, entered: Some(next), steps: visits.len() as u32 });
        }
    }

    fn grid(&self, voxel: [i32; 3]) -> [i32; 3] {
        [0, 1, 2].map(|a| voxel[a] + self.corner[a])
    }

    /// The row of the ray in exact arithmetic.
    pub(crate) fn row(&self, scene: &Scene, path: &Path) -> OracleRow {
        let filled = |visit: &&Visit| scene.is_occupied(self.grid(visit.voxel));
        let Some(visit) = path.visits.iter().find(filled) else {
            let steps = path.visits.last().map_or(0, |visit| visit.steps);
            return OracleRow { status: path.end, voxel: None, face: None, steps };
        };
        OracleRow {
            status: if visit.entered.is_some() { Status::Hit } else { Status::Inside },
            voxel: Some(self.grid(visit.voxel)),
            face: visit.entered.map(|a| Face::entered(a, self.sign(a) < 0)),
            steps: visit.steps,
        }
    }

    /// Whether the line, within its times, meets the box from `min` to `max` grown by `margin`.
    fn meets(&self, min: [i32; 3], max: [i32; 3], margin: f64) -> bool {
        let (mut first, mut last) = (self.t_near, self.t_far);
        for a in 0..3 {
            let (low, high) = (f64::from(min[a]) - margin, f64::from(max[a]) + margin);
            if self.direction[a] == 0.0 {
                if !(low..=high).contains(&self.origin[a]) {
                    return false;
                }
                continue;
            }
            let times = [low, high].map(|plane| (plane - self.origin[a]) / self.direction[a]);
            first = first.max(times[0].min(times[1]));
            last = last.min(times[0].max(times[1]));
        }
        first <= last
    }

    fn meets_voxel(&self, voxel: [i32; 3], margin: f64) -> bool {
        self.meets(voxel, voxel.map(|k| k + 1), margin)
    }

    /// How far ahead along the ray a voxel is: all voxels on one way differ in it.
    fn rank(&self, voxel: [i32; 3]) -> i64 {
        (0..3).map(|a| i64::from(voxel[a]) * i64::from(self.sign(a))).sum()
    }

    /// The point of time that is reported as `t`.
    fn position(&self, axis: usize, t: f32) -> f64 {
        self.origin[axis] + self.direction[axis] * (f64::from(t) / self.scale)
    }
}

/// What is wrong with the row of a ray against real arithmetic, if anything.
pub(crate) fn violation(
    scene: &Scene,
    line: &TrueLine,
    path: &Path,
    hit: &Hit,
    margin: f64,
) -> Option<String> {
    let is_met = |visit: &&Visit| line.meets_voxel(visit.voxel, -margin);
    // What the line meets when shrunk lies on its exact way.
    let mut met = path.visits.iter().filter(is_met);
    let missed = match hit.status {
        Status::Outside => met.next().copied(),
        Status::Hit | Status::Inside => {
            let local = [0, 1, 2].map(|a| hit.voxel[a] - line.corner[a]);
            let before = |visit: &&Visit| {
                scene.is_occupied(line.grid(visit.voxel))
                    && line.rank(visit.voxel) < line.rank(local)
            };
            met.find(before).copied()
        }
        _ => met.find(|visit| scene.is_occupied(line.grid(visit.voxel))).copied(),
    };
    if let Some(visit) = missed {
        return Some(format!("passes over the voxel {:?}", line.grid(visit.voxel)));
    }
    match hit.status {
        Status::Hit | Status::Inside => wrong_hit(scene, line, hit, margin),
        Status::Escaped => ends_inside(line, -margin).then(|| "has not escaped".to_owned()),
        Status::Clear => (!ends_inside(line, margin)).then(|| "does not end in the box".to_owned()),
        _ => None,
    }
}

/// Whether the last point of the ray lies in the box grown by `margin`.
fn ends_inside(line: &TrueLine, margin: f64) -> bool {
    let end = TrueLine { t_near: line.t_far, ..line.clone() };
    line.t_far.is_finite() && end.meets([0; 3], line.sides, margin)
}

fn wrong_hit(scene: &Scene, line: &TrueLine, hit: &Hit, margin: f64) -> Option<String> {
    let local = [0, 1, 2].map(|a| hit.voxel[a] - line.corner[a]);
    if !scene.is_occupied(hit.voxel) {
        return Some("hits an empty voxel".to_owned());
    }
    if !line.meets_voxel(local, margin) {
        return Some("hits a voxel that the line misses".to_owned());
    }
    if let Some(face) = hit.face {
        let axis = face.axis();
        let plane = Moment::Plane(axis, local[axis] + i32::from(face.is_positive()));
        let true_time = line.value(plane) * line.scale;
        // A ray that was moved may stand aside by as much as the margin; on a slow axis that is a long time.
        let allowed = if line.is_far {
            1e-6 * true_time.abs() + margin / line.direction[axis].abs() * line.scale
        } else {
            2.0_f64.powi(-22) * true_time.abs()
        };
        if (f64::from(hit.t_hit) - true_time).abs() > allowed {
            return Some(format!("hits at {}, not at {true_time}", hit.t_hit));
        }
    }
    // The reported time alone of a ray from afar is too coarse to say where it is.
    let strays = |&a: &usize| {
        let (low, x) = (f64::from(local[a]), line.position(a, hit.t_hit));
        x < low - margin || x > low + 1.0 + margin
    };
    let stray = (0..3).find(strays).filter(|_| !line.is_far);
    stray.map(|axis| format!("is beside the voxel on axis {axis} at {}", hit.t_hit))
}
