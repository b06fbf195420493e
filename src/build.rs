//! Builds grids in parallel: rows of chunks are filled and packed by tasks that know nothing of one another, and joined in
//! order, so that the tables are the same bytes for any number of threads.

use rayon::prelude::*;

use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::{ChunkGrid, ChunkStrip, ChunkVoxels, Materials, chunk_counts, join_strips};
use crate::pool::run_in_pool;

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
    let sides = bounds.sides();
    let strip_of_row = |row: usize| -> Result<ChunkStrip> {
        let mut strip = ChunkStrip::default();
        let mut chunk = ChunkVoxels::default();
        for cx in 0..nx {
            let corner = [cx, row % ny, row / ny].map(chunk_corner);
            chunk.clear();
            fill(corner, &mut chunk)?;
            chunk.clip([0, 1, 2].map(|axis| sides[axis] - corner[axis]));
            strip.push(&chunk)?;
        }
        Ok(strip)
    };
    run_in_pool(threads, || {
        let rows = if nx == 0 { 0 } else { ny * nz };
        let strips: Result<Vec<_>> = (0..rows).into_par_iter().map(strip_of_row).collect();
        join_strips(bounds, strips?, |octant| (0..8).into_par_iter().map(octant).collect())
    })?
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a position in a box, below 2^17"
)]
fn chunk_corner(chunk: usize) -> i32 {
    chunk as i32 * CHUNK_SIDE
}
