//! The definition: one ray, one axis after the other.

use super::{NearestHit, SlabBox, SlabHit, SlabRay};
use crate::face::NO_FACE;

/// When a ray enters a box, when it leaves it, and through which face it enters. The rules stand in
/// [the module](crate::slab).
///
/// ```
/// use voxray::slab::{SlabBox, SlabHit, SlabRay, intersect_aabb};
/// let shape = SlabBox::new([1.0, 0.0], [3.0, 1.0]);
/// let hit = intersect_aabb(&SlabRay::new([0.0, 0.5], [0.5, 0.0]), &shape);
/// assert_eq!(hit, SlabHit { t_entry: 2.0, t_exit: 6.0, face: 0 });
/// let along_the_upper_face = SlabRay::new([0.0, 1.0], [1.0, 0.0]);
/// assert_eq!(intersect_aabb(&along_the_upper_face, &shape), SlabHit::NONE);
/// ```
pub fn intersect_aabb<const D: usize>(ray: &SlabRay<D>, shape: &SlabBox<D>) -> SlabHit {
    if !ray.is_valid() || !shape.is_valid() {
        return SlabHit::NONE;
    }
    let (mut t_entry, mut t_exit, mut face) = (ray.t_near, ray.t_far, NO_FACE);
    for axis in 0..D {
        let (origin, inv) = (ray.origin[axis], 1.0 / ray.direction[axis]);
        let (min, max) = (shape.min[axis], shape.max[axis]);
        if inv.is_infinite() {
            if origin < min || max <= origin {
                return SlabHit::NONE;
            }
            continue;
        }
        let backward = inv < 0.0;
        let (near, far) = if backward { (max, min) } else { (min, max) };
        let (t_in, t_out) = ((near - origin) * inv, (far - origin) * inv);
        if t_in >= t_entry {
            t_entry = t_in;
            face = number(axis, backward);
        }
        if t_out < t_exit {
            t_exit = t_out;
        }
    }
    if t_entry <= t_exit && t_entry < f32::INFINITY {
        // Adding 0.0: no result is -0.0.
        SlabHit { t_entry: t_entry + 0.0, t_exit: t_exit + 0.0, face }
    } else {
        SlabHit::NONE
    }
}

/// The box that a ray enters first. The rules stand in [the module](crate::slab).
///
/// ```
/// use voxray::slab::{NearestHit, SlabBox, SlabRay, nearest_aabb};
/// let boxes = [SlabBox::new([5.0, 0.0], [6.0, 1.0]), SlabBox::new([2.0, 0.0], [3.0, 1.0])];
/// let nearest = nearest_aabb(&SlabRay::new([9.0, 0.5], [-1.0, 0.0]), &boxes);
/// assert_eq!(nearest, NearestHit { index: 0, t_entry: 3.0, face: 1 });
/// ```
#[allow(clippy::cast_possible_truncation, reason = "more boxes than u32 holds have no number")]
pub fn nearest_aabb<const D: usize>(ray: &SlabRay<D>, boxes: &[SlabBox<D>]) -> NearestHit {
    let mut nearest = NearestHit::NONE;
    for (index, shape) in boxes.iter().enumerate() {
        let hit = intersect_aabb(ray, shape);
        if hit.t_entry < nearest.t_entry {
            nearest = NearestHit { index: index as u32, t_entry: hit.t_entry, face: hit.face };
        }
    }
    nearest
}

/// The number of the face by which a ray comes in: it looks against the ray.
#[allow(clippy::cast_possible_truncation, reason = "axes are few")]
fn number(axis: usize, backward: bool) -> u8 {
    2 * axis as u8 + u8::from(backward)
}
