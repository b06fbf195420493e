//! One step of groups of lanes, in three passes.
//!
//! ```text
//!   for every group: gather the records of its voxels
//!   for every group: gather the halves of its occupancy words
//!   for every group: leave the empty blocks
//! ```
//!
//! Each pass waits for what the one before brought from memory. A processor looks ahead a few hundred instructions, which
//! is one or two groups: group after group, it would wait for one gather at a time. Pass after pass, it has those of several
//! groups under way. Measured on a Zen 5 core against one group at a time: 1.25 to 1.4 times as fast; with the first two
//! passes in one, 1.2 to 1.3 times.

use super::group::{DIRECTION, ERROR, Group, INV, ORIGIN, SKIPPING, T, T_END, TAG, VOXEL};
use super::lookup::{Around, GridLanes};
use super::mutation::{NO_EXIT_RULE, TIES_REVERSED};
use super::setup::plane_times;
use crate::batch::WalkWork;
use crate::simd::Simd;

/// Groups that are stepped side by side. 3 to 8 were measured: alike within the noise, but more of them empty more slowly
/// at the end of a tile.
pub const GROUPS: usize = 4;

/// One step of every active lane. `SKIP` is whether rays may pass over the filled voxels in which they start.
#[inline(always)]
pub fn step<S: Simd, const SKIP: bool>(
    s: S,
    grid: &GridLanes<'_, S>,
    groups: &mut [Group; GROUPS],
    work: &mut WalkWork,
) {
    for group in groups.iter_mut() {
        work.lookups += u64::from(group.active.count_ones());
        let (voxel, active) = (group.voxels(s), s.mask_from_bits(group.active));
        group.found.find_records(s, grid, voxel, active);
    }
    for group in groups.iter_mut() {
        group.found.fetch_words(s, grid);
    }
    for group in groups.iter_mut() {
        work.corrected_steps += u64::from(advance::<S, SKIP>(s, group));
    }
    work.vector_steps += GROUPS as u64;
}

/// Moves every active lane out of the empty block around its voxel, or ends its walk. Whether a guess was in doubt.
#[inline(always)]
fn advance<S: Simd, const SKIP: bool>(s: S, group: &mut Group) -> bool {
    let tag = group.ints(s, TAG);
    let downward = s.sign(group.ints(s, INV + 2));
    let around = group.found.look_around(s, group.voxels(s), tag, downward);
    let hit = if SKIP { keep_skipping(s, group, tag, around.occupied) } else { around.occupied };
    leave(s, group, &around, hit)
}

/// Moves the active lanes that do not `hit` out of the empty blocks around their voxels, or ends their walks. Whether a
/// guess was in doubt.
#[inline(always)]
pub fn leave<S: Simd>(s: S, group: &mut Group, around: &Around<S>, hit: S::Mask) -> bool {
    let active = s.mask_from_bits(group.active);
    let voxel = group.voxels(s);
    let origin = axes!(a => group.floats(s, ORIGIN + a));
    let inv = axes!(a => group.floats(s, INV + a));
    let backward = axes!(a => s.sign(s.to_bits(inv[a])));
    let exit = leave_block(s, voxel, around, backward, origin, inv);
    let ends = if NO_EXIT_RULE {
        s.lt_f32(group.floats(s, T_END), exit.t)
    } else {
        s.le_f32(group.floats(s, T_END), exit.t)
    };

    let guess = axes!(a => s.mul_add_guess(group.floats(s, DIRECTION + a), exit.t, origin[a]));
    let mut beyond = axes!(a => s.floor_to_i32(guess[a]));
    let doubtful = s.lt_f32(nearest_plane(s, guess, &exit), group.floats(s, ERROR));
    let in_doubt = s.mask_to_bits(s.and_mask(doubtful, active)) != 0;
    if in_doubt {
        beyond = correct(s, beyond, &exit, backward, origin, inv);
    }

    let walks = s.and_not_mask(s.and_not_mask(active, hit), ends);
    for a in 0..3 {
        let entered =
            s.add_i32(exit.plane[a], s.select_i32(backward[a], s.splat_i32(-1), s.splat_i32(0)));
        let next = s.select_i32(exit.through[a], entered, beyond[a]);
        group.put(s, VOXEL + a, s.select_i32(walks, next, voxel[a]));
    }
    // A hit keeps the time at which its voxel was entered.
    group.put(s, T, s.to_bits(s.select_f32(walks, exit.t, group.floats(s, T))));
    group.hits |= s.mask_to_bits(s.and_mask(active, hit));
    group.active = s.mask_to_bits(walks);
    in_doubt
}

/// Which filled voxels are hits, where some rays pass over those in which they start: until the first free one.
#[inline(always)]
fn keep_skipping<S: Simd>(s: S, group: &mut Group, tag: S::I32, occupied: S::Mask) -> S::Mask {
    let skipping = s.test(tag, s.splat_i32(SKIPPING));
    let free = s.and_i32(tag, s.splat_i32(!SKIPPING));
    group.put(s, TAG, s.select_i32(s.and_mask(skipping, occupied), tag, free));
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
    around: &Around<S>,
    backward: [S::Mask; 3],
    origin: [S::F32; 3],
    inv: [S::F32; 3],
) -> Exit<S> {
    let Around { align, more, .. } = *around;
    let plane = axes!(a => {
        let corner = s.and_i32(voxel[a], align[a]);
        let less = s.sub_i32(s.splat_i32(0), more[a]);
        s.add_i32(corner, s.select_i32(backward[a], less, s.sub_i32(more[a], align[a])))
    });
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

/// How far the guesses on the axes that the exit is not through are from the nearest integer, at least.
#[inline(always)]
fn nearest_plane<S: Simd>(s: S, guess: [S::F32; 3], exit: &Exit<S>) -> S::F32 {
    let half = s.splat_f32(0.5);
    let near = axes!(a => s.select_f32(exit.through[a], half, s.over_nearest_integer(guess[a])));
    s.min_size(s.min_size(near[0], near[1]), near[2])
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
