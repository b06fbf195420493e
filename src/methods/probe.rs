//! The one thing that all methods ask: is this voxel filled?

use super::{Look, MethodHit};
use crate::face::Face;
use crate::scene::Scene;

use super::point::Point;

/// Looks voxels up, and tells of each.
pub(super) struct Probe<'a, F> {
    scene: &'a Scene,
    look: F,
}

impl<'a, F: FnMut(Look)> Probe<'a, F> {
    pub(super) fn new(scene: &'a Scene, look: F) -> Self {
        Self { scene, look }
    }

    /// Whether the voxel of `point` is filled. There is nothing to look at outside the box.
    #[inline]
    pub(super) fn is_filled(&mut self, point: &Point, gap: bool) -> bool {
        if !self.scene.bounds().contains(point.voxel) {
            return false;
        }
        (self.look)(Look { voxel: point.voxel, t: point.t, gap });
        self.scene.is_occupied(point.voxel)
    }
}

impl MethodHit {
    /// The hit of a point in a filled voxel.
    pub(super) fn at(point: &Point, face: Option<Face>) -> Self {
        Self { voxel: point.voxel, face, t: point.t }
    }
}
