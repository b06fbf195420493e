//! A vector of rays, ready to be tested against boxes.

use super::super::setup::plane_times;
use super::TimeRange;
use super::load::BlockRays;
use crate::simd::Simd;

/// A vector of rays.
#[derive(Clone, Copy)]
pub struct RayLanes<S: Simd, const D: usize> {
    /// Origins.
    pub origin: [S::F32; D],
    /// 1 / direction; +inf on parallel axes.
    pub inv: [S::F32; D],
    /// The first time that counts; +inf of a ray that is none.
    pub t_near: S::F32,
}

/// The rays of a block from `at` on, and the last times that count.
#[inline(always)]
pub fn prepare<S: Simd, const D: usize>(
    s: S,
    rays: &BlockRays<'_, D>,
    at: usize,
    range: TimeRange,
) -> (RayLanes<S, D>, S::F32) {
    let (zero, one, infinity) = (s.splat_f32(0.0), s.splat_f32(1.0), s.splat_f32(f32::INFINITY));
    let (mut origin, mut inv) = ([zero; D], [zero; D]);
    // x * 0 is 0 of a finite number and NaN of any other, however it is rounded.
    let (mut zeros, mut moves) = ([zero; 2], s.splat_i32(0));
    for a in 0..D {
        origin[a] = s.load_f32(&rays.origin[a][at..]);
        let direction = s.load_f32(&rays.direction[a][at..]);
        zeros[0] = s.mul_add_guess(origin[a], zero, zeros[0]);
        zeros[1] = s.mul_add_guess(direction, zero, zeros[1]);
        moves = s.or_i32(moves, s.to_bits(direction));
        let inverse = s.div_f32(one, direction);
        // A component of -0.0, or a tiny one below 0, is parallel as 0 is.
        let backward = s.eq_f32(inverse, s.splat_f32(f32::NEG_INFINITY));
        inv[a] = s.select_f32(backward, infinity, inverse);
    }
    let finite = s.eq_f32(s.add_f32(zeros[0], zeros[1]), zero);
    let mut valid = s.and_mask(finite, s.test(moves, s.splat_i32(i32::MAX)));
    let (mut t_near, mut t_far) = (s.splat_f32(range.t_near), s.splat_f32(range.t_far));
    if let Some(given) = rays.t_near {
        let given = s.load_f32(&given[at..]);
        valid = s.and_mask(valid, s.le_f32(zero, given));
        // Of two zeros the common one, which is not -0.0.
        t_near = s.max_f32(given, t_near);
    }
    if let Some(given) = rays.t_far {
        let given = s.load_f32(&given[at..]);
        valid = s.and_mask(valid, s.eq_f32(given, given));
        t_far = s.min_f32(given, t_far);
    }
    (RayLanes { origin, inv, t_near: s.select_f32(valid, t_near, infinity) }, t_far)
}

/// The times at which rays enter and leave the slab between two planes of an axis.
#[inline(always)]
pub fn slab_times<S: Simd>(
    s: S,
    [low, high]: [S::F32; 2],
    origin: S::F32,
    inv: S::F32,
) -> [S::F32; 2] {
    let (low, high) = (plane_times(s, low, origin, inv), plane_times(s, high, origin, inv));
    // In this order: what becomes of a NaN on a parallel axis stands at the top of the module.
    [s.min_f32(high, low), s.max_f32(low, high)]
}
