//! Rays against boxes: when does a ray enter a box and leave it, and which of many boxes does it enter first? In 2, 3 or
//! any number of dimensions, many rays at a time, without a grid.
//!
//! The slab test of Kay and Kajiya (1986), in `f32`. [`intersect_aabb`] and [`nearest_aabb`] are the definition, one ray at a
//! time, as plain as can be; [`intersect_rays`] and [`nearest_boxes`] give their bits on every instruction set, with any
//! number of threads and any split of the batch.
//!
//! ```
//! use voxray::RayView;
//! use voxray::slab::{SlabBox, SlabOptions, intersect_rays, nearest_boxes};
//!
//! let rows: [f32; 12] = [-1.0, 0.5, 0.5, 1.0, 0.0, 0.0, /* next ray */ 0.5, 0.5, 9.0, 0.0, 0.0, 2.0];
//! let rays = RayView::from_rows(&rows, 6)?;
//! let unit = SlabBox::new([0.0; 3], [1.0; 3]);
//! let hits = intersect_rays(rays, &unit, &SlabOptions::default())?;
//! assert_eq!(hits.t_entry, [1.0, f32::INFINITY]);
//! assert_eq!(hits.t_exit, [2.0, f32::NEG_INFINITY]);
//!
//! let above = SlabBox::new([0.0, 0.0, 10.0], [1.0, 1.0, 11.0]);
//! let nearest = nearest_boxes(rays, &[unit, above], &SlabOptions::default())?;
//! assert_eq!(nearest.index, [0, 1]);
//! assert_eq!(nearest.face, [0, 4]); // -x, and -z: from below
//! # Ok::<(), voxray::Error>(())
//! ```
//!
//! # The rules
//!
//! - **Times.** t is in units of |direction|. The time of a plane is `(plane - o) * inv` with `inv = 1 / d`: each operation
//!   rounded, never fused. Per axis the near plane is the lower one if `d` > 0, else the higher one.
//! - **Entry and exit.** Entry is the latest of `t_near` and the near times, exit the earliest of `t_far` and the far times.
//!   The ray meets the box if entry <= exit, and entry is not infinite. So a box is **closed**: a touched face, edge
//!   or corner is met, and so is the face that a ray starts on and leaves by; a box of no thickness is met from both sides;
//!   `t_far` exactly at the entry is enough.
//! - **Inside.** A ray that starts within the box enters it at `t_near`, through no face.
//! - **Parallel axes.** An axis is parallel if `inv` is infinite: `d` is 0, -0.0 or a subnormal number no larger than
//!   2^-128. It crosses no plane. There a box is **half-open**: min <= o < max, as in the walk through voxels; so of two
//!   boxes with a common face a ray along that face meets the one above it alone, and a box without thickness is not met.
//! - **No hit** is the entry +inf with the exit -inf; of nearest boxes the index [`NO_BOX`], the entry +inf and the face
//!   [`NO_FACE`](crate::NO_FACE).
//! - **Face.** 2 * axis, and 1 more for the upper one: as [`Face`](crate::Face). Of several planes crossed at the entry the
//!   one of the highest axis counts, which is the last in the order of (time, axis). A plane crossed exactly at `t_near` counts.
//! - **Ties.** Of boxes entered at the same time the one with the lowest index is the nearest.
//! - **What is no ray meets nothing**: a NaN anywhere, an origin or direction that is infinite, a direction of zero, a start
//!   below 0. Numbers given as `f64` are rounded to `f32` first; so what is too large for `f32` is infinite.
//! - **What is no box is never met**: a NaN, or max < min on an axis. An infinite min or max is a box without that face.
//! - -0.0 is read as 0.0, and no result is -0.0 or NaN.

mod batch;
mod plain;
mod results;

pub use crate::batch::{SlabRay, SlabRays};
pub use batch::{
    SlabOptions, intersect_rays, intersect_rays_into, nearest_boxes, nearest_boxes_into,
};
pub use plain::{intersect_aabb, nearest_aabb};
pub use results::{NO_BOX, NearestBatch, NearestHit, SlabBatch, SlabHit};

/// A box whose faces are parallel to the axes, in D dimensions; in 2, a rectangle.
///
/// ```
/// use voxray::slab::SlabBox;
/// assert!(SlabBox::new([0.0, 0.0], [1.0, 0.0]).is_valid());
/// assert!(!SlabBox::new([0.0, 0.0], [1.0, -1.0]).is_valid());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlabBox<const D: usize> {
    /// The lower corner.
    pub min: [f32; D],
    /// The upper corner.
    pub max: [f32; D],
}

impl<const D: usize> SlabBox<D> {
    /// The box between two corners.
    pub const fn new(min: [f32; D], max: [f32; D]) -> Self {
        const { assert!(D >= 1 && D <= 127, "faces are numbered by a byte") };
        Self { min, max }
    }

    /// Whether it is a box at all: no NaN, and nowhere max < min.
    pub fn is_valid(&self) -> bool {
        self.min.iter().zip(&self.max).all(|(min, max)| min <= max)
    }
}
