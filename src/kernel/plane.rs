//! Times at which a ray crosses the planes between voxels, and what is known of their rounding.
//!
//! The time of plane k on an axis is `(k - o) * inv`: one subtraction and one multiplication, each rounded, never fused.
//! Both are monotone in k, so the times of one axis never decrease along the ray, whatever the rounding.

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

/// How far the guess `o + d * t` of a position may be from the truth, in voxels, where t is the time of a plane in a box
/// of side n and M = max(|o|, |n - o|): the subtraction, the inverse and the multiplication err by one part in 2^24 each
/// (3 M), the unfused guess by one more of M and one of n. The bound of the ray is taken over its axes.
pub const GUESS_ERROR: f32 = 1.0 / (1 << 24) as f32;

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
