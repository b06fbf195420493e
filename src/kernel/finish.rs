//! From where the walks of a tile ended to its rows.
//!
//! The walk keeps nothing but the time and the voxel of each hit; all else follows from the ray, and only what was asked for
//! is worked out: a vector of rows at a time ([`rows`](super::rows)), irregular rays one by one.

use super::columns::write;
use super::lookup::GridLanes;
use super::materials::look_up_materials;
use super::nearest::ShapeLanes;
use super::reference::{Outcome, WalkLimits};
use super::row::{World, cast_reference, row};
use super::rows::{RowEnds, Rows, work_out};
use super::setup::BoxLanes;
use super::start::{KernelRay, Start, Started, voxel_at};
use super::tile::{TileEnds, TileRays};
use crate::batch::{CastSummary, Columns, Hit, HitSlices, Status};
use crate::simd::Simd;

/// What the rows of a tile are made of, besides its ends.
pub struct Finish<'a> {
    /// What was cast against.
    pub world: &'a World<'a>,
    /// The rays.
    pub rays: TileRays<'a>,
    /// The columns that are wanted.
    pub columns: Columns,
    /// What ended walks.
    pub limits: WalkLimits,
    /// The exact shapes, where some bricks are more than voxels.
    pub shapes: Option<ShapeLanes<'a>>,
    /// The ray with this index of the tile, before any rounding.
    pub kernel_ray: &'a dyn Fn(usize) -> KernelRay,
}

/// Writes the rows of a tile.
#[inline(always)]
pub fn finish<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    ends: &TileEnds,
    hits: &mut HitSlices<'_>,
) -> CastSummary {
    let shape = BoxLanes::new(s, finish.world.grid.bounds().sides());
    let grid = GridLanes::new(s, finish.world.grid);
    let mut summary = CastSummary::default();
    let mut rows = Rows::new();
    let mut started = ends.irregular.iter();
    for at in (0..finish.rays.len).step_by(S::LANES) {
        let count = S::LANES.min(finish.rays.len - at);
        let end = work_out(s, finish, &shape, ends, at, &mut rows);
        if finish.columns.contains(Columns::MATERIAL) {
            look_up_materials(s, finish, &grid, ends, at, end.hit, &mut rows);
        }
        write(finish, &rows, ends, at, count, hits);
        let present = u32::MAX >> (32 - count);
        let irregular = s.mask_to_bits(end.irregular) & present;
        count_rows(s, &end, present & !irregular, &mut summary);
        let indices = (at..at + count).filter(|index| irregular >> (index - at) & 1 == 1);
        for index in indices {
            let status = match started.next() {
                Some(started) => finish_one(finish, ends, index, started, hits),
                // Where there are exact shapes none is started.
                None => finish_by_reference(finish, index, hits),
            };
            summary.add(status, index as u64);
        }
    }
    summary
}

/// Counts the rows of a vector.
#[inline(always)]
fn count_rows<S: Simd>(s: S, end: &RowEnds<S>, counted: u32, summary: &mut CastSummary) {
    let mut rest = counted;
    let ended = [
        (Status::Budget, end.over_budget),
        (Status::Inside, end.inside),
        (Status::Hit, end.hit),
        (Status::Outside, end.outside),
        (Status::Clear, end.clear),
    ];
    for (status, mask) in ended {
        let these = s.mask_to_bits(mask) & rest;
        summary.add_many(status, these.count_ones());
        rest &= !these;
    }
    summary.add_many(Status::Escaped, rest.count_ones());
}

/// Writes the row of an irregular ray.
#[cold]
#[inline(never)]
fn finish_one(
    finish: &Finish<'_>,
    ends: &TileEnds,
    index: usize,
    started: &Started,
    hits: &mut HitSlices<'_>,
) -> Status {
    let hit = match &started.start {
        Err(status) => Hit::none(*status, 0),
        Ok(start) => {
            let voxel = axes!(a => ends.voxel[a][index]);
            let outcome = outcome(start, finish.limits, ends.t[index], voxel);
            row(finish.world, &started.ray, start, &outcome)
        }
    };
    hits.write(index, &hit);
    hit.status
}

/// Writes the row of a ray by the plain walk: where there are exact shapes, of irregular rays and those that pass over what
/// they start in.
#[cold]
#[inline(never)]
fn finish_by_reference(finish: &Finish<'_>, index: usize, hits: &mut HitSlices<'_>) -> Status {
    let hit = cast_reference(finish.world, &(finish.kernel_ray)(index), finish.limits);
    hits.write(index, &hit);
    hit.status
}

/// How a walk ended, of which the time and voxel of the hit are known.
fn outcome(start: &Start, limits: WalkLimits, t: f32, voxel: [i32; 3]) -> Outcome {
    let is_hit = t < f32::INFINITY;
    let last = |a: usize| voxel_at(start, a, |event| event < start.t_end, start.t_end);
    let voxel = if is_hit { voxel } else { [0, 1, 2].map(last) };
    let steps: u32 = (0..3).map(|a| voxel[a].abs_diff(start.voxel[a])).sum();
    let axis = if is_hit { start.entered_axis(voxel, t) } else { None };
    let status = match (is_hit, axis) {
        _ if steps > limits.max_steps => Status::Budget,
        (false, _) => start.without_hit,
        (true, None) => Status::Inside,
        (true, Some(_)) => Status::Hit,
    };
    Outcome { status, voxel, t, axis, steps: steps.min(limits.max_steps), planes: None }
}
