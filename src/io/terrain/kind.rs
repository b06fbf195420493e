//! Kinds of numbers that heights are stored as.

use crate::error::{Error, Result};

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    letter: u8,
    pub(super) size: usize,
    big: bool,
}

impl Kind {
    /// Signed, of 16 bits, the highest byte first.
    pub(super) const BIG_SHORT: Self = Self { letter: b'i', size: 2, big: true };

    /// Of a type as `NumPy` writes it.
    ///
    /// # Errors
    /// Where numbers of that type are no heights.
    pub(super) fn parse(descr: &str) -> Result<Self> {
        let unknown = || {
            let shown: String = descr.chars().take(40).collect();
            Error::input(format!(
                "holds numbers of type {shown:?}; heights are integers or floats of up to 64 bits; convert it with astype"
            ))
        };
        let bytes = descr.as_bytes();
        let &[order, letter, size] = bytes else { return Err(unknown()) };
        let size = usize::from(size.wrapping_sub(b'0'));
        let sound = match letter {
            b'i' | b'u' => matches!(size, 1 | 2 | 4 | 8),
            b'f' => matches!(size, 4 | 8),
            _ => false,
        };
        let big = match order {
            b'>' => true,
            b'<' | b'|' => false,
            b'=' => cfg!(target_endian = "big"),
            _ => return Err(unknown()),
        };
        if sound { Ok(Self { letter, size, big }) } else { Err(unknown()) }
    }

    /// The number that these bytes stand for; NaN where there are too few.
    pub(super) fn read(self, bytes: &[u8]) -> f64 {
        macro_rules! number {
            ($kind:ty) => {
                bytes.first_chunk().map_or(f64::NAN, |&bytes| {
                    let read = if self.big {
                        <$kind>::from_be_bytes(bytes)
                    } else {
                        <$kind>::from_le_bytes(bytes)
                    };
                    read as f64
                })
            };
        }
        match (self.letter, self.size) {
            (b'i', 1) => number!(i8),
            (b'i', 2) => number!(i16),
            (b'i', 4) => number!(i32),
            (b'i', 8) => number!(i64),
            (b'u', 1) => number!(u8),
            (b'u', 2) => number!(u16),
            (b'u', 4) => number!(u32),
            (b'u', 8) => number!(u64),
            (b'f', 4) => number!(f32),
            _ => number!(f64),
        }
    }
}
