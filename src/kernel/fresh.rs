//! Rays of the tile on their way to the walk: a vector at a time into the lanes of a group.

use super::group::{
    BACKWARD, DIRECTION, ERROR, FIELDS, Group, INDEX_SHIFT, INV, ON_PLANES, ORIGIN, SKIPPING, T,
    T_END, TAG, VOXEL,
};
use super::nearest::ShapeLanes;
use super::queue::Queue;
use super::setup::{
    BoxLanes, Prepared, budget_ends, first_voxels, guess_errors, plane_times, prepare,
};
use super::start::{Start, Started};
use super::tile::{CLEAR, IRREGULAR, OUTSIDE, TileEnds, TileRays};
use crate::batch::RayView;
use crate::coord::BRICK_SIDE;
use crate::simd::{MAX_LANES, Simd};

/// What rays are taken from.
pub struct Source<'a, S: Simd> {
    /// The rays of the tile.
    pub rays: TileRays<'a>,
    /// Where they lie, and after them those of the next tile.
    pub view: &'a RayView<'a>,
    /// The box.
    pub shape: BoxLanes<S>,
    /// Its sides.
    pub sides: [i32; 3],
    /// The most faces that a ray may cross.
    pub max_steps: u32,
    /// Whether rays pass over the filled voxels in which they start.
    pub skip_inside: bool,
    /// Whether the voxels of hits are wanted, or their times alone. Those of irregular rays are always kept: their rows are
    /// made of them.
    pub wants_voxels: bool,
    /// The exact shapes, where some bricks are more than voxels. Irregular rays are then left to the plain walk.
    pub shapes: Option<ShapeLanes<'a>>,
    /// Starts the ray with this index one by one: for irregular rays.
    pub start_one: &'a dyn Fn(usize) -> Started,
}

/// Prepares the rays from `at` on, as many as a group has lanes, and puts those that walk into its lanes, ray `at + i`
/// into lane i. Notes what they are if they hit nothing. Irregular rays go to the queue.
#[inline(always)]
pub fn load_group<S: Simd>(
    s: S,
    source: &Source<'_, S>,
    at: usize,
    group: &mut Group,
    queue: &mut Queue,
    ends: &mut TileEnds,
) {
    group.loaded = 0;
    group.active = 0;
    group.hits = 0;
    if at >= source.rays.len {
        return;
    }
    let count = S::LANES.min(source.rays.len - at);
    let present = s.mask_from_bits(u32::MAX >> (32 - count));
    let rays = prepare(s, &source.shape, &source.rays, at);
    note(s, &rays, at, ends);
    group.loaded = s.mask_to_bits(present);
    group.active = s.mask_to_bits(s.and_mask(rays.walks, present));
    // Whole vectors that miss the box are common in pictures.
    if group.active != 0 {
        let voxel = first_voxels(s, &rays);
        put(s, source, &rays, voxel, at, group);
    }
    if source.shapes.is_some() {
        s.store_f32(&mut ends.start[at..], rays.t_start);
        return;
    }
    let irregular = s.mask_to_bits(s.and_not_mask(present, rays.regular));
    if irregular != 0 {
        push_irregular(source, irregular, at, queue, &mut ends.irregular);
    }
}

/// Notes how each row is made of the end of its walk.
#[inline(always)]
fn note<S: Simd>(s: S, rays: &Prepared<S>, at: usize, ends: &mut TileEnds) {
    let none = s.splat_i32(0);
    let outside = s.select_i32(rays.walks, none, s.splat_i32(OUTSIDE));
    let clear = s.select_i32(rays.leaves, none, s.splat_i32(CLEAR));
    let irregular = s.select_i32(rays.regular, none, s.splat_i32(IRREGULAR));
    s.store_i32(&mut ends.notes[at..], s.or_i32(s.or_i32(outside, clear), irregular));
    let scale = s.select_f32(rays.regular, rays.scale, s.splat_f32(1.0));
    s.store_f32(&mut ends.scale[at..], scale);
    s.store_f32(&mut ends.inside[at..], s.splat_f32(f32::NAN));
}

/// Notes which of the rays in `lanes`, which all stand in their first voxels yet, start within them.
#[inline(always)]
pub fn note_inside<S: Simd>(s: S, group: &Group, lanes: u32, at: usize, ends: &mut TileEnds) {
    if lanes == 0 {
        return;
    }
    let within = s.and_mask(s.mask_from_bits(lanes), starts_within(s, group));
    let inside = s.select_f32(within, group.floats(s, T), s.splat_f32(f32::NAN));
    s.store_f32(&mut ends.inside[at..], inside);
}

#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "an index in a tile"
)]
fn put<S: Simd>(
    s: S,
    source: &Source<'_, S>,
    rays: &Prepared<S>,
    voxel: [S::I32; 3],
    at: usize,
    group: &mut Group,
) {
    let mut t_end = rays.t_end;
    if source.max_steps < u32::MAX {
        t_end = s.min_f32(t_end, budget_ends(s, rays, source.max_steps));
    }
    for a in 0..3 {
        group.put(s, ORIGIN + a, s.to_bits(rays.origin[a]));
        group.put(s, DIRECTION + a, s.to_bits(rays.direction[a]));
        group.put(s, INV + a, s.to_bits(rays.inv[a]));
        group.put(s, VOXEL + a, voxel[a]);
    }
    group.put(s, T_END, s.to_bits(t_end));
    group.put(s, T, s.to_bits(rays.t_start));
    group.put(s, ERROR, s.to_bits(guess_errors(s, &source.shape, rays)));
    let index = s.add_i32(s.splat_i32(at as i32), s.lane_index());
    let mut tag = s.or_i32(octants(s, rays), s.shl::<INDEX_SHIFT>(index));
    if source.skip_inside {
        let skipping = s.select_i32(starts_within(s, group), s.splat_i32(SKIPPING), s.splat_i32(0));
        tag = s.or_i32(tag, skipping);
    }
    if source.shapes.is_some() {
        let on_planes = starts_on_planes(s, group);
        tag = s.or_i32(tag, s.select_i32(on_planes, s.splat_i32(ON_PLANES), s.splat_i32(0)));
    }
    group.put(s, TAG, tag);
}

/// In the tag: for each axis on which a ray goes backward.
const OCTANT: [i32; 3] = [7 | BACKWARD, 14 | BACKWARD << 1, BACKWARD << 2];

/// The octants of the rays, as the tag has them: sums, since 7 and 14 have bits in common.
#[inline(always)]
fn octants<S: Simd>(s: S, rays: &Prepared<S>) -> S::I32 {
    let zero = s.splat_i32(0);
    let part =
        axes!(a => s.select_i32(s.sign(s.to_bits(rays.inv[a])), s.splat_i32(OCTANT[a]), zero));
    s.add_i32(s.add_i32(part[0], part[1]), part[2])
}

#[cold]
#[inline(never)]
fn push_irregular<S: Simd>(
    source: &Source<'_, S>,
    irregular: u32,
    at: usize,
    queue: &mut Queue,
    list: &mut Vec<Started>,
) {
    for lane in (0..MAX_LANES).filter(|lane| irregular >> lane & 1 == 1) {
        let started = (source.start_one)(at + lane);
        if let Ok(start) = &started.start {
            queue.push(scalar_lane(start, source, at + lane));
        }
        list.push(started);
    }
}

/// The fields of one ray that was started one by one.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "an index in a tile, and the bits of floats"
)]
fn scalar_lane<S: Simd>(start: &Start, source: &Source<'_, S>, index: usize) -> [i32; FIELDS] {
    let bits = |x: f32| x.to_bits() as i32;
    let mut lane = [0; FIELDS];
    for a in 0..3 {
        lane[ORIGIN + a] = bits(start.origin[a]);
        lane[DIRECTION + a] = bits(start.direction[a]);
        lane[INV + a] = bits(start.inv_direction[a]);
        lane[VOXEL + a] = start.voxel[a];
    }
    let within = start.entered_axis(start.voxel, start.t_start).is_none();
    lane[T_END] = bits(start.t_end);
    lane[T] = bits(start.t_start);
    lane[ERROR] = bits(start.guess_error(source.sides));
    lane[TAG] = (index as i32) << INDEX_SHIFT;
    lane[TAG] += (0..3).filter(|&a| start.is_backward(a)).map(|a| OCTANT[a]).sum::<i32>();
    if source.skip_inside && within {
        lane[TAG] |= SKIPPING;
    }
    lane
}

/// Which rays that stand in their first voxels start within them, not by an event at the very start.
#[inline(always)]
fn starts_within<S: Simd>(s: S, group: &Group) -> S::Mask {
    let origin = axes!(a => group.floats(s, ORIGIN + a));
    let direction = axes!(a => group.floats(s, DIRECTION + a));
    let inv = axes!(a => group.floats(s, INV + a));
    let entered = entered_axes(s, origin, direction, inv, group.voxels(s), group.floats(s, T));
    let any = s.or_mask(s.or_mask(entered[0], entered[1]), entered[2]);
    s.and_not_mask(s.mask_from_bits(u32::MAX), any)
}

/// Which rays that stand in their first voxels start with an event that may be on a plane within a box of a brick. An event on a
/// side of the brick, without another, is none.
#[inline(always)]
fn starts_on_planes<S: Simd>(s: S, group: &Group) -> S::Mask {
    let origin = axes!(a => group.floats(s, ORIGIN + a));
    let direction = axes!(a => group.floats(s, DIRECTION + a));
    let inv = axes!(a => group.floats(s, INV + a));
    let voxel = group.voxels(s);
    let entered = entered_axes(s, origin, direction, inv, voxel, group.floats(s, T));
    let within = axes!(a => {
        let backward = s.sign(s.to_bits(inv[a]));
        let plane = s.add_i32(voxel[a], s.select_i32(backward, s.splat_i32(1), s.splat_i32(0)));
        s.and_mask(entered[a], s.test(plane, s.splat_i32(BRICK_SIDE - 1)))
    });
    let within = s.or_mask(s.or_mask(within[0], within[1]), within[2]);
    let xy = s.and_mask(entered[0], entered[1]);
    let with_z = s.and_mask(s.or_mask(entered[0], entered[1]), entered[2]);
    s.or_mask(within, s.or_mask(xy, with_z))
}

/// Which axes have an event exactly at `t` by which the ray comes into `voxel`.
#[inline(always)]
pub fn entered_axes<S: Simd>(
    s: S,
    origin: [S::F32; 3],
    direction: [S::F32; 3],
    inv: [S::F32; 3],
    voxel: [S::I32; 3],
    t: S::F32,
) -> [S::Mask; 3] {
    let zero = s.splat_f32(0.0);
    axes!(a => {
        let backward = s.sign(s.to_bits(inv[a]));
        let behind = s.select_i32(backward, s.add_i32(voxel[a], s.splat_i32(1)), voxel[a]);
        let time = plane_times(s, s.to_f32(behind), origin[a], inv[a]);
        let parallel = s.eq_f32(direction[a], zero);
        s.and_not_mask(s.eq_f32(time, t), parallel)
    })
}
