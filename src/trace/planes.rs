//! The slab test, to be looked at: when the line of the ray crosses the six planes of the box.
//!
//! After Kay and Kajiya (1986): a ray is in the box from the latest entry on to the earliest exit. The engine does this in
//! f32; here it is done once more in f64, since planes that the ray never reaches have no event on its walk.

use super::{Plane, TracedRay};
use crate::aabb::GridBox;

/// The planes of the axes along which the ray moves, of each the one by which it enters first.
pub(super) fn planes(ray: &TracedRay, bounds: &GridBox) -> Vec<Plane> {
    let mut planes = Vec::with_capacity(6);
    for axis in (0..3).filter(|&axis| ray.direction[axis] != 0.0) {
        let (mut near, mut far) = (bounds.min[axis], bounds.max[axis]);
        if ray.direction[axis] < 0.0 {
            (near, far) = (far, near);
        }
        planes.push(crossing(ray, axis, near, true));
        planes.push(crossing(ray, axis, far, false));
    }
    // A time beyond f64 decides nothing and cannot be shown.
    planes.retain(|plane| plane.t.is_finite() && plane.point.iter().all(|x| x.is_finite()));
    let latest = times(&planes, true).fold(f64::NEG_INFINITY, f64::max);
    let earliest = times(&planes, false).fold(f64::INFINITY, f64::min);
    for plane in &mut planes {
        plane.decides = plane.t == if plane.enters { latest } else { earliest };
    }
    planes
}

fn crossing(ray: &TracedRay, axis: usize, plane: i32, enters: bool) -> Plane {
    let t = (f64::from(plane) - ray.origin[axis]) / ray.direction[axis] + 0.0;
    let mut point = ray.point(t);
    point[axis] = f64::from(plane);
    Plane { axis, enters, plane, t, point, decides: false }
}

fn times(planes: &[Plane], enters: bool) -> impl Iterator<Item = f64> {
    planes.iter().filter(move |plane| plane.enters == enters).map(|plane| plane.t)
}

/// The plane of the latest entry, or of the earliest exit.
pub(super) fn deciding(planes: &[Plane], enters: bool) -> Option<&Plane> {
    planes.iter().find(|plane| plane.decides && plane.enters == enters)
}
