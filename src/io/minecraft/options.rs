//! What is asked of the readers of block worlds.

use std::path::PathBuf;

use crate::aabb::GridBox;
use crate::blocks::{BlockFilter, Cells, YUp};
use crate::coord::BRICK_SIDE;
use crate::error::Result;

/// How worlds of blocks are read: which blocks rays hit, which part, by which table.
///
/// ```
/// use voxray::blocks::BlockFilter;
/// use voxray::io::{BlockOptions, LoadOptions};
/// let blocks = BlockOptions { filter: BlockFilter::EVERYTHING, ..BlockOptions::default() };
/// let options = LoadOptions { blocks, ..LoadOptions::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockOptions {
    /// What rays hit besides solid blocks.
    pub filter: BlockFilter,
    /// Whether blocks have their shapes, as slabs and stairs; otherwise each is a full cube.
    pub shapes: bool,
    /// Whether leaves are solid; otherwise they are passable.
    pub leaves: bool,
    /// A file that says what blocks are, in place of the table that is built in.
    pub table: Option<PathBuf>,
    /// Loads only the blocks from the first corner up to, and without, the second: x, y, z as the game counts them, y up.
    pub block_box: Option<[[i32; 3]; 2]>,
}

impl Default for BlockOptions {
    fn default() -> Self {
        Self {
            filter: BlockFilter::SOLID,
            shapes: true,
            leaves: true,
            table: None,
            block_box: None,
        }
    }
}

/// The blocks to load, in blocks whose z is up; none where all are.
pub(super) fn selected(
    voxels: Option<GridBox>,
    block_box: Option<[[i32; 3]; 2]>,
) -> Result<Option<GridBox>> {
    // Shapes belong to whole blocks: a box that cuts some has all of them.
    let voxels = voxels.map(|asked| GridBox::new(asked.min, asked.max)).transpose()?;
    let of_voxels = voxels.map(|asked| GridBox {
        min: asked.min.map(|k| k.div_euclid(BRICK_SIDE)),
        max: asked.max.map(|k| -(-k).div_euclid(BRICK_SIDE)),
    });
    let of_blocks = block_box.map(|[min, max]| turned(min, max)).transpose()?;
    Ok(match (of_voxels, of_blocks) {
        (Some(a), Some(b)) => Some(a.intersection(&b)),
        (a, b) => a.or(b),
    })
}

/// A box of the game's blocks, its `max` exclusive, in blocks whose z is up.
pub(super) fn turned(min: [i32; 3], max: [i32; 3]) -> Result<GridBox> {
    let last = max.map(|k| k.saturating_sub(1));
    let [low, high] = [min, last].map(|block| YUp::block(block, Cells::Cornered));
    let past = [high[0], low[1], high[2]].map(|k| k.saturating_add(1));
    let min = [low[0], high[1], low[2]];
    // Boxes are checked in blocks here and in voxels by the world.
    GridBox::new(min, past)
}
