//! A segment in kernel space, cut so that both ends are near the box and exact in f32.

use crate::aabb::GridBox;

/// A segment as a ray that starts near the box, and the point near the box at which it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    /// The start in kernel space.
    pub(super) origin: [f64; 3],
    /// From the start to the end.
    pub(super) direction: [f64; 3],
    /// The end in kernel space, rounded to f32 once.
    pub(super) target: [f32; 3],
    /// Where on the whole segment, 0..=1, the ray is at its time 0, and at its time 1.
    span: [f64; 2],
}

impl Segment {
    /// The segment from `from` to `to` (kernel space), cut to the box grown by its longest side on all sides (Liang and
    /// Barsky, 1984) if an end lies beyond; none where nothing is left.
    pub(super) fn near_box(from: [f64; 3], to: [f64; 3], bounds: &GridBox) -> Option<Self> {
        let [start, end] = cut(from, to, bounds)?;
        let at = |t: f64| {
            let ends = if t == 0.0 { from } else { to };
            if t == 0.0 || t == 1.0 {
                ends
            } else {
                [0, 1, 2].map(|a| from[a] + t * (to[a] - from[a]))
            }
        };
        let (near, target) = (round(at(start)), round(at(end)));
        let lost = near == target || near.iter().chain(&target).any(|x| !x.is_finite());
        if lost && from != to {
            return Some(Self::uncut(from, to));
        }
        Some(Self {
            origin: near.map(f64::from),
            // From the rounded ends, so that an axis on which they are equal is parallel.
            direction: [0, 1, 2].map(|a| f64::from(target[a]) - f64::from(near[a])),
            target,
            span: [start, end],
        })
    }

    /// A segment so long that its part near the box is a point in f64; the engine moves such rays itself.
    fn uncut(from: [f64; 3], to: [f64; 3]) -> Self {
        // Halves, since the difference of two huge numbers may be beyond f64.
        let direction = [0, 1, 2].map(|a| to[a] / 2.0 - from[a] / 2.0);
        Self { origin: from, direction, target: round(to), span: [0.0, 0.5] }
    }

    /// Whether it is one point.
    pub(super) fn is_point(&self) -> bool {
        self.direction == [0.0; 3]
    }

    /// Where the time `t` of the ray lies on the whole segment.
    #[allow(clippy::cast_possible_truncation, reason = "times are f32: rounded once, here")]
    pub(super) fn whole_time(&self, t: f32) -> f32 {
        let [start, end] = self.span;
        (start + f64::from(t) * (end - start)).min(1.0) as f32
    }
}

/// The part of the segment, 0..=1, that lies in the grown box.
fn cut(from: [f64; 3], to: [f64; 3], bounds: &GridBox) -> Option<[f64; 2]> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let longest = f64::from(bounds.longest_side());
    for axis in 0..3 {
        let (low, high) = (-longest, f64::from(bounds.sides()[axis]) + longest);
        // Halves: see `uncut`.
        let along = to[axis] / 2.0 - from[axis] / 2.0;
        if along == 0.0 {
            if !(low..=high).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        let time = |plane: f64| (plane / 2.0 - from[axis] / 2.0) / along;
        start = start.max(time(low).min(time(high)));
        end = end.min(time(low).max(time(high)));
    }
    (start <= end).then_some([start, end])
}

#[allow(clippy::cast_possible_truncation, reason = "kernel space is f32: rounded once, here")]
fn round(point: [f64; 3]) -> [f32; 3] {
    point.map(|x| x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_ends_are_cut_and_times_kept() {
        let bounds = GridBox::with_sides([10, 10, 10]).expect("a small box");
        let segment = Segment::near_box([-1010.0, 5.0, 5.0], [1010.0, 5.0, 5.0], &bounds);
        let segment = segment.expect("it goes through the box");
        assert_eq!(
            (segment.origin[0], segment.target[0]),
            (-10.0, 20.0),
            "cut at L beyond the box"
        );
        let middle = segment.whole_time(0.5);
        let expected = 1015.0 / 2020.0;
        assert!((middle - expected).abs() < 1e-6, "the middle of the part is at x = 5: {middle}");
        let beside = Segment::near_box([-50.0, 50.0, 0.0], [50.0, 50.0, 0.0], &bounds);
        assert_eq!(beside, None, "far beside");
    }
}
