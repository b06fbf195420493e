//! Fixed steps with gaps filled: how it is patched once somebody sees light through a wall.
//!
//! A step from a voxel to one that is not its face neighbour has passed through others. So two probes are made between
//! the point where the ray leaves the old voxel and the point where it enters the new one.
//!
//! ```text
//!   as step, but before a point is looked at:
//!     if more than one face lies between the old voxel and the new one:
//!       leaving  = where the segment from the old point to the new one leaves the old voxel
//!       entering = where it enters the new voxel
//!       look at the points one and two thirds of the way from leaving to entering
//! ```
//!
//! Why it still misses: where a step passes through two faces there is one voxel in the gap, and both probes find it.
//! Where it passes through three there are two voxels, and if the ray crosses one of them in less than a third of the gap
//! both probes may be in the other. Steps longer than a voxel leave gaps of any number of voxels.

use super::point::Point;
use super::probe::Probe;
use super::{Look, MethodHit};

/// Casts by fixed steps, in voxels, with two probes in every gap.
#[inline]
pub(super) fn cast<F: FnMut(Look)>(probe: &mut Probe<'_, F>, step: f64) -> Option<MethodHit> {
    let span = probe.span;
    let mut before: Option<Point> = None;
    for point in span.points(step) {
        let gap = before.filter(|before| point.faces_from(before) > 1);
        for filler in gap.iter().flat_map(|old| between(old, &point)) {
            if probe.is_filled(&filler, true) {
                let face = before.and_then(|before| filler.guess_face(&before));
                return Some(probe.hit(&filler, face));
            }
            before = Some(filler);
        }
        if probe.is_filled(&point, false) {
            let face = before.map_or(span.entered, |before| point.guess_face(&before));
            return Some(probe.hit(&point, face));
        }
        before = Some(point);
    }
    None
}

/// The two probes in the gap between the voxels of two points.
fn between(old: &Point, new: &Point) -> [Point; 2] {
    let (mut leaving, mut entering) = (1.0_f64, 0.0_f64);
    for axis in (0..3).filter(|&axis| old.voxel[axis] != new.voxel[axis]) {
        let forward = new.voxel[axis] > old.voxel[axis];
        // The part of the step at which the ray crosses a plane.
        let part = |plane: i32| (f64::from(plane) - old.at[axis]) / (new.at[axis] - old.at[axis]);
        leaving = leaving.min(part(old.voxel[axis] + i32::from(forward)));
        entering = entering.max(part(new.voxel[axis] + i32::from(!forward)));
    }
    [1.0 / 3.0, 2.0 / 3.0].map(|third| mix(old, new, leaving + (entering - leaving) * third))
}

/// The point at a part of the way between two.
fn mix(old: &Point, new: &Point, part: f64) -> Point {
    Point::new([0, 1, 2].map(|axis| old.at[axis] + (new.at[axis] - old.at[axis]) * part))
}
