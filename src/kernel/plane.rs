//! Times at which a ray crosses the planes between voxels, and what is known of their rounding.
//!
//! The time of plane k on an axis is `(k - o) * inv`: one subtraction and one multiplication, each rounded, never fused.
//! Both are monotone in k, so the times of one axis never decrease along the ray, whatever the rounding.

use super::mutation::NO_CORRECTION;

/// A direction component below this (2^-96), the largest being in [1, 2), is a *parallel axis*: it crosses no plane.
pub const PARALLEL_BELOW: f32 = f32::from_bits((127 - 96) << 23);

/// What stands for 1 / d on a parallel axis (2^126). Within the box a plane ahead is at least 2^-24 away, so its time is
/// at least 2^102, and no ray is in the box that long: the largest component is at least 1, so a ray that starts less than
/// 2^18 from the box leaves it before 2^20. A plane behind has a time of 0 or less. No case of its own is needed.
pub const PARALLEL_INV: f32 = f32::from_bits((127 + 126) << 23);

/// When the ray from `origin` with 1 / direction = `inv` crosses plane `k`, on one axis.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "planes of a box are below 2^18 and exact")]
pub fn plane_time(k: i32, origin: f32, inv: f32) -> f32 {
    (k as f32 - origin) * inv
}

/// 1 / direction, or what stands for it on a parallel axis.
#[inline(always)]
pub fn inverse(direction: f32) -> f32 {
    if direction.abs() < PARALLEL_BELOW { PARALLEL_INV } else { 1.0 / direction }
}

/// The rounding of one operation on f32, relative to its result, with a little room for products of roundings.
///
/// The guess `o + d * t` of a position on one axis, t being the time of a plane of another, may be off by
/// `(4 M + n) * GUESS_ERROR` voxels in a box of side n, with M = max(|o|, |n - o|): the subtraction, the inverse and the
/// multiplication of the plane times that it is compared with err by one rounding of M each, the product of the unfused
/// guess by another, and its sum by one of n. A guess whose product is not rounded is within `(3 M + n) * GUESS_ERROR`.
pub const GUESS_ERROR: f32 = if NO_CORRECTION { 0.0 } else { 1.01 / (1_u32 << 24) as f32 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_axis_crosses_no_plane_ahead() {
        let inv = inverse(1e-38);
        let just_below_one = 1.0 - f32::EPSILON / 2.0;
        assert!(plane_time(1, just_below_one, inv) > 1e30, "the nearest plane ahead");
        assert!(plane_time(0, 0.0, inv) == 0.0, "on the plane");
        assert!(plane_time(0, 1e-30, inv) < 0.0, "behind");
    }
}
