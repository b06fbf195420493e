//! Fixed steps: how it is done first.
//!
//! The world is kept as blocks of 4 x 4 x 4 voxels, each a word of 64 bits. A point starts at the eye and moves on by
//! `step * unit(direction)`; where it is, the block is looked up and the bit of the voxel in it. It is short, every frame
//! uses it, and it looks right, because most surfaces are many voxels wide.
//!
//! ```text
//!   point = start
//!   until the end is reached, and there:
//!     voxel = floor(point)
//!     if the bit of voxel in the word of its block is set: hit
//!     point += step * unit(direction)
//! ```
//!
//! Why it misses: between two points the ray may pass through the corner of a voxel. A stretch of length s within a voxel
//! is seen with a chance of s / step only, and stretches may be as short as one likes, so no step is small enough; half
//! the step is twice the time. The face is a guess too ([`Point::guess_face`](super::point::Point::guess_face)), since
//! the point says where the ray is, not how it came there. A start exactly on a face is taken for the voxel above.

use super::point::Point;
use super::probe::Probe;
use super::{Look, MethodHit};

/// Casts by fixed steps, in voxels.
#[inline]
pub(super) fn cast<F: FnMut(Look)>(probe: &mut Probe<'_, F>, step: f64) -> Option<MethodHit> {
    let span = probe.span;
    let mut before: Option<Point> = None;
    for point in span.points(step) {
        if probe.is_filled(&point, false) {
            let face = before.map_or(span.entered, |before| point.guess_face(&before));
            return Some(probe.hit(&point, face));
        }
        before = Some(point);
    }
    None
}
