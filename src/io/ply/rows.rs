//! The rows of a polygon file, in all three encodings, one after the other.
//!
//! Invariant: memory holds one row, and of that only the properties that are wanted; a list holds no more numbers than
//! there are bytes, nor more than [`LONGEST_LIST`].

use super::header::{Element, Encoding, PlyHeader, Property};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;
use crate::io::number::Number;

/// The most numbers of a list that is kept. Kept numbers take eight times the memory of the shortest ones.
const LONGEST_LIST: u64 = 1 << 20;

/// The values of a row.
#[derive(Debug)]
pub(in crate::io) struct Row {
    /// By property, whether its values are kept.
    wanted: Vec<bool>,
    values: Vec<f64>,
    /// By property, where its values start; and where the last ones end.
    starts: Vec<usize>,
}

impl Row {
    /// For rows of an element, of which these properties are wanted (places as in [`Element::properties`]).
    pub(in crate::io) fn of(element: &Element, wanted: &[usize]) -> Self {
        let wanted = (0..element.properties.len()).map(|place| wanted.contains(&place)).collect();
        Self { wanted, values: Vec::new(), starts: Vec::new() }
    }

    /// The values of a property that was wanted: one, or as many as its list has.
    pub(in crate::io) fn list(&self, property: usize) -> &[f64] {
        &self.values[self.starts[property]..self.starts[property + 1]]
    }

    /// The value of a property that was wanted and is no list (of a list the first, 0 where it is empty).
    pub(in crate::io) fn value(&self, property: usize) -> f64 {
        self.list(property).first().copied().unwrap_or(0.0)
    }
}

/// A place among the rows of a file.
#[derive(Debug, Clone)]
pub(in crate::io) struct RowReader<'a> {
    bytes: &'a [u8],
    reader: ByteReader<'a>,
    encoding: Encoding,
}

impl<'a> RowReader<'a> {
    /// At the first row of the first element.
    ///
    /// # Errors
    /// Where the file ends before.
    pub(in crate::io) fn new(bytes: &'a [u8], header: &PlyHeader) -> Result<Self> {
        let mut reader = ByteReader::new(bytes);
        reader.skip(header.data_start, "header")?;
        Ok(Self { bytes, reader, encoding: header.encoding })
    }

    /// The byte that comes next.
    #[cfg(feature = "points")]
    pub(in crate::io) fn place(&self) -> usize {
        self.reader.place()
    }

    /// Reads the next row; `number` (from 0) is for messages.
    ///
    /// # Errors
    /// Where the file is cut short or a word is no number.
    pub(in crate::io) fn read(
        &mut self,
        element: &Element,
        number: u64,
        row: &mut Row,
    ) -> Result<()> {
        self.read_row(element, row).map_err(|error| in_row(&error, element, number))
    }

    /// Passes over rows, from `number` (from 0) on.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(in crate::io) fn pass(&mut self, element: &Element, number: u64, rows: u64) -> Result<()> {
        if element.properties.is_empty() {
            // Rows of nothing, however many.
            return Ok(());
        }
        if let Some(bytes) = element.record_bytes(self.encoding) {
            let bytes = rows.saturating_mul(bytes as u64);
            return self
                .reader
                .skip(usize::try_from(bytes).unwrap_or(usize::MAX), "rows")
                .map_err(|error| in_row(&error, element, number));
        }
        for number in number..number.saturating_add(rows) {
            for property in &element.properties {
                let passed = self.count(property).and_then(|count| self.skip(property, count));
                passed.map_err(|error| in_row(&error, element, number))?;
            }
        }
        Ok(())
    }

    /// How many triangles the polygons are that the lists of a property hold, in the rows that come next; up to the
    /// first that cannot be read.
    #[cfg(feature = "mesh")]
    pub(in crate::io) fn count_triangles(&self, element: &Element, list: usize) -> usize {
        let mut ahead = self.clone();
        let mut triangles = 0;
        for _ in 0..element.rows {
            for (place, property) in element.properties.iter().enumerate() {
                let Ok(count) = ahead.count(property) else { return triangles };
                if ahead.skip(property, count).is_err() {
                    return triangles;
                }
                if place == list {
                    triangles += usize::try_from(count).unwrap_or(0).saturating_sub(2);
                }
            }
        }
        triangles
    }

    /// How many of these rows there are bytes for at the most.
    #[cfg(feature = "mesh")]
    pub(in crate::io) fn most_rows(&self, element: &Element) -> usize {
        let of_number =
            |kind: Number| if self.encoding == Encoding::Text { 2 } else { kind.size() };
        let least = |property: &Property| of_number(property.count.unwrap_or(property.kind));
        // The last word of a text may have nothing after it.
        let least = element.properties.iter().map(least).sum::<usize>().max(1);
        let most = (self.reader.rest().len() + 1) / least;
        usize::try_from(element.rows).unwrap_or(usize::MAX).min(most)
    }

    fn read_row(&mut self, element: &Element, row: &mut Row) -> Result<()> {
        row.values.clear();
        row.starts.clear();
        for (property, &is_wanted) in element.properties.iter().zip(&row.wanted) {
            row.starts.push(row.values.len());
            let count = self.count(property)?;
            if !is_wanted {
                self.skip(property, count)?;
                continue;
            }
            if count > LONGEST_LIST {
                return Err(Error::input(format!(
                    "its list {} has {count} numbers, above the limit of {LONGEST_LIST}; cut it into parts",
                    property.name
                )));
            }
            for _ in 0..count {
                row.values.push(self.number(property.kind, &property.name)?);
            }
        }
        row.starts.push(row.values.len());
        Ok(())
    }

    /// How many numbers of a property come next.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole"
    )]
    fn count(&mut self, property: &Property) -> Result<u64> {
        let Some(kind) = property.count else { return Ok(1) };
        let count = self.number(kind, &property.name)?;
        if count < 0.0 || count.fract() != 0.0 || !count.is_finite() {
            return Err(Error::input(format!(
                "its list {} has {count} numbers; save it again",
                property.name
            )));
        }
        Ok(count as u64)
    }

    /// Passes over numbers of a property.
    fn skip(&mut self, property: &Property, count: u64) -> Result<()> {
        if self.encoding == Encoding::Text {
            return (0..count).try_for_each(|_| self.word(&property.name).map(drop));
        }
        let bytes = count.saturating_mul(property.kind.size() as u64);
        self.reader.skip(usize::try_from(bytes).unwrap_or(usize::MAX), &property.name)
    }

    fn number(&mut self, kind: Number, name: &str) -> Result<f64> {
        if self.encoding != Encoding::Text {
            let bytes = self.reader.take(kind.size(), name)?;
            return Ok(kind.read(bytes, self.encoding == Encoding::BigEndian));
        }
        let word = self.word(name)?;
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        number.ok_or_else(|| {
            let before = &self.bytes[..self.reader.place() - word.len()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let shown: String = String::from_utf8_lossy(word).chars().take(40).collect();
            Error::input(format!("its {name} in line {line} is {shown:?}, which is no number"))
        })
    }

    /// The next word of a text.
    fn word(&mut self, name: &str) -> Result<&'a [u8]> {
        let rest = self.reader.rest();
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let start = start.ok_or_else(|| self.reader.cut_short(name))?;
        let word = &rest[start..];
        let length = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        self.reader.skip(start + length, name)?;
        Ok(&word[..length])
    }
}

fn in_row(error: &Error, element: &Element, number: u64) -> Error {
    Error::input(format!("{error}, in {} {number} (from 0)", element.name))
}
