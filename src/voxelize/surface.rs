//! The voxels of a mesh's surface: of every triangle on its own, in parallel.
//!
//! Small triangles are dealt out in groups; each large one is cut into pieces of some rows of columns, so that it occupies
//! all threads. What is found does not depend on how, and of several materials in a voxel the highest stays: the result is
//! the same for any order of triangles and any number of threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::bands::Bands;
use super::fixed::{FixedMesh, to_i32};
use crate::aabb::GridBox;
use crate::budget;
use crate::error::Result;
use crate::pool::run_in_pool;
use crate::voxel_list::VoxelList;

/// Small triangles of a task.
const TASK_TRIANGLES: usize = 1 << 10;
/// Columns, about, above which a triangle is large, and of a piece of a large one.
const LARGE: u64 = 1 << 16;
/// Voxels that need not be counted beforehand: 64 MiB with the copy that sorting takes.
const FEW_VOXELS: u64 = 1 << 22;
/// Listed voxels above which those listed twice are dropped.
const MANY_VOXELS: usize = 1 << 22;
/// Bytes of a listed voxel, and of its copy while lists are joined.
const VOXEL_BYTES: u64 = 2 * 8;

/// The mesh's surface in a box.
#[derive(Debug)]
pub(super) struct Surface<'a> {
    fixed: &'a FixedMesh<'a>,
    bounds: GridBox,
    memory: Option<u64>,
}

impl<'a> Surface<'a> {
    /// That of a mesh; `memory` is the most bytes to take.
    pub(super) fn new(fixed: &'a FixedMesh<'a>, bounds: GridBox, memory: Option<u64>) -> Self {
        Self { fixed, bounds, memory }
    }

    /// Lists the voxels, each with the material of its triangle.
    ///
    /// # Errors
    /// Where there are more than there is memory for.
    pub(super) fn voxels(&self, threads: usize) -> Result<VoxelList> {
        run_in_pool(threads, || {
            self.check_memory()?;
            let mut all = VoxelList::new(self.bounds, self.memory)?;
            // Triangles that lie in one another's voxels list them again: those are dropped each time the list has doubled.
            let mut enough = MANY_VOXELS;
            let mut append = |list: VoxelList| {
                all.append(list)?;
                if all.len() > enough {
                    all.sort(threads)?;
                    enough = MANY_VOXELS.max(2 * all.len());
                }
                Ok(())
            };
            self.for_each_task(
                |task| self.list(task),
                |lists| lists.into_iter().try_for_each(&mut append),
            )?;
            Ok(all)
        })?
    }

    /// Counts what will be listed, as long as there is room for it.
    fn check_memory(&self) -> Result<()> {
        let triangles = (0..self.fixed.mesh.triangles.len()).into_par_iter();
        let reach = |triangle: usize| {
            let bands = self.bands(triangle);
            (bands.at_least(), bands.at_most())
        };
        let add = |a: (u64, u64), b: (u64, u64)| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
        let (least, most) = triangles.map(reach).reduce(|| (0, 0), add);
        let room = budget::allowed_bytes(self.memory) / VOXEL_BYTES;
        if most <= room.min(FEW_VOXELS) {
            return Ok(());
        }
        // What is far too much is refused before it is counted.
        budget::check(least.saturating_mul(VOXEL_BYTES), self.memory)?;
        let counted = AtomicU64::new(0);
        let tell = |more: u64| {
            if counted.fetch_add(more, Ordering::Relaxed).saturating_add(more) > room {
                return budget::check(most.saturating_mul(VOXEL_BYTES), self.memory);
            }
            Ok(())
        };
        let count = |Task { triangles, rows }: &Task| {
            let mut untold = 0;
            for triangle in triangles.clone() {
                self.bands(triangle).for_each_column(rows, |_, _, length| {
                    untold += length.unsigned_abs();
                    if untold > LARGE { tell(std::mem::take(&mut untold)) } else { Ok(()) }
                })?;
            }
            tell(untold)
        };
        self.for_each_task(|task| count(&task), |_: Vec<()>| Ok(()))
    }

    /// Does `work` for all triangles, and gives its results to `join`: once those of all small triangles, then those of
    /// each large one.
    fn for_each_task<R: Send>(
        &self,
        work: impl Fn(Task) -> Result<R> + Sync,
        mut join: impl FnMut(Vec<R>) -> Result<()>,
    ) -> Result<()> {
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
        let group = |triangles: &Range<usize>| {
            work(Task { triangles: triangles.clone(), rows: 0..i64::MAX })
        };
        join(groups.par_iter().map(group).collect::<Result<_>>()?)?;
        for triangle in large {
            let bands = self.bands(triangle);
            let pieces = i64::try_from(bands.at_most() / LARGE + 1).unwrap_or(i64::MAX);
            let step = (bands.rows() / pieces).max(1);
            let pieces = (0..bands.rows() / step + 1).into_par_iter().map(|piece| {
                let rows = piece * step..(piece + 1) * step;
                work(Task { triangles: triangle..triangle + 1, rows })
            });
            join(pieces.collect::<Result<_>>()?)?;
        }
        Ok(())
    }

    fn list(&self, Task { triangles, rows }: Task) -> Result<VoxelList> {
        let mut list = VoxelList::new(self.bounds, self.memory)?;
        for triangle in triangles {
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
        // Neighbours share voxels along their edges.
        list.drop_repeated();
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
