//! Empty bricks and chunks on the way, which the engine crosses in one step each.
//!
//! Invariant: blocks are counted from the lower corner of the box, as everywhere in the engine; a brick in an empty chunk is
//! not named, as the chunk is skipped.

use super::{Block, BlockKind, Visit};
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::scene::Scene;

/// The empty blocks that the visited voxels lie in, each with the run of voxels in it.
pub(super) fn skipped(scene: &Scene, visited: &[Visit]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for visit in visited {
        match blocks.last_mut() {
            Some(block) if block.last + 1 == visit.number && contains(block, visit.voxel) => {
                block.last = visit.number;
            }
            _ => blocks.extend(empty_block(scene, visit)),
        }
    }
    blocks
}

fn contains(block: &Block, voxel: [i32; 3]) -> bool {
    (0..3).all(|axis| (block.min[axis]..block.max[axis]).contains(&voxel[axis]))
}

/// The largest empty block around a voxel; none where its brick holds something.
fn empty_block(scene: &Scene, visit: &Visit) -> Option<Block> {
    let corner = scene.bounds().min;
    let local = [0, 1, 2].map(|axis| visit.voxel[axis] - corner[axis]);
    let is_empty = |brick: [i32; 3]| scene.grid().word_index(brick).is_none();
    let chunk = local.map(|k| k / CHUNK_SIDE * CHUNK_SIDE);
    let (kind, side) = if bricks(chunk).all(is_empty) {
        (BlockKind::Chunk, CHUNK_SIDE)
    } else if is_empty(local) {
        (BlockKind::Brick, BRICK_SIDE)
    } else {
        return None;
    };
    let min = [0, 1, 2].map(|axis| local[axis] / side * side + corner[axis]);
    // The box may end within the block.
    let max = [0, 1, 2].map(|axis| (min[axis] + side).min(scene.bounds().max[axis]));
    Some(Block { kind, min, max, first: visit.number, last: visit.number })
}

/// The lower corners of the bricks of a chunk.
fn bricks(chunk: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (0..64).map(move |brick| {
        [0, 1, 2].map(|axis| chunk[axis] + BRICK_SIDE * (brick >> (2 * axis) & 3))
    })
}
