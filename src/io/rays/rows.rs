//! Rows of numbers from a file of any format, chosen by the file's ending.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use super::cells::Block;
#[cfg(feature = "csv")]
use super::rows_csv::CsvRows;
#[cfg(feature = "npy")]
use super::rows_npy::NpyRows;
use crate::error::{Error, Result};
use crate::io::plain_file::open_plain;

/// What the rows of a file must look like.
#[derive(Debug)]
#[cfg_attr(
    not(all(feature = "npy", feature = "csv")),
    allow(dead_code, reason = "arrays and tables have their own halves")
)]
pub(crate) struct Schema {
    /// What a row is, in the plural.
    pub(crate) what: &'static str,
    /// The shapes of arrays, in words.
    pub(crate) shapes: &'static str,
    /// How many numbers a row of an array may have.
    pub(crate) widths: &'static [u64],
    /// The columns that a table must have, in order, each with its other names.
    pub(crate) required: &'static [&'static [&'static str]],
    /// The columns that a table may have, and what holds in their place.
    pub(crate) optional: &'static [(&'static str, f64)],
}

/// One file that is being read.
pub(crate) trait Source: Debug + Send {
    /// How many rows there are, if the file says so in advance.
    fn len(&self) -> Option<u64>;

    /// Whether the numbers are of double precision.
    fn is_f64(&self) -> bool;

    /// The next rows, `max` at most; none at the end.
    fn next_block(&mut self, max: usize) -> Result<Option<Block<'_>>>;
}

/// The rows of a file, read in order.
#[derive(Debug)]
pub(crate) struct Rows {
    path: PathBuf,
    source: Box<dyn Source>,
}

impl Rows {
    /// Opens a file and checks its header and, for an array, its length.
    pub(crate) fn open(path: &Path, schema: &'static Schema) -> Result<Self> {
        let source = open_source(path, schema).map_err(|error| error.at(path))?;
        Ok(Self { path: path.to_path_buf(), source })
    }

    pub(crate) fn len(&self) -> Option<u64> {
        self.source.len()
    }

    pub(crate) fn is_f64(&self) -> bool {
        self.source.is_f64()
    }

    /// The next rows, `max` at most and one at least; none at the end.
    pub(crate) fn next_block(&mut self, max: usize) -> Result<Option<Block<'_>>> {
        self.source.next_block(max.max(1)).map_err(|error| error.at(&self.path))
    }
}

fn open_source(path: &Path, schema: &'static Schema) -> Result<Box<dyn Source>> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        #[cfg(feature = "npy")]
        Some("npy") => Ok(Box::new(NpyRows::open(open_plain(path)?, schema)?)),
        #[cfg(feature = "csv")]
        Some("csv") => Ok(Box::new(CsvRows::open(open_plain(path)?, schema)?)),
        _ => Err(Error::input(format!(
            "{} are read from .npy arrays and .csv tables; this build reads {READABLE}",
            schema.what,
        ))),
    }
}

const READABLE: &str = match (cfg!(feature = "npy"), cfg!(feature = "csv")) {
    (true, true) => "both",
    (true, false) => "only .npy",
    (false, _) => "only .csv",
};
