//! From a world of blocks to a scene: a block becomes a brick, and boxes that are more than voxels become its shape.

use std::collections::HashSet;

use super::bulk::Around;
use super::class::BlockId;
use super::filter::BlockFilter;
use super::world::BlockWorld;
use crate::aabb::GridBox;
use crate::coord::{BRICK_SIDE, CHUNK_BRICKS, CHUNK_SIDE};
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
    /// Whether the filter has rays hit them.
    is_hit: bool,
    /// The occupancy word of those that have none of their own.
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
        let chunks = self.chunks_with_blocks(&bounds);
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            let block = corner.map(|k| k.div_euclid(BRICK_SIDE));
            let at = [0, 1, 2].map(|axis| (block[axis] - bounds.min[axis]) / CHUNK_BRICKS);
            if chunks.contains(&at) {
                fill_chunk(&self.around(block), &types, block, chunk);
            }
            Ok(())
        };
        let scene = Scene::from_chunks(in_voxels, threads, fill)?;
        // Bricks come chunk by chunk: clusters are looked up once for all of a chunk.
        let (mut of_chunk, mut around) = ([i32::MIN; 3], self.around(bounds.min));
        let shape = |local: [i32; 3]| {
            let chunk = local.map(|k| k / CHUNK_SIDE);
            if chunk != of_chunk {
                let corner = [0, 1, 2].map(|axis| bounds.min[axis] + chunk[axis] * CHUNK_BRICKS);
                (of_chunk, around) = (chunk, self.around(corner));
            }
            let block = [0, 1, 2].map(|axis| bounds.min[axis] + local[axis] / BRICK_SIDE);
            match around.block_and_word(block) {
                (id, 0) => types[index(id)].shape,
                _ => ShapeEntry::VOXELS,
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
            Ok(Compiled { is_hit: true, word: block_type.shape.word(), shape })
        };
        let types: Result<Vec<_>> = self.types().iter().map(compile).collect();
        Ok((types?, boxes))
    }

    /// Which chunks of a scene with this box (in blocks) have any block; in a wide world hardly any do.
    fn chunks_with_blocks(&self, bounds: &GridBox) -> HashSet<[i32; 3]> {
        let chunk = |block: [i32; 3]| {
            [0, 1, 2].map(|axis| (block[axis] - bounds.min[axis]).div_euclid(CHUNK_BRICKS))
        };
        self.cluster_corners()
            .flat_map(|low| corners(chunk(low), chunk(low.map(|k| k + 3))))
            .collect()
    }

    /// Names and colours of the types.
    fn palette(&self) -> Palette {
        let mut palette = Palette::default();
        for (id, block_type) in (0..=u16::MAX).zip(self.types()).skip(1) {
            let info = MaterialInfo {
                name: block_type.name.clone(),
                color: block_type.color,
                emission: block_type.emission,
                glass: block_type.glass,
            };
            palette.insert(id, info);
        }
        palette
    }
}

/// Fills a chunk with the blocks from `corner` on.
fn fill_chunk(around: &Around<'_>, types: &[Compiled], corner: [i32; 3], chunk: &mut ChunkVoxels) {
    if around.is_empty() {
        return;
    }
    for (brick, within) in (0..).zip(super::cluster::slots()) {
        let block = [0, 1, 2].map(|axis| corner[axis] + within[axis]);
        let (id, own_word) = around.block_and_word(block);
        let Compiled { is_hit, word, .. } = types[index(id)];
        let word = if own_word == 0 { word } else { own_word };
        if is_hit && word != 0 {
            chunk.set_brick(brick, word, id.0);
        }
    }
}

/// The corners of a box of at most 2 x 2 x 2; some of them twice where it is smaller.
fn corners(low: [i32; 3], high: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (0..8).map(move |corner| [0, 1, 2].map(|axis| [low, high][corner >> axis & 1][axis]))
}

fn index(id: BlockId) -> usize {
    usize::from(id.0)
}
