//! A run of packed chunks, made by one task without knowing of the others; strips joined in order make a grid.

use super::chunk::ChunkVoxels;
use super::materials::{moved, pack_brick, value_index};
use crate::error::Result;

/// Consecutive chunks, packed: a pure function of their voxels, so that the joined tables are the same bytes whatever
/// the number of threads that made the strips.
#[derive(Debug, Default)]
pub struct ChunkStrip {
    /// Per chunk, which of its 64 bricks are not empty.
    pub(super) masks: Vec<u64>,
    /// The occupancy words of those bricks.
    pub(super) words: Vec<u64>,
    /// Per word, its material entry; bases count from the start of this strip.
    pub(super) entries: Vec<u32>,
    /// The materials of mixed bricks.
    pub(super) values: Vec<u16>,
    /// Filled voxels.
    pub(super) voxels: u64,
}

impl ChunkStrip {
    /// Packs the next chunk.
    ///
    /// # Errors
    /// Where the materials outgrow their index (2^31 values).
    pub fn push(&mut self, chunk: &ChunkVoxels) -> Result<()> {
        let mut mask = 0;
        for (brick, &word) in chunk.words().iter().enumerate() {
            if word != 0 {
                mask |= 1 << brick;
                self.words.push(word);
                self.voxels += u64::from(word.count_ones());
                let materials = chunk.brick_materials(brick);
                self.entries.push(pack_brick(word, materials, &mut self.values)?);
            }
        }
        self.masks.push(mask);
        Ok(())
    }

    /// Adds the chunks of another strip behind its own.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn append(&mut self, other: Self) -> Result<()> {
        let base = value_index(self.values.len())?;
        value_index(self.values.len() + other.values.len())?;
        self.masks.extend(other.masks);
        self.words.extend(other.words);
        self.entries.extend(other.entries.into_iter().map(|entry| moved(entry, base)));
        self.values.extend(other.values);
        self.voxels += other.voxels;
        Ok(())
    }

    /// How many occupancy words, each with a material entry, and materials of mixed bricks it holds.
    pub(crate) fn table_lens(&self) -> (usize, usize) {
        (self.words.len(), self.values.len())
    }
}
