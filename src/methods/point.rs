//! Points on a ray, the voxels that they lie in, and how game code guesses which face was crossed between two of them.

use crate::face::Face;

/// A point on a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// Where it is, in grid space.
    pub(super) at: [f64; 3],
    /// The voxel that it lies in.
    pub(super) voxel: [i32; 3],
}

impl Point {
    /// The point at this place; its voxel is the floor of its coordinates.
    #[inline]
    pub(super) fn new(at: [f64; 3]) -> Self {
        Self { at, voxel: at.map(floor) }
    }

    /// The face through which the ray came from `before` to here, as such code guesses it: of the axes on which the
    /// voxel is another one, that on which the point is the least deep behind the face. That plane was crossed last if the
    /// ray goes equally fast along both axes, which it seldom does. None where the voxel is the same.
    pub(super) fn guess_face(&self, before: &Self) -> Option<Face> {
        let backward = |axis: usize| self.voxel[axis] < before.voxel[axis];
        let depth = |axis: usize| {
            let plane = self.voxel[axis] + i32::from(backward(axis));
            (self.at[axis] - f64::from(plane)).abs()
        };
        let changed = (0..3).filter(|&axis| self.voxel[axis] != before.voxel[axis]);
        let last = changed.min_by(|&a, &b| depth(a).total_cmp(&depth(b)))?;
        Some(Face::entered(last, backward(last)))
    }

    /// How many faces lie between the voxels of two points.
    #[inline]
    pub(super) fn faces_from(&self, other: &Self) -> u32 {
        (0..3).map(|axis| self.voxel[axis].abs_diff(other.voxel[axis])).sum()
    }
}

/// The whole number below; what lies beyond all boxes saturates.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "saturates, and no box reaches so far")]
pub(super) fn floor(coordinate: f64) -> i32 {
    let towards_zero = coordinate as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > coordinate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_is_the_floor() {
        for (x, expected) in
            [(-0.0, 0), (-0.5, -1), (-1.0, -1), (1.5, 1), (1e300, i32::MAX), (-1e300, i32::MIN)]
        {
            assert_eq!(floor(x), expected, "{x}");
        }
        assert_eq!(floor(f64::NAN), 0, "no number");
    }

    #[test]
    fn face_is_guessed_from_what_changed() {
        let start = Point::new([0.5, 0.5, 0.5]);
        let guess = |at| Point::new(at).guess_face(&start);
        assert_eq!(guess([0.9, 0.5, 0.5]), None, "the same voxel");
        assert_eq!(guess([1.4, 0.5, 0.5]), Some(Face::NegX), "up along x");
        assert_eq!(guess([0.5, 0.5, -0.4]), Some(Face::PosZ), "down along z");
        assert_eq!(guess([1.4, -0.1, 0.5]), Some(Face::PosY), "less deep on y");
        assert_eq!(guess([1.1, -0.4, 1.3]), Some(Face::NegX), "less deep on x");
    }
}
