//! `.png`: grey pixels of 8 or 16 bits as heights; row 0 is the northernmost. A picture says nothing of its place: a cell
//! is 1 m, and so is a shade of grey, unless told otherwise.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Limits, Reader};

use super::frame::{Frame, Heights};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::guard::guarded;

/// A picture whose pixels have not been read.
pub(super) struct Image {
    reader: Box<Reader<Cursor<Vec<u8>>>>,
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
    /// Reads the pixels; all of them, however few are needed.
    pub(super) fn read(mut self, heights: &mut Heights, memory: Option<u64>) -> Result<()> {
        let size = self.reader.output_buffer_size().ok_or_else(damaged)?;
        budget::check_job("its pixels ", size as u64, memory, "cut it into smaller pictures")?;
        let mut pixels = vec![0; size];
        let decoded = guarded(|| self.reader.next_frame(&mut pixels));
        decoded.ok_or_else(damaged)?.map_err(|error| unreadable(&error))?;
        let stride = self.frame.columns * if self.wide { 2 } else { 1 };
        for (row, line) in pixels.chunks_exact(stride).take(self.frame.rows).enumerate() {
            if self.wide {
                let pairs = line.as_chunks::<2>().0.iter();
                heights.set_row(row, 0, pairs.map(|&pair| f64::from(u16::from_be_bytes(pair))));
            } else {
                heights.set_row(row, 0, line.iter().map(|&grey| f64::from(grey)));
            }
        }
        Ok(())
    }
}
