//! Where and when a ray begins to walk, by the plain rules, one ray at a time.
//!
//! This is the definition that the vector set-up is tested against, and the path of the rare rays that the vector set-up
//! leaves aside: those whose direction or times are so long or short that scaling them by a power of two would not be exact
//! in f32, and those from afar that [`afar`](super::afar) leaves where they are.
//!
//! ```text
//!   scale the direction so that its largest component is in [1, 2)
//!   farther than L from the box on an axis: move the origin along the ray to L short of the box, in f64
//!   slab test (Kay and Kajiya, 1986): entry = latest near face, exit = earliest far face
//!   t_start = max(t_near, entry, 0); all events with t <= t_start have happened
//! ```

use super::clock::Clock;
use super::plane::{GUESS_ERROR, PARALLEL_BELOW, inverse, plane_time};
use super::rebase::rebase;
use super::scaling::{exponent_of, largest, power_of_two, scaled};
use crate::batch::Status;

/// A ray in kernel space, before any rounding: grid space minus the lower corner of the box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KernelRay {
    /// The origin.
    pub origin: [f64; 3],
    /// The direction, divided by 2^`exponent`.
    pub direction: [f64; 3],
    /// See `direction`: so that no direction, however long or short, is lost in the change of coordinates.
    pub exponent: i32,
    /// Whether the numbers given are a ray at all.
    pub valid: bool,
    /// The start time.
    pub t_near: f32,
    /// The end time.
    pub t_far: f32,
    /// Where the box is cut for a line of sight: on each axis the far face is the first plane at or beyond this point.
    pub target: Option<[f32; 3]>,
}

/// A ray that was started one by one, and what came of it.
#[derive(Debug, Clone, Copy)]
pub struct Started {
    /// The ray.
    pub ray: KernelRay,
    /// Its start, or what becomes of it without one.
    pub start: Result<Start, Status>,
}

/// A ray about to walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// The origin, near the box.
    pub origin: [f32; 3],
    /// The direction, its largest component in [1, 2); 0 on parallel axes.
    pub direction: [f32; 3],
    /// 1 / direction.
    pub inv_direction: [f32; 3],
    /// The first voxel.
    pub voxel: [i32; 3],
    /// When the walk starts: the time of an event exactly if the ray starts with that event.
    pub t_start: f32,
    /// All events up to this time have happened before the first voxel.
    pub t_past: f32,
    /// The start time as it was given.
    pub t_near: f32,
    /// Where the box is cut for a line of sight.
    pub target: Option<[f32; 3]>,
    /// The first time that is not walked.
    pub t_end: f32,
    /// What a walk without a hit is: escaped or clear.
    pub without_hit: Status,
    /// How times are reported.
    pub clock: Clock,
}

impl Start {
    /// Whether the ray is not moving along this axis.
    pub fn is_parallel(&self, axis: usize) -> bool {
        self.direction[axis] == 0.0
    }

    /// Whether the ray moves towards lower coordinates along this axis.
    pub fn is_backward(&self, axis: usize) -> bool {
        self.direction[axis] < 0.0
    }

    /// When the ray crosses plane `k` of an axis that is not parallel.
    pub fn plane_time(&self, axis: usize, k: i32) -> f32 {
        plane_time(k, self.origin[axis], self.inv_direction[axis])
    }

    /// As [`Self::plane_time`], of a plane anywhere.
    pub fn time_of(&self, axis: usize, plane: f32) -> f32 {
        (plane - self.origin[axis]) * self.inv_direction[axis]
    }

    /// Whether an event at `t` is what the ray starts with.
    pub fn is_at_start(&self, t: f32) -> bool {
        let moved = self.clock.offset != 0.0;
        t == self.t_start || moved && self.clock.report(t) == self.t_near
    }

    /// Whether a line of sight ends before or at this plane, which is not crossed then.
    pub fn is_cut_before(&self, axis: usize, plane: f32) -> bool {
        self.target.is_some_and(|target| {
            if self.is_backward(axis) { plane <= target[axis] } else { target[axis] <= plane }
        })
    }

    /// The plane that the ray crosses next from `voxel` along an axis.
    pub fn plane_ahead(&self, axis: usize, voxel: i32) -> i32 {
        if self.is_backward(axis) { voxel } else { voxel + 1 }
    }

    /// The plane that the ray crossed last along an axis, if it came into `voxel` by it.
    pub fn plane_behind(&self, axis: usize, voxel: i32) -> i32 {
        if self.is_backward(axis) { voxel + 1 } else { voxel }
    }

    /// How far guesses of positions along the ray may be off: see [`GUESS_ERROR`].
    pub fn guess_error(&self, sides: [i32; 3]) -> f32 {
        let sides = sides.map(to_f32);
        let reach = |a: usize| self.origin[a].abs().max((sides[a] - self.origin[a]).abs());
        let longest = sides.into_iter().fold(0.0, f32::max);
        let reach = (0..3).map(reach).fold(0.0, f32::max);
        (reach * 4.0 + longest) * GUESS_ERROR
    }

    /// The axis of the last event by which the ray stands in `voxel` at time `t`, if that event is exactly at `t`.
    pub fn entered_axis(&self, voxel: [i32; 3], t: f32) -> Option<usize> {
        let enters = |&axis: &usize| {
            !self.is_parallel(axis)
                && self.plane_time(axis, self.plane_behind(axis, voxel[axis])) == t
        };
        (0..3).rev().find(enters)
    }
}

/// The start of the walk of `ray` in a box of these sides, or what becomes of it without one.
///
/// # Errors
/// [`Status::Invalid`] or [`Status::Outside`].
pub fn start(ray: &KernelRay, sides: [i32; 3]) -> Result<Start, Status> {
    if !ray.valid {
        return Err(Status::Invalid);
    }
    // On the scale of the walk very small or large times would round; as given they are compared exactly.
    let no_range = ray.t_near > ray.t_far || ray.t_near == f32::INFINITY;
    // A place that f64 does not hold is far from every box.
    let reachable = ray.origin.iter().all(|o| o.is_finite());
    if no_range || sides.contains(&0) || !reachable {
        return Err(Status::Outside);
    }
    let (direction, exponent) = unit_direction(ray.direction);
    let scale = power_of_two(-(exponent + ray.exponent));
    let exact_direction = [0, 1, 2].map(|axis| {
        if direction[axis] == 0.0 { 0.0 } else { scaled(ray.direction[axis], -exponent) }
    });
    let (origin, offset) = rebase(ray.origin, exact_direction, sides)?;
    let clock = Clock { offset, scale };
    let mut start = Start {
        origin,
        direction,
        inv_direction: direction.map(inverse),
        voxel: [0; 3],
        t_start: 0.0,
        t_past: 0.0,
        t_near: ray.t_near + 0.0,
        target: ray.target,
        t_end: 0.0,
        without_hit: Status::Escaped,
        clock,
    };
    let (entry, exit) = slab(&start, sides, ray.target)?;
    let t_near = clock.latest_by(ray.t_near + 0.0);
    let t_last = clock.latest_by(ray.t_far + 0.0);
    start.t_start = t_near.max(entry).max(if offset == 0.0 { 0.0 } else { f32::NEG_INFINITY });
    if !(start.t_start < exit && start.t_start <= t_last) {
        return Err(Status::Outside);
    }
    start.t_end = exit.min(t_last.next_up());
    let escapes = exit <= t_last || ray.t_far == f32::INFINITY;
    start.without_hit = if escapes { Status::Escaped } else { Status::Clear };
    start.voxel = first_voxel(&start);
    start.t_past = start.t_start;
    start.t_start = exact_start(&start, ray.t_near);
    Ok(start)
}

/// The direction scaled by 2^-exponent so that its largest component is in [1, 2), with parallel axes at 0, and the
/// exponent.
#[allow(clippy::cast_possible_truncation, reason = "the direction is rounded to f32 once, here")]
fn unit_direction(given: [f64; 3]) -> ([f32; 3], i32) {
    let mut exponent = exponent_of(largest(given));
    let round = |exponent: i32| given.map(|d| scaled(d, -exponent) as f32);
    // Just below 2 in f64 may be 2 in f32.
    if round(exponent).iter().any(|d| d.abs() >= 2.0) {
        exponent += 1;
    }
    let parallel = |d: f32| if d.abs() < PARALLEL_BELOW { 0.0 } else { d };
    (round(exponent).map(parallel), exponent)
}

/// The latest time of the box's near faces and the earliest of its far faces.
fn slab(start: &Start, sides: [i32; 3], target: Option<[f32; 3]>) -> Result<(f32, f32), Status> {
    let (mut entry, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
    for axis in 0..3 {
        if start.is_parallel(axis) {
            if !(0.0..to_f32(sides[axis])).contains(&start.origin[axis]) {
                return Err(Status::Outside);
            }
            continue;
        }
        let (near, far) = if start.is_backward(axis) { (sides[axis], 0) } else { (0, sides[axis]) };
        let far = target
            .map_or(far, |target| cut_plane(target[axis], start.is_backward(axis), sides[axis]));
        entry = entry.max(start.plane_time(axis, near));
        exit = exit.min(start.plane_time(axis, far));
    }
    Ok((entry, exit))
}

/// The first plane at or beyond the target, seen along the ray, and not beyond the box.
pub fn cut_plane(target: f32, backward: bool, side: i32) -> i32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounded, and saturating where it lies beyond the box"
    )]
    let plane = if backward { target.floor() as i32 } else { target.ceil() as i32 };
    plane.clamp(0, side)
}

/// The voxel in which the ray stands when all events with t <= `t_start` have happened.
fn first_voxel(start: &Start) -> [i32; 3] {
    [0, 1, 2].map(|axis| voxel_at(start, axis, |event| event <= start.t_start, start.t_start))
}

/// The voxel on one axis after all events for which `happened` holds; `t` is about when that is. A guess, then one plane
/// at a time.
pub fn voxel_at(start: &Start, axis: usize, happened: impl Fn(f32) -> bool, t: f32) -> i32 {
    let mut voxel = if start.is_parallel(axis) {
        return floor(start.origin[axis]);
    } else {
        floor(start.origin[axis] + start.direction[axis] * t)
    };
    let forward = if start.is_backward(axis) { -1 } else { 1 };
    while happened(start.plane_time(axis, start.plane_ahead(axis, voxel))) {
        voxel += forward;
    }
    while !happened(start.plane_time(axis, start.plane_behind(axis, voxel))) {
        voxel -= forward;
    }
    voxel
}

/// The floor of a position near the box. Not `f32::floor`, which is a call where the compiler may not use SSE4.1.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a position near the box, and integers that it is compared with as floats"
)]
fn floor(position: f32) -> i32 {
    let towards_zero = position as i32;
    towards_zero - i32::from(towards_zero as f32 > position)
}

/// No event has this time.
const NO_EVENT: f32 = f32::MIN;

/// The start time, such that it equals the time of an event exactly if the ray starts with that event. On the clock of
/// the walk a start time may have been rounded: a ray that was moved starts with its last event if both are reported as the
/// same time; one that was not, with none if its own `t_near` lies between two floats.
fn exact_start(start: &Start, t_near: f32) -> f32 {
    if start.clock.offset == 0.0 {
        let between = start.clock.is_before(start.t_start, t_near);
        return if between { NO_EVENT } else { start.t_start };
    }
    let behind = |axis: usize| start.plane_time(axis, start.plane_behind(axis, start.voxel[axis]));
    let moving = (0..3).filter(|&axis| !start.is_parallel(axis));
    let last_event = moving.map(behind).fold(f32::NEG_INFINITY, f32::max);
    if start.clock.report(last_event) == t_near { last_event } else { start.t_start }
}

#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
fn to_f32(side: i32) -> f32 {
    side as f32
}
