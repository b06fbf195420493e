//! The canonical walk, voxel by voxel: what the others are compared with.
//!
//! It orders the crossings of planes by (t, axis), with times computed anew from the numbers of the planes, so that no
//! rounding adds up and no voxel on the way is left out. The looks are told by the very walk that finds the answer, one
//! for each of its voxels: there is one more than it has steps, and the last is in the voxel that is hit. In a scene with
//! shapes the last is in the first voxel of the brick whose boxes are tried, which may lie before that of the hit.

use super::{Look, MethodHit};
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;
use crate::space::Space;

/// Casts by the plain walk.
pub(super) fn cast(scene: &Scene, ray: &Ray, mut look: impl FnMut(Look)) -> Option<MethodHit> {
    let options = Options { space: Space::Grid, ..Options::default() };
    let hit = scene.walk_ray_reference(ray, &options, |voxel, t| {
        look(Look { voxel, t: f64::from(t), gap: false });
    });
    let found = MethodHit { voxel: hit.voxel, face: hit.face, t: f64::from(hit.t_hit) };
    hit.status.is_hit().then_some(found)
}
