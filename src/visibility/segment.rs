//! A segment in kernel space, cut so that both ends are near the box and exact in f32.

use crate::aabb::GridBox;

/// A segment between two points that are near the box, rounded to f32 once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    /// The start in kernel space.
    pub(super) from: [f32; 3],
    /// The end in kernel space.
    pub(super) to: [f32; 3],
    /// Where the start lies on the whole segment, 0..=1.
    pub(super) start: f64,
    /// Where the end lies on the whole segment, 0..=1.
    pub(super) end: f64,
}

impl Segment {
    /// The segment from `from` to `to` (kernel space), cut to the box grown by its longest side on all sides (Liang and
    /// Barsky, 1984) if an end lies beyond; none where nothing is left.
    pub(super) fn near_box(from: [f64; 3], to: [f64; 3], bounds: &GridBox) -> Option<Self> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        let longest = f64::from(bounds.longest_side());
        for axis in 0..3 {
            let (low, high) = (-longest, f64::from(bounds.sides()[axis]) + longest);
            let along = to[axis] - from[axis];
            if along == 0.0 {
                if !(low..=high).contains(&from[axis]) {
                    return None;
                }
                continue;
            }
            let (at_low, at_high) = ((low - from[axis]) / along, (high - from[axis]) / along);
            start = start.max(at_low.min(at_high));
            end = end.min(at_low.max(at_high));
        }
        (start <= end).then(|| {
            let at = |t: f64| {
                if t == 0.0 {
                    from
                } else if t == 1.0 {
                    to
                } else {
                    blend(from, to, t)
                }
            };
            Self { from: round(at(start)), to: round(at(end)), start, end }
        })
    }

    /// Its direction, from the rounded ends, so that an axis on which they are equal is parallel.
    pub(super) fn direction(&self) -> [f64; 3] {
        [0, 1, 2].map(|axis| f64::from(self.to[axis]) - f64::from(self.from[axis]))
    }

    /// Where the time `t` of this part lies on the whole segment.
    #[allow(clippy::cast_possible_truncation, reason = "times are f32: rounded once, here")]
    pub(super) fn whole_time(&self, t: f32) -> f32 {
        (self.start + f64::from(t) * (self.end - self.start)).min(1.0) as f32
    }
}

fn blend(from: [f64; 3], to: [f64; 3], t: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| from[axis] + t * (to[axis] - from[axis]))
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
        assert_eq!((segment.from[0], segment.to[0]), (-10.0, 20.0), "cut at L beyond the box");
        let middle = segment.whole_time(0.5);
        assert!(
            (middle - (1015.0 / 2020.0)).abs() < 1e-6,
            "the middle of the part is at x = 5: {middle}"
        );
        assert_eq!(
            Segment::near_box([-50.0, 50.0, 0.0], [50.0, 50.0, 0.0], &bounds),
            None,
            "far beside"
        );
    }
}
