//! Files that are one tree of NBT, read once, or twice where they unfold to more than they hold.
//!
//! A small packed file can unfold to a thousand times as much. So the first time only so many bytes of arrays and lists are
//! held, and of more is counted what they have: that says how much memory the scene will take at least, before any of it
//! is taken. A file that unpacks to more than 2 GiB, or to more than fifty million entries, is refused.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::fault::Sound;
use super::found::Found;
use super::nbt::Limits;
use super::packing::{Packing, Tree};
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;
use crate::io::plain_file::open_plain;

/// Bytes of arrays and lists that are held the first time.
const FIRST_HOLD: u64 = 32 << 20;
/// Bytes that a file may unpack to: a byte for each of two thousand million blocks.
const MAX_BYTES: u64 = 2 << 30;
/// Entries and elements that a file may have: those of a structure of eight million blocks.
const MAX_TAGS: u64 = 50_000_000;

/// What is read from a tree.
pub(super) trait Unfolded: Sized {
    /// Reads it.
    fn read(nbt: &mut Tree<'_>) -> Sound<Self>;

    /// Refuses what would take more memory than there is. Whether there was more than could be held.
    fn is_beyond(&self, options: &LoadOptions) -> Result<bool>;
}

/// Reads what a file holds.
pub(super) fn read_tree<T: Unfolded>(path: &Path, options: &LoadOptions) -> Result<T> {
    let first: T = read_once(path, FIRST_HOLD)?;
    if first.is_beyond(options)? { read_once(path, u64::MAX) } else { Ok(first) }
}

fn read_once<T: Unfolded>(path: &Path, hold: u64) -> Result<T> {
    let mut file = BufReader::with_capacity(1 << 16, open_plain(path)?);
    let limits = Limits { hold, bytes: MAX_BYTES, tags: MAX_TAGS };
    let packing = Packing::of_file(start(&mut file)?);
    Ok(T::read(&mut packing.unpack(file, limits))?)
}

fn start(file: &mut BufReader<File>) -> Result<&[u8]> {
    match file.fill_buf() {
        Ok([]) => Err(Error::input("holds nothing; copy it again")),
        Ok(start) => Ok(start),
        Err(error) => Err(Error::input(format!("cannot be read ({error})"))),
    }
}

impl Found {
    /// Says how the numbers of a format count.
    pub(super) fn with_corner(mut self, words: &str) -> Self {
        self.report.convention.push_str("; ");
        self.report.convention.push_str(words);
        self
    }
}
