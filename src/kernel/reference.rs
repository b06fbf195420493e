//! The plain walk, one voxel at a time: the definition of the answer.
//!
//! After Amanatides and Woo (1987), with the times of planes computed anew from their numbers, so that nothing adds up.
//! As simple as can be, and no faster: all else is tested against it for equality of every bit.

use super::start::Start;
use crate::batch::Status;

/// What ends a walk besides a hit and the end of the ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkLimits {
    /// Pass over the filled voxels in which the ray starts.
    pub skip_inside: bool,
    /// The most faces that may be crossed.
    pub max_steps: u32,
}

impl Default for WalkLimits {
    fn default() -> Self {
        Self { skip_inside: false, max_steps: u32::MAX }
    }
}

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Hit, inside, escaped, clear or budget.
    pub status: Status,
    /// The last voxel: the one that was hit, where there is a hit.
    pub voxel: [i32; 3],
    /// The time of the event that entered it, on the clock of the walk.
    pub t: f32,
    /// The axis of that event; none in the first voxel, if the ray starts within it.
    pub axis: Option<usize>,
    /// Faces crossed.
    pub steps: u32,
}

/// Walks from `start` through the voxels for which `is_occupied` is asked, in the canonical order.
pub fn walk(start: &Start, limits: WalkLimits, is_occupied: impl Fn([i32; 3]) -> bool) -> Outcome {
    let (mut voxel, mut t) = (start.voxel, start.t_start);
    let mut axis = start.entered_axis(voxel, t);
    let mut skipping = limits.skip_inside && axis.is_none();
    let mut steps = 0;
    loop {
        let occupied = is_occupied(voxel);
        if occupied && !skipping {
            let status = if axis.is_none() { Status::Inside } else { Status::Hit };
            return Outcome { status, voxel, t, axis, steps };
        }
        skipping &= occupied;
        let (next, t_next) = next_event(start, voxel);
        if t_next >= start.t_end {
            return Outcome { status: start.without_hit, voxel, t, axis, steps };
        }
        if steps == limits.max_steps {
            return Outcome { status: Status::Budget, voxel, t, axis, steps };
        }
        voxel[next] += if start.is_backward(next) { -1 } else { 1 };
        (t, axis) = (t_next, Some(next));
        steps += 1;
    }
}

/// The axis and the time of the next event: the earliest, of equal ones that of the lowest axis.
fn next_event(start: &Start, voxel: [i32; 3]) -> (usize, f32) {
    let (mut next, mut t_next) = (0, f32::INFINITY);
    for axis in 0..3 {
        if start.is_parallel(axis) {
            continue;
        }
        let t = start.plane_time(axis, start.plane_ahead(axis, voxel[axis]));
        if t < t_next {
            (next, t_next) = (axis, t);
        }
    }
    (next, t_next)
}
