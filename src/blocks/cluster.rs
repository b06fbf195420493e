//! Clusters of 4 x 4 x 4 blocks: what a world keeps in memory.

use super::class::BlockId;

/// Blocks along a side of a cluster, and in all of it.
pub(super) const SIDE: i32 = 4;
pub(super) const BLOCKS: usize = 64;

/// 4 x 4 x 4 blocks.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    pub(crate) ids: [BlockId; BLOCKS],
    /// Words of blocks that have their own; 0 where a block is of its type's shape.
    words: Option<Box<[u64; BLOCKS]>>,
}

impl Cluster {
    pub(super) const EMPTY: Self = Self { ids: [BlockId::AIR; BLOCKS], words: None };

    /// Blocks of these types, each in its type's shape.
    #[cfg(feature = "minecraft")]
    pub(crate) fn of_ids(ids: [BlockId; BLOCKS]) -> Self {
        Self { ids, words: None }
    }

    /// How many blocks are not air.
    #[cfg(feature = "minecraft")]
    pub(crate) fn len(&self) -> u64 {
        self.ids.iter().map(|&id| u64::from(id != BlockId::AIR)).sum()
    }

    /// The word that the block in a slot was given itself; 0 where it was given none.
    pub(super) fn own_word(&self, slot: usize) -> u64 {
        self.words.as_ref().map_or(0, |words| words[slot])
    }

    /// Replaces the block in a slot.
    pub(super) fn set(&mut self, slot: usize, id: BlockId, own_word: u64) {
        self.ids[slot] = id;
        match &mut self.words {
            Some(words) => words[slot] = own_word,
            None if own_word == 0 => {}
            None => self.words.insert(Box::new([0; BLOCKS]))[slot] = own_word,
        }
    }
}

/// The position of the cluster of a block: block / 4, rounded down.
pub(super) fn cluster_of(block: [i32; 3]) -> [i32; 3] {
    block.map(|k| k.div_euclid(SIDE))
}

/// Where a block stands in its cluster: x + 4y + 16z.
pub(crate) fn slot_of(block: [i32; 3]) -> usize {
    let [x, y, z] = block.map(|k| k.rem_euclid(SIDE).unsigned_abs() as usize);
    x + 4 * y + 16 * z
}

/// Where the blocks of a cluster stand in it, by slot.
pub(super) fn slots() -> impl Iterator<Item = [i32; 3]> {
    (0..BLOCKS).map(|slot| [0, 1, 2].map(|axis| part(slot, axis)))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "masked to 2 bits")]
pub(super) fn part(slot: usize, axis: usize) -> i32 {
    (slot >> (2 * axis) & 3) as i32
}
