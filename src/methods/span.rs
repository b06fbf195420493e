//! The part of a ray that lies in the scene's box and in its range of times.
//!
//! Game code walks between two points of its world, so this is what the methods are given; it also bounds how long they
//! go on. Lengths are in voxels from here on, whatever the length of the direction. From very far away, where f64 does not
//! tell neighbouring voxels apart, the first point is put into the box: such a ray starts somewhere on its surface.

use super::STEP_RANGE;
use super::point::{Point, floor};
use crate::aabb::GridBox;
use crate::face::Face;
use crate::ray::Ray;

/// The part of a ray that a method works on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span<'a> {
    bounds: &'a GridBox,
    /// Where it starts, within the box.
    pub(super) start: Point,
    /// Where it ends, within the box.
    pub(super) end: Point,
    /// The face through which the ray comes into the box; none where it starts within.
    pub(super) entered: Option<Face>,
    /// The direction, of length 1.
    unit: [f64; 3],
    /// The axis along which the ray goes fastest.
    fastest: usize,
    /// From the start to the end.
    length: f64,
    /// When the ray is at the start, in its own time.
    t_start: f64,
    /// By how much to divide lengths for the ray's own time, as two factors: their product may be beyond f64.
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
        let Slab { entry, exit, axis } = Slab::of(ray.origin, unit, bounds)?;
        let near = (f64::from(ray.t_near) * norm * largest).max(0.0);
        let far = f64::from(ray.t_far) * norm * largest;
        let start = entry.max(near);
        if !(start < exit && start <= far) {
            return None;
        }
        let length = (exit.min(far) - start).min(diagonal(bounds));
        let along = |from: [f64; 3], way: f64| {
            Point::in_box([0, 1, 2].map(|axis| from[axis] + unit[axis] * way), bounds)
        };
        let first = along(ray.origin, start);
        Some(Self {
            bounds,
            start: first,
            end: along(first.at, length),
            entered: (entry >= near).then(|| Face::entered(axis, unit[axis] < 0.0)),
            unit,
            fastest: (1..3).fold(0, |a, b| if scaled[b].abs() > scaled[a].abs() { b } else { a }),
            length,
            t_start: start / norm / largest,
            pace: [norm, largest],
        })
    }

    /// The time at which the ray is at this place, in units of |direction|.
    #[inline]
    pub(super) fn time_of(&self, at: [f64; 3]) -> f64 {
        let axis = self.fastest;
        let distance = (at[axis] - self.start.at[axis]) / self.unit[axis];
        self.t_start + distance / self.pace[0] / self.pace[1]
    }

    /// Points a fixed step apart, from the start on, and at last the end. Each is the last plus the step, as in a game
    /// loop.
    pub(super) fn points(&self, step: f64) -> impl Iterator<Item = Point> {
        let [least, most] = STEP_RANGE;
        // Also where it is NaN.
        let step = if step >= least { step.min(most) } else { least };
        let delta = self.unit.map(|d| d * step);
        let (mut next, mut distance) = (self.start.at, 0.0);
        let points = std::iter::from_fn(move || {
            let point = (distance < self.length).then(|| Point::new(next));
            distance += step;
            next = [0, 1, 2].map(|axis| next[axis] + delta[axis]);
            point
        });
        points.chain([self.end])
    }

    /// Whether a voxel lies in the box.
    #[inline]
    pub(super) fn contains(&self, voxel: [i32; 3]) -> bool {
        self.bounds.contains(voxel)
    }
}

impl Point {
    /// The point, or the nearest in the box; its voxel lies in the box too, where the point is on an upper face.
    fn in_box(at: [f64; 3], bounds: &GridBox) -> Self {
        let GridBox { min, max } = *bounds;
        let at = [0, 1, 2].map(|axis| at[axis].clamp(f64::from(min[axis]), f64::from(max[axis])));
        let voxel = [0, 1, 2].map(|axis| floor(at[axis]).clamp(min[axis], max[axis] - 1));
        Self { at, voxel }
    }
}

/// How far from the origin the line enters and leaves the box.
struct Slab {
    entry: f64,
    exit: f64,
    /// The axis of the face through which it enters.
    axis: usize,
}

impl Slab {
    /// After Kay and Kajiya (1986); none where the line is parallel to a face and beside the box.
    fn of(origin: [f64; 3], unit: [f64; 3], bounds: &GridBox) -> Option<Self> {
        let mut slab = Self { entry: f64::NEG_INFINITY, exit: f64::INFINITY, axis: 0 };
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
            // Of equal ones the last axis, as in the exact walk.
            if one.min(other) >= slab.entry {
                (slab.entry, slab.axis) = (one.min(other), axis);
            }
            slab.exit = slab.exit.min(one.max(other));
        }
        Some(slab)
    }
}

fn diagonal(bounds: &GridBox) -> f64 {
    bounds.sides().map(f64::from).iter().map(|side| side * side).sum::<f64>().sqrt()
}
