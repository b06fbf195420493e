//! `.tif`: `GeoTIFF` (OGC 19-008r4, 2019): one band of numbers in strips or tiles, with where it lies in tags.
//!
//! Rasters that are turned are refused: columns must run east and rows south. Tie points name the outer corner of a cell,
//! or its middle where the keys say "pixel is point". What is not packed plain, by LZW or by deflate is refused. A height
//! is the number as it is stored: "white is zero" says how to paint it, and the decoder, which turns such numbers round,
//! is undone.

use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{Decoder, Limits};
use tiff::tags::Tag;

use super::frame::Frame;
use super::pieces::{Open, Tiff, ask};
use crate::error::{Error, Result};
use crate::io::geo_keys::GeoKeys;

/// LZW and deflate shrink to about 1/1400 at best.
const MOST_GROWTH: u64 = 1400;
/// Strips of small files may be padded.
const SPARE: usize = 1 << 20;

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
    let tiff = Tiff::new(decoder, &frame, length, is_inverted)?;
    Ok((frame, tiff))
}

/// What a file of so many bytes may make the decoder take.
fn limits(length: usize) -> Limits {
    let mut limits = Limits::default();
    let growth = usize::try_from(MOST_GROWTH).unwrap_or(1);
    // What is out of proportion is refused before.
    limits.decoding_buffer_size = length.saturating_mul(growth).saturating_add(SPARE);
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
