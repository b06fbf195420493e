//! The voxels of a mesh's surface: of every triangle on its own, in parallel.
//!
//! Small triangles are dealt out in groups; each large one is cut into pieces of some rows of columns, so that it occupies
//! all threads. What is found does not depend on how, and of several materials in a voxel the highest stays: the result is
//! the same for any order of triangles and any number of threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::bands::Bands;
use super::fixed::{FixedMesh, to_i32};
use super::repeats::is_among;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::error::Result;
use crate::pool::run_in_pool;
use crate::voxel_list::VoxelList;

/// Small triangles of a task.
const TASK_TRIANGLES: usize = 1 << 10;
/// Columns, about, above which a triangle is large, and of a piece of a large one.
const LARGE: u64 = 1 << 16;

/// The mesh's surface in a box.
#[derive(Debug)]
pub(super) struct Surface<'a> {
    fixed: &'a FixedMesh<'a>,
    /// Triangles that others repeat, in rising order.
    left_out: &'a [u32],
    bounds: GridBox,
    memory: Option<u64>,
}

impl<'a> Surface<'a> {
    /// That of a mesh without some triangles; `memory` is the most bytes to take.
    pub(super) fn new(
        fixed: &'a FixedMesh<'a>,
        left_out: &'a [u32],
        bounds: GridBox,
        memory: Option<u64>,
    ) -> Self {
        Self { fixed, left_out, bounds, memory }
    }

    /// Lists the voxels, each with the material of its triangle.
    ///
    /// # Errors
    /// Where there are more than there is memory for.
    pub(super) fn voxels(&self, threads: usize) -> Result<VoxelList> {
        let all = Mutex::new(VoxelList::new(self.bounds, self.memory)?);
        run_in_pool(threads, || {
            self.check_memory()?;
            self.for_each_task(|task| {
                let list = self.list(task)?;
                all.lock().unwrap_or_else(PoisonError::into_inner).append(list)
            })
        })??;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Refuses what is far too much before it is listed: a brick of the list takes 16 bytes, and holds no more than 16 of
    /// the columns that a triangle has at the least. Where triangles cover one another that counts too many, but no more
    /// than a full box has.
    fn check_memory(&self) -> Result<()> {
        let triangles = (0..self.fixed.mesh.triangles.len()).into_par_iter();
        let kept = triangles.filter(|&triangle| !is_among(self.left_out, triangle));
        let least = kept.map(|triangle| self.bands(triangle).at_least());
        let full = 16 * Extent::at_most(&self.bounds, u64::MAX)?.words;
        budget::check(least.reduce(|| 0, u64::saturating_add).min(full), self.memory)
    }

    /// Does `work` for all triangles.
    fn for_each_task(&self, work: impl Fn(Task) -> Result<()> + Sync) -> Result<()> {
        let count = self.fixed.mesh.triangles.len();
        let is_large = |triangle: usize| self.bands(triangle).at_most() > LARGE;
        let large: Vec<usize> = (0..count).into_par_iter().filter(|&t| is_large(t)).collect();
        // Between two large triangles, groups of small ones.
        let mut groups = Vec::new();
        let mut start = 0;
        for end in large.iter().copied().chain([count]) {
            let firsts = (start..end).step_by(TASK_TRIANGLES);
            groups.extend(firsts.map(|first| first..end.min(first + TASK_TRIANGLES)));
            start = end + 1;
        }
        groups
            .into_par_iter()
            .try_for_each(|triangles| work(Task { triangles, rows: 0..i64::MAX }))?;
        for triangle in large {
            let bands = self.bands(triangle);
            let pieces = i64::try_from(bands.at_most() / LARGE + 1).unwrap_or(i64::MAX);
            let step = (bands.rows() / pieces).max(1);
            (0..bands.rows() / step + 1).into_par_iter().try_for_each(|piece| {
                let rows = piece * step..(piece + 1) * step;
                work(Task { triangles: triangle..triangle + 1, rows })
            })?;
        }
        Ok(())
    }

    fn list(&self, Task { triangles, rows }: Task) -> Result<VoxelList> {
        let mut list = VoxelList::new(self.bounds, self.memory)?;
        for triangle in triangles.filter(|&triangle| !is_among(self.left_out, triangle)) {
            let material = self.fixed.mesh.material(triangle);
            self.bands(triangle).for_each_column(&rows, |axis, lowest, length| {
                let mut voxel = lowest.map(to_i32);
                for _ in 0..length {
                    list.push(voxel, material)?;
                    voxel[axis] += 1;
                }
                Ok(())
            })?;
        }
        list.pack()?;
        Ok(list)
    }

    fn bands(&self, triangle: usize) -> Bands {
        let (low, high) = (self.bounds.min.map(i64::from), self.bounds.max.map(i64::from));
        Bands::new(&self.fixed.corners(triangle), low, high)
    }
}

/// Some rows of some triangles.
#[derive(Debug, Clone)]
struct Task {
    triangles: Range<usize>,
    rows: Range<i64>,
}
