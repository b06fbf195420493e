//! The second pass: an entry per point, sorted, and a voxel for each run of entries.
//!
//! ```text
//!   entry = z (17 bits) | y (17) | x (17) | class (8) | count - 1 (5)
//! ```
//!
//! Coordinates count from the corner of the box, whose sides are at most 2^17. Up to 32 points of one voxel and class
//! within a part share an entry, so that points on one spot cost little.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::extent::Verdict;
use super::grid::{Placed, PointGrid};
use super::material_of_class;
use super::source::{PointCounts, PointSource};
use crate::budget;
use crate::error::Result;
use crate::pool::{map_in_pool, run_in_pool};
use crate::scene::Scene;
use crate::voxel_list::VoxelList;

const COUNT_BITS: u32 = 5;
const CLASS_BITS: u32 = 8;
const SIDE_BITS: u32 = 17;
/// Where the voxel begins in an entry.
const VOXEL_SHIFT: u32 = COUNT_BITS + CLASS_BITS;
/// The most points in an entry.
const MOST: u64 = 1 << COUNT_BITS;
/// Entries that are packed at a time.
const BLOCK: usize = 1 << 18;

/// The scene of the points that count.
pub(super) fn fill<S: PointSource + ?Sized>(
    source: &S,
    how: &PointGrid,
    grid: &Placed,
    counts: &mut PointCounts,
) -> Result<Scene> {
    let (outside, taken) = (AtomicU64::new(0), AtomicU64::new(0));
    let parts = map_in_pool(how.threads, source.part_count(), |part| {
        let (entries, beyond) = part_entries(source, part, how, grid)?;
        outside.fetch_add(beyond, Ordering::Relaxed);
        let more = entries.len() as u64;
        let bytes = (taken.fetch_add(more, Ordering::Relaxed) + more) * 16;
        budget::check_job("the points ", bytes, how.memory, "make a part of them with --box")?;
        Ok(entries)
    })?;
    counts.outside_box = outside.into_inner();
    let mut entries = parts.concat();
    drop(parts);
    run_in_pool(how.threads, || entries.par_sort_unstable())?;
    let mut voxels = VoxelList::new(grid.bounds, how.memory)?;
    for run in entries.chunk_by(|a, b| a >> VOXEL_SHIFT == b >> VOXEL_SHIFT) {
        match class_of(run, how.min_points) {
            Some(class) => voxels.push(voxel_of(run[0], grid), material_of_class(class))?,
            None => counts.sparse_voxels += 1,
        }
    }
    drop(entries);
    voxels.into_scene(how.threads)
}

/// The entries of a part, and how many of its points lie outside of the box.
fn part_entries<S: PointSource + ?Sized>(
    source: &S,
    part: usize,
    how: &PointGrid,
    grid: &Placed,
) -> Result<(Vec<u64>, u64)> {
    let (mut entries, mut packed, mut outside) = (Vec::new(), Vec::new(), 0);
    source.read_part(part, &mut |point| {
        if how.verdict(&point) != Verdict::Kept {
            return;
        }
        match grid.voxel(point.position) {
            Some(voxel) => entries.push(entry(voxel, point.class, grid)),
            None => outside += 1,
        }
        if entries.len() == BLOCK {
            pack(&mut entries, &mut packed);
        }
    })?;
    pack(&mut entries, &mut packed);
    packed.shrink_to_fit();
    Ok((packed, outside))
}

/// Moves entries over, those of one voxel and class as one.
fn pack(entries: &mut Vec<u64>, packed: &mut Vec<u64>) {
    entries.sort_unstable();
    for run in entries.chunk_by(|a, b| a == b) {
        let full = run.len() as u64 / MOST;
        let rest = run.len() as u64 % MOST;
        packed.extend((0..full).map(|_| run[0] | (MOST - 1)));
        packed.extend((rest > 0).then(|| run[0] | (rest - 1)));
    }
    entries.clear();
}

fn entry(voxel: [i32; 3], class: u8, grid: &Placed) -> u64 {
    let [x, y, z] =
        [0, 1, 2].map(|axis| u64::from((voxel[axis] - grid.bounds.min[axis]).unsigned_abs()));
    let place = (z << SIDE_BITS | y) << SIDE_BITS | x;
    place << VOXEL_SHIFT | u64::from(class) << COUNT_BITS
}

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "masked to 17 bits")]
fn voxel_of(entry: u64, grid: &Placed) -> [i32; 3] {
    [0, 1, 2].map(|axis| {
        let local = entry >> (VOXEL_SHIFT + SIDE_BITS * axis as u32) & ((1 << SIDE_BITS) - 1);
        grid.bounds.min[axis] + local as i32
    })
}

/// The class of a voxel: the most frequent one, of several the lowest; none where there are too few points.
#[allow(clippy::cast_possible_truncation, reason = "a class is 8 bits")]
fn class_of(run: &[u64], min_points: u32) -> Option<u8> {
    let (mut total, mut best, mut winner) = (0, 0, 0);
    for class in run.chunk_by(|a, b| a >> COUNT_BITS == b >> COUNT_BITS) {
        let points: u64 = class.iter().map(|entry| (entry & (MOST - 1)) + 1).sum();
        total += points;
        if points > best {
            (best, winner) = (points, (class[0] >> COUNT_BITS) as u8);
        }
    }
    (total >= u64::from(min_points)).then_some(winner)
}
