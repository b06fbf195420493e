//! The record of a chunk: two halves of {mask, base}.
//!
//! ```text
//!   half record        mask: u32                       base: u32
//!   occupied chunk     which of the half's 32 bricks   index of the half's first occupancy word
//!                      are not empty                   (top bit clear)
//!   empty chunk        reaches of octants 0..4,      1 (top bit) | reaches of octants 4..8,
//!                      7 bits each                     7 bits each; both halves alike
//! ```

use super::distance::DISTANCE;

/// {mask, base} of one half of a chunk.
pub type HalfRecord = [u32; 2];

/// The top bit of `base`: the chunk is empty.
pub const EMPTY_CHUNK: u32 = 1 << 31;

/// The half records of a chunk whose bricks are given by `mask` and whose words start at `base`.
pub fn occupied_record(mask: u64, base: u32) -> [HalfRecord; 2] {
    let [lower, upper] = halves(mask);
    [[lower, base], [upper, base + lower.count_ones()]]
}

/// The half records of an empty chunk with these reaches per octant.
pub fn empty_record(reaches: [u8; 8]) -> [HalfRecord; 2] {
    let pack =
        |four: &[u8]| four.iter().rev().fold(0, |packed, &reach| packed << 7 | u32::from(reach));
    let half = [pack(&reaches[..4]), EMPTY_CHUNK | pack(&reaches[4..])];
    [half, half]
}

/// Whether the record is one that [`empty_record`] or [`occupied_record`] can have made for a grid of `words` words: then
/// no walk over it can stand still or look past the tables.
pub fn is_sound(record: [HalfRecord; 2], words: u64) -> bool {
    let [[lower, base], [upper, upper_base]] = record;
    if base & EMPTY_CHUNK != 0 {
        let nonzero =
            |packed: u32| (0..4).all(|octant| packed >> (7 * octant) & u32::from(DISTANCE) != 0);
        return record[0] == record[1] && nonzero(lower) && nonzero(base);
    }
    let end = u64::from(upper_base) + u64::from(upper.count_ones());
    lower | upper != 0 && upper_base == base + lower.count_ones() && end <= words
}

#[allow(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
fn halves(mask: u64) -> [u32; 2] {
    [mask as u32, (mask >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaches_are_packed_seven_bits_each() {
        let [half, same] = empty_record([1, 2, 3, 127, 5, 6, 7, 126]);
        assert_eq!(half, same, "both halves are alike");
        assert_eq!(half[0] & 127, 1, "octant 0");
        assert_eq!(half[0] >> 21 & 127, 127, "octant 3");
        assert_eq!(half[1] & 127, 5, "octant 4");
        assert_eq!(half[1] >> 21, 126 | 1 << 10, "octant 7 and the mark of an empty chunk");
    }

    #[test]
    fn damaged_records_are_not_sound() {
        assert!(is_sound(empty_record([1; 8]), 0), "an empty chunk");
        assert!(!is_sound(empty_record([1, 1, 1, 1, 1, 0, 1, 1]), 0), "a reach of nothing");
        assert!(!is_sound(empty_record([1, 1, 1, 1, 1, 64, 1, 1]), 0), "nothing, though flat");
        assert!(is_sound(occupied_record(u64::MAX, 6), 70), "a full chunk");
        assert!(!is_sound(occupied_record(u64::MAX, 7), 70), "words past the end");
        assert!(!is_sound([[1, 0], [1, 5]], 70), "halves that do not join");
        assert!(!is_sound([[0, 0], [0, 0]], 70), "an occupied chunk without a brick");
    }
}
