//! LZF (Lehmann, `LibLZF`, 2000): runs of bytes as they are, and copies of bytes that came before.
//!
//! ```text
//!   000LLLLL                    the next L + 1 bytes as they are
//!   LLLHHHHH oooooooo           L + 2 bytes (L < 7) from H * 256 + o + 1 back
//!   111HHHHH llllllll oooooooo  l + 9 bytes
//! ```

/// The most bytes that one byte of packed data can make, rounded up: 264 from 3.
pub(super) const MOST_GROWTH: usize = 88;

/// Unpacks; none where the data is damaged or does not make exactly `length` bytes. Memory is taken as it is filled.
pub(super) fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let mut rest = packed.iter();
    while let Some(&control) = rest.next() {
        let control = usize::from(control);
        if control < 32 {
            let plain = rest.as_slice().get(..=control)?;
            unpacked.extend_from_slice(plain);
            rest = rest.as_slice()[control + 1..].iter();
        } else {
            let long = if control >> 5 == 7 { usize::from(*rest.next()?) } else { 0 };
            let count = (control >> 5) + long + 2;
            let back = (control & 31) * 256 + usize::from(*rest.next()?) + 1;
            let start = unpacked.len().checked_sub(back)?;
            // A copy may reach into itself: byte by byte.
            (start..start + count).for_each(|place| unpacked.push(unpacked[place]));
        }
        if unpacked.len() > length {
            return None;
        }
    }
    (unpacked.len() == length).then_some(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_copies() {
        let packed = [2, b'a', b'b', b'c', 0b0010_0000, 2, 0b1110_0000, 3, 0, 0, b'z'];
        let expected = b"abcabcccccccccccccz";
        assert_eq!(unpack(&packed, 19).as_deref(), Some(&expected[..]), "by hand");
    }

    #[test]
    fn damage_is_noticed() {
        for packed in
            [&[2, b'a'][..], &[0b0010_0000], &[0b0010_0000, 0], &[0, b'a', 0b1110_0000, 9]]
        {
            assert_eq!(unpack(packed, 20), None, "{packed:?}");
        }
        assert_eq!(unpack(&[0, b'a', 0b1110_0000, 255, 0], 9), None, "more than was said");
        assert_eq!(unpack(&[0, b'a'], 2), None, "less than was said");
    }
}
