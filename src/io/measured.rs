//! Scenes built chunk by chunk from a source whose size in memory is known only roughly beforehand.
//!
//! Invariant: nothing is taken before it is known to fit. If the most that the scene can hold is too much, it may still
//! fit, as few sources are full, or mixed throughout: then a first pass over them measures what it will hold. What is known
//! to be too much at the least is refused without it.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::options::LoadOptions;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::{ChunkStrip, ChunkVoxels, chunk_counts};
use crate::pool::run_in_pool;
#[cfg(any(feature = "npy", feature = "octomap"))]
use crate::scene::Scene;

/// The scene in `bounds`, of at most so many voxels, whose chunks `fill` fills as [`Scene::from_chunks`] asks. The
/// source holds `held` bytes of memory meanwhile.
///
/// # Errors
/// Where it needs more memory than is allowed, and what `fill` returns.
#[cfg(feature = "npy")]
pub(super) fn build_measured(
    bounds: GridBox,
    voxels: u64,
    held: u64,
    options: &LoadOptions,
    fill: impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync,
) -> Result<Scene> {
    check_fits(&bounds, voxels, held, options, &fill)?;
    Scene::from_chunks(bounds, options.threads, fill)
}

/// As [`build_measured`], of a source that knows the least and the most that its scene can hold.
///
/// # Errors
/// As [`build_measured`].
#[cfg(feature = "octomap")]
pub(super) fn build_between(
    bounds: GridBox,
    extents: [Extent; 2],
    held: u64,
    options: &LoadOptions,
    fill: impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync,
) -> Result<Scene> {
    check_between(&bounds, extents, held, options, &fill)?;
    Scene::from_chunks(bounds, options.threads, fill)
}

/// Checks that such a scene fits.
///
/// # Errors
/// As [`build_measured`].
#[cfg(any(feature = "npy", feature = "volume"))]
pub(super) fn check_fits(
    bounds: &GridBox,
    voxels: u64,
    held: u64,
    options: &LoadOptions,
    fill: &(impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync),
) -> Result<()> {
    let extents = [Extent::at_most(bounds, 0)?, Extent::at_most(bounds, voxels)?];
    check_between(bounds, extents, held, options, fill)
}

fn check_between(
    bounds: &GridBox,
    [least, most]: [Extent; 2],
    held: u64,
    options: &LoadOptions,
    fill: &(impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync),
) -> Result<()> {
    let needed = |extent: &Extent| extent.build_bytes().saturating_add(held);
    budget::check(needed(&least), options.memory)?;
    if needed(&most) <= budget::allowed_bytes(options.memory) {
        return Ok(());
    }
    budget::check(needed(&measure(bounds, options.threads, fill)?), options.memory)
}

/// What the scene will hold.
fn measure(
    bounds: &GridBox,
    threads: usize,
    fill: &(impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync),
) -> Result<Extent> {
    let most = Extent::at_most(bounds, 0)?;
    let [nx, ny, nz] = chunk_counts(bounds)?;
    let (words, values) = (AtomicU64::new(0), AtomicU64::new(0));
    let measure_row = |row: usize| -> Result<()> {
        let mut strip = ChunkStrip::default();
        let mut chunk = ChunkVoxels::default();
        for cx in 0..nx {
            chunk.clear();
            let corner = corner(bounds, [cx, row % ny, row / ny]);
            fill(corner, &mut chunk)?;
            // As the scene will be: a background is filled beyond the box too.
            chunk.clip([0, 1, 2].map(|axis| bounds.max[axis] - corner[axis]));
            strip.push(&chunk)?;
        }
        let (more_words, more_values) = strip.table_lens();
        words.fetch_add(more_words as u64, Ordering::Relaxed);
        values.fetch_add(more_values as u64, Ordering::Relaxed);
        Ok(())
    };
    let rows = if nx == 0 { 0 } else { ny * nz };
    run_in_pool(threads, || (0..rows).into_par_iter().try_for_each(measure_row))??;
    Ok(Extent { words: words.into_inner(), values: values.into_inner(), ..most })
}

/// The grid position of a chunk's lower corner.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "at most 2^13 chunks a side"
)]
fn corner(bounds: &GridBox, chunk: [usize; 3]) -> [i32; 3] {
    [0, 1, 2].map(|axis| bounds.min[axis] + chunk[axis] as i32 * CHUNK_SIDE)
}
