//! Random numbers that depend on nothing but a seed and a place or a count: the same on every machine and for any order
//! of asking.
//!
//! The mixing function is the finaliser of `SplitMix64` (Steele, Lea and Flood, 2014), with the constants of Stafford's
//! thirteenth variant.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads every bit of `state` over the whole word; one to one.
#[inline]
pub(super) fn mix(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// A random number at every place of the grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field(u64);

impl Field {
    /// The field of a seed; fields for different purposes have nothing in common.
    pub(super) fn new(seed: u64, purpose: u64) -> Self {
        Self(mix(mix(seed.wrapping_add(GOLDEN)) ^ purpose))
    }

    /// The number at a place: 64 even bits.
    #[inline]
    pub(super) fn at(&self, place: [i32; 3]) -> u64 {
        const STRIDES: [u64; 3] = [GOLDEN, 0xd1b5_4a32_d192_ed03, 0xaef1_7502_b3c5_8a35];
        let sum = |axis: usize| (place[axis] as u64).wrapping_mul(STRIDES[axis]);
        mix(self.0.wrapping_add(sum(0)).wrapping_add(sum(1)).wrapping_add(sum(2)))
    }

    /// A stream of numbers that belongs to a place.
    pub(super) fn stream(&self, place: [i32; 3]) -> Stream {
        Stream(self.at(place))
    }
}

/// Random numbers one after another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stream(u64);

impl Stream {
    /// The next 64 bits.
    #[inline]
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// Even in 0..`end`, which must be above 0.
    #[inline]
    pub(super) fn below(&mut self, end: i32) -> i32 {
        below(self.bits(), end)
    }

    /// Even in [0, 1), a multiple of 2^-24.
    #[inline]
    pub(super) fn unit(&mut self) -> f32 {
        unit(self.bits())
    }
}

/// 64 even bits as an even number in 0..`end`.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the product of two 32-bit numbers, its upper half below `end`"
)]
pub(super) fn below(bits: u64, end: i32) -> i32 {
    debug_assert!(end > 0, "an empty range");
    (((bits >> 32) * u64::from(end.unsigned_abs())) >> 32) as i32
}

/// 64 even bits as an even number in [0, 1).
#[inline]
pub(super) fn unit(bits: u64) -> f32 {
    (bits >> 40) as f32 * (1.0 / 16_777_216.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_even() {
        let mut stream = Field::new(1, 2).stream([3, -4, 5]);
        let mut counts = [0_i32; 10];
        let mut sum = 0.0;
        for _ in 0..100_000 {
            counts[stream.below(10).unsigned_abs() as usize] += 1;
            sum += f64::from(stream.unit());
        }
        assert!(counts.iter().all(|&n| (n - 10_000).abs() < 500), "five sigma: {counts:?}");
        assert!((sum / 100_000.0 - 0.5).abs() < 0.005, "five sigma: {sum}");
    }

    #[test]
    fn numbers_stay_what_they_are() {
        assert_eq!(Field::new(1, 0).at([0, 0, 0]), 736_442_933_886_495_122, "pinned");
        assert_eq!(Field::new(7, 3).at([-1, 20, 300]), 4_586_416_650_442_404_820, "pinned");
    }
}
