//! Which faces of a layer of chunks are exposed, a brick of 64 voxels at a time.
//!
//! The neighbours of all voxels of a brick along an axis are its own word, moved by one voxel, with the outermost layer
//! taken from the next brick. What is filled and has no filled neighbour there has an exposed face.

use crate::coord::BRICK_SIDE;
use crate::face::Face;
use crate::scene::Scene;

/// The bits of a word whose voxels lie lowest along each axis.
const LOWEST: [u64; 3] = [0x1111_1111_1111_1111, 0x000f_000f_000f_000f, 0xffff];

/// An exposed face in a layer of chunks as a number: they sort by slice, then along v, then along u.
///
/// ```text
///   bits 50-53  slice within the layer    33-49  v    16-32  u    0-15  material        (u, v local)
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaceKey(u64);

impl FaceKey {
    fn new(axis: usize, voxel: [i32; 3], material: u16) -> Self {
        let along = |axis: usize| u64::from(voxel[axis % 3].unsigned_abs());
        let place = (along(axis) & 15) << 34 | along(axis + 2) << 17 | along(axis + 1);
        Self(place << 16 | u64::from(material))
    }

    /// The slice within the layer.
    pub(super) fn slice(self) -> i32 {
        self.part(50)
    }

    /// The local position along v.
    pub(super) fn v(self) -> i32 {
        self.part(33)
    }

    /// The local position along u.
    pub(super) fn u(self) -> i32 {
        self.part(16)
    }

    #[allow(clippy::cast_possible_truncation, reason = "the lowest 16 bits are what is wanted")]
    pub(super) fn material(self) -> u16 {
        self.0 as u16
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "masked to 17 bits"
    )]
    fn part(self, shift: u32) -> i32 {
        (self.0 >> shift) as i32 & ((1 << 17) - 1)
    }
}

/// Adds the exposed faces that look to the side of `face`, of the voxels in one layer of chunks across its axis.
pub(super) fn layer_faces(scene: &Scene, face: Face, layer: usize, faces: &mut Vec<FaceKey>) {
    let axis = face.axis();
    let counts = scene.grid().chunk_counts();
    for v in 0..counts[(axis + 2) % 3] {
        for u in 0..counts[(axis + 1) % 3] {
            let mut chunk = [layer; 3];
            (chunk[(axis + 1) % 3], chunk[(axis + 2) % 3]) = (u, v);
            scene.grid().for_each_brick_of_chunk(chunk, |corner, index| {
                brick_faces(scene, face, corner, index, faces);
            });
        }
    }
}

fn brick_faces(
    scene: &Scene,
    face: Face,
    corner: [i32; 3],
    index: usize,
    faces: &mut Vec<FaceKey>,
) {
    let word = scene.grid().words()[index];
    let mut exposed = word & !neighbours(scene, face, corner, word);
    while exposed != 0 {
        let bit = exposed.trailing_zeros();
        exposed &= exposed - 1;
        let voxel = [0, 2, 4].map(|shift| (bit >> shift & 3).cast_signed());
        let voxel = [0, 1, 2].map(|axis| corner[axis] + voxel[axis]);
        faces.push(FaceKey::new(face.axis(), voxel, scene.materials().get(index, word, bit)));
    }
}

/// For each voxel of a brick whether its neighbour on the side of `face` is filled.
fn neighbours(scene: &Scene, face: Face, corner: [i32; 3], word: u64) -> u64 {
    let axis = face.axis();
    let mut next = corner;
    next[axis] += if face.is_positive() { BRICK_SIDE } else { -BRICK_SIDE };
    let grid = scene.grid();
    let beyond = grid.word_index(next).map_or(0, |index| grid.words()[index]);
    // One voxel further along the axis, and across the brick to its last layer.
    let (step, across) = (1_u32 << (2 * axis), 3_u32 << (2 * axis));
    let (lowest, highest) = (LOWEST[axis], LOWEST[axis] << across);
    if face.is_positive() {
        word >> step & !highest | (beyond & lowest) << across
    } else {
        word << step & !lowest | (beyond & highest) >> across
    }
}
