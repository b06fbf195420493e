//! Hits in bricks of exact shapes: candidates, until the boxes have been asked.
//!
//! ```text
//!   a lane hits a voxel of a brick with boxes -> it is set aside, its lane is free
//!   a vector of them is there                 -> the nearest box of each brick        (nearest.rs)
//!     a box is met                            -> the hit: its time, and the voxel where the box is entered
//!     none is                                 -> the ray leaves the brick as if it were empty, and waits for a lane
//! ```
//!
//! So rejected rays go on like any others, and full vectors are tested, however few of the hits are candidates.

use super::fresh::Source;
use super::group::{DIRECTION, Group, INDEX_SHIFT, INV, ON_PLANES, ORIGIN, T, T_END, TAG, VOXEL};
use super::lookup::{Around, GridLanes};
use super::mutation::NO_BOXES;
use super::nearest::{BoxRays, Nearest, ShapeLanes, entered_voxels, nearest_boxes};
use super::queue::Queue;
use super::step::leave;
use super::struck::struck;
use super::tile::TileEnds;
use crate::coord::BRICK_SIDE;
use crate::simd::{MAX_LANES, Simd};

/// Moves the lanes of `group` that hit bricks with boxes to the candidates. Boxes that are no more than their voxels are asked
/// only of rays that may start within one: those voxels do not tell.
#[inline(always)]
pub fn set_aside<S: Simd>(
    s: S,
    grid: &GridLanes<'_, S>,
    shapes: &ShapeLanes<'_>,
    group: &mut Group,
    candidates: &mut Queue,
) {
    let on_planes = s.test(group.ints(s, TAG), s.splat_i32(ON_PLANES));
    let some = if shapes.all_exact { s.mask_to_bits(on_planes) } else { u32::MAX };
    if NO_BOXES || group.hits & some == 0 {
        return;
    }
    let entry = shapes.entries_of(s, grid, group.voxels(s), s.mask_from_bits(group.hits));
    let boxed = s.lt_i32(s.splat_i32(0), entry);
    let asked = s.or_mask(ShapeLanes::are_inexact(s, entry), s.and_mask(boxed, on_planes));
    let lanes = s.mask_to_bits(asked) & group.hits;
    candidates.push_lanes(s, group, lanes);
    group.hits &= !lanes;
    group.loaded &= !lanes;
}

/// Tests the boxes of as many candidates as a group has lanes. Those that hit rest in the lanes of the group that is
/// returned, as do those that come to their end; the others walk on from there. Also returns what they [`struck`].
#[inline(always)]
pub fn refine<S: Simd>(
    s: S,
    grid: &GridLanes<'_, S>,
    shapes: &ShapeLanes<'_>,
    source: &Source<'_, S>,
    candidates: &mut Queue,
    ends: &mut TileEnds,
) -> (Group, S::I32) {
    let mut group = Group::EMPTY;
    candidates.fill(s, &mut group);
    let lanes = s.mask_from_bits(group.active);
    let voxel = group.voxels(s);
    let corner = axes!(a => s.and_i32(voxel[a], s.splat_i32(-BRICK_SIDE)));
    let rays = box_rays(s, source, &group, lanes, ends);
    let entry = shapes.entries_of(s, grid, voxel, lanes);
    let nearest = nearest_boxes(s, shapes, &rays, corner, entry);
    leave(s, &mut group, &Around::brick(s), nearest.found);
    let hits = s.mask_from_bits(group.hits);
    group.put(s, T, s.to_bits(s.select_f32(hits, nearest.t, group.floats(s, T))));
    if source.wants_voxels {
        let entered = entered_voxels(s, &rays, &nearest, corner, voxel);
        for a in 0..3 {
            group.put(s, VOXEL + a, s.select_i32(hits, entered[a], group.ints(s, VOXEL + a)));
        }
    }
    note_starts(s, &group, &nearest, rays.t_start, ends);
    let none = s.splat_i32(0);
    (group, s.select_i32(hits, struck(s, &nearest, entry), none))
}

/// What the box test needs of the rays of a group.
#[inline(always)]
fn box_rays<S: Simd>(
    s: S,
    source: &Source<'_, S>,
    group: &Group,
    lanes: S::Mask,
    ends: &TileEnds,
) -> BoxRays<S> {
    let index = s.shr::<INDEX_SHIFT>(group.ints(s, TAG));
    BoxRays {
        origin: axes!(a => group.floats(s, ORIGIN + a)),
        direction: axes!(a => group.floats(s, DIRECTION + a)),
        inv: axes!(a => group.floats(s, INV + a)),
        t_start: of_rays(s, &ends.start[..], index, lanes),
        t_end: group.floats(s, T_END),
        target: targets(s, source, index, lanes),
    }
}

/// Where the boxes of scenes are cut for the rays of lanes, if they are lines of sight.
#[inline(always)]
fn targets<S: Simd>(
    s: S,
    source: &Source<'_, S>,
    index: S::I32,
    lanes: S::Mask,
) -> Option<[S::F32; 3]> {
    let target = source.rays.target?;
    Some(axes!(a => of_rays(s, target[a], index, lanes)))
}

/// The entries of a column of the tile that belong to the rays of lanes.
#[inline(always)]
fn of_rays<S: Simd>(s: S, column: &[f32], index: S::I32, lanes: S::Mask) -> S::F32 {
    s.from_bits(s.gather(bytemuck::cast_slice(column), index, lanes))
}

/// Says of hits at the very start whether the ray starts within the box, or with the event that enters it.
#[inline(always)]
fn note_starts<S: Simd>(
    s: S,
    group: &Group,
    nearest: &Nearest<S>,
    t_start: S::F32,
    ends: &mut TileEnds,
) {
    let at_start = s.mask_to_bits(s.eq_f32(nearest.t, t_start)) & group.hits;
    if at_start == 0 {
        return;
    }
    let inside = s.mask_to_bits(s.sign(nearest.axis));
    let mut times = [0.0; MAX_LANES];
    s.store_f32(&mut times, t_start);
    for lane in (0..S::LANES).filter(|lane| at_start >> lane & 1 == 1) {
        let within = inside >> lane & 1 == 1;
        let ray = group.ray(lane);
        ends.inside[ray] = if within { times[lane] } else { f32::NAN };
    }
}
