//! A furnished room with an open window: a list of boxes, later ones over earlier ones.
//!
//! The plan is drawn in 1/256 of the size, x towards the window, and scaled to the size asked for.

use super::furniture::{self, plan};
use super::keys::Keys;
use super::spec::{MAX_SIZE, MIN_SIZE};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::scene::Scene;

/// The sides of the plan.
pub(super) const PLAN: [i32; 3] = [256, 256, 96];

/// The scene `demo:room`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Voxels along x and y; the height is 3/8 of it.
    pub size: i32,
    /// Another seed, other books, planks and leaves.
    pub seed: u64,
}

/// A box and what it is filled with; 0 empties it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) shape: GridBox,
    pub(super) material: u16,
}

impl Room {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 256, MIN_SIZE..=MAX_SIZE)?;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        keys.finish()?;
        Ok(Self { size, seed })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides(PLAN.map(|k| self.scaled(k)))
    }

    /// Walls and furniture fill less than a third.
    pub(super) fn content_bytes(&self) -> u64 {
        self.bounds().map_or(u64::MAX, |bounds| bounds.volume() / 16)
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let parts: Vec<Part> = plan(self.seed).into_iter().map(|part| self.scale(&part)).collect();
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            fill_parts(&parts, corner, chunk);
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(furniture::palette()))
    }

    #[allow(clippy::cast_possible_truncation, reason = "a position in the box, below 2^17")]
    fn scaled(&self, k: i32) -> i32 {
        (i64::from(k) * i64::from(self.size) / i64::from(PLAN[0])) as i32
    }

    /// A part in voxels; what is filled keeps a thickness of at least one.
    fn scale(&self, part: &Part) -> Part {
        let min = part.shape.min.map(|k| self.scaled(k));
        let max = part.shape.max.map(|k| self.scaled(k));
        let least = i32::from(part.material != 0);
        let max = [0, 1, 2].map(|axis| max[axis].max(min[axis] + least));
        Part { shape: GridBox { min, max }, material: part.material }
    }
}

fn fill_parts(parts: &[Part], corner: [i32; 3], chunk: &mut ChunkVoxels) {
    let around = GridBox { min: corner, max: corner.map(|k| k + CHUNK_SIDE) };
    for part in parts {
        let GridBox { min, max } = around.intersection(&part.shape);
        for z in min[2]..max[2] {
            for y in min[1]..max[1] {
                for x in min[0]..max[0] {
                    chunk.set([x & 15, y & 15, z & 15], part.material);
                }
            }
        }
    }
}
