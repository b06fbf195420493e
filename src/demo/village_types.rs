//! The block types of the village.

use crate::blocks::{BlockBox, BlockClass, BlockId, BlockShape, BlockType, BlockWorld, Facing};
use crate::error::Result;

/// The types, by what they are for.
#[derive(Debug, Clone)]
pub(super) struct Types {
    pub(super) grass: BlockId,
    pub(super) dirt: BlockId,
    pub(super) stone: BlockId,
    pub(super) cobble: BlockId,
    pub(super) path: BlockId,
    pub(super) slab: BlockId,
    pub(super) plank: BlockId,
    pub(super) log: BlockId,
    pub(super) leaves: BlockId,
    pub(super) water: BlockId,
    pub(super) tall_grass: BlockId,
    pub(super) flower: BlockId,
    pub(super) torch: BlockId,
    pub(super) carpet: BlockId,
    pub(super) ridge: BlockId,
    pub(super) pane: BlockId,
    pub(super) door: BlockId,
    pub(super) lantern: BlockId,
    /// Roofs, by [`Facing`]: rising towards -x, +x.
    pub(super) roof: [BlockId; 2],
    /// Fences along x, along y, and posts with all arms.
    pub(super) fence: [BlockId; 3],
}

impl Types {
    /// Adds them to a world, each in the shape that `shape` makes of its own.
    pub(super) fn add_to(
        world: &mut BlockWorld,
        shape: impl Fn(BlockShape) -> BlockShape,
    ) -> Result<Self> {
        use BlockClass::{Fluid, Passable, Solid};
        let mut add = |name: &str, class, own: BlockShape, color| {
            world.add_type(BlockType::new(name, class).with_shape(shape(own)).with_color(color))
        };
        let one = |min, max| BlockShape::of_box(BlockBox::of_sixteenths(min, max));
        let full = BlockShape::Full;
        let along_x = [Facing::NegX, Facing::PosX];
        let along_y = [Facing::NegY, Facing::PosY];
        Ok(Self {
            grass: add("grass", Solid, full.clone(), [104, 152, 72])?,
            dirt: add("dirt", Solid, full.clone(), [126, 96, 68])?,
            stone: add("stone", Solid, full.clone(), [128, 128, 132])?,
            cobble: add("cobble", Solid, full.clone(), [112, 112, 110])?,
            path: add("gravel path", Solid, BlockShape::layers(15), [176, 160, 128])?,
            slab: add("stone slab", Solid, BlockShape::slab(), [148, 148, 150])?,
            plank: add("planks", Solid, full.clone(), [190, 152, 100])?,
            log: add("log", Solid, full.clone(), [104, 80, 52])?,
            leaves: add("leaves", Solid, full, [72, 120, 56])?,
            water: add("water", Fluid, BlockShape::layers(14), [72, 120, 190])?,
            tall_grass: add("tall grass", Passable, one([2, 2, 0], [14, 14, 13]), [128, 176, 80])?,
            flower: add("flower", Passable, one([5, 5, 0], [11, 11, 10]), [216, 80, 96])?,
            torch: add("torch", Passable, one([7, 7, 0], [9, 9, 10]), [250, 210, 110])?,
            carpet: add("carpet", Solid, BlockShape::layers(1), [170, 60, 60])?,
            ridge: add("roof ridge", Solid, BlockShape::slab(), [150, 72, 60])?,
            pane: add("glass pane", Solid, BlockShape::pane(&along_y), [180, 214, 224])?,
            door: add("door", Solid, BlockShape::door(Facing::NegY), [140, 100, 60])?,
            lantern: add("lantern", Solid, lantern(), [255, 226, 150])?,
            roof: [
                add("roof", Solid, BlockShape::stairs(Facing::NegX), [164, 80, 66])?,
                add("roof, other side", Solid, BlockShape::stairs(Facing::PosX), [164, 80, 66])?,
            ],
            fence: [
                add("fence along x", Solid, BlockShape::fence(&along_x), [150, 116, 74])?,
                add("fence along y", Solid, BlockShape::fence(&along_y), [150, 116, 74])?,
                add("fence post", Solid, BlockShape::fence(&Facing::ALL), [150, 116, 74])?,
            ],
        })
    }
}

/// A body, its lid and a ring above.
fn lantern() -> BlockShape {
    BlockShape::Boxes(vec![
        BlockBox::of_sixteenths([5, 5, 0], [11, 11, 7]),
        BlockBox::of_sixteenths([6, 6, 7], [10, 10, 9]),
        BlockBox::of_sixteenths([7, 7, 9], [9, 9, 11]),
    ])
}
