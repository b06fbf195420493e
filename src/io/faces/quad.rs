//! Rectangles of the surface, and the walk over all of them.

use super::exposed::layer_faces;
use super::merge::{merge_faces, single_faces};
use crate::budget;
use crate::error::Result;
use crate::face::Face;
use crate::scene::Scene;

/// A rectangle of exposed faces of one material. On the axes after its normal's, u = axis + 1 and v = axis + 2 (modulo
/// 3), it reaches from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quad {
    pub(crate) face: Face,
    pub(crate) material: u16,
    /// Where it lies along its normal's axis, in grid coordinates.
    pub(crate) plane: i32,
    /// The lower corner, in grid coordinates along u and v.
    pub(crate) low: [i32; 2],
    pub(crate) high: [i32; 2],
}

impl Quad {
    /// The corners in grid coordinates, counter-clockwise as seen from outside.
    pub(crate) fn corners(&self) -> [[i32; 3]; 4] {
        let [[u0, v0], [u1, v1]] = [self.low, self.high];
        // u x v = the axis, so this order turns about its positive direction.
        let mut around = [[u0, v0], [u1, v0], [u1, v1], [u0, v1]];
        if !self.face.is_positive() {
            around.reverse();
        }
        let axis = self.face.axis();
        around.map(|[u, v]| {
            let mut corner = [self.plane; 3];
            (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (u, v);
            corner
        })
    }
}

/// Calls `visit` with every rectangle: face by face, layer by layer, in the same order on every machine. Unless they are
/// to be merged each is of one face.
///
/// # Errors
/// What `visit` returns.
pub(crate) fn for_each_quad(
    scene: &Scene,
    merge: bool,
    mut visit: impl FnMut(Quad) -> Result<()>,
) -> Result<()> {
    let mut faces = Vec::new();
    for face in Face::ALL {
        for layer in 0..scene.grid().chunk_counts()[face.axis()] {
            faces.clear();
            layer_faces(scene, face, layer, &mut faces);
            faces.sort_unstable();
            if merge {
                merge_faces(scene.bounds(), face, layer, &faces, &mut visit)?;
            } else {
                single_faces(scene.bounds(), face, layer, &faces, &mut visit)?;
            }
        }
    }
    Ok(())
}

/// All rectangles, sorted by material.
///
/// # Errors
/// Of kind memory, where there are too many to be held.
pub(super) fn quads_by_material(scene: &Scene, merge: bool) -> Result<Vec<Quad>> {
    let mut quads = Vec::new();
    for_each_quad(scene, merge, |quad| {
        if quads.len() == quads.capacity() {
            // The list doubles: for a moment the old and the new one are both there.
            let bytes = 3 * quads.len().max(1024) as u64 * size_of::<Quad>() as u64;
            let remedy = "save a part of the scene, cut out with --box";
            budget::check_job("the mesh of the surface ", bytes, None, remedy)?;
            quads.reserve(quads.len().max(1024));
        }
        quads.push(quad);
        Ok(())
    })?;
    // Stable: within a material the order stays that of the walk.
    quads.sort_by_key(|quad| quad.material);
    Ok(quads)
}
