//! Whole numbers of 7 bits a byte, the lowest first, the top bit set in all bytes but the last.

use super::fault::Sound;
use super::layers::PIECE;

/// Numbers out of bytes, of which `fill` gives the next ones and says how many they are.
pub(super) struct Varints<F> {
    fill: F,
    piece: [u8; PIECE],
    /// How many bytes of the piece there are, and were taken.
    there: usize,
    taken: usize,
}

impl<F: FnMut(&mut [u8]) -> Sound<usize>> Varints<F> {
    pub(super) fn new(fill: F) -> Self {
        Self { fill, piece: [0; PIECE], there: 0, taken: 0 }
    }

    /// The next number, none where the bytes end; within that none where it does not end within 5 bytes.
    #[inline]
    pub(super) fn next(&mut self) -> Sound<Option<Option<u32>>> {
        let Some(mut last) = self.byte()? else { return Ok(None) };
        let (mut number, mut shift) = (u32::from(last & 0x7f), 7);
        while last & 0x80 != 0 {
            let Some(byte) = self.byte()?.filter(|_| shift < 35) else { return Ok(Some(None)) };
            last = byte;
            number |= u32::from(last & 0x7f) << shift;
            shift += 7;
        }
        Ok(Some(Some(number)))
    }

    #[inline]
    fn byte(&mut self) -> Sound<Option<u8>> {
        if self.taken == self.there {
            self.there = (self.fill)(&mut self.piece)?;
            self.taken = 0;
        }
        let byte = self.piece[..self.there].get(self.taken).copied();
        self.taken += usize::from(byte.is_some());
        Ok(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_are_read_lowest_bits_first() {
        let read = |mut bytes: &[u8]| {
            let mut numbers = Varints::new(|piece: &mut [u8]| {
                // A byte at a time, so that numbers lie across pieces.
                let (now, later) = bytes.split_at(bytes.len().min(1));
                piece[..now.len()].copy_from_slice(now);
                bytes = later;
                Ok(now.len())
            });
            let first = numbers.next().expect("sound");
            (first, numbers.next().expect("sound"))
        };
        assert_eq!(read(&[0x7f, 9]), (Some(Some(127)), Some(Some(9))), "one byte");
        assert_eq!(read(&[0x80, 0x01]), (Some(Some(128)), None), "two");
        assert_eq!(read(&[0xac, 0x02, 0]), (Some(Some(300)), Some(Some(0))), "300");
        assert_eq!(
            read(&[0xff, 0xff, 0xff, 0xff, 0x0f]),
            (Some(Some(u32::MAX)), None),
            "the largest"
        );
        assert_eq!(read(&[0x80]).0, Some(None), "without an end");
        assert_eq!(read(&[0x80; 9]).0, Some(None), "too long");
        assert_eq!(read(&[]), (None, None), "nothing");
    }
}
