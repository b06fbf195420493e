//! From a game whose y is up to blocks whose z is up: a quarter turn about x, which mirrors nothing.
//!
//! ```text
//!   point  (x, y, z)  ->  (x, -z, y)
//! ```
//!
//! What covers a range turns into what covers the turned range, so the numbers of blocks, voxels and bounds along the turned
//! axis count from the other end.

use super::coords::{BitOrder, Cells, bit_of_voxel, voxel_of_bit};
use super::shape::{BlockBox, BlockShape};

/// Turns points, blocks, words and shapes of a world whose y is up.
///
/// ```
/// use voxray::blocks::{BlockBox, Cells, YUp};
/// assert_eq!(YUp::point([1.5, 64.0, -3.25]), [1.5, 3.25, 64.0]);
/// // The block that covers z from -4 to -3 there covers y from 3 to 4 here.
/// assert_eq!(YUp::block([1, 64, -4], Cells::Cornered), [1, 3, 64]);
/// // Voxel (0, 1, 0) there is voxel (0, 3, 1) here.
/// assert_eq!(YUp::word(1 << 4), 1 << (12 + 16));
/// let door = BlockBox::of_sixteenths([0, 0, 0], [16, 16, 3]); // at the low side of z
/// assert_eq!(YUp::bounds(&door), BlockBox::of_sixteenths([0, 13, 0], [16, 16, 16]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YUp;

impl YUp {
    /// A point, or a direction.
    pub fn point([x, y, z]: [f64; 3]) -> [f64; 3] {
        [x, 0.0 - z, y]
    }

    /// A block: what it covers there, turned, is what the block returned covers here. Numbers that no world holds saturate.
    pub fn block([x, y, z]: [i32; 3], cells: Cells) -> [i32; 3] {
        let turned = match cells {
            Cells::Cornered => (-1_i32).saturating_sub(z),
            Cells::Centred => 0_i32.saturating_sub(z),
        };
        [x, turned, y]
    }

    /// A word of 4 x 4 x 4 voxels, bit x + 4y + 16z both there and here.
    pub fn word(word: u64) -> u64 {
        (0..64).filter(|bit| word >> bit & 1 == 1).fold(0, |turned, bit| {
            let [x, y, z] = voxel_of_bit(bit, BitOrder::XFirst);
            turned | 1 << bit_of_voxel([x, 3 - z, y], BitOrder::XFirst)
        })
    }

    /// A box in the unit cube.
    pub fn bounds(bounds: &BlockBox) -> BlockBox {
        let ([x0, y0, z0], [x1, y1, z1]) = (bounds.min, bounds.max);
        BlockBox::new([x0, 1.0 - z1, y0], [x1, 1.0 - z0, y1])
    }

    /// A shape.
    pub fn shape(shape: &BlockShape) -> BlockShape {
        match shape {
            BlockShape::Full => BlockShape::Full,
            BlockShape::Word(word) => BlockShape::Word(Self::word(*word)),
            BlockShape::Boxes(boxes) => BlockShape::Boxes(boxes.iter().map(Self::bounds).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_of_a_turned_block_is_the_turned_middle() {
        for cells in [Cells::Cornered, Cells::Centred] {
            for block in [[0, 0, 0], [5, -7, 2], [-3, 70, -9]] {
                let turned = YUp::point(cells.middle_of(block));
                assert_eq!(
                    cells.middle_of(YUp::block(block, cells)),
                    turned,
                    "{cells:?}, {block:?}"
                );
            }
        }
    }

    #[test]
    fn voxels_and_boxes_turn_as_points_do() {
        for bit in 0..64 {
            let [low, turned] = [1 << bit, YUp::word(1 << bit)].map(|word: u64| {
                voxel_of_bit(word.trailing_zeros(), BitOrder::XFirst).map(|k| f64::from(k) / 4.0)
            });
            let middle = low.map(|k| k + 0.125);
            // Within the block that starts at z = -1 there and at y = 0 here.
            let [x, y, z] = YUp::point([middle[0], middle[1], middle[2] - 1.0]);
            assert_eq!([x, y, z], turned.map(|k| k + 0.125), "bit {bit}");
            #[allow(clippy::cast_possible_truncation, reason = "quarters")]
            let corner = low.map(|k| k as f32);
            let of_box = YUp::bounds(&BlockBox::new(corner, corner.map(|k| k + 0.25)));
            assert_eq!(of_box.min.map(f64::from), turned, "bit {bit}");
        }
    }

    #[test]
    fn nothing_is_mirrored() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(YUp::point);
        let [a, b, c] = axes;
        let cross =
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        let determinant: f64 = (0..3).map(|k| cross[k] * c[k]).sum();
        assert_eq!(determinant, 1.0, "a turn");
    }
}
