//! A checked cursor over the bytes of a file.
//!
//! Invariant: nothing is read past the end, and every failure says at which byte and within which field.

use std::io::Read;
use std::path::Path;

use super::options::LoadOptions;
use super::plain_file::open_plain;
use crate::budget;
use crate::error::{Error, Result};

/// Takes numbers off the front of bytes. `field` is what a message calls the number.
#[derive(Debug, Clone)]
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
    place: usize,
}

/// A method for each kind of number.
macro_rules! numbers {
    ($($name:ident: $kind:ty, $from:ident;)*) => {$(
        #[doc = concat!("The next `", stringify!($kind), "`.")]
        #[allow(dead_code, reason = "which kinds are read depends on the features")]
        pub(super) fn $name(&mut self, field: &str) -> Result<$kind> {
            self.array(field).map(<$kind>::$from)
        }
    )*};
}

#[allow(dead_code, reason = "what is read depends on the features")]
impl<'a> ByteReader<'a> {
    /// At the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, place: 0 }
    }

    /// How many bytes were taken.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// The bytes that were not taken yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.place..]
    }

    /// Whether all were taken.
    pub(super) fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// Where there are fewer.
    pub(super) fn take(&mut self, count: usize, field: &str) -> Result<&'a [u8]> {
        let taken = self.rest().get(..count).ok_or_else(|| self.cut_short(field))?;
        self.place += count;
        Ok(taken)
    }

    /// Passes over `count` bytes.
    ///
    /// # Errors
    /// Where there are fewer.
    pub(super) fn skip(&mut self, count: usize, field: &str) -> Result<()> {
        self.take(count, field).map(drop)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// Where there are fewer.
    pub(super) fn array<const N: usize>(&mut self, field: &str) -> Result<[u8; N]> {
        let array = *self.rest().first_chunk().ok_or_else(|| self.cut_short(field))?;
        self.place += N;
        Ok(array)
    }

    /// The next byte.
    ///
    /// # Errors
    /// Where there is none.
    pub(super) fn u8(&mut self, field: &str) -> Result<u8> {
        self.array(field).map(|[byte]| byte)
    }

    /// The error of a file that ends here.
    pub(super) fn cut_short(&self, field: &str) -> Error {
        Error::input(format!(
            "is cut short: it ends at byte {}, within its {field}, which starts at byte {}; save or fetch it again",
            self.bytes.len(),
            self.place
        ))
    }

    numbers! {
        u16_le: u16, from_le_bytes;
        u16_be: u16, from_be_bytes;
        i16_le: i16, from_le_bytes;
        i16_be: i16, from_be_bytes;
        u32_le: u32, from_le_bytes;
        u32_be: u32, from_be_bytes;
        i32_le: i32, from_le_bytes;
        i32_be: i32, from_be_bytes;
        u64_le: u64, from_le_bytes;
        u64_be: u64, from_be_bytes;
        i64_le: i64, from_le_bytes;
        i64_be: i64, from_be_bytes;
        f32_le: f32, from_le_bytes;
        f32_be: f32, from_be_bytes;
        f64_le: f64, from_le_bytes;
        f64_be: f64, from_be_bytes;
    }
}

/// All bytes of a plain file, if there is room for them.
///
/// # Errors
/// Where there is no such file, it cannot be read, or it needs more memory than is allowed.
#[allow(dead_code, reason = "which formats read whole files depends on the features")]
pub(super) fn read_file(path: &Path, options: &LoadOptions) -> Result<Vec<u8>> {
    let unreadable = |error| Error::input(format!("cannot be read ({error})"));
    let mut file = open_plain(path)?;
    budget::check(file.metadata().map_err(unreadable)?.len(), options.memory)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_both_byte_orders() {
        let mut reader = ByteReader::new(&[1, 2, 2, 1, 0, 0, 128, 63, 9]);
        assert_eq!(reader.u16_le("a").ok(), Some(0x0201), "little-endian");
        assert_eq!(reader.u16_be("b").ok(), Some(0x0201), "big-endian");
        assert_eq!(reader.f32_le("c").ok(), Some(1.0), "a float");
        assert_eq!((reader.place(), reader.rest()), (8, &[9][..]), "what is left");
    }

    #[test]
    fn the_end_is_said_with_its_place_and_field() {
        let mut reader = ByteReader::new(&[1, 2, 3]);
        reader.skip(1, "mark").expect("there is one");
        let error = reader.u32_le("count").expect_err("two bytes are left").to_string();
        assert!(error.contains("byte 3, within its count, which starts at byte 1"), "{error}");
        assert_eq!(reader.place(), 1, "nothing was taken");
        assert!(reader.take(usize::MAX, "all").is_err(), "more than any file has");
    }
}
