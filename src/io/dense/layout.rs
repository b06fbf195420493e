//! Where each voxel stands in a dense array.

use crate::aabb::GridBox;
use crate::coord::MAX_SIDE;
use crate::error::{Error, Result};
use crate::io::axes::Axes;

/// The layout of an array in the grid. Voxel `[x, y, z]` is number `start + sum of stride * position`; sides are at most
/// 2^17, so that no number is beyond 2^51.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct DenseLayout {
    axes: Axes,
    /// Sides along the grid's axes.
    sides: [i32; 3],
    start: i64,
    strides: [i64; 3],
}

impl DenseLayout {
    /// The layout of an array of this shape; in Fortran order its first index runs fastest.
    ///
    /// # Errors
    /// Where it has not three indices or a side is beyond the limit.
    pub(in crate::io) fn new(shape: &[u64], fortran_order: bool, axes: Axes) -> Result<Self> {
        let shape = checked_shape(shape)?;
        let steps = steps(shape, fortran_order);
        let (mut sides, mut strides, mut start) = ([0; 3], [0; 3], 0);
        for index in 0..3 {
            let axis = axes.order()[index];
            sides[axis] = shape[index];
            strides[axis] = steps[index];
            if axes.flipped()[index] {
                strides[axis] = -steps[index];
                start += steps[index] * i64::from((shape[index] - 1).max(0));
            }
        }
        Ok(Self { axes, sides, start, strides })
    }

    /// How its indices count.
    pub(in crate::io) fn axes(&self) -> Axes {
        self.axes
    }

    /// The box of the whole array.
    pub(in crate::io) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides(self.sides)
    }

    /// The numbers in all.
    pub(in crate::io) fn len(&self) -> u64 {
        self.sides.iter().map(|&side| u64::from(side.unsigned_abs())).product()
    }

    /// Which number stands for a voxel.
    #[inline]
    pub(in crate::io) fn number(&self, voxel: [i32; 3]) -> i64 {
        let along = |axis: usize| self.strides[axis] * i64::from(voxel[axis]);
        self.start + along(0) + along(1) + along(2)
    }

    /// The grid axes by how far apart neighbours stand, the nearest first; the first has stride 1 or -1.
    pub(in crate::io) fn by_stride(&self) -> [usize; 3] {
        let mut axes = [0, 1, 2];
        // An axis of one voxel has no neighbours, whatever its stride.
        axes.sort_by_key(|&axis| (self.sides[axis] <= 1, self.strides[axis].abs()));
        axes
    }

    /// Whether the numbers run backwards along a grid axis.
    pub(in crate::io) fn is_backward(&self, axis: usize) -> bool {
        self.strides[axis] < 0
    }

    /// The indices in the array of a voxel.
    pub(in crate::io) fn indices(&self, voxel: [i32; 3]) -> [i32; 3] {
        [0, 1, 2].map(|index| {
            let axis = self.axes.order()[index];
            if self.axes.flipped()[index] {
                self.sides[axis] - 1 - voxel[axis]
            } else {
                voxel[axis]
            }
        })
    }
}

/// The three sides, each within the limit.
fn checked_shape(shape: &[u64]) -> Result<[i32; 3]> {
    let text = || shape_text(shape);
    let shape: [u64; 3] = shape.try_into().map_err(|_| {
        Error::input(format!(
            "has the shape {}, {} indices; a scene is an array of three, [x, y, z]",
            text(),
            shape.len()
        ))
    })?;
    let side = |side: u64| i32::try_from(side).ok().filter(|&side| side <= MAX_SIDE);
    match shape.map(side) {
        [Some(first), Some(second), Some(third)] => Ok([first, second, third]),
        _ => Err(Error::input(format!(
            "has the shape {}; a side may have at most {MAX_SIDE} (2^17) voxels; cut the array into parts",
            text()
        ))),
    }
}

/// A shape as `NumPy` prints it.
fn shape_text(shape: &[u64]) -> String {
    match shape {
        [single] => format!("({single},)"),
        _ => format!("({})", shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// How many numbers apart the neighbours of each index are.
fn steps(shape: [i32; 3], fortran_order: bool) -> [i64; 3] {
    let [first, second, third] = shape.map(i64::from);
    if fortran_order { [1, first, first * second] } else { [second * third, third, 1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(shape: [u64; 3], fortran_order: bool, axes: &str) -> DenseLayout {
        DenseLayout::new(&shape, fortran_order, axes.parse().expect("axes")).expect("a layout")
    }

    #[test]
    fn numbers_are_right_beyond_32_bits() {
        for (shape, fortran, voxel, number) in [
            ([46_341, 46_341, 1], false, [46_340, 46_339, 0], 46_340_i64 * 46_341 + 46_339),
            ([46_341, 46_341, 1], true, [46_340, 46_339, 0], 46_340 + 46_341 * 46_339),
            ([2048, 2048, 2048], false, [2047, 2046, 2045], (2047_i64 << 22) + (2046 << 11) + 2045),
            ([1536, 1536, 1297], true, [1535, 1534, 1296], 1535 + 1536 * (1534 + 1536_i64 * 1296)),
            ([1 << 17; 3], false, [(1 << 17) - 1; 3], (1 << 51) - 1),
        ] {
            let found = layout(shape, fortran, "xyz").number(voxel);
            assert_eq!(found, number, "{shape:?}, Fortran order {fortran}, voxel {voxel:?}");
        }
    }

    #[test]
    fn every_order_of_axes_names_every_number_once() {
        for axes in ["xyz", "zyx", "-zyx", "y-x-z", "-z-y-x", "xz-y"] {
            for fortran in [false, true] {
                let layout = layout([2, 3, 5], fortran, axes);
                let bounds = layout.bounds().expect("small");
                let mut numbers = Vec::new();
                for z in 0..bounds.max[2] {
                    for y in 0..bounds.max[1] {
                        for x in 0..bounds.max[0] {
                            numbers.push(layout.number([x, y, z]));
                            let [i, j, k] = layout.indices([x, y, z]).map(i64::from);
                            let number =
                                if fortran { i + 2 * (j + 3 * k) } else { (i * 3 + j) * 5 + k };
                            assert_eq!(numbers.last(), Some(&number), "{axes}, {fortran}");
                        }
                    }
                }
                numbers.sort_unstable();
                assert_eq!(numbers, (0..30).collect::<Vec<_>>(), "{axes}, {fortran}");
            }
        }
    }

    #[test]
    fn runs_are_along_the_axis_with_neighbours() {
        assert_eq!(layout([9, 9, 1], false, "xyz").by_stride()[0], 1, "z has one voxel");
        assert_eq!(layout([9, 9, 9], false, "zyx").by_stride(), [0, 1, 2], "C order, z first");
        assert_eq!(layout([1, 9, 9], true, "xyz").by_stride()[0], 1, "x has one voxel");
        assert_eq!(layout([1, 1, 1], true, "xyz").number([0; 3]), 0, "one voxel");
    }
}
