//! The fast walk: one lane, one ray; one flat loop.
//!
//! See the pseudo-code in [`super`]. Groups of lanes are stepped in turn, so that the gathers of one run while another
//! computes. A lane that is done rests until its group's next exchange, in which all that rest give back their results and
//! take new rays from the queue.
//!
//! Tried on a prototype and lost: refilling when a count of idle lanes says so instead of on a fixed beat (a mispredicted
//! branch each time), clamping guesses to the box, prefetching the next record (20-25 % slower).

use super::lookup::{GridLanes, look_around};
use super::mutation::{MOST_ROUNDS, NO_EXIT_RULE, TIES_REVERSED};
use super::queue::{
    DIRECTION, ERROR, FIELDS, INDEX, INV, OCTANT, ORIGIN, Queue, SKIPPING, Source, T, T_END, VOXEL,
};
use super::setup::plane_times;
use super::tile::TileEnds;
use crate::batch::WalkWork;
use crate::simd::{MAX_LANES, Simd};

/// Groups that are stepped in turn.
const GROUPS: usize = 4;
/// Every so many steps lanes that rest are exchanged.
const BEAT: usize = 3;

/// The rays of a vector of lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Group {
    fields: [[i32; MAX_LANES]; FIELDS],
    /// Lanes that hold a ray.
    loaded: u32,
    /// Lanes whose ray still walks.
    active: u32,
}

impl Group {
    const EMPTY: Self = Self { fields: [[0; MAX_LANES]; FIELDS], loaded: 0, active: 0 };

    #[inline(always)]
    fn ints<S: Simd>(&self, s: S, field: usize) -> S::I32 {
        s.load_i32(&self.fields[field])
    }

    #[inline(always)]
    fn floats<S: Simd>(&self, s: S, field: usize) -> S::F32 {
        s.from_bits(self.ints(s, field))
    }
}

/// Walks all rays of `source`, and writes where each ended. `SKIP` is whether rays may pass over the filled voxels in
/// which they start. Returns the number of look-ups.
#[inline(always)]
pub fn walk_all<S: Simd, const SKIP: bool>(
    s: S,
    grid: &GridLanes<'_, S>,
    source: &Source<'_, S>,
    ends: &mut TileEnds,
) -> WalkWork {
    let mut queue = Queue::new();
    let mut results = Results::new();
    let mut groups = [Group::EMPTY; GROUPS];
    let mut work = WalkWork::default();
    for _ in 0..MOST_ROUNDS {
        let mut loaded = 0;
        for group in &mut groups {
            exchange(s, group, &mut queue, source, &mut results, ends);
            loaded |= group.loaded;
        }
        if loaded == 0 {
            break;
        }
        for _ in 0..BEAT {
            for group in &mut groups {
                work.lookups += u64::from(group.active.count_ones());
                work.corrected_steps += u64::from(step::<S, SKIP>(s, grid, group));
            }
        }
        work.vector_steps += (BEAT * GROUPS) as u64;
    }
    results.flush(ends);
    work.lanes = work.vector_steps * S::LANES as u64;
    work
}

/// Takes the results of the lanes that rest, and gives them new rays as far as there are any.
#[inline(always)]
fn exchange<S: Simd>(
    s: S,
    group: &mut Group,
    queue: &mut Queue,
    source: &Source<'_, S>,
    results: &mut Results,
    ends: &mut TileEnds,
) {
    results.take(s, group, ends);
    let mut free = !group.active & (u32::MAX >> (32 - S::LANES));
    group.loaded = group.active;
    while free != 0 {
        if queue.len() == 0 {
            queue.fill(s, source, ends);
            if queue.len() == 0 {
                return;
            }
        }
        let count = queue.len().min(free.count_ones() as usize);
        let filled = s.deposit_bits(u32::MAX >> (32 - count), free);
        for (field, lanes) in group.fields.iter_mut().enumerate() {
            let values = s.expand(filled, s.load_i32(lanes), queue.field(field));
            s.store_i32(lanes, values);
        }
        queue.take(count);
        group.loaded |= filled;
        group.active |= filled;
        free &= !filled;
    }
}

/// One step of every active lane of a group. Whether a guess was in doubt.
#[inline(always)]
fn step<S: Simd, const SKIP: bool>(s: S, grid: &GridLanes<'_, S>, group: &mut Group) -> bool {
    let active = s.mask_from_bits(group.active);
    let voxel = axes!(a => group.ints(s, VOXEL + a));
    let origin = axes!(a => group.floats(s, ORIGIN + a));
    let inv = axes!(a => group.floats(s, INV + a));
    let backward = axes!(a => s.sign(s.to_bits(inv[a])));
    let octant = group.ints(s, OCTANT);
    let around = look_around(s, grid, voxel, active, octant, backward[2]);
    let hit = if SKIP { keep_skipping(s, group, octant, around.occupied) } else { around.occupied };

    let exit = leave_block(s, voxel, around.unit, around.size, backward, origin, inv);
    let ends = if NO_EXIT_RULE {
        s.lt_f32(group.floats(s, T_END), exit.t)
    } else {
        s.le_f32(group.floats(s, T_END), exit.t)
    };

    let guess = axes!(a => s.mul_add_guess(group.floats(s, DIRECTION + a), exit.t, origin[a]));
    let mut beyond = axes!(a => s.floor_to_i32(guess[a]));
    let half = s.splat_f32(0.5);
    let near = axes!(a => s.select_f32(exit.through[a], half, s.distance_to_integer(guess[a])));
    let nearest = s.min_f32(s.min_f32(near[0], near[1]), near[2]);
    let doubtful = s.and_mask(s.lt_f32(nearest, group.floats(s, ERROR)), active);
    let in_doubt = s.mask_to_bits(doubtful) != 0;
    if in_doubt {
        beyond = correct(s, beyond, &exit, backward, origin, inv);
    }

    let walks = s.and_not_mask(s.and_not_mask(active, hit), ends);
    for a in 0..3 {
        let entered =
            s.add_i32(exit.plane[a], s.select_i32(backward[a], s.splat_i32(-1), s.splat_i32(0)));
        let next = s.select_i32(exit.through[a], entered, beyond[a]);
        s.store_i32(&mut group.fields[VOXEL + a], s.select_i32(walks, next, voxel[a]));
    }
    // A hit keeps the time at which its voxel was entered; a ray that left has none.
    let missed = s.and_not_mask(s.and_mask(ends, active), hit);
    let t = s.select_f32(walks, exit.t, group.floats(s, T));
    let t = s.select_f32(missed, s.splat_f32(f32::INFINITY), t);
    s.store_i32(&mut group.fields[T], s.to_bits(t));
    group.active = s.mask_to_bits(walks);
    in_doubt
}

/// Which filled voxels are hits, where some rays pass over those in which they start: until the first free one.
#[inline(always)]
fn keep_skipping<S: Simd>(s: S, group: &mut Group, octant: S::I32, occupied: S::Mask) -> S::Mask {
    let skipping = s.test(octant, s.splat_i32(SKIPPING));
    let free = s.and_i32(octant, s.splat_i32(!SKIPPING));
    let octant = s.select_i32(s.and_mask(skipping, occupied), octant, free);
    s.store_i32(&mut group.fields[OCTANT], octant);
    s.and_not_mask(occupied, skipping)
}

/// How rays leave their empty blocks.
struct Exit<S: Simd> {
    /// When.
    t: S::F32,
    /// Through the plane of which axis: exactly one is set.
    through: [S::Mask; 3],
    /// The planes of the blocks ahead.
    plane: [S::I32; 3],
}

/// The first of the block's planes ahead, in the order of (t, axis).
#[inline(always)]
fn leave_block<S: Simd>(
    s: S,
    voxel: [S::I32; 3],
    unit: S::I32,
    size: S::I32,
    backward: [S::Mask; 3],
    origin: [S::F32; 3],
    inv: [S::F32; 3],
) -> Exit<S> {
    let align = s.sub_i32(s.splat_i32(0), unit);
    let back = s.sub_i32(unit, size);
    let plane =
        axes!(a => s.add_i32(s.and_i32(voxel[a], align), s.select_i32(backward[a], back, size)));
    let time = axes!(a => plane_times(s, s.to_f32(plane[a]), origin[a], inv[a]));
    let t = s.min_f32(s.min_f32(time[0], time[1]), time[2]);
    let first = axes!(a => s.eq_f32(time[a], t));
    let all = s.mask_from_bits(u32::MAX);
    let through = if TIES_REVERSED {
        let z = first[2];
        let y = s.and_not_mask(first[1], z);
        [s.and_not_mask(s.and_not_mask(all, z), y), y, z]
    } else {
        let x = first[0];
        let y = s.and_not_mask(first[1], x);
        [x, y, s.and_not_mask(s.and_not_mask(all, x), y)]
    };
    Exit { t, through, plane }
}

/// Corrects guesses that are one plane off: a plane of another axis has been crossed exactly if its (t, axis) comes before
/// that of the exit.
#[cold]
#[inline(always)]
fn correct<S: Simd>(
    s: S,
    guess: [S::I32; 3],
    exit: &Exit<S>,
    backward: [S::Mask; 3],
    origin: [S::F32; 3],
    inv: [S::F32; 3],
) -> [S::I32; 3] {
    let (one, none) = (s.splat_i32(1), s.splat_i32(0));
    let never = s.mask_from_bits(0);
    axes!(a => {
        let next = s.add_i32(guess[a], one);
        let ahead = s.to_f32(s.select_i32(backward[a], guess[a], next));
        let ahead = plane_times(s, ahead, origin[a], inv[a]);
        let behind = s.to_f32(s.select_i32(backward[a], next, guess[a]));
        let behind = plane_times(s, behind, origin[a], inv[a]);
        // Of equal times the lower axis comes first: this one, if the exit is through a higher one.
        let first = match a {
            0 => s.or_mask(exit.through[1], exit.through[2]),
            1 => exit.through[2],
            _ => never,
        };
        let crossed =
            s.or_mask(s.lt_f32(ahead, exit.t), s.and_mask(s.eq_f32(ahead, exit.t), first));
        let ahead_yet = s.and_not_mask(s.eq_f32(behind, exit.t), first);
        let not_crossed = s.or_mask(s.lt_f32(exit.t, behind), ahead_yet);
        let forward = s.select_i32(backward[a], s.splat_i32(-1), one);
        let gained = s.add_i32(guess[a], s.select_i32(crossed, forward, none));
        s.sub_i32(gained, s.select_i32(not_crossed, forward, none))
    })
}

/// Results on their way out, packed without a branch, and written where they belong when there are many.
#[repr(C, align(64))]
struct Results {
    index: [i32; Self::CAPACITY],
    t: [i32; Self::CAPACITY],
    voxel: [[i32; Self::CAPACITY]; 3],
    len: usize,
}

impl Results {
    const FULL: usize = 256;
    const CAPACITY: usize = Self::FULL + MAX_LANES;

    fn new() -> Self {
        Self {
            index: [0; Self::CAPACITY],
            t: [0; Self::CAPACITY],
            voxel: [[0; Self::CAPACITY]; 3],
            len: 0,
        }
    }

    /// Takes the results of the lanes of a group that rest.
    #[inline(always)]
    fn take<S: Simd>(&mut self, s: S, group: &Group, ends: &mut TileEnds) {
        let rest = group.loaded & !group.active;
        let lanes = s.mask_from_bits(rest);
        let at = self.len;
        s.store_i32(&mut self.index[at..], s.compress(lanes, group.ints(s, INDEX)));
        s.store_i32(&mut self.t[at..], s.compress(lanes, group.ints(s, T)));
        for a in 0..3 {
            s.store_i32(&mut self.voxel[a][at..], s.compress(lanes, group.ints(s, VOXEL + a)));
        }
        self.len += rest.count_ones() as usize;
        if self.len >= Self::FULL {
            self.flush(ends);
        }
    }

    #[inline(never)]
    #[allow(clippy::cast_sign_loss, reason = "indices in the tile, and the bits of floats")]
    fn flush(&mut self, ends: &mut TileEnds) {
        for at in 0..self.len {
            let ray = self.index[at] as usize;
            ends.t[ray] = f32::from_bits(self.t[at] as u32);
            for a in 0..3 {
                ends.voxel[a][ray] = self.voxel[a][at];
            }
        }
        self.len = 0;
    }
}
