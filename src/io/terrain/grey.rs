//! `.png`: grey pixels of 8 or 16 bits as heights; row 0 is the northernmost. A picture says nothing of its place: a cell
//! is 1 m, and so is a shade of grey, unless told otherwise.

use std::io::Cursor;
use std::ops::Range;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader};

use super::frame::{Frame, Window};
use super::rows::{Rows, check_held};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::guard::guarded;

type Pixels = Reader<Cursor<Vec<u8>>>;

/// A picture whose pixels have not been read.
pub(super) struct Image {
    reader: Box<Pixels>,
    frame: Frame,
    /// The bytes of the file.
    length: u64,
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
    Ok((frame.clone(), Image { reader: Box::new(reader), frame, length, wide }))
}

fn damaged() -> Error {
    Error::input("cannot be unpacked; the file is damaged")
}

impl Image {
    /// The rows of a window: read one at a time, but for pictures that are interlaced.
    pub(super) fn rows(&mut self, needed: &Window, memory: Option<u64>) -> Result<impl Rows + '_> {
        let x = needed.x.clone();
        if self.reader.info().interlaced {
            let held = self.read_at_once(needed, memory)?;
            return Ok(ImageRows { held, row: needed.file_rows().start, x, image: self });
        }
        let mut pixels = vec![0; self.stride()];
        for _ in 0..needed.file_rows().start {
            self.decode(|reader| reader.read_row(&mut pixels))?;
        }
        Ok(ImageRows { held: pixels, row: needed.file_rows().start, x, image: self })
    }

    fn read_at_once(&mut self, needed: &Window, memory: Option<u64>) -> Result<Vec<u8>> {
        let size = self.reader.output_buffer_size().ok_or_else(damaged)?;
        let remedy = "save it without interlacing";
        check_held("its interlaced picture", size as u64, self.length, needed.cells(), remedy)?;
        budget::check_job("its interlaced picture ", size as u64, memory, remedy)?;
        let mut pixels = vec![0; size];
        self.decode(|reader| reader.next_frame(&mut pixels))?;
        Ok(pixels)
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
        self.frame.columns * self.depth()
    }

    /// The bytes of a pixel.
    fn depth(&self) -> usize {
        if self.wide { 2 } else { 1 }
    }
}

struct ImageRows<'a> {
    image: &'a mut Image,
    x: Range<usize>,
    row: usize,
    /// The bytes of a row, or of all rows of a picture that is interlaced.
    held: Vec<u8>,
}

impl Rows for ImageRows<'_> {
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()> {
        let image = &mut *self.image;
        let (stride, depth) = (image.stride(), image.depth());
        let mut start = self.row * stride;
        if !image.reader.info().interlaced {
            start = 0;
            image.decode(|reader| reader.read_row(&mut self.held))?;
        }
        let line = &self.held[start + self.x.start * depth..start + self.x.end * depth];
        if image.wide {
            let pairs = line.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair));
            numbers.iter_mut().zip(pairs).for_each(|(number, grey)| *number = f64::from(grey));
        } else {
            numbers.iter_mut().zip(line).for_each(|(number, &grey)| *number = f64::from(grey));
        }
        self.row += 1;
        if self.row == image.frame.rows && !image.reader.info().interlaced {
            // Behind the last row, for the checksum.
            image.decode(|reader| reader.read_row(&mut self.held))?;
        }
        Ok(())
    }
}
