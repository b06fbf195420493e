//! A vector of rows, worked out from where walks ended.
//!
//! The face: the hit's event is the last one by which the ray came into the voxel, so it is on the highest axis whose plane
//! behind the voxel has exactly the time of the hit; if there is none, the ray starts inside.

use super::clock::Clock;
use super::finish::Finish;
use super::fresh::entered_axes;
use super::setup::{BoxLanes, Prepared, first_voxels, last_voxels, prepare};
use super::struck;
use super::tile::{CLEAR, IRREGULAR, OUTSIDE, TileEnds};
use crate::batch::{Columns, Status};
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
        work_out_from_rays(s, finish, shape, ends, at, rows, &mut end);
    }
    let t = s.select_f32(end.hit, t, s.splat_f32(f32::INFINITY));
    // Adding 0.0 turns -0.0 into 0.0.
    s.store_f32(&mut rows.t_hit, s.add_f32(s.mul_f32(t, scale), s.splat_f32(0.0)));
    if let Some(offset) = finish.rays.offset {
        report_later(ends, at, &offset[at..], rows);
    }
    s.store_i32(&mut rows.status, statuses(s, &end));
    end
}

/// Reported times of rays of which some were moved.
#[inline(always)]
fn report_later(ends: &TileEnds, at: usize, offset: &[f64], rows: &mut Rows) {
    for (i, t_hit) in rows.t_hit.iter_mut().enumerate() {
        let clock = Clock { offset: offset[i], scale: f64::from(ends.scale[at + i]) };
        if clock.offset != 0.0 && *t_hit < f32::INFINITY {
            *t_hit = clock.report(ends.t[at + i]);
        }
    }
}

/// What takes the rays themselves once more: steps and budget, faces, what points are made of.
#[inline(always)]
fn work_out_from_rays<S: Simd>(
    s: S,
    finish: &Finish<'_>,
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
    let t = s.load_f32(&ends.t[at..]);
    let mut entered = entered_axes(s, rays.origin, rays.direction, rays.inv, voxel, t);
    if finish.shapes.is_some() {
        let struck = s.load_i32(&ends.struck[at..]);
        let (boxed, own) = (struck::is_box(s, struck), struck::entered_axes(s, struck));
        entered = axes!(a => s.or_mask(own[a], s.and_not_mask(entered[a], boxed)));
    }
    s.store_i32(&mut rows.face, faces(s, &rays, end.hit, entered));
    if finish.columns.contains(Columns::POINT) {
        keep_for_points(s, finish, &rays, voxel, s.load_i32(&ends.struck[at..]), rows);
    }
}

/// What points are made of.
#[inline(always)]
fn keep_for_points<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    rays: &Prepared<S>,
    voxel: [S::I32; 3],
    struck: S::I32,
    rows: &mut Rows,
) {
    let one = s.splat_i32(1);
    let mut low = axes!(a => s.to_f32(voxel[a]));
    let mut high = axes!(a => s.to_f32(s.add_i32(voxel[a], one)));
    if let Some(shapes) = &finish.shapes {
        let ([low_of_box, high_of_box], own) = struck::planes(s, shapes, struck, voxel);
        low = axes!(a => s.select_f32(own, low_of_box[a], low[a]));
        high = axes!(a => s.select_f32(own, high_of_box[a], high[a]));
    }
    for a in 0..3 {
        s.store_f32(&mut rows.origin[a], rays.origin[a]);
        s.store_f32(&mut rows.direction[a], rays.direction[a]);
        s.store_f32(&mut rows.planes[0][a], low[a]);
        s.store_f32(&mut rows.planes[1][a], high[a]);
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
fn faces<S: Simd>(s: S, rays: &Prepared<S>, hit: S::Mask, entered: [S::Mask; 3]) -> S::I32 {
    let mut face = s.splat_i32(i32::from(NO_FACE));
    for (a, number) in [0, 2, 4].into_iter().enumerate() {
        // Entered against the axis, the face looks along it.
        let backward = s.sign(s.to_bits(rays.inv[a]));
        let through = s.select_i32(backward, s.splat_i32(number + 1), s.splat_i32(number));
        face = s.select_i32(s.and_mask(hit, entered[a]), through, face);
    }
    face
}

#[inline(always)]
fn code<S: Simd>(s: S, status: Status) -> S::I32 {
    s.splat_i32(i32::from(status as u8))
}
