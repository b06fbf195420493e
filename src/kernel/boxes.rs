//! The boxes of one brick and one ray, by the plain rules: the definition that the vector form ([`nearest`](super::nearest)) is
//! tested against.
//!
//! A box is met as a voxel is. Its six planes are events in the order of (t, axis); of one axis the near plane comes before
//! the far one. The ray is in the box from the last of its near events to the first of its far ones, so it meets the box
//! exactly if all near events come before all far ones. A box of whole voxels is then hit as those voxels are, bit for bit.
//!
//! **A cover is enough.** Plane times are monotone, so the planes around the cover of a box are crossed no later than its
//! near planes and no earlier than its far ones: a ray that meets the box stands in a voxel of the cover at the latest when
//! it enters the box. So a walk that asks for the boxes where it comes into a voxel of the cover misses none.

use std::ops::ControlFlow;

use super::start::Start;
use crate::grid::BoxBounds;
use crate::grid::shapes::is_whole;

/// A plane that is crossed, in the order of (t, axis).
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Event {
    /// When.
    pub t: f32,
    /// On which axis.
    pub axis: usize,
}

impl Event {
    /// Before every other.
    pub const FIRST: Self = Self { t: f32::NEG_INFINITY, axis: 0 };
    /// After every other.
    pub const LAST: Self = Self { t: f32::INFINITY, axis: 2 };

    /// The later one.
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// The earlier one.
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// The part of a ray that lies in a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The event that enters the box.
    pub near: Event,
    /// The event that leaves it.
    pub far: Event,
    /// The ray starts within the box, not by an event at its very start.
    pub inside: bool,
    /// The planes of the box, the low and the high ones.
    pub planes: [[f32; 3]; 2],
}

/// The boxes of the brick whose lower corner is the local voxel `corner`.
#[derive(Debug, Clone, Copy)]
pub struct BrickBoxes<'a> {
    /// The lower corner.
    pub corner: [i32; 3],
    /// Bounds from there.
    pub boxes: &'a [BoxBounds],
}

impl BrickBoxes<'_> {
    /// Whether the voxels of the brick are all that the boxes are.
    pub fn are_exact(&self) -> bool {
        self.boxes.iter().all(is_whole)
    }

    /// Whether a point lies in one of the boxes, which have their low sides and not their high ones.
    pub fn contain(&self, point: [f32; 3]) -> bool {
        let holds = |bounds: &BoxBounds| {
            let [low, high] = planes(self.corner, bounds);
            (0..3).all(|a| (low[a]..high[a]).contains(&point[a]))
        };
        self.boxes.iter().any(holds)
    }

    /// The first box that the ray meets before its end and after `passed`: by what events, those inside first.
    pub fn nearest(&self, start: &Start, passed: Option<Event>) -> Option<Span> {
        let ahead = |span: &Span| match passed {
            None => true,
            Some(passed) => !span.inside && span.near > passed,
        };
        let first = |best: Span, span: Span| {
            let comes_first = match (span.inside, best.inside) {
                (true, false) => true,
                (false, false) => span.near < best.near,
                (_, true) => false,
            };
            if comes_first { span } else { best }
        };
        self.spans(start).filter(ahead).reduce(first)
    }

    /// The event by which the ray leaves what is filled without a gap, of which it leaves some by `passed`.
    pub fn pass(&self, start: &Start, passed: Event) -> Event {
        let further = |passed: Event| {
            let joined = |span: &Span| span.far > passed && (span.inside || span.near <= passed);
            self.spans(start).find(joined).map(|span| span.far)
        };
        let step = |passed, ()| match further(passed) {
            Some(far) => ControlFlow::Continue(far),
            None => ControlFlow::Break(passed),
        };
        match std::iter::repeat(()).try_fold(passed, step) {
            ControlFlow::Break(end) | ControlFlow::Continue(end) => end,
        }
    }

    fn spans(&self, start: &Start) -> impl Iterator<Item = Span> {
        self.boxes.iter().filter_map(|bounds| span(start, self.corner, bounds))
    }
}

/// The low and the high planes of a box of the brick at `corner`.
#[allow(clippy::cast_precision_loss, reason = "corners of a box are below 2^18 and exact")]
fn planes(corner: [i32; 3], bounds: &BoxBounds) -> [[f32; 3]; 2] {
    [0, 1].map(|side| [0, 1, 2].map(|a| corner[a] as f32 + bounds[a][side]))
}

/// The part of the ray that lies in a box of the brick at `corner`, if it comes to it before its end.
fn span(start: &Start, corner: [i32; 3], bounds: &BoxBounds) -> Option<Span> {
    let [low, high] = planes(corner, bounds);
    let (mut near, mut far) = (Event::FIRST, Event::LAST);
    for axis in 0..3 {
        if start.is_parallel(axis) {
            if !(low[axis]..high[axis]).contains(&start.origin[axis]) {
                return None;
            }
            continue;
        }
        let backward = start.is_backward(axis);
        let [first, last] = if backward { [high, low] } else { [low, high] };
        if start.is_cut_before(axis, first[axis]) {
            return None;
        }
        let event = |plane: f32| Event { t: start.time_of(axis, plane), axis };
        near = near.max(event(first[axis]));
        far = far.min(event(last[axis]));
    }
    let meets = near <= far && far.t > start.t_past && near.t < start.t_end;
    let inside = near.t <= start.t_past && !start.is_at_start(near.t);
    meets.then_some(Span { near, far, inside, planes: [low, high] })
}

impl Span {
    /// The voxel of the brick at `corner` in which the ray stands when it enters the box: all events up to that one, and
    /// all up to the start, have happened. On the axis of the face it is the voxel behind the plane.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "planes of a box are below 2^18"
    )]
    pub fn voxel(&self, start: &Start, corner: [i32; 3]) -> [i32; 3] {
        if self.near.t <= start.t_past {
            return start.voxel;
        }
        let [low, high] = self.planes;
        [0, 1, 2].map(|axis| {
            if axis == self.near.axis {
                let plane = if start.is_backward(axis) {
                    high[axis].ceil() - 1.0
                } else {
                    low[axis].floor()
                };
                return (plane as i32).clamp(corner[axis], corner[axis] + 3);
            }
            if start.is_parallel(axis) {
                return start.voxel[axis];
            }
            let crossed = |k: i32| {
                Event { t: start.time_of(axis, (corner[axis] + k) as f32), axis } <= self.near
            };
            let count: i32 = (1..4).map(|k| i32::from(crossed(k))).sum();
            corner[axis] + if start.is_backward(axis) { 3 - count } else { count }
        })
    }
}
