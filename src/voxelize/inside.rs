//! The voxels whose centres lie inside the bodies of a mesh: odd crossings below.
//!
//! ```text
//!   crossings   (column, body, first z above)   of every triangle of the closed bodies, in parallel; sorted
//!   runs        (column, z from .. to, material)   each second gap between the crossings of a body
//!   chunks      256 columns, their runs found by bisection
//! ```
//!
//! A body has an even number of crossings in every column, as its edges are even: the last gap is outside. Bodies are
//! filled on their own, so where two overlap both are full; within one body, a shell in a shell is a cavity, and where two
//! closed parts of it overlap, the overlap counts as outside.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::crossings::Crossed;
use super::fixed::{FixedMesh, to_i32};
use super::mesh::Body;
use super::repeats::is_among;
use crate::aabb::GridBox;
use crate::budget;
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::pool::run_in_pool;

/// Crossings that need not be counted beforehand: 64 MiB.
const FEW_CROSSINGS: u64 = 1 << 21;
/// Bytes of a crossing, once by task and once joined.
const CROSSING_BYTES: u64 = 2 * 16;

/// Above `low`, the column is on the other side of the body's surface. Sorted by column, body and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    column: u64,
    body: u32,
    low: i32,
}

/// Voxels of a column, from `low` to `high` without it.
#[derive(Debug, Clone, Copy)]
struct Run {
    column: u64,
    low: i32,
    high: i32,
    material: u16,
}

/// The inside of a mesh in a box.
#[derive(Debug)]
pub(super) struct Inside {
    bounds: GridBox,
    runs: Vec<Run>,
}

impl Inside {
    /// That of the bodies for which `is_closed` holds, without the triangles `left_out`.
    ///
    /// # Errors
    /// Where there are more crossings than there is memory for.
    pub(super) fn new(
        fixed: &FixedMesh<'_>,
        bounds: GridBox,
        is_closed: &[bool],
        left_out: &[u32],
        threads: usize,
        memory: Option<u64>,
    ) -> Result<Self> {
        let bodies = fixed.mesh.bodies_from();
        let crossed = |body: usize, triangle: usize| {
            let counts = is_closed[body] && !is_among(left_out, triangle);
            counts.then(|| Crossed::new(&fixed.corners(triangle), &bounds)).flatten()
        };
        check_memory(fixed, &bodies, &crossed, threads, memory)?;
        let width = u64::from(bounds.sides()[0].unsigned_abs());
        let list = |(body, triangle): (usize, usize)| {
            let mut found = Vec::new();
            if let Some(crossed) = crossed(body, triangle) {
                crossed.for_each_column(|[x, y], first| {
                    let [x, y] = [x - bounds.min[0], y - bounds.min[1]].map(i32::unsigned_abs);
                    let low = to_i32(first.clamp(bounds.min[2].into(), bounds.max[2].into()));
                    let body = u32::try_from(body).unwrap_or(u32::MAX);
                    found.push(Crossing { column: u64::from(y) * width + u64::from(x), body, low });
                });
            }
            found
        };
        let crossings = run_in_pool(threads, || {
            let triangles = (0..fixed.mesh.triangles.len()).into_par_iter();
            let owned = triangles.map(|triangle| (owner(&bodies, triangle), triangle));
            let mut crossings: Vec<Crossing> = owned.flat_map_iter(list).collect();
            crossings.par_sort_unstable();
            crossings
        })?;
        Ok(Self { bounds, runs: runs(&crossings, &bodies) })
    }

    /// How many voxels, those in several bodies counted several times.
    pub(super) fn voxel_count(&self) -> u64 {
        self.runs.iter().map(|run| u64::from((run.high - run.low).unsigned_abs())).sum()
    }

    /// The smallest box around the voxels.
    pub(super) fn bounds(&self) -> GridBox {
        self.runs.iter().fold(GridBox::default(), |joint, run| {
            let [x, y] = self.position(run.column);
            joint.union(&GridBox { min: [x, y, run.low], max: [x + 1, y + 1, run.high] })
        })
    }

    /// A number of bricks that hold a voxel, not exceeded: of each 4 x 4 columns what their runs cover.
    pub(super) fn brick_count(&self) -> u64 {
        let side = i64::from(BRICK_SIDE);
        let mut covered: Vec<([i32; 2], i64, i64)> = self
            .runs
            .iter()
            .map(|run| {
                let [x, y] = self.position(run.column);
                let brick =
                    [x - self.bounds.min[0], y - self.bounds.min[1]].map(|k| k / BRICK_SIDE);
                let z = |z: i32| i64::from(z) - i64::from(self.bounds.min[2]);
                (brick, z(run.low) / side, (z(run.high) + side - 1) / side)
            })
            .collect();
        covered.sort_unstable();
        let mut count = 0;
        for bricks in covered.chunk_by(|a, b| a.0 == b.0) {
            let mut top = 0;
            for &(_, low, high) in bricks {
                count += (high - low.max(top)).max(0).unsigned_abs();
                top = top.max(high);
            }
        }
        count
    }

    /// Fills a chunk whose lower corner is at a grid position.
    pub(super) fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let sides = self.bounds.sides();
        let first = [0, 1].map(|axis| corner[axis] - self.bounds.min[axis]);
        let wide = CHUNK_SIDE.min(sides[0] - first[0]);
        for y in 0..CHUNK_SIDE.min(sides[1] - first[1]) {
            let column = |x: i32| {
                let [x, y] = [first[0] + x, first[1] + y].map(|k| u64::from(k.unsigned_abs()));
                y * u64::from(sides[0].unsigned_abs()) + x
            };
            let start = self.runs.partition_point(|run| run.column < column(0));
            let of_row = self.runs[start..].iter().take_while(|run| run.column < column(wide));
            for run in of_row {
                let x = to_i32((run.column - column(0)).cast_signed());
                let z = |z: i32| (z - corner[2]).clamp(0, CHUNK_SIDE);
                for z in z(run.low)..z(run.high) {
                    let voxel = [x, y, z];
                    chunk.set(voxel, run.material.max(chunk.get(voxel)));
                }
            }
        }
    }

    /// The x and y of a column.
    fn position(&self, column: u64) -> [i32; 2] {
        let width = u64::from(self.bounds.sides()[0].unsigned_abs()).max(1);
        let [x, y] = [column % width, column / width].map(|k| to_i32(k.cast_signed()));
        [x + self.bounds.min[0], y + self.bounds.min[1]]
    }
}

/// The body that a triangle belongs to.
pub(super) fn owner(bodies: &[(usize, Body)], triangle: usize) -> usize {
    bodies.partition_point(|(_, body)| body.end <= triangle)
}

fn check_memory(
    fixed: &FixedMesh<'_>,
    bodies: &[(usize, Body)],
    crossed: &(impl Fn(usize, usize) -> Option<Crossed> + Sync),
    threads: usize,
    memory: Option<u64>,
) -> Result<()> {
    let triangles = 0..fixed.mesh.triangles.len();
    let of = |triangle: usize| crossed(owner(bodies, triangle), triangle);
    let most = triangles.clone().filter_map(of).map(|crossed| crossed.at_most());
    if most.fold(0, u64::saturating_add) <= FEW_CROSSINGS {
        return Ok(());
    }
    let room = budget::allowed_bytes(memory) / CROSSING_BYTES;
    let counted = AtomicU64::new(0);
    let count = |crossed: Crossed| {
        let more = crossed.count();
        let all = counted.fetch_add(more, Ordering::Relaxed).saturating_add(more);
        if all > room { budget::check(all.saturating_mul(CROSSING_BYTES), memory) } else { Ok(()) }
    };
    run_in_pool(threads, || triangles.into_par_iter().filter_map(of).try_for_each(count))?
}

/// Each second gap between the crossings of a body, from the lowest on.
fn runs(crossings: &[Crossing], bodies: &[(usize, Body)]) -> Vec<Run> {
    let mut runs = Vec::new();
    for same in crossings.chunk_by(|a, b| (a.column, a.body) == (b.column, b.body)) {
        let material = bodies[same[0].body as usize].1.inside;
        // Two crossings between the same two centres enclose none.
        let gaps = same.as_chunks::<2>().0.iter().filter(|[below, above]| below.low < above.low);
        runs.extend(gaps.map(|[below, above]| Run {
            column: below.column,
            low: below.low,
            high: above.low,
            material,
        }));
    }
    runs
}
