//! The kinds of number that an array may hold, read as materials.

#[cfg(feature = "npy")]
use crate::error::{Error, Result};

/// What stands for a number that is no material.
pub(in crate::io) const NO_CODE: u32 = u32::MAX;

/// A kind of number.
pub(in crate::io) trait Element: Send + Sync {
    /// Its bytes.
    const SIZE: usize;

    /// The materials that these bytes stand for, [`NO_CODE`] where the number is none.
    fn codes(bytes: &[u8]) -> impl Iterator<Item = u32>;

    /// The numbers, those beyond 2^53 rounded.
    fn values(bytes: &[u8]) -> impl Iterator<Item = f64>;

    /// The first number, in words.
    fn describe(bytes: &[u8]) -> String;
}

macro_rules! integers {
    ($($name:ident: $number:ty, $read:ident;)*) => {$(
        pub(in crate::io) struct $name;

        impl Element for $name {
            const SIZE: usize = size_of::<$number>();

            #[inline(always)]
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "it is said")]
            fn values(bytes: &[u8]) -> impl Iterator<Item = f64> {
                let (numbers, _) = bytes.as_chunks::<{ size_of::<$number>() }>();
                numbers.iter().map(|&number| <$number>::$read(number) as f64)
            }

            #[inline(always)]
            fn codes(bytes: &[u8]) -> impl Iterator<Item = u32> {
                let (numbers, _) = bytes.as_chunks::<{ size_of::<$number>() }>();
                numbers.iter().map(|&number| {
                    u16::try_from(<$number>::$read(number)).map_or(NO_CODE, u32::from)
                })
            }

            fn describe(bytes: &[u8]) -> String {
                let number = bytes.first_chunk().map(|&number| <$number>::$read(number));
                format!("the value {}", number.unwrap_or_default())
            }
        }
    )*};
}

integers! {
    U8: u8, from_ne_bytes;
    I8: i8, from_ne_bytes;
    U16Little: u16, from_le_bytes;
    U16Big: u16, from_be_bytes;
    I16Little: i16, from_le_bytes;
    I16Big: i16, from_be_bytes;
    U32Little: u32, from_le_bytes;
    U32Big: u32, from_be_bytes;
    I32Little: i32, from_le_bytes;
    I32Big: i32, from_be_bytes;
    U64Little: u64, from_le_bytes;
    U64Big: u64, from_be_bytes;
    I64Little: i64, from_le_bytes;
    I64Big: i64, from_be_bytes;
}

macro_rules! floats {
    ($($name:ident: $number:ty, $read:ident;)*) => {$(
        pub(in crate::io) struct $name;

        impl Element for $name {
            const SIZE: usize = size_of::<$number>();

            #[inline(always)]
            fn codes(bytes: &[u8]) -> impl Iterator<Item = u32> {
                Self::values(bytes).map(whole_code)
            }

            #[inline(always)]
            fn values(bytes: &[u8]) -> impl Iterator<Item = f64> {
                let (numbers, _) = bytes.as_chunks::<{ size_of::<$number>() }>();
                numbers.iter().map(|&number| f64::from(<$number>::$read(number)))
            }

            fn describe(bytes: &[u8]) -> String {
                let number = bytes.first_chunk().map(|&number| <$number>::$read(number));
                format!("the value {}", number.unwrap_or_default())
            }
        }
    )*};
}

floats! {
    F32Little: f32, from_le_bytes;
    F32Big: f32, from_be_bytes;
    F64Little: f64, from_le_bytes;
    F64Big: f64, from_be_bytes;
}

/// The material that a value stands for, [`NO_CODE`] where it is not a whole number that can be one.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range")]
pub(in crate::io) fn whole_code(value: f64) -> u32 {
    let is_code = (0.0..=65_535.0).contains(&value) && value.fract() == 0.0;
    if is_code { value as u32 } else { NO_CODE }
}

/// A byte that is 0 or 1.
pub(in crate::io) struct Bool;

impl Element for Bool {
    const SIZE: usize = 1;

    #[inline(always)]
    fn codes(bytes: &[u8]) -> impl Iterator<Item = u32> {
        bytes.iter().map(|&byte| if byte > 1 { NO_CODE } else { u32::from(byte) })
    }

    fn values(bytes: &[u8]) -> impl Iterator<Item = f64> {
        bytes.iter().map(|&byte| f64::from(byte))
    }

    fn describe(bytes: &[u8]) -> String {
        format!("the bool byte {}", bytes.first().copied().unwrap_or_default())
    }
}

/// A kind of number, by its name.
#[allow(dead_code, reason = "arrays have no floats, volumes no bools")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::io) enum Kind {
    Bool,
    Integer { size: usize, signed: bool, big: bool },
    Float { size: usize, big: bool },
}

impl Kind {
    /// The kind that NumPy calls so.
    ///
    /// # Errors
    /// Where it is neither bool nor integer.
    #[cfg(feature = "npy")]
    pub(in crate::io) fn parse(descr: &str) -> Result<Self> {
        let (order, name) = descr.split_at_checked(1).unwrap_or((descr, ""));
        let big = match order {
            "|" | "<" => false,
            ">" => true,
            "=" => cfg!(target_endian = "big"),
            _ => return Err(unknown(descr)),
        };
        let (signed, size) = match name {
            "b1" => return Ok(Self::Bool),
            "u1" | "u2" | "u4" | "u8" => (false, &name[1..]),
            "i1" | "i2" | "i4" | "i8" => (true, &name[1..]),
            _ => return Err(unknown(descr)),
        };
        let size = size.parse().map_err(|_| unknown(descr))?;
        Ok(Self::Integer { size, signed, big })
    }

    /// Its bytes.
    pub(in crate::io) fn size(self) -> u64 {
        match self {
            Self::Bool => 1,
            Self::Integer { size, .. } | Self::Float { size, .. } => size as u64,
        }
    }
}

#[cfg(feature = "npy")]
fn unknown(descr: &str) -> Error {
    Error::input(format!(
        "holds numbers of type {descr:?}; a scene is an array of bool or integers, so convert it with astype, for example to uint8"
    ))
}

/// Runs `$body` with `$element` being the type of a [`Kind`].
macro_rules! with_element {
    ($kind:expr, $element:ident => $body:expr) => {{
        use $crate::io::dense::element::*;
        macro_rules! run {
            ($of:ty) => {{
                type $element = $of;
                $body
            }};
        }
        match $kind {
            Kind::Bool => run!(Bool),
            Kind::Integer { size, signed, big } => match (size, signed, big) {
                (1, false, _) => run!(U8),
                (1, true, _) => run!(I8),
                (2, false, false) => run!(U16Little),
                (2, false, true) => run!(U16Big),
                (2, true, false) => run!(I16Little),
                (2, true, true) => run!(I16Big),
                (4, false, false) => run!(U32Little),
                (4, false, true) => run!(U32Big),
                (4, true, false) => run!(I32Little),
                (4, true, true) => run!(I32Big),
                (_, false, false) => run!(U64Little),
                (_, false, true) => run!(U64Big),
                (_, true, false) => run!(I64Little),
                (_, true, true) => run!(I64Big),
            },
            Kind::Float { size, big } => match (size, big) {
                (4, false) => run!(F32Little),
                (4, true) => run!(F32Big),
                (_, false) => run!(F64Little),
                (_, true) => run!(F64Big),
            },
        }
    }};
}
pub(in crate::io) use with_element;

#[cfg(all(test, feature = "npy"))]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_numpys_names() {
        assert_eq!(Kind::parse("|b1").ok(), Some(Kind::Bool), "bool");
        let big = Kind::Integer { size: 4, signed: true, big: true };
        assert_eq!(Kind::parse(">i4").ok(), Some(big), "big-endian i32");
        for other in ["<f4", "|S1", "<U3", "<c8", "|O", "", "u1", "<u16", "<M8[ns]", "é1"] {
            let error = Kind::parse(other).expect_err(other).to_string();
            assert!(error.contains("bool or integers"), "{error}");
        }
    }

    #[test]
    fn numbers_that_are_no_material_have_no_code() {
        let code = |kind: Kind, bytes: &[u8]| with_element!(kind, E => E::codes(bytes).next().expect("one number"));
        let kind = |size, signed, big| Kind::Integer { size, signed, big };
        assert_eq!(code(kind(2, false, true), &[1, 2]), 0x102, "big-endian u16");
        assert_eq!(code(kind(2, false, false), &[0xff, 0xff]), 65_535, "the last material");
        assert_eq!(code(kind(2, true, false), &[0xff, 0xff]), NO_CODE, "-1");
        assert_eq!(code(kind(1, true, false), &[0x80]), NO_CODE, "-128");
        assert_eq!(code(kind(4, false, false), &[0, 0, 1, 0]), NO_CODE, "65536");
        assert_eq!(code(kind(8, true, false), &[7, 0, 0, 0, 0, 0, 0, 0]), 7, "little-endian i64");
        assert_eq!(code(kind(8, false, false), &[7, 0, 0, 0, 0, 0, 0, 1]), NO_CODE, "beyond 2^56");
        let float = |value: f32| code(Kind::Float { size: 4, big: true }, &value.to_be_bytes());
        assert_eq!([float(7.0), float(-0.0), float(65_535.0)], [7, 0, 65_535], "whole floats");
        for value in [0.5, -1.0, 65_536.0, f32::NAN, f32::INFINITY] {
            assert_eq!(float(value), NO_CODE, "{value}");
        }
        assert_eq!(code(Kind::Bool, &[1]), 1, "true");
        assert_eq!(code(Kind::Bool, &[2]), NO_CODE, "neither true nor false");
    }
}
