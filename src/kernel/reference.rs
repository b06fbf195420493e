//! The plain walk, one voxel at a time: the definition of the answer.
//!
//! After Amanatides and Woo (1987), with the times of planes computed anew from their numbers, so that nothing adds up.
//! As simple as can be, and no faster: all else is tested against it for equality of every bit.

use super::boxes::{BrickBoxes, Event};
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

/// What a walk finds in a voxel.
#[derive(Debug, Clone, Copy)]
pub enum Cell<'a> {
    /// Nothing.
    Free,
    /// All of it is filled.
    Filled,
    /// Boxes of its brick have a part of it, and are asked.
    Boxes(BrickBoxes<'a>),
}

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Hit, inside, escaped, clear or budget.
    pub status: Status,
    /// The last voxel: the one that was hit, where there is a hit.
    pub voxel: [i32; 3],
    /// The time of the event that entered it, or the box in it that was hit, on the clock of the walk.
    pub t: f32,
    /// The axis of that event; none in the first voxel or box, if the ray starts within it.
    pub axis: Option<usize>,
    /// Faces crossed.
    pub steps: u32,
    /// The low and the high planes of the box that was hit; none where that is the voxel.
    pub planes: Option<[[f32; 3]; 2]>,
}

/// Walks from `start` through the voxels, of which `cell` is asked what is in them, in the canonical order: each once, with
/// the time of the event that enters it.
pub fn walk<'a>(
    start: &Start,
    limits: WalkLimits,
    mut cell: impl FnMut([i32; 3], f32) -> Cell<'a>,
) -> Outcome {
    let (mut voxel, mut t) = (start.voxel, start.t_start);
    let mut axis = start.entered_axis(voxel, t);
    // The event by which the ray leaves what it passes over; none once it has.
    let mut passed = limits.skip_inside.then_some(Event::FIRST);
    let mut steps = 0;
    loop {
        let (next, t_next) = next_event(start, voxel);
        match cell(voxel, t) {
            Cell::Free => {}
            Cell::Filled if is_passed(passed, axis.map(|axis| Event { t, axis })) => {
                passed = Some(Event { t: t_next, axis: next });
            }
            Cell::Filled => {
                let status = if axis.is_none() { Status::Inside } else { Status::Hit };
                return Outcome { status, voxel, t, axis, steps, planes: None };
            }
            Cell::Boxes(boxes) => {
                passed = passed.map(|passed| boxes.pass(start, passed));
                if let Some(hit) = hit_box(start, limits, &boxes, passed) {
                    return hit;
                }
            }
        }
        if t_next >= start.t_end {
            let status = start.without_hit;
            return Outcome { status, voxel, t, axis, steps, planes: None };
        }
        if steps == limits.max_steps {
            return Outcome { status: Status::Budget, voxel, t, axis, steps, planes: None };
        }
        voxel[next] += if start.is_backward(next) { -1 } else { 1 };
        (t, axis) = (t_next, Some(next));
        steps += 1;
    }
}

/// Whether a ray that leaves what it passes over by `passed` passes over the voxel that it entered by `entered` too.
fn is_passed(passed: Option<Event>, entered: Option<Event>) -> bool {
    passed.is_some_and(|passed| entered.is_none_or(|entered| entered <= passed))
}

/// How a walk ends at the first box of a brick that is not passed over, if there is one.
fn hit_box(
    start: &Start,
    limits: WalkLimits,
    boxes: &BrickBoxes<'_>,
    passed: Option<Event>,
) -> Option<Outcome> {
    let span = boxes.nearest(start, passed)?;
    let voxel = span.voxel(start, boxes.corner);
    let steps: u32 = (0..3).map(|axis| voxel[axis].abs_diff(start.voxel[axis])).sum();
    let (status, t, axis) = match span.inside {
        _ if steps > limits.max_steps => (Status::Budget, span.near.t, None),
        true => (Status::Inside, start.t_start, None),
        false => (Status::Hit, span.near.t, Some(span.near.axis)),
    };
    let steps = steps.min(limits.max_steps);
    let planes = (!boxes.are_exact()).then_some(span.planes);
    Some(Outcome { status, voxel, t, axis, steps, planes })
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
