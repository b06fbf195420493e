//! The canonical walk once more, written from its definition without a look at the library's own: no guess, no bisection,
//! planes counted one by one. It covers rays that start near the box (at most one longest side away); the others are
//! moved first, which is a matter of its own.
//!
//! The order in which simultaneous events are taken is a parameter, so that a walk with permuted axes can be compared
//! with the walk of permuted axes.

use voxray::{Face, Ray, Scene, Status};

/// What the walk says of a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlainRow {
    pub(crate) status: Status,
    pub(crate) t_hit: f32,
    pub(crate) voxel: [i32; 3],
    pub(crate) face: Option<Face>,
    pub(crate) steps: u32,
}

/// A ray in kernel space, its direction scaled by a power of two.
struct Line {
    origin: [f32; 3],
    direction: [f32; 3],
    /// Reported time = time of the walk * scale.
    scale: f64,
    order: [usize; 3],
}

impl Line {
    fn new(scene: &Scene, ray: &Ray, order: [usize; 3]) -> Self {
        let corner = scene.bounds().min;
        let origin = [0, 1, 2].map(|a| (ray.origin[a] - f64::from(corner[a])) as f32);
        let largest = ray.direction.iter().fold(0.0_f64, |largest, d| largest.max(d.abs()));
        let mut scale = 1.0_f64;
        while (largest * scale) as f32 >= 2.0 {
            scale *= 0.5;
        }
        while ((largest * scale) as f32) < 1.0 {
            scale *= 2.0;
        }
        let limit = 2.0_f32.powi(-96);
        let direction = ray.direction.map(|d| (d * scale) as f32);
        let direction = direction.map(|d| if d.abs() < limit { 0.0 } else { d });
        Self { origin, direction, scale, order }
    }

    fn is_parallel(&self, axis: usize) -> bool {
        self.direction[axis] == 0.0
    }

    /// One subtraction, one multiplication, each rounded.
    fn time(&self, axis: usize, plane: i32) -> f32 {
        (plane as f32 - self.origin[axis]) * (1.0 / self.direction[axis])
    }

    fn forward(&self, axis: usize) -> i32 {
        if self.direction[axis] < 0.0 { -1 } else { 1 }
    }

    /// The plane between a voxel and the one before it, on an axis.
    fn behind(&self, axis: usize, voxel: i32) -> i32 {
        if self.direction[axis] < 0.0 { voxel + 1 } else { voxel }
    }

    fn ahead(&self, axis: usize, voxel: i32) -> i32 {
        self.behind(axis, voxel) + self.forward(axis)
    }

    /// The axes that are not parallel, in the order of simultaneous events.
    fn moving(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.order.into_iter().filter(|&axis| !self.is_parallel(axis))
    }

    fn reported(&self, t: f32) -> f32 {
        (f64::from(t) * self.scale) as f32 + 0.0
    }
}

/// The row of a ray in grid space; None where the ray starts so far away that it has to be moved.
pub(crate) fn plain_walk(
    scene: &Scene,
    ray: &Ray,
    skip_inside: bool,
    max_steps: u32,
    order: [usize; 3],
) -> Option<PlainRow> {
    let without_hit = |status, steps| {
        let (t_hit, voxel) = (f32::INFINITY, [i32::MIN; 3]);
        Some(PlainRow { status, t_hit, voxel, face: None, steps })
    };
    if !ray.is_valid() {
        return without_hit(Status::Invalid, 0);
    }
    let bounds = scene.bounds();
    let (sides, longest) = (bounds.sides(), bounds.longest_side() as f32);
    if bounds.is_empty() {
        return without_hit(Status::Outside, 0);
    }
    let line = Line::new(scene, ray, order);
    let is_far = |a: usize| {
        line.origin[a] < -longest
            || f64::from(line.origin[a]) > f64::from(sides[a]) + f64::from(longest)
    };
    if (0..3).any(is_far) {
        return None;
    }
    let beside = |a: usize| {
        line.is_parallel(a) && !(0.0 <= line.origin[a] && line.origin[a] < sides[a] as f32)
    };
    let near = |a: usize| if line.direction[a] < 0.0 { sides[a] } else { 0 };
    let entry = line.moving().map(|a| line.time(a, near(a))).fold(f32::NEG_INFINITY, f32::max);
    let exit =
        line.moving().map(|a| line.time(a, sides[a] - near(a))).fold(f32::INFINITY, f32::min);

    // In f64 both clocks are exact.
    let t_near = f64::from(ray.t_near) / line.scale;
    let t_far = f64::from(ray.t_far) / line.scale;
    let t_start = t_near.max(f64::from(entry)).max(0.0);
    let never = t_start * line.scale > 0.0 && (t_start * line.scale) as f32 == f32::INFINITY;
    if (0..3).any(beside) || t_start >= f64::from(exit) || t_start > t_far || never {
        return without_hit(Status::Outside, 0);
    }

    let happened = |a: usize, plane: i32| f64::from(line.time(a, plane)) <= t_start;
    let mut voxel = [0, 1, 2].map(|a| {
        if line.is_parallel(a) {
            return line.origin[a].floor() as i32;
        }
        let mut voxel = if line.direction[a] < 0.0 { sides[a] - 1 } else { 0 };
        while happened(a, line.ahead(a, voxel)) {
            voxel += line.forward(a);
        }
        voxel
    });
    let enters = |&a: &usize| f64::from(line.time(a, line.behind(a, voxel[a]))) == t_start;
    let mut entered = line.moving().rev().find(enters);
    let mut t_hit =
        if entered.is_some() { line.reported(t_start as f32) } else { ray.t_near + 0.0 };
    let mut skipping = skip_inside && entered.is_none();
    let mut steps = 0;
    loop {
        let grid_voxel = [0, 1, 2].map(|a| voxel[a] + bounds.min[a]);
        let occupied = scene.is_occupied(grid_voxel);
        if occupied && !skipping {
            let status = if entered.is_some() { Status::Hit } else { Status::Inside };
            let face = entered.map(|a| Face::entered(a, line.direction[a] < 0.0));
            return Some(PlainRow { status, t_hit, voxel: grid_voxel, face, steps });
        }
        skipping &= occupied;
        let time_ahead = |a: usize| line.time(a, line.ahead(a, voxel[a]));
        let next = line.moving().reduce(|a, b| if time_ahead(b) < time_ahead(a) { b } else { a });
        let next = next.expect("the largest component is never parallel");
        let t = time_ahead(next);
        if t >= exit || f64::from(t) > t_far || line.reported(t) == f32::INFINITY {
            let escaped = f64::from(exit) <= t_far;
            return without_hit(if escaped { Status::Escaped } else { Status::Clear }, steps);
        }
        if steps == max_steps {
            return without_hit(Status::Budget, steps);
        }
        voxel[next] += line.forward(next);
        (entered, t_hit) = (Some(next), line.reported(t));
        steps += 1;
    }
}
