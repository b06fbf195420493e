//! The strips or tiles of a `.tif`, unpacked as rows need them: each is unpacked whole, and those that lie beside one another
//! are held until the last of their rows was read.

use std::io::Cursor;
use std::ops::Range;

use tiff::TiffError;
use tiff::decoder::{ChunkType, Decoder, DecodingResult};

use super::frame::{Frame, Window};
use super::rows::{Rows, check_held};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::guard::guarded;

pub(super) type Open = Decoder<Cursor<Vec<u8>>>;

/// A file whose heights have not been read.
pub(super) struct Tiff {
    decoder: Box<Open>,
    /// The bytes of the file.
    length: usize,
    pieces: Pieces,
    /// Whether the decoder gives the complement of each number.
    is_inverted: bool,
}

/// How strips or tiles, which are unpacked whole, lie beside one another.
#[derive(Debug, Clone, Copy)]
struct Pieces {
    /// Cells of a piece, but for those that reach beyond the edge.
    columns: usize,
    rows: usize,
    /// Pieces from west to east.
    across: usize,
}

fn unreadable(error: &dyn std::error::Error) -> Error {
    let said = error.to_string().replace('\n', " ");
    let said: String = said.chars().take(200).collect();
    Error::input(format!(
        "is no .tif file that can be read ({}); save it as one band, plain or packed by LZW or deflate",
        said.trim_end_matches('.')
    ))
}

fn damaged() -> Error {
    Error::input("cannot be unpacked; the file is damaged")
}

/// Runs the decoder.
pub(super) fn ask<T>(what: impl FnOnce() -> tiff::TiffResult<T>) -> Result<T> {
    guarded(what).ok_or_else(damaged)?.map_err(|error| match error {
        // What is too large at once is refused before: here a table claims more than the file holds.
        TiffError::LimitsExceeded => damaged(),
        error => unreadable(&error),
    })
}

impl Pieces {
    fn of(decoder: &mut Open, frame: &Frame) -> Result<Self> {
        let (columns, rows) = guarded(|| decoder.chunk_dimensions()).ok_or_else(damaged)?;
        let (columns, rows) = (columns as usize, rows as usize);
        if columns == 0 || rows == 0 {
            return Err(damaged());
        }
        let across = match guarded(|| decoder.get_chunk_type()).ok_or_else(damaged)? {
            ChunkType::Strip => 1,
            ChunkType::Tile => frame.columns.div_ceil(columns),
        };
        Ok(Self { columns, rows, across })
    }
}

impl Tiff {
    /// A file of `length` bytes whose header was read.
    ///
    /// # Errors
    /// Where strips or tiles have no cells.
    pub(super) fn new(
        mut decoder: Open,
        frame: &Frame,
        length: usize,
        is_inverted: bool,
    ) -> Result<Self> {
        let pieces = Pieces::of(&mut decoder, frame)?;
        Ok(Self { decoder: Box::new(decoder), length, pieces, is_inverted })
    }

    /// The rows of a window.
    ///
    /// # Errors
    /// Where pieces are too large to be unpacked beside one another.
    pub(super) fn rows(&mut self, needed: &Window, memory: Option<u64>) -> Result<impl Rows + '_> {
        let Pieces { columns, across, .. } = self.pieces;
        let pieces = if across == 1 {
            0..1
        } else {
            needed.x.start / columns..needed.x.end.div_ceil(columns)
        };
        // The first is the largest.
        let (wide, high) = guarded(|| self.decoder.chunk_data_dimensions(0)).ok_or_else(damaged)?;
        let bits = ask(|| self.decoder.colortype())?.bit_depth();
        let piece = (u64::from(wide) * u64::from(high)).saturating_mul(u64::from(bits) / 8);
        let bytes = piece.saturating_mul(pieces.len() as u64);
        let what = if across == 1 { "its strip" } else { "its row of tiles" };
        let remedy = "save it in smaller ones, as tiles of 256 x 256";
        check_held(what, bytes, self.length as u64, needed.cells(), remedy)?;
        budget::check(bytes, memory)?;
        let row = needed.file_rows().start;
        Ok(TiffRows { tiff: self, pieces, x: needed.x.clone(), row, held: Vec::new() })
    }

    /// Unpacks a piece.
    fn unpack(&mut self, index: usize) -> Result<Piece> {
        let index = u32::try_from(index).map_err(|_| damaged())?;
        let (wide, _) =
            guarded(|| self.decoder.chunk_data_dimensions(index)).ok_or_else(damaged)?;
        let numbers = ask(|| self.decoder.read_chunk(index))?;
        if matches!(numbers, DecodingResult::F16(_)) {
            return Err(Error::input("holds floats of 16 bits; save it with 32 bits"));
        }
        Ok(Piece { columns: wide as usize, numbers })
    }
}

struct TiffRows<'a> {
    tiff: &'a mut Tiff,
    /// Which pieces across are needed.
    pieces: Range<usize>,
    x: Range<usize>,
    row: usize,
    /// Those that the last row lay in.
    held: Vec<Piece>,
}

impl Rows for TiffRows<'_> {
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()> {
        let Pieces { columns, rows, across } = self.tiff.pieces;
        if self.held.is_empty() || self.row.is_multiple_of(rows) {
            self.held.clear();
            for along in self.pieces.clone() {
                self.held.push(self.tiff.unpack(self.row / rows * across + along)?);
            }
        }
        for (along, piece) in self.pieces.clone().zip(&self.held) {
            let first = along * columns;
            let within = first.max(self.x.start)..(first + piece.columns).min(self.x.end);
            let from = self.row % rows * piece.columns + within.start - first;
            let part = &mut numbers[within.start - self.x.start..within.end - self.x.start];
            piece.read(from, self.tiff.is_inverted, part).ok_or_else(damaged)?;
        }
        self.row += 1;
        Ok(())
    }
}

/// A strip or tile that is unpacked, without what reaches beyond the edge.
struct Piece {
    columns: usize,
    numbers: DecodingResult,
}

impl Piece {
    /// Reads numbers from one on, their complements where it is `inverted`; none where there are fewer.
    fn read(&self, from: usize, inverted: bool, numbers: &mut [f64]) -> Option<()> {
        let part = from..from.checked_add(numbers.len())?;
        macro_rules! read {
            ($stored:expr, $convert:expr) => {
                numbers.iter_mut().zip($stored.get(part)?).for_each(|(n, &s)| *n = $convert(s))
            };
        }
        match &self.numbers {
            DecodingResult::U8(stored) => {
                read!(stored, |s: u8| f64::from(if inverted { !s } else { s }));
            }
            DecodingResult::U16(stored) => {
                read!(stored, |s: u16| f64::from(if inverted { !s } else { s }));
            }
            DecodingResult::U32(stored) => {
                read!(stored, |s: u32| f64::from(if inverted { !s } else { s }));
            }
            DecodingResult::U64(stored) => {
                read!(stored, |s: u64| (if inverted { !s } else { s }) as f64);
            }
            DecodingResult::I8(stored) => read!(stored, f64::from),
            DecodingResult::I16(stored) => read!(stored, f64::from),
            DecodingResult::I32(stored) => read!(stored, f64::from),
            DecodingResult::I64(stored) => read!(stored, |s: i64| s as f64),
            DecodingResult::F32(stored) => read!(stored, f64::from),
            DecodingResult::F64(stored) => read!(stored, |s: f64| s),
            DecodingResult::F16(_) => return None,
        }
        Some(())
    }
}
