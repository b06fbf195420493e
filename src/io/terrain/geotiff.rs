//! `.tif`: `GeoTIFF` (OGC 19-008r4, 2019): one band of numbers in strips or tiles, with where it lies in tags.
//!
//! Rasters that are turned are refused: columns must run east and rows south. Tie points name the outer corner of a cell,
//! or its middle where the keys say "pixel is point". What is not packed plain, by LZW or by deflate is refused. A height
//! is the number as it is stored: "white is zero" says how to paint it, and the decoder, which turns such numbers round,
//! is undone.

use std::io::Cursor;

use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use super::frame::{Frame, Heights, Window};
use crate::error::{Error, Result};
use crate::io::geo_keys::GeoKeys;
use crate::io::guard::guarded;
use crate::memory::readable_bytes;

type Open = Decoder<Cursor<Vec<u8>>>;

/// A file whose heights have not been read.
pub(super) struct Tiff {
    decoder: Box<Open>,
    columns: usize,
    rows: usize,
    /// Whether the decoder gives the complement of each number.
    is_inverted: bool,
}

/// LZW and deflate shrink to about 1/1400 at best.
const MOST_GROWTH: u64 = 1400;
/// Strips of small files may be padded.
const SPARE: usize = 1 << 20;
/// The most bytes of a strip or tile, which is unpacked whole.
const MOST_AT_ONCE: usize = 256 << 20;

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

fn too_large_at_once() -> Error {
    Error::input(format!(
        "holds strips or tiles of more than the {} that are unpacked at once; save it in smaller ones, as tiles of 512 x 512",
        readable_bytes(MOST_AT_ONCE as u64)
    ))
}

/// Runs the decoder.
fn ask<T>(what: impl FnOnce() -> tiff::TiffResult<T>) -> Result<T> {
    guarded(what).ok_or_else(damaged)?.map_err(|error| match error {
        // What is too large at once is refused before: here a table claims more than the file holds.
        TiffError::LimitsExceeded => damaged(),
        error => unreadable(&error),
    })
}

/// Reads the header.
pub(super) fn open(bytes: Vec<u8>) -> Result<(Frame, Tiff)> {
    let length = bytes.len();
    let mut decoder = ask(|| Ok(Decoder::new(Cursor::new(bytes))?.with_limits(limits(length))))?;
    let (columns, rows) = ask(|| decoder.dimensions())?;
    let color = ask(|| decoder.colortype())?;
    let ColorType::Gray(bits @ (8 | 16 | 32 | 64)) = color else {
        return Err(Error::input(format!(
            "holds {color:?}, not one number of 8 to 64 bits for each cell; save the heights as one band"
        )));
    };
    let mut frame = Frame::of_cells(u64::from(columns), u64::from(rows))?;
    if frame.cells().saturating_mul(u64::from(bits)) / 8 > length as u64 * MOST_GROWTH {
        return Err(Error::input(format!(
            "claims {columns} x {rows} cells, more than its {length} bytes can hold; the file is damaged"
        )));
    }
    // Strips and tiles are unpacked whole, whatever part is asked for; the first is the largest.
    let (wide, high) = guarded(|| decoder.chunk_data_dimensions(0)).ok_or_else(damaged)?;
    let piece = u64::from(wide) * u64::from(high);
    if piece.saturating_mul(u64::from(bits) / 8) > MOST_AT_ONCE as u64 {
        return Err(too_large_at_once());
    }
    let mut tags = Tags(&mut decoder);
    let is_inverted = tags.is_white_zero()?;
    frame.nodata = tags.text(Tag::GdalNodata)?.and_then(|text| text.trim().parse().ok());
    let keys: Vec<u16> = tags.numbers(Tag::GeoKeyDirectoryTag)?.into_iter().map(code).collect();
    let keys = GeoKeys::parse(&keys);
    frame.crs = keys.crs();
    frame.is_geographic = keys.is_geographic;
    if let Some((north_west, cell)) = tags.place()? {
        let half = if keys.pixel_is_point { 0.5 } else { 0.0 };
        frame.cell = Some(cell);
        frame.corner = [
            north_west[0] - half * cell[0],
            north_west[1] + half * cell[1] - cell[1] * frame.rows as f64,
        ];
    } else if frame.is_geographic {
        return Err(Error::input(
            "is in degrees but does not say where; give it tie points, or leave its keys out",
        ));
    }
    let (columns, rows) = (frame.columns, frame.rows);
    Ok((frame, Tiff { decoder: Box::new(decoder), columns, rows, is_inverted }))
}

/// What a file of so many bytes may make the decoder take.
fn limits(length: usize) -> Limits {
    let mut limits = Limits::default();
    let growth = usize::try_from(MOST_GROWTH).unwrap_or(1);
    let most = length.saturating_mul(growth).saturating_add(SPARE);
    limits.decoding_buffer_size = most.min(MOST_AT_ONCE);
    // Packed strips are read from the bytes that are there.
    limits.intermediate_buffer_size = length.saturating_add(SPARE);
    // Tables of strips and keys are in the file as they are.
    limits.ifd_value_size = length.saturating_add(1024);
    limits
}

/// A key: a whole number of 16 bits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "others saturate, and are no key"
)]
fn code(number: f64) -> u16 {
    number as u16
}

/// The tags of the first image.
struct Tags<'a>(&'a mut Open);

impl Tags<'_> {
    fn numbers(&mut self, tag: Tag) -> Result<Vec<f64>> {
        let Some(value) = ask(|| self.0.find_tag(tag))? else { return Ok(Vec::new()) };
        let whole = value.clone();
        match ask(|| value.into_f64_vec()) {
            Ok(numbers) => Ok(numbers),
            Err(_) => Ok(ask(|| whole.into_u32_vec())?.into_iter().map(f64::from).collect()),
        }
    }

    fn text(&mut self, tag: Tag) -> Result<Option<String>> {
        let Some(value) = ask(|| self.0.find_tag(tag))? else { return Ok(None) };
        let text = ask(|| value.into_string())?;
        Ok(Some(text.trim_end_matches('\0').to_owned()))
    }

    /// Whether small numbers are meant to be painted bright, which makes the decoder turn them round.
    fn is_white_zero(&mut self) -> Result<bool> {
        let is_white_zero = self.numbers(Tag::PhotometricInterpretation)?.first() == Some(&0.0);
        let kind = self.numbers(Tag::SampleFormat)?.first().copied();
        // Of these the decoder gives no complement, or one that is rounded.
        if is_white_zero && kind.is_some_and(|kind| kind != 1.0) {
            return Err(Error::input(
                "says that white is zero (photometric interpretation 0) of numbers that have a sign or a fraction; save it with black as zero (interpretation 1)",
            ));
        }
        Ok(is_white_zero)
    }

    /// The north-western corner and the sides of a cell; none where the file does not say.
    fn place(&mut self) -> Result<Option<([f64; 2], [f64; 2])>> {
        let scale = self.numbers(Tag::ModelPixelScaleTag)?;
        let ties = self.numbers(Tag::ModelTiepointTag)?;
        let matrix = self.numbers(Tag::ModelTransformationTag)?;
        let turned = || {
            Error::input(
                "is turned, flipped or stretched over tie points; bring it to a grid whose columns run east and rows south",
            )
        };
        let (corner, cell) = match (scale.as_slice(), ties.as_slice(), matrix.as_slice()) {
            ([], _, []) => return Ok(None),
            (&[width, height, ..], &[column, row, _, x, y, _], _) => {
                ([x - column * width, y + row * height], [width, height])
            }
            ([], _, &[a, b, _, x, e, f, _, y, ..]) if b == 0.0 && e == 0.0 => ([x, y], [a, -f]),
            _ => return Err(turned()),
        };
        let sound =
            corner.iter().all(|place| place.is_finite()) && cell.iter().all(|&side| side > 0.0);
        sound.then_some(Some((corner, cell))).ok_or_else(turned)
    }
}

impl Tiff {
    /// Reads the strips or tiles that meet the window.
    pub(super) fn read(mut self, window: &Window, heights: &mut Heights) -> Result<()> {
        let (width, height) = guarded(|| self.decoder.chunk_dimensions()).ok_or_else(damaged)?;
        let (width, height) = (width as usize, height as usize);
        if width == 0 || height == 0 {
            return Err(damaged());
        }
        let across = match guarded(|| self.decoder.get_chunk_type()).ok_or_else(damaged)? {
            ChunkType::Strip => 1,
            ChunkType::Tile => self.columns.div_ceil(width),
        };
        let rows = window.file_rows();
        for down in rows.start / height..rows.end.div_ceil(height) {
            let columns = if across == 1 {
                0..1
            } else {
                window.x.start / width..window.x.end.div_ceil(width)
            };
            for along in columns {
                let index = u32::try_from(down * across + along).map_err(|_| damaged())?;
                let place = [along * width, down * height];
                self.read_chunk(index, place, heights)?;
            }
        }
        Ok(())
    }

    /// Reads one strip or tile, whose first cell is at `place`: column and row.
    fn read_chunk(&mut self, index: u32, place: [usize; 2], heights: &mut Heights) -> Result<()> {
        let (wide, _) =
            guarded(|| self.decoder.chunk_data_dimensions(index)).ok_or_else(damaged)?;
        let numbers = ask(|| self.decoder.read_chunk(index))?;
        let rows = self.rows - place[1];
        let flip = self.is_inverted;
        macro_rules! rows {
            ($numbers:expr, $convert:expr) => {
                for (row, line) in
                    $numbers.chunks_exact((wide as usize).max(1)).take(rows).enumerate()
                {
                    heights.set_row(place[1] + row, place[0], line.iter().map($convert));
                }
            };
        }
        match numbers {
            DecodingResult::U8(numbers) => {
                rows!(numbers, |&height| f64::from(if flip { !height } else { height }));
            }
            DecodingResult::I8(numbers) => rows!(numbers, |&height| f64::from(height)),
            DecodingResult::U16(numbers) => {
                rows!(numbers, |&height| f64::from(if flip { !height } else { height }));
            }
            DecodingResult::I16(numbers) => rows!(numbers, |&height| f64::from(height)),
            DecodingResult::U32(numbers) => {
                rows!(numbers, |&height| f64::from(if flip { !height } else { height }));
            }
            DecodingResult::I32(numbers) => rows!(numbers, |&height| f64::from(height)),
            DecodingResult::U64(numbers) => {
                rows!(numbers, |&height| (if flip { !height } else { height }) as f64);
            }
            DecodingResult::I64(numbers) => rows!(numbers, |&height| height as f64),
            DecodingResult::F32(numbers) => rows!(numbers, |&height| f64::from(height)),
            DecodingResult::F64(numbers) => rows!(numbers, |&height| height),
            DecodingResult::F16(_) => {
                return Err(Error::input("holds floats of 16 bits; save it with 32 bits"));
            }
        }
        Ok(())
    }
}
