//! The rows of a polygon file, in all three encodings, one at a time.
//!
//! Invariant: memory holds one row; a list holds no more numbers than there are bytes.

use super::header::{Element, Encoding, Kind, PlyHeader};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;

/// The values of a row.
#[derive(Debug, Default)]
pub(in crate::io) struct Row {
    values: Vec<f64>,
    /// By property, where its values start; and where the last ones end.
    starts: Vec<usize>,
}

impl Row {
    /// The values of a property: one, or as many as its list has. Place as in [`Element::find`].
    pub(in crate::io) fn list(&self, property: usize) -> &[f64] {
        &self.values[self.starts[property]..self.starts[property + 1]]
    }

    /// The value of a property that is no list (of a list the first, 0 where it is empty).
    pub(in crate::io) fn value(&self, property: usize) -> f64 {
        self.list(property).first().copied().unwrap_or(0.0)
    }
}

/// Reads all rows of all elements in order, and calls `visit` with the place of the element, the number of the row (from 0)
/// and its values.
///
/// # Errors
/// Where the file is cut short or a word is no number, and the first of `visit`.
pub(in crate::io) fn for_each_row(
    bytes: &[u8],
    header: &PlyHeader,
    mut visit: impl FnMut(usize, u64, &Row) -> Result<()>,
) -> Result<()> {
    let mut source = Source { reader: ByteReader::new(bytes), encoding: header.encoding };
    source.reader.skip(header.data_start, "header")?;
    let mut row = Row::default();
    for (place, element) in header.elements.iter().enumerate() {
        if element.properties.is_empty() {
            // Rows of nothing, however many.
            continue;
        }
        for number in 0..element.rows {
            source.read_row(element, &mut row).map_err(|error| {
                Error::input(format!("{error}, in {} {number} (from 0)", element.name))
            })?;
            visit(place, number, &row)?;
        }
    }
    Ok(())
}

struct Source<'a> {
    reader: ByteReader<'a>,
    encoding: Encoding,
}

impl Source<'_> {
    fn read_row(&mut self, element: &Element, row: &mut Row) -> Result<()> {
        row.values.clear();
        row.starts.clear();
        for property in &element.properties {
            row.starts.push(row.values.len());
            let count = match property.count {
                Some(kind) => self.count(kind, &property.name)?,
                None => 1,
            };
            for _ in 0..count {
                row.values.push(self.number(property.kind, &property.name)?);
            }
        }
        row.starts.push(row.values.len());
        Ok(())
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole"
    )]
    fn count(&mut self, kind: Kind, name: &str) -> Result<u64> {
        let count = self.number(kind, name)?;
        if count < 0.0 || count.fract() != 0.0 || !count.is_finite() {
            return Err(Error::input(format!(
                "its list {name} has {count} numbers; save it again"
            )));
        }
        Ok(count as u64)
    }

    fn number(&mut self, kind: Kind, name: &str) -> Result<f64> {
        if self.encoding == Encoding::Text {
            return self.word(name);
        }
        let big = self.encoding == Encoding::BigEndian;
        let reader = &mut self.reader;
        Ok(match kind {
            Kind::I8 => f64::from(reader.u8(name)?.cast_signed()),
            Kind::U8 => f64::from(reader.u8(name)?),
            Kind::I16 => f64::from(if big { reader.i16_be(name) } else { reader.i16_le(name) }?),
            Kind::U16 => f64::from(if big { reader.u16_be(name) } else { reader.u16_le(name) }?),
            Kind::I32 => f64::from(if big { reader.i32_be(name) } else { reader.i32_le(name) }?),
            Kind::U32 => f64::from(if big { reader.u32_be(name) } else { reader.u32_le(name) }?),
            Kind::F32 => f64::from(if big { reader.f32_be(name) } else { reader.f32_le(name) }?),
            Kind::F64 => if big { reader.f64_be(name) } else { reader.f64_le(name) }?,
        })
    }

    /// The next word of a text as a number.
    fn word(&mut self, name: &str) -> Result<f64> {
        let rest = self.reader.rest();
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(start) = start else { return Err(self.reader.cut_short(name)) };
        let word = &rest[start..];
        let length = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        let word = &word[..length];
        let place = self.reader.place() + start;
        self.reader.skip(start + length, name)?;
        std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()).ok_or_else(|| {
            let shown: String = String::from_utf8_lossy(word).chars().take(40).collect();
            Error::input(format!("its {name} at byte {place} is {shown:?}, which is no number"))
        })
    }
}
