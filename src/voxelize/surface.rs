//! The voxels of a mesh's surface: of every triangle on its own, in parallel.
//!
//! Triangles are cut into pieces of some rows of columns, so that a large one occupies all threads. What a piece finds does
//! not depend on any other, and of several materials in a voxel the highest stays: the result is the same for any order of
//! triangles and any number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::bands::Bands;
use super::fixed::FixedMesh;
use crate::aabb::GridBox;
use crate::budget;
use crate::error::Result;
use crate::pool::run_in_pool;
use crate::voxel_list::VoxelList;

/// Columns of a piece, about.
const PIECE_COLUMNS: i64 = 1 << 15;
/// Pieces of a task.
const TASK_PIECES: usize = 1 << 10;
/// Voxels that need not be counted beforehand: 64 MiB with the copy that sorting takes.
const FEW_VOXELS: u64 = 1 << 22;
/// Bytes of a listed voxel, and of its copy while it is sorted.
const VOXEL_BYTES: u64 = 2 * 8;

/// Some rows of a triangle.
#[derive(Debug, Clone, Copy)]
struct Piece {
    triangle: usize,
    first: i64,
    last: i64,
}

/// The mesh's surface in a box.
#[derive(Debug)]
pub(super) struct Surface<'a> {
    fixed: &'a FixedMesh<'a>,
    bounds: GridBox,
    pieces: Vec<Piece>,
    /// A number of voxels that is not exceeded, those in several triangles counted several times.
    at_most: u64,
}

impl<'a> Surface<'a> {
    /// That of a mesh.
    pub(super) fn new(fixed: &'a FixedMesh<'a>, bounds: GridBox) -> Self {
        let mut surface = Self { fixed, bounds, pieces: Vec::new(), at_most: 0 };
        for triangle in 0..fixed.mesh.triangles.len() {
            let bands = surface.bands(triangle);
            let most = bands.at_most();
            if most == 0 {
                continue;
            }
            surface.at_most = surface.at_most.saturating_add(most);
            let rows = bands.rows();
            let columns = i64::try_from(most).unwrap_or(i64::MAX) / rows;
            let step = usize::try_from(PIECE_COLUMNS / columns.max(1)).unwrap_or(1).max(1);
            surface.pieces.extend((0..rows).step_by(step).map(|first| {
                let last = rows.min(first.saturating_add(step as i64));
                Piece { triangle, first, last }
            }));
        }
        surface
    }

    /// Lists the voxels, each with the material of its triangle.
    ///
    /// # Errors
    /// Where there are more than there is memory for.
    pub(super) fn voxels(&self, threads: usize, memory: Option<u64>) -> Result<VoxelList> {
        self.check_memory(threads, memory)?;
        let lists: Result<Vec<VoxelList>> = run_in_pool(threads, || {
            self.pieces.par_chunks(TASK_PIECES).map(|pieces| self.list(pieces, memory)).collect()
        })?;
        let mut all = VoxelList::new(self.bounds, memory)?;
        lists?.into_iter().try_for_each(|list| all.append(list))?;
        Ok(all)
    }

    /// Counts what will be listed, as long as there is room for it.
    fn check_memory(&self, threads: usize, memory: Option<u64>) -> Result<()> {
        let room = budget::allowed_bytes(memory) / VOXEL_BYTES;
        if self.at_most <= room.min(FEW_VOXELS) {
            return Ok(());
        }
        let counted = AtomicU64::new(0);
        let count_piece = |piece: &Piece| -> Result<()> {
            let mut count = 0;
            self.bands(piece.triangle).for_each_column(piece.first, piece.last, |_, _, length| {
                count += length.unsigned_abs();
                Ok(())
            })?;
            if counted.fetch_add(count, Ordering::Relaxed) + count > room {
                return budget::check(self.at_most.saturating_mul(VOXEL_BYTES), memory);
            }
            Ok(())
        };
        run_in_pool(threads, || self.pieces.par_iter().try_for_each(count_piece))?
    }

    fn list(&self, pieces: &[Piece], memory: Option<u64>) -> Result<VoxelList> {
        let mut list = VoxelList::new(self.bounds, memory)?;
        for piece in pieces {
            let material = self.fixed.mesh.material(piece.triangle);
            let bands = self.bands(piece.triangle);
            bands.for_each_column(piece.first, piece.last, |axis, lowest, length| {
                let mut voxel = lowest.map(super::fixed::to_i32);
                for _ in 0..length {
                    list.push(voxel, material)?;
                    voxel[axis] += 1;
                }
                Ok(())
            })?;
        }
        Ok(list)
    }

    fn bands(&self, triangle: usize) -> Bands {
        let (low, high) = (self.bounds.min.map(i64::from), self.bounds.max.map(i64::from));
        Bands::new(&self.fixed.corners(triangle), low, high)
    }
}
