//! From a world of blocks to a scene: a block becomes a brick, and boxes that are more than voxels become its shape.

use super::class::BlockId;
use super::filter::BlockFilter;
use super::world::BlockWorld;
use crate::aabb::GridBox;
use crate::coord::BRICK_SIDE;
use crate::error::Result;
use crate::grid::{BoxBounds, ChunkVoxels, ShapeEntry, Shapes};
use crate::palette::{MaterialInfo, Palette};
use crate::scene::Scene;
use crate::space::Transform;

/// The side of a voxel in blocks.
const VOXEL: f64 = 0.25;

/// What blocks of a type become.
#[derive(Debug, Clone, Copy, Default)]
struct Compiled {
    /// Their occupancy word; 0 where the filter ignores them.
    word: u64,
    shape: ShapeEntry,
}

impl BlockWorld {
    /// The scene in which rays hit what the filter says. A world unit is a block, a voxel a quarter of one; the material of
    /// a voxel is the [`BlockId`] of its block. The box is the smallest around all blocks, whatever the filter.
    ///
    /// # Errors
    /// Where the box or a table is beyond its limit: 2^15 blocks on a side.
    pub fn scene(&self, filter: BlockFilter) -> Result<Scene> {
        self.scene_in(self.bounds(), filter, 0)
    }

    /// As [`Self::scene`], of the blocks in `bounds` (in blocks, its `max` exclusive), which become the box, built with so
    /// many threads; 0 = all.
    ///
    /// # Errors
    /// As [`Self::scene`].
    pub fn scene_in(&self, bounds: GridBox, filter: BlockFilter, threads: usize) -> Result<Scene> {
        let voxels = |corner: [i32; 3]| corner.map(|k| k.saturating_mul(BRICK_SIDE));
        let in_voxels = GridBox::new(voxels(bounds.min), voxels(bounds.max))?;
        let (types, boxes) = self.compile_types(filter)?;
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            self.fill_chunk(&types, corner.map(|k| k / BRICK_SIDE), chunk);
            Ok(())
        };
        let scene = Scene::from_chunks(in_voxels, threads, fill)?;
        let shape = |local: [i32; 3]| {
            let block = [0, 1, 2].map(|axis| bounds.min[axis] + local[axis] / BRICK_SIDE);
            if self.own_word(block).is_some() {
                ShapeEntry::VOXELS
            } else {
                types[index(self.block(block))].shape
            }
        };
        let shapes = Shapes::of_grid(scene.grid(), boxes, shape);
        let transform = Transform::new([self.cells().corner(); 3], [VOXEL; 3])?;
        Ok(scene.with_shapes(shapes).with_transform(transform).with_palette(self.palette()))
    }

    /// What blocks of each type become, and the boxes of all shapes.
    fn compile_types(&self, filter: BlockFilter) -> Result<(Vec<Compiled>, Vec<BoxBounds>)> {
        let mut boxes = Vec::new();
        let compile = |block_type: &super::BlockType| {
            if !filter.hits(block_type.class) {
                return Ok(Compiled::default());
            }
            let shape = ShapeEntry::push(&block_type.shape.bounds(), &mut boxes)?;
            Ok(Compiled { word: block_type.shape.word(), shape })
        };
        let types: Result<Vec<_>> = self.types().iter().map(compile).collect();
        Ok((types?, boxes))
    }

    /// Fills a chunk with the blocks from `corner` on.
    fn fill_chunk(&self, types: &[Compiled], corner: [i32; 3], chunk: &mut ChunkVoxels) {
        for (brick, within) in (0..).zip(super::world::slots()) {
            let block = [0, 1, 2].map(|axis| corner[axis] + within[axis]);
            let id = self.block(block);
            let word = match types[index(id)].word {
                0 => 0,
                word => self.own_word(block).unwrap_or(word),
            };
            if word != 0 {
                chunk.set_brick(brick, word, id.0);
            }
        }
    }

    /// Names and colours of the types.
    fn palette(&self) -> Palette {
        let mut palette = Palette::default();
        for (id, block_type) in (0..).zip(self.types()).skip(1) {
            let info = MaterialInfo { name: block_type.name.clone(), color: block_type.color };
            palette.insert(id, info);
        }
        palette
    }
}

fn index(id: BlockId) -> usize {
    usize::from(id.0)
}
