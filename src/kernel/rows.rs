//! A vector of rows: worked out from where walks ended, and written to the columns that are wanted.
//!
//! The face: the hit's event is the last one by which the ray came into the voxel, so it is on the highest axis whose plane
//! behind the voxel has exactly the time of the hit; if there is none, the ray starts inside.

use super::finish::Finish;
use super::fresh::entered_axes;
use super::lookup::{GridLanes, ranks};
use super::row::hit_point;
use super::setup::{BoxLanes, Prepared, first_voxels, last_voxels, prepare};
use super::tile::{CLEAR, IRREGULAR, OUTSIDE, Tile, TileEnds};
use crate::batch::{Columns, HitSlices, Status};
use crate::coord::NO_VOXEL;
use crate::face::NO_FACE;
use crate::grid::{NO_MATERIAL, UNNAMED_MATERIAL};
use crate::simd::{MAX_LANES, Simd};

/// A vector of rows, in memory.
#[repr(C, align(64))]
pub struct Rows {
    t_hit: [f32; MAX_LANES],
    face: [i32; MAX_LANES],
    /// [`Status`] as a number.
    status: [i32; MAX_LANES],
    steps: [i32; MAX_LANES],
    material: [i32; MAX_LANES],
    origin: [[f32; MAX_LANES]; 3],
    direction: [[f32; MAX_LANES]; 3],
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
    tile: &Tile,
    at: usize,
    rows: &mut Rows,
) -> RowEnds<S> {
    let ends = &tile.ends;
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
    let counts_steps = finish.limits.max_steps < u32::MAX;
    let of_the_ray = Columns::STEPS | Columns::FACE | Columns::POINT;
    if counts_steps || finish.columns.intersects(of_the_ray) {
        let rays = prepare(s, shape, &tile.rays, at);
        let voxel = axes!(a => s.load_i32(&ends.voxel[a][at..]));
        if counts_steps || finish.columns.contains(Columns::STEPS) {
            end.over_budget = count_steps(s, finish, &rays, voxel, end.hit, rows);
            end.hit = s.and_not_mask(end.hit, end.over_budget);
            end.inside = s.and_not_mask(end.inside, end.over_budget);
        }
        let entered = entered_axes(s, &rays, voxel, t);
        s.store_i32(&mut rows.face, faces(s, &rays, end.hit, entered));
        for a in 0..3 {
            s.store_f32(&mut rows.origin[a], rays.origin[a]);
            s.store_f32(&mut rows.direction[a], rays.direction[a]);
        }
    }
    let t = s.select_f32(end.hit, t, s.splat_f32(f32::INFINITY));
    // Adding 0.0 turns -0.0 into 0.0.
    s.store_f32(&mut rows.t_hit, s.add_f32(s.mul_f32(t, scale), s.splat_f32(0.0)));
    s.store_i32(&mut rows.status, statuses(s, &end));
    end
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

/// The materials of the lanes in `hit`; none for the others. In steps that wait for memory once for all lanes, not lane by
/// lane.
#[inline(always)]
pub fn look_up_materials<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    grid: &GridLanes<'_, S>,
    ends: &TileEnds,
    at: usize,
    hit: S::Mask,
    rows: &mut Rows,
) {
    let none = s.splat_i32(i32::from(NO_MATERIAL));
    if let Some(material) = finish.world.materials.as_uniform() {
        let all = s.splat_i32(i32::from(material));
        s.store_i32(&mut rows.material, s.select_i32(hit, all, none));
        return;
    }
    let (entries, values) = finish.world.materials.tables();
    let voxel = axes!(a => s.load_i32(&ends.voxel[a][at..]));
    let (word, rank) = ranks(s, grid, voxel, hit);
    let entry = s.gather(entries, word, hit);
    let of_brick = s.and_i32(entry, s.splat_i32(0xffff));
    let mixed = s.and_not_mask(hit, s.sign(entry));
    let mut index = [0; MAX_LANES];
    s.store_i32(&mut index, s.select_i32(mixed, s.add_i32(entry, rank), s.splat_i32(-1)));
    s.store_i32(&mut rows.material, s.select_i32(hit, of_brick, none));
    for (material, index) in rows.material.iter_mut().zip(index).take(S::LANES) {
        if let Ok(index) = usize::try_from(index) {
            *material = i32::from(values.get(index).copied().unwrap_or(UNNAMED_MATERIAL));
        }
    }
}

#[inline(always)]
fn code<S: Simd>(s: S, status: Status) -> S::I32 {
    s.splat_i32(i32::from(status as u8))
}

/// Writes a vector of rows to the columns that are there.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the codes of columns are small"
)]
pub fn write(
    finish: &Finish<'_>,
    rows: &Rows,
    ends: &TileEnds,
    at: usize,
    count: usize,
    hits: &mut HitSlices<'_>,
) {
    let columns = finish.columns;
    let is_hit = |i: usize| rows.t_hit[i] < f32::INFINITY;
    let voxel = |i: usize| [0, 1, 2].map(|a| ends.voxel[a][at + i]);
    if columns.contains(Columns::T_HIT) {
        hits.t_hit[at..at + count].copy_from_slice(&rows.t_hit[..count]);
    }
    if columns.contains(Columns::VOXEL) {
        for (i, to) in hits.voxel[at..at + count].iter_mut().enumerate() {
            *to = if is_hit(i) { finish.world.grid_voxel(voxel(i)) } else { [NO_VOXEL; 3] };
        }
    }
    if columns.contains(Columns::FACE) {
        let to = &mut hits.face[at..at + count];
        to.iter_mut().zip(rows.face).for_each(|(to, face)| *to = face as u8);
    }
    if columns.contains(Columns::MATERIAL) {
        let to = &mut hits.material[at..at + count];
        to.iter_mut().zip(rows.material).for_each(|(to, material)| *to = material as u16);
    }
    if columns.contains(Columns::STATUS) {
        let to = &mut hits.status[at..at + count];
        to.iter_mut().zip(rows.status).for_each(|(to, status)| *to = status as u8);
    }
    if columns.contains(Columns::STEPS) {
        let to = &mut hits.steps[at..at + count];
        to.iter_mut().zip(rows.steps).for_each(|(to, steps)| *to = steps as u32);
    }
    if columns.contains(Columns::OCCLUDED) {
        let to = &mut hits.occluded[at..at + count];
        to.iter_mut().enumerate().for_each(|(i, to)| *to = u8::from(is_hit(i)));
    }
    if columns.contains(Columns::POINT) {
        for (i, to) in hits.point[at..at + count].iter_mut().enumerate() {
            *to = if is_hit(i) {
                point(finish, rows, i, voxel(i), ends.t[at + i])
            } else {
                [f64::NAN; 3]
            };
        }
    }
}

fn point(finish: &Finish<'_>, rows: &Rows, i: usize, voxel: [i32; 3], t: f32) -> [f64; 3] {
    let axis = usize::try_from(rows.face[i] / 2).ok().filter(|&axis| axis < 3);
    let (origin, direction) = (axes!(a => rows.origin[a][i]), axes!(a => rows.direction[a][i]));
    finish.world.world_position(hit_point(origin, direction, voxel, f64::from(t), axis))
}
