//! A vector of rows, worked out from where walks ended.
//!
//! The face: the hit's event is the last one by which the ray came into the voxel, so it is on the highest axis whose plane
//! behind the voxel has exactly the time of the hit; if there is none, the ray starts inside.

use super::finish::Finish;
use super::fresh::entered_axes;
use super::lookup::GridLanes;
use super::nearest::{BoxRays, ShapeLanes, nearest_boxes};
use super::setup::{BoxLanes, Prepared, first_voxels, last_voxels, prepare};
use super::tile::{CLEAR, IRREGULAR, OUTSIDE, TileEnds};
use crate::batch::{Columns, Status};
use crate::coord::BRICK_SIDE;
use crate::face::NO_FACE;
use crate::simd::{MAX_LANES, Simd};

/// A vector of rows, in memory.
#[repr(C, align(64))]
pub struct Rows {
    /// Reported times; +inf without a hit.
    pub t_hit: [f32; MAX_LANES],
    /// Faces as numbers.
    pub face: [i32; MAX_LANES],
    /// [`Status`] as a number.
    pub status: [i32; MAX_LANES],
    /// Faces crossed.
    pub steps: [i32; MAX_LANES],
    /// Materials.
    pub material: [i32; MAX_LANES],
    /// Origins as the walk had them, for points.
    pub origin: [[f32; MAX_LANES]; 3],
    /// Directions, likewise.
    pub direction: [[f32; MAX_LANES]; 3],
    /// The low and the high planes of the voxels or boxes that were hit, likewise.
    pub planes: [[[f32; MAX_LANES]; 3]; 2],
}

impl Rows {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            t_hit: [0.0; MAX_LANES],
            face: [0; MAX_LANES],
            status: [0; MAX_LANES],
            steps: [0; MAX_LANES],
            material: [0; MAX_LANES],
            origin: [[0.0; MAX_LANES]; 3],
            direction: [[0.0; MAX_LANES]; 3],
            planes: [[[0.0; MAX_LANES]; 3]; 2],
        }
    }
}

/// How the rays of a vector ended. Each is of the first of these kinds that it is in, else escaped; of irregular ones the
/// others mean nothing.
pub struct RowEnds<S: Simd> {
    /// To be made one by one.
    pub irregular: S::Mask,
    /// Would need too many steps.
    pub over_budget: S::Mask,
    /// Starts in a filled voxel.
    pub inside: S::Mask,
    /// Hit something, or starts inside.
    pub hit: S::Mask,
    /// Does not meet the box.
    pub outside: S::Mask,
    /// Ended within the box.
    pub clear: S::Mask,
}

/// Times, statuses and, where they are wanted, steps and faces of a vector of rays.
#[inline(always)]
pub fn work_out<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    grid: &GridLanes<'_, S>,
    shape: &BoxLanes<S>,
    ends: &TileEnds,
    at: usize,
    rows: &mut Rows,
) -> RowEnds<S> {
    let (t, scale) = (s.load_f32(&ends.t[at..]), s.load_f32(&ends.scale[at..]));
    let notes = s.load_i32(&ends.notes[at..]);
    let irregular = s.test(notes, s.splat_i32(IRREGULAR));
    let hit = s.and_not_mask(s.lt_f32(t, s.splat_f32(f32::INFINITY)), irregular);
    let mut end = RowEnds::<S> {
        irregular,
        over_budget: s.mask_from_bits(0),
        inside: s.and_mask(hit, s.eq_f32(t, s.load_f32(&ends.inside[at..]))),
        hit,
        outside: s.test(notes, s.splat_i32(OUTSIDE)),
        clear: s.test(notes, s.splat_i32(CLEAR)),
    };
    if finish.shapes.is_some() && finish.limits.skip_inside {
        end.irregular = s.or_mask(end.irregular, end.inside);
    }
    let of_the_ray = Columns::STEPS | Columns::FACE | Columns::POINT;
    if finish.limits.max_steps < u32::MAX || finish.columns.intersects(of_the_ray) {
        work_out_from_rays(s, finish, grid, shape, ends, at, rows, &mut end);
    }
    let t = s.select_f32(end.hit, t, s.splat_f32(f32::INFINITY));
    // Adding 0.0 turns -0.0 into 0.0.
    s.store_f32(&mut rows.t_hit, s.add_f32(s.mul_f32(t, scale), s.splat_f32(0.0)));
    s.store_i32(&mut rows.status, statuses(s, &end));
    end
}

/// What takes the rays themselves once more: steps and budget, faces, what points are made of.
#[inline(always)]
fn work_out_from_rays<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    grid: &GridLanes<'_, S>,
    shape: &BoxLanes<S>,
    ends: &TileEnds,
    at: usize,
    rows: &mut Rows,
    end: &mut RowEnds<S>,
) {
    let rays = prepare(s, shape, &finish.rays, at);
    let voxel = axes!(a => s.load_i32(&ends.voxel[a][at..]));
    if finish.limits.max_steps < u32::MAX || finish.columns.contains(Columns::STEPS) {
        end.over_budget = count_steps(s, finish, &rays, voxel, end.hit, rows);
        end.hit = s.and_not_mask(end.hit, end.over_budget);
        end.inside = s.and_not_mask(end.inside, end.over_budget);
    }
    let entered =
        entered_axes(s, rays.origin, rays.direction, rays.inv, voxel, s.load_f32(&ends.t[at..]));
    s.store_i32(&mut rows.face, faces(s, rays.inv, end.hit, entered));
    for a in 0..3 {
        s.store_f32(&mut rows.origin[a], rays.origin[a]);
        s.store_f32(&mut rows.direction[a], rays.direction[a]);
        let next = s.add_i32(voxel[a], s.splat_i32(1));
        s.store_f32(&mut rows.planes[0][a], s.to_f32(voxel[a]));
        s.store_f32(&mut rows.planes[1][a], s.to_f32(next));
    }
    if let Some(shapes) = &finish.shapes {
        work_out_from_boxes(s, finish, shapes, grid, &rays, voxel, ends, at, end.hit, rows);
    }
}

/// The faces and the planes of boxes that were hit, instead of those of their voxels.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "what a row is made of")]
fn work_out_from_boxes<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    shapes: &ShapeLanes<'_>,
    grid: &GridLanes<'_, S>,
    rays: &Prepared<S>,
    voxel: [S::I32; 3],
    ends: &TileEnds,
    at: usize,
    hit: S::Mask,
    rows: &mut Rows,
) {
    let entry = shapes.entries_of(s, grid, voxel, hit);
    let t = s.load_f32(&ends.t[at..]);
    let starts = s.and_mask(s.lt_i32(s.splat_i32(0), entry), s.eq_f32(t, rays.t_start));
    let inexact = s.and_mask(hit, ShapeLanes::are_inexact(s, entry));
    let boxed = s.or_mask(inexact, s.and_mask(hit, starts));
    if s.mask_to_bits(boxed) == 0 {
        return;
    }
    let target = finish.rays.target.map(|target| axes!(a => s.load_f32(&target[a][at..])));
    let rays = BoxRays::<S> {
        origin: rays.origin,
        direction: rays.direction,
        inv: rays.inv,
        t_start: rays.t_start,
        t_end: rays.t_end,
        target,
    };
    let corner = axes!(a => s.and_i32(voxel[a], s.splat_i32(-BRICK_SIDE)));
    let nearest = nearest_boxes(s, shapes, &rays, corner, entry);
    let entered = axes!(a => {
        let (own, next) = (s.splat_i32(a as i32), s.splat_i32(a as i32 + 1));
        s.and_not_mask(s.lt_i32(nearest.axis, next), s.lt_i32(nearest.axis, own))
    });
    let face = faces(s, rays.inv, boxed, entered);
    let face = s.select_i32(boxed, face, s.load_i32(&rows.face));
    s.store_i32(&mut rows.face, face);
    for (to, planes) in rows.planes.iter_mut().zip(nearest.planes) {
        for a in 0..3 {
            let kept = s.load_f32(&to[a]);
            s.store_f32(&mut to[a], s.select_f32(inexact, planes[a], kept));
        }
    }
}

/// The numbers of the statuses.
#[inline(always)]
fn statuses<S: Simd>(s: S, end: &RowEnds<S>) -> S::I32 {
    let status = code(s, Status::Escaped);
    let status = s.select_i32(end.clear, code(s, Status::Clear), status);
    let status = s.select_i32(end.outside, code(s, Status::Outside), status);
    let status = s.select_i32(end.hit, code(s, Status::Hit), status);
    let status = s.select_i32(end.inside, code(s, Status::Inside), status);
    s.select_i32(end.over_budget, code(s, Status::Budget), status)
}

/// Steps of a vector of rays, at most as many as are allowed, and which rays would need more.
#[inline(always)]
#[allow(clippy::cast_possible_wrap, reason = "at most 2^30")]
fn count_steps<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    rays: &Prepared<S>,
    voxel: [S::I32; 3],
    hit: S::Mask,
    rows: &mut Rows,
) -> S::Mask {
    let last = last_voxels(s, rays);
    let first = first_voxels(s, rays);
    let moved = axes!(a => s.sub_i32(s.select_i32(hit, voxel[a], last[a]), first[a]));
    let moved = axes!(a => s.max_i32(moved[a], s.sub_i32(s.splat_i32(0), moved[a])));
    let steps = s.add_i32(s.add_i32(moved[0], moved[1]), moved[2]);
    let steps = s.select_i32(rays.walks, steps, s.splat_i32(0));
    // A walk crosses fewer than 2^19 faces.
    let most = s.splat_i32(finish.limits.max_steps.min(1 << 30) as i32);
    s.store_i32(&mut rows.steps, s.min_i32(steps, most));
    s.lt_i32(most, steps)
}

/// The faces through which the lanes in `hit` entered their voxels: of the axes that had an event at that time, the highest.
#[inline(always)]
fn faces<S: Simd>(s: S, inv: [S::F32; 3], hit: S::Mask, entered: [S::Mask; 3]) -> S::I32 {
    let mut face = s.splat_i32(i32::from(NO_FACE));
    for (a, number) in [0, 2, 4].into_iter().enumerate() {
        // Entered against the axis, the face looks along it.
        let backward = s.sign(s.to_bits(inv[a]));
        let through = s.select_i32(backward, s.splat_i32(number + 1), s.splat_i32(number));
        face = s.select_i32(s.and_mask(hit, entered[a]), through, face);
    }
    face
}

#[inline(always)]
fn code<S: Simd>(s: S, status: Status) -> S::I32 {
    s.splat_i32(i32::from(status as u8))
}
