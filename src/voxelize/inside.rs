//! The voxels whose centres lie inside the bodies of a mesh: odd crossings below.
//!
//! ```text
//!   slabs       rows of columns, as many as together have no more crossings than there is room for
//!   crossings   (column, body, first z above, material)   in a slab, of every triangle of the closed bodies, in parallel; sorted
//!   runs        (column, z from .. to, material)   each second gap between the crossings of a body, in halves where
//!               the triangles below and above it are of two materials
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
use super::mesh::{Body, OF_THE_SURFACE, TriangleMesh};
use super::repeats::is_among;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::{BRICK_SIDE, CHUNK_SIDE, MAX_COORD, MIN_COORD};
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::pool::run_in_pool;

/// Crossings of a slab: 24 MiB.
const FEW_CROSSINGS: u64 = 1 << 19;
/// Bytes of a crossing, once by task and once joined.
const CROSSING_BYTES: u64 = 2 * size_of::<Crossing>() as u64;
/// Bytes of a run, with the room that a list has to grow.
const RUN_BYTES: u64 = 3 * size_of::<Run>() as u64;

/// Above `low`, the column is on the other side of the body's surface, of which a triangle of this material is crossed.
/// Sorted by column, body and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    column: u64,
    body: u32,
    low: i32,
    material: u16,
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
    /// Those of all runs.
    voxels: u64,
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
        let crossed = |triangle: usize, slab: &GridBox| {
            let counts = is_closed[owner(&bodies, triangle)] && !is_among(left_out, triangle);
            counts.then(|| Crossed::new(&fixed.corners(triangle), slab)).flatten()
        };
        let width = u64::from(bounds.sides()[0].unsigned_abs());
        let list = |triangle: usize, slab: &GridBox| {
            let mut found = Vec::new();
            if let Some(crossed) = crossed(triangle, slab) {
                crossed.for_each_column(|[x, y], first| {
                    let [x, y] = [x - bounds.min[0], y - bounds.min[1]].map(i32::unsigned_abs);
                    let low = to_i32(first.clamp(MIN_COORD.into(), MAX_COORD.into()));
                    let body = u32::try_from(owner(&bodies, triangle)).unwrap_or(u32::MAX);
                    let column = u64::from(y) * width + u64::from(x);
                    let material = fixed.mesh.material(triangle);
                    found.push(Crossing { column, body, low, material });
                });
            }
            found
        };
        let triangles = 0..fixed.mesh.triangles.len();
        let mut inside = Self { bounds, runs: Vec::new(), voxels: 0 };
        run_in_pool(threads, || {
            for (slab, count) in slabs(&bounds, triangles.clone(), &crossed) {
                let runs = inside.runs.len() as u64 + count;
                budget::check(runs * RUN_BYTES + count * CROSSING_BYTES, memory)?;
                let triangles = triangles.clone().into_par_iter();
                let mut crossings: Vec<Crossing> =
                    triangles.flat_map_iter(|triangle| list(triangle, &slab)).collect();
                crossings.par_sort_unstable();
                inside.add_runs(&crossings, &bodies);
                inside.check_proportion(size_of_val(&crossings[..]), fixed.mesh, memory)?;
            }
            Ok(inside)
        })?
    }

    /// Refuses runs that are out of proportion to the mesh and to the bricks that their voxels fill: shells in shells by the
    /// thousand.
    fn check_proportion(
        &self,
        crossings: usize,
        mesh: &TriangleMesh,
        memory: Option<u64>,
    ) -> Result<()> {
        let held = size_of::<Run>() * self.runs.capacity() + crossings;
        let given = size_of_val(&mesh.vertices[..]) + size_of_val(&mesh.triangles[..]);
        let bricks = Extent { words: self.voxels / 64, ..Extent::default() };
        budget::check_proportion(held as u64, given as u64, bricks.scene_bytes(), memory)
    }

    /// How many voxels, those in several bodies counted several times.
    pub(super) fn voxel_count(&self) -> u64 {
        self.voxels
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

    /// Adds each second gap between the crossings of a body, from the lowest on.
    fn add_runs(&mut self, crossings: &[Crossing], bodies: &[(usize, Body)]) {
        for same in crossings.chunk_by(|a, b| (a.column, a.body) == (b.column, b.body)) {
            let inside = bodies[same[0].body as usize].1.inside;
            for [below, above] in same.as_chunks::<2>().0 {
                let of = |surface: &Crossing| {
                    if inside == OF_THE_SURFACE { surface.material } else { inside }
                };
                let (low, high) = (below.low, above.low);
                let is_one = of(below) == of(above);
                let middle = if is_one { high } else { high - (high - low) / 2 };
                self.add_run(below.column, [low, middle], of(below));
                self.add_run(below.column, [middle, high], of(above));
            }
        }
    }

    /// Adds a run, or what of it lies in the box. Two crossings between the same two centres enclose none.
    fn add_run(&mut self, column: u64, ends: [i32; 2], material: u16) {
        let [low, high] = ends.map(|z| z.clamp(self.bounds.min[2], self.bounds.max[2]));
        if low < high {
            self.runs.push(Run { column, low, high, material });
            self.voxels += u64::from((high - low).unsigned_abs());
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

/// Cuts a box into slabs of rows that have few crossings each, or one row alone; with a number of them not exceeded.
fn slabs(
    bounds: &GridBox,
    triangles: std::ops::Range<usize>,
    crossed: &(impl Fn(usize, &GridBox) -> Option<Crossed> + Sync),
) -> Vec<(GridBox, u64)> {
    let of = |triangle: usize| crossed(triangle, bounds);
    let all = triangles.clone().into_par_iter().filter_map(of);
    let most = all.map(|crossed| crossed.at_most()).reduce(|| 0, u64::saturating_add);
    // With many triangles there are fewer slabs, as each is a pass over them.
    let few = FEW_CROSSINGS.max(triangles.len() as u64 / 3);
    if most <= few {
        return vec![(*bounds, most)];
    }
    let rows: Vec<AtomicU64> = (bounds.min[1]..bounds.max[1]).map(|_| AtomicU64::new(0)).collect();
    triangles.into_par_iter().filter_map(of).for_each(|crossed| {
        crossed.for_each_row(|y, count| {
            rows[y.abs_diff(bounds.min[1]) as usize].fetch_add(count, Ordering::Relaxed);
        });
    });
    let mut slabs: Vec<(GridBox, u64)> = Vec::new();
    for (y, count) in (bounds.min[1]..).zip(rows.into_iter().map(AtomicU64::into_inner)) {
        match slabs.last_mut().filter(|(_, before)| before.saturating_add(count) <= few) {
            Some((slab, before)) => (slab.max[1], *before) = (y + 1, *before + count),
            None => {
                let [min, max] = [(bounds.min, y), (bounds.max, y + 1)]
                    .map(|(corner, y)| [corner[0], y, corner[2]]);
                slabs.push((GridBox { min, max }, count));
            }
        }
    }
    slabs
}
