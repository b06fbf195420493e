//! A view that is fitted into a part of the paper.

use glam::DVec2;

use super::view::Axes;

/// The largest side of a voxel, in pixels.
const LARGEST: f64 = 200.0;

/// A rectangle on the paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) min: DVec2,
    pub(super) max: DVec2,
}

impl Rect {
    pub(super) fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { min: DVec2::new(left, top), max: DVec2::new(right, bottom) }
    }

    /// The rectangle of this size around a place.
    pub(super) fn around(middle: DVec2, size: DVec2) -> Self {
        Self { min: middle - size / 2.0, max: middle + size / 2.0 }
    }

    pub(super) fn size(&self) -> DVec2 {
        self.max - self.min
    }

    pub(super) fn middle(&self) -> DVec2 {
        (self.min + self.max) / 2.0
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }
}

/// From space to pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) axes: Axes,
    /// Pixels of a voxel.
    pub(super) scale: f64,
    offset: DVec2,
}

impl Frame {
    /// The view in which all these points lie in the rectangle, as large as they can.
    pub(super) fn fit(axes: Axes, points: &[[f64; 3]], rect: &Rect) -> Self {
        let flat = || points.iter().map(|&point| axes.flat(point));
        let min = flat().fold(DVec2::INFINITY, DVec2::min);
        let max = flat().fold(DVec2::NEG_INFINITY, DVec2::max);
        let room = rect.size() / (max - min).max(DVec2::splat(1e-9));
        let scale = room.min_element().min(LARGEST);
        Self { axes, scale, offset: rect.middle() - (min + max) / 2.0 * scale }
    }

    /// On the paper, in pixels.
    pub(super) fn place(&self, point: [f64; 3]) -> DVec2 {
        self.axes.flat(point) * self.scale + self.offset
    }
}
