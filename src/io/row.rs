//! Reads the materials of a scene along a line, for writers of dense formats.

use crate::coord::{BRICK_SIDE, ChunkSlot};
use crate::scene::Scene;

/// The materials along `axis` from a local voxel on, one for each of `row`; 0 where they are empty. Along the axis the
/// voxel stands at 0, as a row goes across the box.
pub(super) fn read_row(scene: &Scene, axis: usize, mut voxel: [i32; 3], row: &mut [u16]) {
    row.fill(0);
    let (grid, materials) = (scene.grid(), scene.materials());
    for (k, four) in (0..).step_by(BRICK_SIDE as usize).zip(row.chunks_mut(BRICK_SIDE as usize)) {
        voxel[axis] = k;
        let Some(index) = grid.word_index(voxel) else { continue };
        let word = grid.words()[index];
        let first = ChunkSlot::of(voxel).bit;
        for (bit, material) in (first..).step_by(1 << (2 * axis)).zip(four) {
            if word >> bit & 1 == 1 {
                *material = materials.get(index, word, bit);
            }
        }
    }
}
