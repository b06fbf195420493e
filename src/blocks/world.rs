//! Blocks in memory, to be changed: clusters of 4 x 4 x 4 blocks, each with a type and, where it was given one, a word.

use std::collections::HashMap;

use super::class::{BlockClass, BlockId, BlockType};
use super::cluster::{BLOCKS, Cluster, SIDE, cluster_of, part, slot_of};
use super::coords::{BitOrder, Cells, bit_of_voxel, block_of_voxel};
use super::shape::BlockShape;
use crate::aabb::GridBox;
use crate::coord::{BRICK_SIDE, MAX_COORD, MIN_COORD};
use crate::error::{Error, Result};

/// The lowest coordinate of a block: its voxels are those of a scene.
pub const MIN_BLOCK: i32 = MIN_COORD / BRICK_SIDE;
/// One past the highest coordinate of a block.
pub const MAX_BLOCK: i32 = MAX_COORD / BRICK_SIDE;

/// A world of blocks: a palette of types, and a type for every block that is not air.
///
/// Blocks are set, read and removed one by one, or in boxes; single voxels of blocks too. A block is of its type's shape
/// until it is given a word of its own. Nothing is stored for air.
///
/// ```
/// use voxray::blocks::{BlockClass, BlockId, BlockType, BlockWorld};
/// let mut world = BlockWorld::new();
/// let stone = world.add_type(BlockType::new("stone", BlockClass::Solid))?;
/// world.set_block([-1, 0, 5], stone)?;
/// world.clear_voxel([-1, 0, 5], 63);
/// assert_eq!(world.word([-1, 0, 5]), u64::MAX >> 1);
/// assert!(!world.has_voxel_at([-0.01, 0.99, 5.99]));
/// assert_eq!(world.remove_block([-1, 0, 5]), stone);
/// assert_eq!(world.block([-1, 0, 5]), BlockId::AIR);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BlockWorld {
    types: Vec<BlockType>,
    cells: Cells,
    /// By position of the cluster: block / 4, rounded down.
    pub(super) clusters: HashMap<[i32; 3], Box<Cluster>>,
    pub(super) blocks: u64,
}

impl Default for BlockWorld {
    fn default() -> Self {
        Self {
            types: vec![BlockType::new("air", BlockClass::Air)],
            cells: Cells::default(),
            clusters: HashMap::new(),
            blocks: 0,
        }
    }
}

impl BlockWorld {
    /// A world of air.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same world, its blocks lying otherwise around their integer positions.
    #[must_use]
    pub fn with_cells(self, cells: Cells) -> Self {
        Self { cells, ..self }
    }

    /// How blocks lie around their integer positions.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Adds a type to the palette.
    ///
    /// # Errors
    /// Where a box of its shape is none, or there are 65535 types already.
    pub fn add_type(&mut self, block_type: BlockType) -> Result<BlockId> {
        block_type.shape.check(&block_type.name)?;
        let id = u16::try_from(self.types.len()).map_err(|_| {
            Error::input("a world has at most 65535 types of blocks besides air; join some")
        })?;
        self.types.push(block_type);
        Ok(BlockId(id))
    }

    /// The types, by the number of their [`BlockId`]; the first is air.
    pub fn types(&self) -> &[BlockType] {
        &self.types
    }

    /// The type with this number; none where there is none.
    pub fn block_type(&self, id: BlockId) -> Option<&BlockType> {
        self.types.get(usize::from(id.0))
    }

    /// Sets a block to a type, in the type's shape; air removes it.
    ///
    /// # Errors
    /// Where the position lies outside [-2^28, 2^28) or the type is not in the palette.
    pub fn set_block(&mut self, block: [i32; 3], id: BlockId) -> Result<()> {
        self.check(block, id)?;
        self.put(block, id, 0);
        Ok(())
    }

    /// The type of a block; air where there is none.
    pub fn block(&self, block: [i32; 3]) -> BlockId {
        self.clusters
            .get(&cluster_of(block))
            .map_or(BlockId::AIR, |found| found.ids[slot_of(block)])
    }

    /// Removes a block, and says what it was.
    pub fn remove_block(&mut self, block: [i32; 3]) -> BlockId {
        self.put(block, BlockId::AIR, 0)
    }

    /// Whether a block is not air.
    pub fn has_block(&self, block: [i32; 3]) -> bool {
        self.block(block) != BlockId::AIR
    }

    /// Whether there is a block around a world position; false for one that no block can hold.
    pub fn has_block_at(&self, position: [f64; 3]) -> bool {
        self.cells.block_at(position).is_ok_and(|block| self.has_block(block))
    }

    /// The voxels of a block: bit x + 4y + 16z is set where it has a part; 0 for air.
    pub fn word(&self, block: [i32; 3]) -> u64 {
        let Some(cluster) = self.clusters.get(&cluster_of(block)) else { return 0 };
        let slot = slot_of(block);
        match cluster.own_word(slot) {
            _ if cluster.ids[slot] == BlockId::AIR => 0,
            0 => self.block_type(cluster.ids[slot]).map_or(0, |found| found.shape.word()),
            word => word,
        }
    }

    /// The word that a block was given itself; none where it is of its type's shape.
    pub fn own_word(&self, block: [i32; 3]) -> Option<u64> {
        let cluster = self.clusters.get(&cluster_of(block))?;
        Some(cluster.own_word(slot_of(block))).filter(|&word| word != 0)
    }

    /// Sets a block to a type, with voxels of its own; the word 0 removes it.
    ///
    /// # Errors
    /// As [`Self::set_block`], and for voxels of air.
    pub fn set_word(&mut self, block: [i32; 3], word: u64, id: BlockId) -> Result<()> {
        self.check(block, id)?;
        if word != 0 {
            refuse_air(id)?;
        }
        self.put(block, if word == 0 { BlockId::AIR } else { id }, word);
        Ok(())
    }

    /// Whether a block has a part in one of its voxels (a bit x + 4y + 16z); false for bits from 64 on.
    pub fn has_voxel(&self, block: [i32; 3], bit: u32) -> bool {
        bit < 64 && self.word(block) >> bit & 1 == 1
    }

    /// Whether a block has a part in the voxel around a world position; false for one that no voxel can hold. Whether the
    /// position itself lies in the block is asked by [`Self::is_filled_at`].
    pub fn has_voxel_at(&self, position: [f64; 3]) -> bool {
        self.slot_at(position).is_ok_and(|(block, bit)| self.has_voxel(block, bit))
    }

    /// Whether a world position lies in the shape of a block, of whatever class: boxes are exact, and have their low sides,
    /// not their high ones.
    ///
    /// ```
    /// use voxray::blocks::{BlockClass, BlockShape, BlockType, BlockWorld};
    /// let mut world = BlockWorld::new();
    /// let carpet = BlockType::new("carpet", BlockClass::Solid).with_shape(BlockShape::layers(1));
    /// let carpet = world.add_type(carpet)?;
    /// world.set_block([0, 0, 0], carpet)?;
    /// assert!(world.has_voxel_at([0.5, 0.5, 0.2]) && !world.is_filled_at([0.5, 0.5, 0.2]));
    /// assert!(world.is_filled_at([0.5, 0.5, 0.06]));
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn is_filled_at(&self, position: [f64; 3]) -> bool {
        let Ok((block, bit)) = self.slot_at(position) else { return false };
        let shape = self.block_type(self.block(block)).map(|found| &found.shape);
        match (self.own_word(block), shape) {
            (None, Some(BlockShape::Boxes(boxes))) => {
                let corner = self.cells.corner_of(block);
                let within = [0, 1, 2].map(|axis| position[axis] - corner[axis]);
                boxes.iter().any(|bounds| bounds.contains(within))
            }
            _ => self.has_voxel(block, bit),
        }
    }

    /// Fills a voxel of a block (a bit x + 4y + 16z), which then is its voxels: of a block of boxes all that they have a part
    /// in, so a thin one grows. A block that is air becomes one of type
    /// `id`; another keeps its type.
    ///
    /// # Errors
    /// As [`Self::set_block`], for bits from 64 on, and for air: a voxel is of something.
    pub fn set_voxel(&mut self, block: [i32; 3], bit: u32, id: BlockId) -> Result<()> {
        self.check(block, id)?;
        refuse_air(id)?;
        if bit >= 64 {
            return Err(Error::input(format!("a block has the voxels 0 to 63, not {bit}")));
        }
        let kept = self.block(block);
        let word = self.word(block) | 1 << bit;
        self.set_word(block, word, if kept == BlockId::AIR { id } else { kept })
    }

    /// As [`Self::set_voxel`], of the voxel around a world position.
    ///
    /// # Errors
    /// As [`Self::set_voxel`], and where the position is not finite.
    pub fn set_voxel_at(&mut self, position: [f64; 3], id: BlockId) -> Result<()> {
        let (block, bit) = self.slot_at(position)?;
        self.set_voxel(block, bit, id)
    }

    /// Empties a voxel of a block (a bit x + 4y + 16z), which then is its voxels as with [`Self::set_voxel`]; with its last voxel the block goes. Says
    /// whether it was filled.
    pub fn clear_voxel(&mut self, block: [i32; 3], bit: u32) -> bool {
        let had = self.has_voxel(block, bit);
        if had {
            let word = self.word(block) & !(1 << bit);
            let id = if word == 0 { BlockId::AIR } else { self.block(block) };
            self.put(block, id, word);
        }
        had
    }

    /// As [`Self::clear_voxel`], of the voxel around a world position.
    pub fn clear_voxel_at(&mut self, position: [f64; 3]) -> bool {
        self.slot_at(position).is_ok_and(|(block, bit)| self.clear_voxel(block, bit))
    }

    /// Sets all blocks of a box (in blocks, its `max` exclusive) to a type, in the type's shape; air removes them. Time and
    /// memory, some 2 bytes a block, grow with the box; removing looks only at blocks that are there.
    ///
    /// # Errors
    /// As [`Self::set_block`], and for a box beyond the limits of [`GridBox::new`].
    pub fn fill_box(&mut self, filled: GridBox, id: BlockId) -> Result<()> {
        let filled = GridBox::new(filled.min, filled.max)?;
        if filled.is_empty() {
            return Ok(());
        }
        self.check(filled.min, id)?;
        self.check(filled.max.map(|k| k - 1), id)?;
        if id == BlockId::AIR {
            let within: Vec<_> = self.iter().map(|(block, _)| block).collect();
            within.into_iter().filter(|&block| filled.contains(block)).for_each(|block| {
                self.remove_block(block);
            });
            return Ok(());
        }
        for z in filled.min[2]..filled.max[2] {
            for y in filled.min[1]..filled.max[1] {
                for x in filled.min[0]..filled.max[0] {
                    self.put([x, y, z], id, 0);
                }
            }
        }
        Ok(())
    }

    /// Removes all blocks; the palette stays.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.blocks = 0;
    }

    /// How many blocks are not air.
    pub fn len(&self) -> u64 {
        self.blocks
    }

    /// Whether all is air.
    pub fn is_empty(&self) -> bool {
        self.blocks == 0
    }

    /// All blocks that are not air, each with its type: clusters of 4 x 4 x 4 in the order of (z, y, x), and so within them.
    pub fn iter(&self) -> impl Iterator<Item = ([i32; 3], BlockId)> {
        let mut positions: Vec<_> = self.clusters.keys().copied().collect();
        positions.sort_unstable_by_key(|&[x, y, z]| [z, y, x]);
        positions.into_iter().flat_map(move |position| {
            let ids =
                self.clusters.get(&position).map_or([BlockId::AIR; BLOCKS], |found| found.ids);
            let place =
                move |slot: usize| [0, 1, 2].map(|axis| SIDE * position[axis] + part(slot, axis));
            let blocks = ids.into_iter().enumerate().filter(|&(_, id)| id != BlockId::AIR);
            blocks.map(move |(slot, id)| (place(slot), id))
        })
    }

    /// The block and the bit of the voxel around a world position.
    fn slot_at(&self, position: [f64; 3]) -> Result<([i32; 3], u32)> {
        let voxel = self.cells.voxel_at(position)?;
        Ok((block_of_voxel(voxel), bit_of_voxel(voxel, BitOrder::XFirst)))
    }

    fn check(&self, block: [i32; 3], id: BlockId) -> Result<()> {
        if !block.iter().all(|k| (MIN_BLOCK..MAX_BLOCK).contains(k)) {
            return Err(Error::input(format!(
                "the block {block:?} lies outside [-2^28, 2^28); move the world nearer to its origin"
            )));
        }
        if self.block_type(id).is_none() {
            return Err(Error::input(format!(
                "the palette has no block type {}; add it before blocks of it",
                id.0
            )));
        }
        Ok(())
    }

    /// Replaces a block whose position and type are sound, and says what it was.
    fn put(&mut self, block: [i32; 3], id: BlockId, own_word: u64) -> BlockId {
        let (position, slot) = (cluster_of(block), slot_of(block));
        let had = self.block(block);
        self.blocks += u64::from(id != BlockId::AIR);
        self.blocks -= u64::from(had != BlockId::AIR);
        if id != BlockId::AIR {
            let cluster = self.clusters.entry(position).or_insert_with(|| Box::new(Cluster::EMPTY));
            cluster.set(slot, id, own_word);
        } else if let Some(cluster) = self.clusters.get_mut(&position) {
            cluster.set(slot, id, 0);
            if cluster.ids == Cluster::EMPTY.ids {
                self.clusters.remove(&position);
            }
        }
        had
    }
}

fn refuse_air(id: BlockId) -> Result<()> {
    if id == BlockId::AIR {
        return Err(Error::input(
            "voxels of air are none: give the type that they are of, or clear them",
        ));
    }
    Ok(())
}
