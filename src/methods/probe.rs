//! The one thing that all methods ask: is this voxel filled?

use super::point::Point;
use super::span::Span;
use super::{Look, MethodHit};
use crate::face::Face;
use crate::scene::Scene;

/// Looks voxels up along a span, and tells of each.
pub(super) struct Probe<'a, F> {
    scene: &'a Scene,
    pub(super) span: Span<'a>,
    look: F,
}

impl<'a, F: FnMut(Look)> Probe<'a, F> {
    pub(super) fn new(scene: &'a Scene, span: Span<'a>, look: F) -> Self {
        Self { scene, span, look }
    }

    /// Whether the voxel of `point` is filled. There is nothing to look at outside the box.
    #[inline]
    pub(super) fn is_filled(&mut self, point: &Point, gap: bool) -> bool {
        if !self.span.contains(point.voxel) {
            return false;
        }
        (self.look)(Look { voxel: point.voxel, t: self.span.time_of(point.at), gap });
        self.scene.is_occupied(point.voxel)
    }

    /// The hit of a point in a filled voxel.
    pub(super) fn hit(&self, point: &Point, face: Option<Face>) -> MethodHit {
        MethodHit { voxel: point.voxel, face, t: self.span.time_of(point.at) }
    }
}
