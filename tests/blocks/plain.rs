//! The walk from block to block with exact boxes, written once more from its definition: no cover, no voxels, every box of
//! every block on the way tested. It covers rays that start near the box; the others are moved first, which is a matter of
//! its own.

use voxray::blocks::{BlockFilter, BlockShape, BlockWorld, voxel_of_bit};
use voxray::{Face, Ray, Status};

use crate::common::PlainRow;

/// What a ray may hit in a world, box by box.
pub(crate) struct PlainWorld<'a> {
    world: &'a BlockWorld,
    filter: BlockFilter,
    /// In blocks.
    low: [i32; 3],
    sides: [i32; 3],
}

/// A crossing of a plane, in the order of (t, axis); of one axis the near plane of a box comes before the far one.
type Event = (f32, usize);

struct Line {
    origin: [f32; 3],
    direction: [f32; 3],
    scale: f64,
    t_start: f64,
}

/// A box that the ray meets.
struct Meeting {
    near: Event,
    far: Event,
    inside: bool,
    voxel: [i32; 3],
}

impl Line {
    fn parallel(&self, a: usize) -> bool {
        self.direction[a] == 0.0
    }

    fn time(&self, a: usize, plane: f32) -> f32 {
        (plane - self.origin[a]) * (1.0 / self.direction[a])
    }

    fn ordered(&self, a: usize, low: f32, high: f32) -> [f32; 2] {
        if self.direction[a] < 0.0 { [high, low] } else { [low, high] }
    }

    fn reported(&self, t: f32) -> f32 {
        (f64::from(t) * self.scale) as f32 + 0.0
    }

    fn starts_before(&self, t: f32) -> bool {
        self.t_start < f64::from(t)
    }
}

fn later(a: Event, b: Event) -> Event {
    if a < b { b } else { a }
}

fn earlier(a: Event, b: Event) -> Event {
    if b < a { b } else { a }
}

impl<'a> PlainWorld<'a> {
    pub(crate) fn new(world: &'a BlockWorld, filter: BlockFilter) -> Self {
        let bounds = world.bounds();
        Self { world, filter, low: bounds.min, sides: bounds.sides() }
    }

    /// The boxes of a block, low and high corner in quarters of a block.
    fn boxes(&self, block: [i32; 3]) -> Vec<[[f32; 3]; 2]> {
        let block_type = self.world.block_type(self.world.block(block)).expect("of the palette");
        if !self.filter.hits(block_type.class) {
            return Vec::new();
        }
        let of_word = |word: u64| {
            let bits = (0..64).filter(|bit| word >> bit & 1 == 1);
            let corner =
                |bit| voxel_of_bit(bit, voxray::blocks::BitOrder::XFirst).map(|k| k as f32);
            bits.map(|bit| [corner(bit), corner(bit).map(|k| k + 1.0)]).collect()
        };
        match (self.world.own_word(block), &block_type.shape) {
            (Some(word), _) => of_word(word),
            (None, BlockShape::Word(word)) => of_word(*word),
            (None, BlockShape::Full) => vec![[[0.0; 3], [4.0; 3]]],
            (None, BlockShape::Boxes(boxes)) => {
                boxes.iter().map(|b| [b.min.map(|k| 4.0 * k), b.max.map(|k| 4.0 * k)]).collect()
            }
        }
    }

    /// Every box of a block that the ray meets.
    fn meetings(&self, line: &Line, block: [i32; 3], first: [i32; 3]) -> Vec<Meeting> {
        let grid = [0, 1, 2].map(|a| self.low[a] + block[a]);
        self.boxes(grid).iter().filter_map(|shape| self.meet(line, block, first, shape)).collect()
    }

    fn meet(
        &self,
        line: &Line,
        block: [i32; 3],
        first: [i32; 3],
        [low, high]: &[[f32; 3]; 2],
    ) -> Option<Meeting> {
        let (mut near, mut far) = ((f32::NEG_INFINITY, 0), (f32::INFINITY, 2));
        let plane = |a: usize, bound: f32| (4 * block[a]) as f32 + bound;
        for a in 0..3 {
            let planes = [plane(a, low[a]), plane(a, high[a])];
            if line.parallel(a) {
                if line.origin[a] < planes[0] || line.origin[a] >= planes[1] {
                    return None;
                }
                continue;
            }
            let [first, last] = line.ordered(a, planes[0], planes[1]);
            near = later(near, (line.time(a, first), a));
            far = earlier(far, (line.time(a, last), a));
        }
        if near > far || !line.starts_before(far.0) {
            return None;
        }
        let inside = f64::from(near.0) < line.t_start;
        let at_start = f64::from(near.0) <= line.t_start;
        let entered = |a: usize| {
            if a == near.1 && !at_start {
                let [first, _] = line.ordered(a, plane(a, low[a]), plane(a, high[a]));
                let behind = if line.direction[a] < 0.0 {
                    first.ceil() as i32 - 1
                } else {
                    first.floor() as i32
                };
                return behind.clamp(4 * block[a], 4 * block[a] + 3);
            }
            let mut voxel = first[a];
            let forward = if line.direction[a] < 0.0 { -1 } else { 1 };
            let ahead = |voxel: i32| (voxel + i32::from(forward == 1)) as f32;
            while !at_start && !line.parallel(a) && (line.time(a, ahead(voxel)), a) <= near {
                voxel += forward;
            }
            voxel
        };
        Some(Meeting { near, far, inside, voxel: [entered(0), entered(1), entered(2)] })
    }

    /// The row of a ray in grid space (quarters of blocks); None where it starts so far away that it is moved.
    pub(crate) fn cast(&self, ray: &Ray, skip_inside: bool, max_steps: u32) -> Option<PlainRow> {
        let none = |status, steps| {
            let (t_hit, voxel) = (f32::INFINITY, [i32::MIN; 3]);
            Some(PlainRow { status, t_hit, voxel, face: None, steps })
        };
        if !ray.is_valid() {
            return none(Status::Invalid, 0);
        }
        let sides = self.sides.map(|side| 4 * side);
        let longest = sides.into_iter().max().unwrap_or(0) as f32;
        let mut scale = 1.0_f64;
        let largest = ray.direction.iter().fold(0.0_f64, |largest, d| largest.max(d.abs()));
        while (largest * scale) as f32 >= 2.0 {
            scale *= 0.5;
        }
        while ((largest * scale) as f32) < 1.0 {
            scale *= 2.0;
        }
        let cut = |d: f32| if d.abs() < 2.0_f32.powi(-96) { 0.0 } else { d };
        let mut line = Line {
            origin: [0, 1, 2].map(|a| (ray.origin[a] - f64::from(4 * self.low[a])) as f32),
            direction: ray.direction.map(|d| cut((d * scale) as f32)),
            scale,
            t_start: 0.0,
        };
        let far_away =
            |a: usize| line.origin[a] < -longest || line.origin[a] > sides[a] as f32 + longest;
        if (0..3).any(far_away) {
            return None;
        }
        let (mut entry, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
        for a in 0..3 {
            if line.parallel(a) {
                if line.origin[a] < 0.0 || line.origin[a] >= sides[a] as f32 {
                    return none(Status::Outside, 0);
                }
                continue;
            }
            let [near, far] = line.ordered(a, 0.0, sides[a] as f32);
            entry = entry.max(line.time(a, near));
            exit = exit.min(line.time(a, far));
        }
        let t_far = f64::from(ray.t_far) / scale;
        line.t_start = (f64::from(ray.t_near) / scale).max(f64::from(entry)).max(0.0);
        let never = line.t_start > 0.0 && (line.t_start * scale) as f32 == f32::INFINITY;
        if line.t_start >= f64::from(exit) || line.t_start > t_far || never {
            return none(Status::Outside, 0);
        }
        self.walk(&line, ray, exit, t_far, skip_inside, max_steps)
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one walk")]
    fn walk(
        &self,
        line: &Line,
        ray: &Ray,
        exit: f32,
        t_far: f64,
        skip_inside: bool,
        max_steps: u32,
    ) -> Option<PlainRow> {
        let first = [0, 1, 2].map(|a| first_voxel(line, a, 4 * self.sides[a]));
        let mut block = first.map(|k| k.div_euclid(4));
        let mut passed = skip_inside.then_some((f32::NEG_INFINITY, 0));
        let taken = |t: f32| t < exit && f64::from(t) <= t_far && line.reported(t) < f32::INFINITY;
        let steps_to = |voxel: [i32; 3]| (0..3).map(|a| voxel[a].abs_diff(first[a])).sum::<u32>();
        let none = |status, steps| {
            let (t_hit, voxel) = (f32::INFINITY, [i32::MIN; 3]);
            Some(PlainRow { status, t_hit, voxel, face: None, steps })
        };
        loop {
            let meetings = self.meetings(line, block, first);
            if let Some(left) = &mut passed {
                let joins =
                    |m: &&Meeting, left: Event| m.far > left && (m.inside || m.near <= left);
                while let Some(more) = meetings.iter().find(|m| joins(m, *left)) {
                    *left = more.far;
                }
            }
            let open = |m: &&Meeting| passed.is_none_or(|left| !m.inside && m.near > left);
            let key = |m: &Meeting| if m.inside { (f32::NEG_INFINITY, 0) } else { m.near };
            let best = meetings.iter().filter(open).filter(|m| m.inside || taken(m.near.0));
            if let Some(hit) = best.reduce(|a, b| if key(b) < key(a) { b } else { a }) {
                let steps = steps_to(hit.voxel);
                if steps > max_steps {
                    return none(Status::Budget, max_steps);
                }
                let voxel = [0, 1, 2].map(|a| hit.voxel[a] + 4 * self.low[a]);
                let (a, t) = (hit.near.1, hit.near.0);
                return Some(if hit.inside {
                    PlainRow {
                        status: Status::Inside,
                        t_hit: ray.t_near + 0.0,
                        voxel,
                        face: None,
                        steps,
                    }
                } else {
                    let face = Some(Face::entered(a, line.direction[a] < 0.0));
                    PlainRow { status: Status::Hit, t_hit: line.reported(t), voxel, face, steps }
                });
            }
            let ahead = |a: usize| {
                let plane = if line.direction[a] < 0.0 { 4 * block[a] } else { 4 * block[a] + 4 };
                line.time(a, plane as f32)
            };
            let moving = (0..3).filter(|&a| !line.parallel(a));
            let next =
                moving.reduce(|a, b| if ahead(b) < ahead(a) { b } else { a }).expect("one moves");
            if !taken(ahead(next)) {
                let steps = steps_to([0, 1, 2].map(|a| last_voxel(line, a, first[a], &taken)));
                if steps > max_steps {
                    return none(Status::Budget, max_steps);
                }
                let escaped = f64::from(exit) <= t_far;
                return none(if escaped { Status::Escaped } else { Status::Clear }, steps);
            }
            block[next] += if line.direction[next] < 0.0 { -1 } else { 1 };
        }
    }
}

/// The voxel in which the ray stands when all events up to its start have happened.
fn first_voxel(line: &Line, a: usize, side: i32) -> i32 {
    if line.parallel(a) {
        return line.origin[a].floor() as i32;
    }
    let happened = |plane: i32| f64::from(line.time(a, plane as f32)) <= line.t_start;
    if line.direction[a] < 0.0 {
        (0..side).rev().find(|&k| !happened(k)).expect("it is in the box")
    } else {
        (0..side).find(|&k| !happened(k + 1)).expect("it is in the box")
    }
}

/// The voxel of the end of a walk without a hit.
fn last_voxel(line: &Line, a: usize, first: i32, taken: &impl Fn(f32) -> bool) -> i32 {
    let mut voxel = first;
    while !line.parallel(a) {
        let (ahead, next) =
            if line.direction[a] < 0.0 { (voxel, voxel - 1) } else { (voxel + 1, voxel + 1) };
        if !taken(line.time(a, ahead as f32)) {
            break;
        }
        voxel = next;
    }
    voxel
}
