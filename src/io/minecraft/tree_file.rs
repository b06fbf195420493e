//! Files that are one tree of NBT, whose arrays are never all in memory: a small packed file can unfold to a thousand times
//! as much.
//!
//! ```text
//!   first    the tree without its arrays: sides, palettes, where arrays lie, how often each byte is in them
//!   second   the arrays, a piece at a time, by those who know by then what their numbers stand for
//! ```
//!
//! The first time says how many blocks there are at least, and so what memory the scene needs, before any of it is taken.
//! A file that unpacks to more than 2 GiB, or to more than fifty million entries, is refused.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::fault::Sound;
use super::found::Found;
use super::nbt::Limits;
use super::packing::{Packing, Tree};
use super::stretch::Stretch;
use crate::error::{Error, Result};
use crate::io::plain_file::open_plain;

/// What a file may unpack to: a byte for each of two thousand million blocks, the entries of a structure of eight million
/// blocks. No array is held.
const LIMITS: Limits = Limits { hold: 0, bytes: 2 << 30, tags: 50_000_000 };

/// Opens the tree of a file.
pub(super) fn open_tree(path: &Path) -> Result<Tree<'static>> {
    let mut file = BufReader::with_capacity(1 << 16, open_plain(path)?);
    let packing = Packing::of_file(start(&mut file)?);
    Ok(packing.unpack(file, LIMITS))
}

fn start(file: &mut BufReader<File>) -> Result<&[u8]> {
    match file.fill_buf() {
        Ok([]) => Err(Error::input("holds nothing; copy it again")),
        Ok(start) => Ok(start),
        Err(error) => Err(Error::input(format!("cannot be read ({error})"))),
    }
}

/// Reads arrays that were passed over.
pub(super) struct Arrays<'a> {
    path: &'a Path,
    tree: Option<Tree<'static>>,
    /// Bytes of the array that were not read yet.
    left: u64,
    /// Whether all of them are 0, and need not be unpacked once more.
    is_zero: bool,
}

impl<'a> Arrays<'a> {
    /// Of a file; at no array.
    pub(super) fn new(path: &'a Path) -> Self {
        Self { path, tree: None, left: 0, is_zero: true }
    }

    /// At the start of this array.
    pub(super) fn at(path: &'a Path, array: &Stretch) -> Result<Self> {
        let mut arrays = Self::new(path);
        arrays.go_to(array)?;
        Ok(arrays)
    }

    /// Goes to the start of an array; those of a file in their order unpack it once.
    pub(super) fn go_to(&mut self, array: &Stretch) -> Result<()> {
        self.left = array.bytes;
        self.is_zero = array.others_than_zero() == 0;
        if self.is_zero {
            return Ok(());
        }
        let reached = self.tree.take().filter(|tree| tree.place() <= array.start);
        let mut tree = reached.map_or_else(|| open_tree(self.path), Ok)?;
        tree.pass_to(array.start, FIELD)?;
        self.tree = Some(tree);
        Ok(())
    }

    /// Fills `bytes` with the next ones, and with 0 where the array has no more; how many there were.
    pub(super) fn fill(&mut self, bytes: &mut [u8]) -> Sound<usize> {
        let there = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
        bytes.fill(0);
        if let Some(tree) = self.tree.as_mut().filter(|_| !self.is_zero) {
            tree.fill(&mut bytes[..there], FIELD)?;
        }
        self.left -= there as u64;
        Ok(there)
    }
}

/// What a message calls the bytes of an array that is read the second time.
const FIELD: &str = "its blocks";

impl Found {
    /// Says how the numbers of a format count.
    pub(super) fn with_corner(mut self, words: &str) -> Self {
        self.report.convention.push_str("; ");
        self.report.convention.push_str(words);
        self
    }
}
