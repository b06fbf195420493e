//! The incremental walk of block games: from one boundary to the next.
//!
//! Made for a hand that reaches a few blocks far. It visits every cell between two points, one face at a time, so it
//! needs no step and knows the face. At most 200 cells are looked at.
//!
//! ```text
//!   point = start; cell = floor(start); last = floor(end)
//!   at most 200 times:
//!     if cell is filled: hit, by the face crossed last
//!     if cell = last: nothing
//!     for each axis on which cell is not last: the boundary ahead, and the part of the way from point to end up to it
//!     point += part * (end - point), with the smallest part; on that axis it is put on the boundary
//!     cell = floor(point), on that axis one less when going down
//! ```
//!
//! Why it misses: it gives up after so many cells, which in a world of fine voxels is not far. And each boundary is found
//! from a point that was itself computed from the last one, so rounding adds up, and the way bends a little with every
//! cell; since the new cell is the floor of the whole point, a coordinate that is rounded onto a plane moves it along two
//! axes at once, past the voxel in the corner. In f64, as here, that takes a ray that passes an edge within a hair.

use super::point::Point;
use super::probe::Probe;
use super::{Ending, Look};
use crate::coord::MAX_SIDE;
use crate::face::Face;

/// As many cells as there are on the longest way through the largest box: more is going in circles.
#[allow(clippy::cast_sign_loss, reason = "a length")]
const MOST_CELLS: u32 = 3 * MAX_SIDE as u32;

/// Casts by walking from the start to the end, looking at so many cells at most.
#[inline]
pub(super) fn cast<F: FnMut(Look)>(probe: &mut Probe<'_, F>, max_cells: u32) -> Ending {
    let span = probe.span;
    let (mut point, mut face) = (span.start, span.entered);
    for _ in 0..max_cells.min(MOST_CELLS) {
        if probe.is_filled(&point, false) {
            return Ending { hit: Some(probe.hit(&point, face)), gave_up: false };
        }
        let Some(boundary) = next_boundary(&point, &span.end) else { return Ending::NOTHING };
        point = boundary.cross(&point, &span.end);
        face = Some(Face::entered(boundary.axis, boundary.down));
        if !span.contains(point.voxel) {
            return Ending::NOTHING;
        }
    }
    Ending { hit: None, gave_up: true }
}

/// The boundary of a cell, ahead.
struct Boundary {
    axis: usize,
    down: bool,
    plane: i32,
    /// The part of the way from the point to the end up to here.
    part: f64,
}

/// The nearest boundary of the point's cell on the way to the end; none where that is in the same cell.
#[inline]
fn next_boundary(point: &Point, end: &Point) -> Option<Boundary> {
    let mut nearest: Option<Boundary> = None;
    for axis in (0..3).filter(|&axis| point.voxel[axis] != end.voxel[axis]) {
        let down = end.voxel[axis] < point.voxel[axis];
        let plane = point.voxel[axis] + i32::from(!down);
        let part = (f64::from(plane) - point.at[axis]) / (end.at[axis] - point.at[axis]);
        if part < nearest.as_ref().map_or(f64::INFINITY, |nearest| nearest.part) {
            nearest = Some(Boundary { axis, down, plane, part });
        }
    }
    nearest
}

impl Boundary {
    /// The point on the boundary, in the cell behind it.
    #[inline]
    fn cross(&self, point: &Point, end: &Point) -> Point {
        let mut at =
            [0, 1, 2].map(|axis| point.at[axis] + (end.at[axis] - point.at[axis]) * self.part);
        at[self.axis] = f64::from(self.plane);
        let mut point = Point::new(at);
        point.voxel[self.axis] = self.plane - i32::from(self.down);
        point
    }
}
