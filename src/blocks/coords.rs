//! World position <-> block <-> voxel <-> bit, in the conventions in use.
//!
//! ```text
//!   world position   f64, one unit a block
//!   block            i32, the cube [i, i + 1) in cornered cells, [i - 1/2, i + 1/2) in centred ones
//!   voxel            i32, a quarter of a block on each axis: voxel 4i .. 4i + 3 of block i, counted from its low side
//!   bit              0 .. 64, a voxel within its block: x + 4y + 16z, or transposed 16x + 4y + z
//! ```
//!
//! All divisions round down, so nothing changes at 0.

use crate::coord::BRICK_SIDE;
use crate::error::{Error, Result};

/// Where a block lies around its integer position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cells {
    /// Block i covers [i, i + 1) on each axis.
    #[default]
    Cornered,
    /// Block i covers [i - 1/2, i + 1/2) on each axis.
    Centred,
}

impl Cells {
    /// The world position of the low corner of block (0, 0, 0), on each axis.
    pub fn corner(self) -> f64 {
        match self {
            Self::Cornered => 0.0,
            Self::Centred => -0.5,
        }
    }

    /// The block in which a world position lies.
    ///
    /// # Errors
    /// Where the position is not finite or lies beyond what `i32` voxels hold.
    ///
    /// ```
    /// use voxray::blocks::Cells;
    /// assert_eq!(Cells::Cornered.block_at([-0.5, 0.75, 2.0])?, [-1, 0, 2]);
    /// assert_eq!(Cells::Centred.block_at([-0.5, 0.75, 2.0])?, [0, 1, 2]);
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn block_at(self, position: [f64; 3]) -> Result<[i32; 3]> {
        Ok(block_of_voxel(self.voxel_at(position)?))
    }

    /// The voxel in which a world position lies.
    ///
    /// # Errors
    /// As [`Self::block_at`].
    pub fn voxel_at(self, position: [f64; 3]) -> Result<[i32; 3]> {
        let quarters = position.map(|k| ((k - self.corner()) * f64::from(BRICK_SIDE)).floor());
        let within = f64::from(i32::MIN)..=f64::from(i32::MAX);
        if !quarters.iter().all(|k| within.contains(k)) {
            return Err(Error::input(format!(
                "the position {position:?} lies in no voxel that can be counted; move the world nearer to its origin"
            )));
        }
        #[allow(clippy::cast_possible_truncation, reason = "whole, and within i32")]
        Ok(quarters.map(|k| k as i32))
    }

    /// The world position of the low corner of a block.
    pub fn corner_of(self, block: [i32; 3]) -> [f64; 3] {
        block.map(|k| f64::from(k) + self.corner())
    }

    /// The world position of the middle of a block.
    pub fn middle_of(self, block: [i32; 3]) -> [f64; 3] {
        block.map(|k| f64::from(k) + self.corner() + 0.5)
    }

    /// The world position of the low corner of a voxel.
    pub fn corner_of_voxel(self, voxel: [i32; 3]) -> [f64; 3] {
        voxel.map(|k| f64::from(k) / f64::from(BRICK_SIDE) + self.corner())
    }
}

/// Which axis runs fastest through the bits of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BitOrder {
    /// bit = x + 4y + 16z, as in every word of this crate.
    #[default]
    XFirst,
    /// bit = 16x + 4y + z.
    ZFirst,
}

/// The block of a voxel.
///
/// ```
/// use voxray::blocks::{block_of_voxel, voxel_of_block};
/// assert_eq!(block_of_voxel([-1, 0, 7]), [-1, 0, 1]);
/// assert_eq!(voxel_of_block([-1, 0, 1], [3, 0, 3]), [-1, 0, 7]);
/// ```
pub fn block_of_voxel(voxel: [i32; 3]) -> [i32; 3] {
    voxel.map(|k| k.div_euclid(BRICK_SIDE))
}

/// The voxel at `within` (each 0..4; higher bits are ignored) of a block whose voxels can be counted.
pub fn voxel_of_block(block: [i32; 3], within: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|axis| block[axis].wrapping_mul(BRICK_SIDE) + (within[axis] & 3))
}

/// The bit of a voxel in the word of its block.
///
/// ```
/// use voxray::blocks::{BitOrder, bit_of_voxel, voxel_of_bit};
/// assert_eq!(bit_of_voxel([-3, 2, 7], BitOrder::XFirst), 1 + 8 + 48);
/// assert_eq!(bit_of_voxel([-3, 2, 7], BitOrder::ZFirst), 16 + 8 + 3);
/// assert_eq!(voxel_of_bit(57, BitOrder::XFirst), [1, 2, 3]);
/// ```
pub fn bit_of_voxel(voxel: [i32; 3], order: BitOrder) -> u32 {
    let [x, y, z] = voxel.map(|k| k.rem_euclid(BRICK_SIDE).unsigned_abs());
    match order {
        BitOrder::XFirst => x + 4 * y + 16 * z,
        BitOrder::ZFirst => 16 * x + 4 * y + z,
    }
}

/// Where in its block (each 0..4) the voxel of a bit lies; of bits from 64 on the lowest six count.
#[allow(clippy::cast_possible_wrap, reason = "masked to 2 bits")]
pub fn voxel_of_bit(bit: u32, order: BitOrder) -> [i32; 3] {
    let [low, middle, high] = [bit & 3, bit >> 2 & 3, bit >> 4 & 3].map(|k| k as i32);
    match order {
        BitOrder::XFirst => [low, middle, high],
        BitOrder::ZFirst => [high, middle, low],
    }
}

/// A word of one bit order as a word of the other; its own inverse.
///
/// ```
/// use voxray::blocks::transpose_word;
/// assert_eq!(transpose_word(0b10), 1 << 16);
/// assert_eq!(transpose_word(transpose_word(0x1234_5678_9abc_def0)), 0x1234_5678_9abc_def0);
/// ```
pub fn transpose_word(word: u64) -> u64 {
    (0..64).filter(|bit| word >> bit & 1 == 1).fold(0, |turned, bit| {
        turned | 1 << bit_of_voxel(voxel_of_bit(bit, BitOrder::ZFirst), BitOrder::XFirst)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_there_and_back_agree_on_both_sides_of_zero() {
        for x in -9..9 {
            for order in [BitOrder::XFirst, BitOrder::ZFirst] {
                let voxel = [x, -x - 1, 2 * x + 1];
                let (block, bit) = (block_of_voxel(voxel), bit_of_voxel(voxel, order));
                assert_eq!(voxel_of_block(block, voxel_of_bit(bit, order)), voxel, "{order:?}");
            }
            for cells in [Cells::Cornered, Cells::Centred] {
                let block = [x, -x, 3 * x];
                assert_eq!(cells.block_at(cells.corner_of(block)).ok(), Some(block), "{cells:?}");
                assert_eq!(cells.block_at(cells.middle_of(block)).ok(), Some(block), "{cells:?}");
                let voxel = [x, -x, 3 * x];
                let corner = cells.corner_of_voxel(voxel);
                assert_eq!(cells.voxel_at(corner).ok(), Some(voxel), "{cells:?}");
                let before = corner.map(|k| k - 1e-9);
                assert_eq!(cells.voxel_at(before).ok(), Some(voxel.map(|k| k - 1)), "{cells:?}");
            }
        }
    }

    #[test]
    fn every_bit_is_found_in_both_orders() {
        for bit in 0..64 {
            for order in [BitOrder::XFirst, BitOrder::ZFirst] {
                assert_eq!(bit_of_voxel(voxel_of_bit(bit, order), order), bit, "{order:?}");
            }
            let turned = bit_of_voxel(voxel_of_bit(bit, BitOrder::ZFirst), BitOrder::XFirst);
            assert_eq!(transpose_word(1 << bit), 1 << turned, "bit {bit}");
        }
    }

    #[test]
    fn positions_that_no_voxel_counts_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, -1e10, 5.4e8] {
            let error = Cells::Cornered.block_at([0.0, bad, 0.0]).expect_err("beyond");
            assert!(error.to_string().contains("lies in no voxel"), "{error}");
        }
    }
}
