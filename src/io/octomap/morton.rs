//! Morton codes: the bits of three 16-bit keys in turn, x lowest, which is the order in which an octree lists its leaves.
//! Morton 1966, "A computer oriented geodetic data base and a new technique in file sequencing".

/// Every bit, in groups of 8, 4, 2 and 1 that stand three times as far apart.
const GROUPS: [u64; 4] = [0xff00_00ff, 0x00f0_0f00_f00f, 0x0c30_c30c_30c3, 0x2492_4924_9249];

/// The code of keys, each in 0..2^16.
#[allow(clippy::cast_sign_loss, reason = "16 bits are left of each")]
pub(super) fn encode(key: [i32; 3]) -> u64 {
    let [x, y, z] = key.map(|k| spread((k & 0xffff) as u64));
    x | y << 1 | z << 2
}

/// The keys of a code.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "16 bits are left of each"
)]
pub(super) fn decode(code: u64) -> [i32; 3] {
    [0, 1, 2].map(|axis| gather(code >> axis) as i32)
}

/// Moves 16 bits three apart.
fn spread(bits: u64) -> u64 {
    let [eights, fours, twos, ones] = GROUPS;
    let bits = (bits | bits << 16) & eights;
    let bits = (bits | bits << 8) & fours;
    let bits = (bits | bits << 4) & twos;
    (bits | bits << 2) & ones
}

/// Moves every third of 48 bits back together.
fn gather(bits: u64) -> u64 {
    let [eights, fours, twos, ones] = GROUPS;
    let bits = bits & ones;
    let bits = (bits | bits >> 2) & twos;
    let bits = (bits | bits >> 4) & fours;
    let bits = (bits | bits >> 8) & eights;
    (bits | bits >> 16) & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_comes_back_on_every_axis() {
        for key in 0..1 << 16 {
            for keys in [[key, 0, 0], [0, key, 0], [65_535, 0, key], [key, key ^ 0x5a5a, key >> 1]]
            {
                assert_eq!(decode(encode(keys)), keys, "{keys:?}");
            }
        }
    }

    #[test]
    fn codes_follow_the_order_of_children() {
        assert_eq!(encode([1, 0, 0]), 1, "x is bit 0 of a child's number");
        assert_eq!(encode([0, 1, 0]), 2, "y is bit 1");
        assert_eq!(encode([0, 0, 1]), 4, "z is bit 2");
        assert_eq!(encode([0x8000; 3]), 7 << 45, "the last child of the root");
    }
}
