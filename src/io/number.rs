//! The kinds of numbers that `.ply` and `.pcd` files are made of.

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::io) enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Number {
    /// Its bytes.
    pub(in crate::io) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The number that these bytes stand for; NaN where there are too few.
    pub(in crate::io) fn read(self, bytes: &[u8], big: bool) -> f64 {
        macro_rules! number {
            ($kind:ty) => {
                bytes.first_chunk().map(|&bytes| {
                    if big { <$kind>::from_be_bytes(bytes) } else { <$kind>::from_le_bytes(bytes) }
                })
            };
        }
        let read = match self {
            Self::I8 => number!(i8).map(f64::from),
            Self::U8 => number!(u8).map(f64::from),
            Self::I16 => number!(i16).map(f64::from),
            Self::U16 => number!(u16).map(f64::from),
            Self::I32 => number!(i32).map(f64::from),
            Self::U32 => number!(u32).map(f64::from),
            Self::I64 => number!(i64).map(|number| number as f64),
            Self::U64 => number!(u64).map(|number| number as f64),
            Self::F32 => number!(f32).map(f64::from),
            Self::F64 => number!(f64),
        };
        read.unwrap_or(f64::NAN)
    }
}
