//! The slab test: rays against boxes whose faces are parallel to the axes, in any number of dimensions.
//!
//! After Kay and Kajiya (1986); without branches after Williams et al. (2005). Per axis the times of the two planes are
//! `(plane - o) * inv`, each operation rounded, never fused; a ray is in the box from the latest of the near times to the
//! earliest of the far ones. The rules, and the plain function that defines every bit, stand in [`crate::slab`].
//!
//! **Parallel axes need no case.** With `inv` = +inf a plane below the origin has the time -inf, one above it +inf, and one
//! at the origin 0 * inf = NaN. That is the rule of a parallel axis, min <= o < max, if a NaN near time says nothing and
//! a NaN far time is a miss. [`Simd::min_f32`] and [`Simd::max_f32`] give their second argument where either is NaN, so
//!
//! ```text
//!   near  = min(high, low)       o = min: NaN                    o = max: -inf
//!   far   = max(low, high)       o = min: +inf, or NaN if max    o = max: NaN
//!   entry = max(near, entry)     a NaN near time is passed over
//!   entry <= far, axis by axis   false for a NaN far time
//! ```
//!
//! On the other axes no NaN can come up: a valid ray has a finite origin and a finite `inv` that is not 0.
//!
//! **What is invalid never hits.** A ray that is none starts at +inf; a box that is none has NaN for planes.

mod faces;
mod lanes;
mod load;
mod nearest;
mod one_box;

pub use nearest::NearestBoxes;
pub use one_box::IntersectBox;

/// The planes of a box. All NaN where the box is none, which no ray meets.
#[derive(Debug, Clone, Copy)]
pub struct Planes<const D: usize> {
    /// The lower one of each axis.
    pub low: [f32; D],
    /// The higher one of each axis.
    pub high: [f32; D],
}

impl<const D: usize> Planes<D> {
    /// No box.
    pub const NONE: Self = Self { low: [f32::NAN; D], high: [f32::NAN; D] };
}

/// The times that count for every ray, besides its own; no NaN, and a start of 0 or more that is not -0.0.
#[derive(Debug, Clone, Copy)]
pub struct TimeRange {
    /// The first.
    pub t_near: f32,
    /// The last.
    pub t_far: f32,
}

/// The number in the column of boxes of a ray that meets none.
pub const NO_BOX: i32 = -1;
