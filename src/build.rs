//! Builds grids in parallel: rows of chunks are filled and packed by tasks that know nothing of one another, and joined in
//! order, so that the tables are the same bytes for any number of threads.
//!
//! ```text
//!   task (cy, layers 4k .. 4k + 3):   for every cx:  fill the chunks (cx, cy, 4k), .. (cx, cy, 4k + 3)
//! ```
//!
//! Rows of a task are filled side by side because a source whose z runs fastest has them in the same cache lines.

use rayon::prelude::*;

use crate::aabb::GridBox;
use crate::budget::{Extent, check_job};
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::{ChunkGrid, ChunkStrip, ChunkVoxels, Materials, chunk_counts, join_strips};
use crate::pool::run_in_pool;

/// Rows of chunks that one task fills.
const STACK: usize = 4;

/// Fills a grid: `fill` is called for every chunk with the *local* position of its lower corner (a multiple of 16) and an
/// empty chunk. What it fills beyond the box is dropped.
///
/// # Errors
/// What `fill` returns, and where a table outgrows its index.
pub fn build_grid(
    bounds: GridBox,
    threads: usize,
    fill: impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync,
) -> Result<(ChunkGrid, Materials)> {
    let [nx, ny, nz] = chunk_counts(&bounds)?;
    let empty = Extent::at_most(&bounds, 0)?.build_bytes();
    check_job("the box alone ", empty, None, "make it smaller or cut the scene into parts")?;
    let sides = bounds.sides();
    let fill_rows = |rows: &Vec<usize>| -> Result<Vec<ChunkStrip>> {
        let mut strips: Vec<_> = rows.iter().map(|_| ChunkStrip::default()).collect();
        let mut chunk = ChunkVoxels::default();
        for cx in 0..nx {
            for (strip, row) in strips.iter_mut().zip(rows) {
                let corner = [cx, row % ny, row / ny].map(chunk_corner);
                chunk.clear();
                fill(corner, &mut chunk)?;
                chunk.clip([0, 1, 2].map(|axis| sides[axis] - corner[axis]));
                strip.push(&chunk)?;
            }
        }
        Ok(strips)
    };
    let strips = run_in_pool(threads, || -> Result<Vec<_>> {
        let tasks = if nx == 0 { Vec::new() } else { stack_rows(ny, nz) };
        let filled: Result<Vec<_>> = tasks.par_iter().map(fill_rows).collect();
        Ok(in_row_order(&tasks, filled?))
    })??;
    join_grid(bounds, threads, strips)
}

/// The grid of strips that follow one another in the order of the chunks.
///
/// # Errors
/// Where a table outgrows its index.
///
/// # Panics
/// Where the strips hold another number of chunks than the box: a fault of the caller.
pub fn join_grid(
    bounds: GridBox,
    threads: usize,
    strips: Vec<ChunkStrip>,
) -> Result<(ChunkGrid, Materials)> {
    run_in_pool(threads, || {
        join_strips(bounds, strips, |octant| (0..8).into_par_iter().map(octant).collect())
    })?
}

/// The rows of each task; row `cz * ny + cy` is that of the chunks (.., cy, cz). Rows of a task are neighbours along z,
/// or along y where there is one layer only.
fn stack_rows(ny: usize, nz: usize) -> Vec<Vec<usize>> {
    let (across, along, step) = if nz == 1 { (1, ny, 1) } else { (ny, nz, ny) };
    let mut stacks = Vec::new();
    for first in (0..along).step_by(STACK) {
        let stack = first..along.min(first + STACK);
        stacks.extend((0..across).map(|row| stack.clone().map(|k| k * step + row).collect()));
    }
    stacks
}

/// The strips of all tasks in the order of their rows.
fn in_row_order(tasks: &[Vec<usize>], filled: Vec<Vec<ChunkStrip>>) -> Vec<ChunkStrip> {
    let rows = tasks.iter().flatten();
    let mut strips: Vec<_> = rows.clone().map(|_| ChunkStrip::default()).collect();
    rows.zip(filled.into_iter().flatten()).for_each(|(&row, strip)| strips[row] = strip);
    strips
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a position in a box, below 2^17"
)]
fn chunk_corner(chunk: usize) -> i32 {
    chunk as i32 * CHUNK_SIDE
}
