//! Small numbers packed into longs, the lowest bits first.
//!
//! ```text
//!   across        number i takes the bits  bits * i ..  of all longs as one row of bits
//!   not across    a long holds 64 / bits whole numbers, and what is left of it nothing
//! ```

/// How many bits numbers below `count` take, at least `least`.
pub(super) fn bits_for(count: usize, least: u32) -> u32 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(least)
}

/// Numbers of a few bits each, at most 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed<'a> {
    /// Big-endian longs.
    longs: &'a [u8],
    bits: u32,
    count: usize,
    across: bool,
}

impl<'a> Packed<'a> {
    /// `count` numbers in these bytes; `across` says whether they lie across longs, or their length where it is none. None
    /// where there are not as many.
    pub(super) fn new(
        longs: &'a [u8],
        bits: u32,
        count: usize,
        across: Option<bool>,
    ) -> Option<Self> {
        let lies = |across| {
            longs.len().is_multiple_of(8) && longs.len() / 8 == length(bits, count, across)
        };
        let across = across.unwrap_or_else(|| lies(true));
        (lies(across) && (1..=32).contains(&bits)).then_some(Self { longs, bits, count, across })
    }

    /// All numbers in order.
    pub(super) fn numbers(self) -> impl Iterator<Item = u32> {
        (0..self.count).map(move |at| self.number(at))
    }

    /// One of them; the length was checked.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "masked to at most 32 bits")]
    fn number(&self, at: usize) -> u32 {
        let bits = self.bits as usize;
        let (long, shift) = if self.across {
            (bits * at / 64, bits * at % 64)
        } else {
            let whole = 64 / bits;
            (at / whole, at % whole * bits)
        };
        let mut value = self.long(long) >> shift;
        if shift + bits > 64 {
            value |= self.long(long + 1) << (64 - shift);
        }
        (value & ((1 << bits) - 1)) as u32
    }

    #[inline]
    fn long(&self, at: usize) -> u64 {
        self.longs.as_chunks::<8>().0.get(at).map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }
}

/// How many longs hold `count` numbers.
pub(super) fn length(bits: u32, count: usize, across: bool) -> usize {
    if across {
        // At most 2^31 bytes of longs can be: more is beyond every length.
        count.saturating_mul(bits as usize).div_ceil(64)
    } else {
        count.div_ceil((64 / bits.clamp(1, 64)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_as_many_as_a_palette_needs() {
        let counts = [1, 2, 16, 17, 32, 33, 127, 128, 129, 300];
        assert_eq!(counts.map(|count| bits_for(count, 4)), [4, 4, 4, 5, 5, 6, 7, 7, 8, 9]);
        assert_eq!([1, 2, 4, 5].map(|count| bits_for(count, 2)), [2, 2, 2, 3]);
    }

    #[test]
    fn numbers_lie_across_longs_or_not() {
        let longs =
            [0x0123_4567_89ab_cdef_u64, 0xfedc_ba98_7654_3210].map(u64::to_be_bytes).concat();
        let all = |across| -> Vec<u32> {
            Packed::new(&longs, 5, 24, Some(across)).expect("as many").numbers().collect()
        };
        // Bits 60..65 are the top 4 of the first long and the lowest of the second.
        assert_eq!(all(true)[12], 0, "0x0, and the lowest bit of 0x10");
        assert_eq!(all(true)[13], 0x0210 >> 1 & 31, "the second long from bit 1 on");
        assert_eq!(all(false)[12], 0x10, "the second long from bit 0 on");
        assert_eq!(all(true)[..12], all(false)[..12], "as long as none lies across");
        assert!(Packed::new(&longs, 5, 26, None).is_none(), "too many");
        assert!(Packed::new(&longs[1..], 5, 24, None).is_none(), "not whole longs");
    }
}
