//! Fluids below fluids fill their blocks: only the surface of a lake lies lower than the top of its block.

use crate::blocks::{BlockClass, BlockId, BlockShape, BlockType, BlockWorld};
use crate::error::Result;

/// Makes every fluid with a fluid above it a full cube, of a type of its own.
pub(super) fn fill_depths(world: &mut BlockWorld) -> Result<()> {
    let is_surface =
        |found: &BlockType| found.class == BlockClass::Fluid && found.shape != BlockShape::Full;
    let mut full: Vec<Option<BlockId>> = Vec::new();
    for found in world.types().to_vec() {
        let deep = is_surface(&found).then_some(BlockType { shape: BlockShape::Full, ..found });
        full.push(deep.map(|deep| world.add_type(deep)).transpose()?);
    }
    if full.iter().any(Option::is_some) {
        let fluids: Vec<bool> =
            world.types().iter().map(|t| t.class == BlockClass::Fluid).collect();
        world.replace_below(
            |above| fluids[usize::from(above.0)],
            |id| full.get(usize::from(id.0)).copied().flatten(),
        );
    }
    Ok(())
}
