//! `.png`: grey pixels of 8 or 16 bits as heights; row 0 is the northernmost. A picture says nothing of its place: a cell
//! is 1 m, and so is a shade of grey, unless told otherwise.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader};

use super::frame::{Frame, Heights, Window};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::guard::guarded;

type Pixels = Reader<Cursor<Vec<u8>>>;

/// A picture whose pixels have not been read.
pub(super) struct Image {
    reader: Box<Pixels>,
    frame: Frame,
    wide: bool,
}

/// Deflate shrinks to 1/1032 at best.
const MOST_GROWTH: u64 = 1032;

fn unreadable(error: &dyn std::error::Error) -> Error {
    let said = error.to_string().replace('\n', " ");
    Error::input(format!(
        "is not a sound .png file ({}); save it again",
        said.trim_end_matches('.')
    ))
}

/// Reads the header.
pub(super) fn open(bytes: Vec<u8>) -> Result<(Frame, Image)> {
    let length = bytes.len() as u64;
    let limits = Limits { bytes: bytes.len().saturating_mul(4).max(1 << 22) };
    let opened = guarded(|| Decoder::new_with_limits(Cursor::new(bytes), limits).read_info());
    let reader = opened.ok_or_else(damaged)?.map_err(|error| unreadable(&error))?;
    let (color, depth) = reader.output_color_type();
    let wide = depth == BitDepth::Sixteen;
    if color != ColorType::Grayscale || !(wide || depth == BitDepth::Eight) {
        return Err(Error::input(format!(
            "holds pixels of {color:?} in {depth:?} bits; heights are grey pixels of 8 or 16 bits; save it so"
        )));
    }
    let frame = Frame::of_cells(u64::from(reader.info().width), u64::from(reader.info().height))?;
    if frame.cells() * (1 + u64::from(wide)) > length.saturating_mul(MOST_GROWTH) {
        return Err(Error::input(format!(
            "claims {} x {} pixels, more than its {length} bytes can hold; the file is damaged",
            frame.columns, frame.rows
        )));
    }
    Ok((frame.clone(), Image { reader: Box::new(reader), frame, wide }))
}

fn damaged() -> Error {
    Error::input("cannot be unpacked; the file is damaged")
}

impl Image {
    /// Reads the rows that are needed: one at a time, but for pictures that are interlaced.
    pub(super) fn read(
        mut self,
        needed: &Window,
        heights: &mut Heights,
        memory: Option<u64>,
    ) -> Result<()> {
        if self.reader.info().interlaced {
            return self.read_at_once(heights, memory);
        }
        let mut pixels = vec![0; self.stride()];
        for row in 0..needed.file_rows().end {
            self.decode(|reader| reader.read_row(&mut pixels))?;
            self.set_row(row, &pixels, heights);
        }
        if needed.file_rows().end == self.frame.rows {
            // Behind the last row, for the checksum.
            self.decode(|reader| reader.read_row(&mut pixels))?;
        }
        Ok(())
    }

    fn read_at_once(mut self, heights: &mut Heights, memory: Option<u64>) -> Result<()> {
        let size = self.reader.output_buffer_size().ok_or_else(damaged)?;
        let remedy = "save it without interlacing";
        budget::check_job("its interlaced picture ", size as u64, memory, remedy)?;
        let mut pixels = vec![0; size];
        self.decode(|reader| reader.next_frame(&mut pixels))?;
        for (row, line) in pixels.chunks_exact(self.stride()).take(self.frame.rows).enumerate() {
            self.set_row(row, line, heights);
        }
        Ok(())
    }

    fn decode<T>(
        &mut self,
        what: impl FnOnce(&mut Pixels) -> std::result::Result<T, DecodingError>,
    ) -> Result<T> {
        let decoded = guarded(|| what(&mut self.reader));
        decoded.ok_or_else(damaged)?.map_err(|error| unreadable(&error))
    }

    /// The bytes of a row.
    fn stride(&self) -> usize {
        self.frame.columns * if self.wide { 2 } else { 1 }
    }

    fn set_row(&self, row: usize, line: &[u8], heights: &mut Heights) {
        if self.wide {
            let pairs = line.as_chunks::<2>().0.iter();
            heights.set_row(row, 0, pairs.map(|&pair| f64::from(u16::from_be_bytes(pair))));
        } else {
            heights.set_row(row, 0, line.iter().map(|&grey| f64::from(grey)));
        }
    }
}
