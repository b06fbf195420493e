//! Branchless set-up of a vector of rays: scaling, the slab test, the first voxel.
//!
//! The vector form of [`start`](super::start), equal to it bit for bit on *regular* rays: those that start within the
//! box's longest side of the box, and whose direction and times are of ordinary size, so that scaling by a power of two
//! is exact in f32. The others are rare, and are started one by one. A NaN makes every comparison false, so it makes a ray
//! irregular and reaches nothing else.
//!
//! The slab test after Kay and Kajiya (1986), without branches after Williams et al. (2005); here parallel axes need no
//! infinity (see [`PARALLEL_INV`]).

use super::plane::{GUESS_ERROR, PARALLEL_BELOW, PARALLEL_INV};
use super::tile::TileRays;
use crate::simd::Simd;

/// 2^exponent.
const fn power(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

/// The largest component of a regular direction lies in this range.
const REGULAR_DIRECTION: [f32; 2] = [power(-20), power(63)];
/// A time of a regular ray that is neither 0 nor infinite lies in this range.
pub const REGULAR_TIME: [f32; 2] = [power(-40), power(40)];

/// The box, seen by every lane.
#[derive(Clone, Copy)]
pub struct BoxLanes<S: Simd> {
    /// The sides.
    pub sides: [S::F32; 3],
    longest: S::F32,
}

impl<S: Simd> BoxLanes<S> {
    /// The box with these sides.
    #[inline(always)]
    #[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
    pub fn new(s: S, sides: [i32; 3]) -> Self {
        let [x, y, z] = sides;
        let longest = s.splat_f32(x.max(y).max(z) as f32);
        Self { sides: axes!(a => s.splat_f32(sides[a] as f32)), longest }
    }
}

/// A vector of rays, ready to walk.
#[derive(Clone, Copy)]
pub struct Prepared<S: Simd> {
    /// Origins.
    pub origin: [S::F32; 3],
    /// Directions, the largest component in [1, 2), 0 on parallel axes.
    pub direction: [S::F32; 3],
    /// 1 / direction.
    pub inv: [S::F32; 3],
    /// The power of two that reported times are larger by.
    pub scale: S::F32,
    /// When the walk starts.
    pub t_start: S::F32,
    /// The first time that is not walked.
    pub t_end: S::F32,
    /// Whether a walk without a hit has escaped; else it is clear.
    pub leaves: S::Mask,
    /// Which rays are regular.
    pub regular: S::Mask,
    /// Which of those meet the box within their range.
    pub walks: S::Mask,
}

/// The time of planes `k` on an axis: see [`plane_time`](super::plane::plane_time).
#[inline(always)]
pub fn plane_times<S: Simd>(s: S, k: S::F32, origin: S::F32, inv: S::F32) -> S::F32 {
    s.mul_f32(s.sub_f32(k, origin), inv)
}

/// Prepares the rays from `at` on.
#[inline(always)]
pub fn prepare<S: Simd>(s: S, shape: &BoxLanes<S>, rays: &TileRays<'_>, at: usize) -> Prepared<S> {
    let origin = axes!(a => s.load_f32(&rays.origin[a][at..]));
    let given = axes!(a => s.load_f32(&rays.direction[a][at..]));
    let size = axes!(a => s.abs_f32(given[a]));
    let largest = s.max_f32(s.max_f32(size[0], size[1]), size[2]);
    // The largest component is m * 2^e with m in [1, 2): its exponent field alone is 2^e.
    let exponent = s.and_i32(s.to_bits(largest), s.splat_i32(0x7f80_0000));
    let up = s.from_bits(exponent);
    let down = s.from_bits(s.sub_i32(s.splat_i32(254 << 23), exponent));

    let zero = s.splat_f32(0.0);
    let scaled = axes!(a => s.mul_f32(given[a], down));
    let parallel = axes!(a => s.lt_f32(s.abs_f32(scaled[a]), s.splat_f32(PARALLEL_BELOW)));
    let direction = axes!(a => s.select_f32(parallel[a], zero, scaled[a]));
    let one = s.splat_f32(1.0);
    let inv =
        axes!(a => s.select_f32(parallel[a], s.splat_f32(PARALLEL_INV), s.div_f32(one, scaled[a])));

    let mut regular = s.and_mask(is_near(s, shape, origin), is_regular_direction(s, size, largest));
    let (entry, exit) = slab(s, shape, rays, at, origin, inv);
    let mut t_start = s.max_f32(entry, zero);
    // Adding 0.0: -0.0 is read as 0.0.
    if let Some(t_near) = rays.t_near {
        let t_near = s.add_f32(s.load_f32(&t_near[at..]), zero);
        regular = s.and_mask(regular, is_regular_time(s, t_near));
        t_start = s.max_f32(t_start, s.mul_f32(t_near, up));
    }
    let mut t_last = s.splat_f32(f32::MAX);
    if let Some(t_far) = rays.t_far {
        let t_far = s.add_f32(s.load_f32(&t_far[at..]), zero);
        regular = s.and_mask(regular, is_regular_end(s, t_far));
        t_last = s.min_f32(s.mul_f32(t_far, up), t_last);
    }
    // The next float after t_last: t > t_last is the same as t >= that.
    let after = s.from_bits(s.add_i32(s.to_bits(t_last), s.splat_i32(1)));
    let t_end = s.min_f32(exit, after);
    let beside = axes!(a => s.and_not_mask(parallel[a], within(s, origin[a], shape.sides[a])));
    let beside = s.or_mask(s.or_mask(beside[0], beside[1]), beside[2]);
    let walks = s.and_not_mask(s.and_mask(regular, s.lt_f32(t_start, t_end)), beside);
    let leaves = s.le_f32(exit, t_last);
    Prepared { origin, direction, inv, scale: down, t_start, t_end, leaves, regular, walks }
}

/// 0 <= o < side.
#[inline(always)]
fn within<S: Simd>(s: S, origin: S::F32, side: S::F32) -> S::Mask {
    s.and_mask(s.le_f32(s.splat_f32(0.0), origin), s.lt_f32(origin, side))
}

/// Whether the origin lies within the longest side of the box on every axis.
#[inline(always)]
fn is_near<S: Simd>(s: S, shape: &BoxLanes<S>, origin: [S::F32; 3]) -> S::Mask {
    let low = s.sub_f32(s.splat_f32(0.0), shape.longest);
    let near = axes!(a => {
        let high = s.add_f32(shape.sides[a], shape.longest);
        s.and_mask(s.le_f32(low, origin[a]), s.le_f32(origin[a], high))
    });
    s.and_mask(s.and_mask(near[0], near[1]), near[2])
}

#[inline(always)]
fn is_regular_direction<S: Simd>(s: S, size: [S::F32; 3], largest: S::F32) -> S::Mask {
    let [low, high] = REGULAR_DIRECTION;
    let (low, high) = (s.splat_f32(low), s.splat_f32(high));
    // Every component is looked at, since a NaN is lost in the maximum.
    let fits = axes!(a => s.le_f32(size[a], high));
    let fits = s.and_mask(s.and_mask(fits[0], fits[1]), fits[2]);
    s.and_mask(fits, s.le_f32(low, largest))
}

#[inline(always)]
fn is_regular_time<S: Simd>(s: S, t: S::F32) -> S::Mask {
    let [low, high] = REGULAR_TIME;
    let (low, high) = (s.splat_f32(low), s.splat_f32(high));
    let fits = s.and_mask(s.le_f32(low, t), s.le_f32(t, high));
    s.or_mask(fits, s.eq_f32(t, s.splat_f32(0.0)))
}

#[inline(always)]
fn is_regular_end<S: Simd>(s: S, t: S::F32) -> S::Mask {
    s.or_mask(is_regular_time(s, t), s.eq_f32(t, s.splat_f32(f32::INFINITY)))
}

/// The latest time of the near faces and the earliest of the far ones.
#[inline(always)]
fn slab<S: Simd>(
    s: S,
    shape: &BoxLanes<S>,
    rays: &TileRays<'_>,
    at: usize,
    origin: [S::F32; 3],
    inv: [S::F32; 3],
) -> (S::F32, S::F32) {
    let zero = s.splat_f32(0.0);
    let mut entry = zero;
    let mut exit = s.splat_f32(f32::INFINITY);
    for a in 0..3 {
        let backward = s.sign(s.to_bits(inv[a]));
        let near = s.select_f32(backward, shape.sides[a], zero);
        let mut far = s.select_f32(backward, zero, shape.sides[a]);
        if let Some(target) = &rays.target {
            let target = s.load_f32(&target[a][at..]);
            let cut = cut_planes(s, target, backward, shape.sides[a]);
            // A parallel axis crosses no plane, so it is never cut.
            let parallel = s.eq_f32(inv[a], s.splat_f32(PARALLEL_INV));
            far = s.select_f32(parallel, far, cut);
        }
        entry = s.max_f32(plane_times(s, near, origin[a], inv[a]), entry);
        exit = s.min_f32(plane_times(s, far, origin[a], inv[a]), exit);
    }
    (entry, exit)
}

/// The first plane at or beyond the target, seen along the ray, and not beyond the box.
#[inline(always)]
fn cut_planes<S: Simd>(s: S, target: S::F32, backward: S::Mask, side: S::F32) -> S::F32 {
    let zero = s.splat_f32(0.0);
    let clamped = s.min_f32(s.max_f32(target, zero), side);
    let floor = s.to_f32(s.floor_to_i32(clamped));
    let ceil = s.select_f32(s.lt_f32(floor, clamped), s.add_f32(floor, s.splat_f32(1.0)), floor);
    s.select_f32(backward, floor, ceil)
}

/// The voxels in which the rays stand when all events with t <= `t_start` have happened.
#[inline(always)]
pub fn first_voxels<S: Simd>(s: S, rays: &Prepared<S>) -> [S::I32; 3] {
    axes!(a => voxels_at::<S, true>(s, rays, a, rays.t_start))
}

/// The last voxels of walks without a hit: all events with t < `t_end` have happened.
#[inline(always)]
pub fn last_voxels<S: Simd>(s: S, rays: &Prepared<S>) -> [S::I32; 3] {
    axes!(a => voxels_at::<S, false>(s, rays, a, rays.t_end))
}

/// Where the rays stand on an axis when all events before `t`, and if `AT` those at `t`, have happened. The guess is less
/// than one plane off, so one correction each way settles it.
#[inline(always)]
fn voxels_at<S: Simd, const AT: bool>(s: S, rays: &Prepared<S>, a: usize, t: S::F32) -> S::I32 {
    let (origin, inv) = (rays.origin[a], rays.inv[a]);
    let guess = s.floor_to_i32(s.mul_add_guess(rays.direction[a], t, origin));
    let backward = s.sign(s.to_bits(inv));
    let forward = s.select_i32(backward, s.splat_i32(-1), s.splat_i32(1));
    let next = s.add_i32(guess, s.splat_i32(1));
    let ahead = plane_times(s, s.to_f32(s.select_i32(backward, guess, next)), origin, inv);
    let behind = plane_times(s, s.to_f32(s.select_i32(backward, next, guess)), origin, inv);
    let (gains, loses) = if AT {
        (s.le_f32(ahead, t), s.lt_f32(t, behind))
    } else {
        (s.lt_f32(ahead, t), s.le_f32(t, behind))
    };
    let none = s.splat_i32(0);
    let gained = s.add_i32(guess, s.select_i32(gains, forward, none));
    s.sub_i32(gained, s.select_i32(loses, forward, none))
}

/// How far the guesses of positions along each ray may be off, in voxels: see [`GUESS_ERROR`].
#[inline(always)]
pub fn guess_errors<S: Simd>(s: S, shape: &BoxLanes<S>, rays: &Prepared<S>) -> S::F32 {
    let reach = axes!(a => {
        let to_far = s.abs_f32(s.sub_f32(shape.sides[a], rays.origin[a]));
        s.max_f32(s.abs_f32(rays.origin[a]), to_far)
    });
    let reach = s.max_f32(s.max_f32(reach[0], reach[1]), reach[2]);
    let roundings = s.splat_f32(if S::FUSED { 3.0 } else { 4.0 });
    let bound = s.add_f32(s.mul_f32(reach, roundings), shape.longest);
    s.mul_f32(bound, s.splat_f32(GUESS_ERROR))
}

/// The time after which a ray has crossed more than `max_steps` faces for certain, so that the walk may stop there: on
/// each axis it crosses at least |d| * t - 1 planes in the time t.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "a bound, with room for rounding")]
pub fn budget_ends<S: Simd>(s: S, rays: &Prepared<S>, max_steps: u32) -> S::F32 {
    let speed = axes!(a => s.abs_f32(rays.direction[a]));
    let speed = s.add_f32(s.add_f32(speed[0], speed[1]), speed[2]);
    let faces = s.splat_f32((max_steps as f32 + 8.0) * 1.01);
    s.add_f32(s.mul_f32(rays.t_start, s.splat_f32(1.000_001)), s.div_f32(faces, speed))
}
