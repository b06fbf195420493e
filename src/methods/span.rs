//! The part of a ray that lies in the scene's box and in its range of times.
//!
//! Game code walks between two points of its world, so this is what the methods are given; it also bounds how long they
//! go on. Lengths are in voxels from here on, whatever the length of the direction. From very far away, where f64 does not
//! tell neighbouring voxels apart, the first point is put into the box: such a ray starts somewhere on its surface.

use super::STEP_RANGE;
use super::point::{Point, floor};
use crate::aabb::GridBox;
use crate::ray::Ray;

/// The part of a ray that a method works on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span<'a> {
    bounds: &'a GridBox,
    /// Where it starts, within the box.
    pub(super) start: Point,
    /// Where it ends, within the box.
    pub(super) end: Point,
    /// The direction, of length 1.
    unit: [f64; 3],
    /// From the start to the end.
    length: f64,
    /// What a length of 1 takes in the ray's own time, as two factors: each alone is in range.
    pace: [f64; 2],
}

impl<'a> Span<'a> {
    /// The part of `ray` within `bounds`; none for a ray that does not meet them or is not valid.
    pub(super) fn of(ray: &Ray, bounds: &'a GridBox) -> Option<Self> {
        if !ray.is_valid() || bounds.is_empty() {
            return None;
        }
        let largest = ray.direction.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
        // In two steps: the square of a component may be beyond f64.
        let scaled = ray.direction.map(|d| d / largest);
        let norm = scaled.iter().map(|d| d * d).sum::<f64>().sqrt();
        let unit = scaled.map(|d| d / norm);
        let [entry, exit] = slab(ray.origin, unit, bounds)?;
        let start = entry.max(f64::from(ray.t_near) * norm * largest).max(0.0);
        let far = f64::from(ray.t_far) * norm * largest;
        if !(start < exit && start <= far) {
            return None;
        }
        let mut span = Self {
            bounds,
            start: Point::new(ray.origin, start / norm / largest),
            end: Point::new(ray.origin, 0.0),
            unit,
            length: (exit.min(far) - start).min(diagonal(bounds)),
            pace: [norm, largest],
        };
        let first = [0, 1, 2].map(|axis| ray.origin[axis] + unit[axis] * start);
        span.start = span.put_into_box(Point::new(first, start / norm / largest));
        let last = [0, 1, 2].map(|axis| span.start.at[axis] + unit[axis] * span.length);
        span.end = span.put_into_box(Point::new(last, span.time_at(span.length)));
        Some(span)
    }

    /// The time at a distance from the start.
    #[inline]
    pub(super) fn time_at(&self, distance: f64) -> f64 {
        self.start.t + distance / self.pace[0] / self.pace[1]
    }

    /// The time at which the ray is at this place, by the axis along which it goes fastest.
    pub(super) fn time_of(&self, at: [f64; 3]) -> f64 {
        let fastest =
            (1..3).fold(
                0,
                |best, axis| {
                    if self.unit[axis].abs() > self.unit[best].abs() { axis } else { best }
                },
            );
        self.time_at((at[fastest] - self.start.at[fastest]) / self.unit[fastest])
    }

    /// Points from the start on, a fixed step apart, up to the end. Each is the last plus the step, as in a game loop.
    pub(super) fn points(&self, step: f64) -> impl Iterator<Item = Point> {
        let [least, most] = STEP_RANGE;
        // Also where it is NaN.
        let step = if step >= least { step.min(most) } else { least };
        let delta = self.unit.map(|d| d * step);
        let (mut next, mut distance) = (self.start, 0.0);
        std::iter::from_fn(move || {
            if distance > self.length {
                return None;
            }
            let point = next;
            distance += step;
            let at = [0, 1, 2].map(|axis| point.at[axis] + delta[axis]);
            next = Point::new(at, self.time_at(distance));
            Some(point)
        })
    }

    /// Whether a voxel lies in the box.
    pub(super) fn contains(&self, voxel: [i32; 3]) -> bool {
        self.bounds.contains(voxel)
    }

    /// The point, or the nearest in the box; its voxel lies in the box too, where the point is on an upper face.
    fn put_into_box(&self, point: Point) -> Point {
        let GridBox { min, max } = *self.bounds;
        let within = |axis: usize| {
            let [low, high] = [min[axis], max[axis]].map(f64::from);
            point.at[axis].clamp(low, high)
        };
        let at = [0, 1, 2].map(within);
        let voxel = [0, 1, 2].map(|axis| floor(at[axis]).clamp(min[axis], max[axis] - 1));
        Point { at, voxel, t: point.t }
    }
}

/// How far from the origin the line enters and leaves the box (Kay and Kajiya, 1986); none where it is parallel to it.
fn slab(origin: [f64; 3], unit: [f64; 3], bounds: &GridBox) -> Option<[f64; 2]> {
    let (mut entry, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..3 {
        let [low, high] = [bounds.min[axis], bounds.max[axis]].map(f64::from);
        let (o, d) = (origin[axis], unit[axis]);
        if d == 0.0 {
            if !(low..high).contains(&o) {
                return None;
            }
            continue;
        }
        let (one, other) = ((low - o) / d, (high - o) / d);
        entry = entry.max(one.min(other));
        exit = exit.min(one.max(other));
    }
    Some([entry, exit])
}

fn diagonal(bounds: &GridBox) -> f64 {
    bounds.sides().map(f64::from).iter().map(|side| side * side).sum::<f64>().sqrt()
}
