//! The rows of one element, in parts that are read apart from one another, so that threads share the work.

use super::header::{Element, PlyHeader};
use super::rows::{Row, RowReader};
use crate::error::Result;

/// Rows of a part.
const PART: u64 = 1 << 16;

/// The rows of an element, found but not read.
pub(in crate::io) struct Table<'a> {
    element: &'a Element,
    parts: Vec<Part<'a>>,
    start: usize,
}

struct Part<'a> {
    /// At its first row.
    reader: RowReader<'a>,
    first: u64,
    rows: u64,
}

impl<'a> Table<'a> {
    /// Finds the rows of the element at a place of the header: passes over those before it, and over its own.
    ///
    /// # Errors
    /// Where the file is cut short before their end.
    pub(in crate::io) fn find(
        bytes: &'a [u8],
        header: &'a PlyHeader,
        place: usize,
    ) -> Result<Self> {
        let mut reader = RowReader::new(bytes, header)?;
        for before in &header.elements[..place] {
            reader.pass(before, 0, before.rows)?;
        }
        let element = &header.elements[place];
        // Rows of nothing are none.
        let rows = if element.properties.is_empty() { 0 } else { element.rows };
        let (start, mut parts, mut first) = (reader.place(), Vec::new(), 0);
        while first < rows {
            let part = Part { reader: reader.clone(), first, rows: PART.min(rows - first) };
            reader.pass(element, first, part.rows)?;
            first += part.rows;
            parts.push(part);
        }
        Ok(Self { element, parts, start })
    }

    /// The byte at which the first row starts.
    pub(in crate::io) fn start(&self) -> usize {
        self.start
    }

    /// How many parts there are.
    pub(in crate::io) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Visits the rows of a part; of each the properties that are wanted.
    ///
    /// # Errors
    /// Where a word is no number.
    pub(in crate::io) fn read_part(
        &self,
        part: usize,
        wanted: &[usize],
        mut visit: impl FnMut(&Row),
    ) -> Result<()> {
        let Part { reader, first, rows } = &self.parts[part];
        let mut reader = reader.clone();
        let mut row = Row::of(self.element, wanted);
        for number in *first..first + rows {
            reader.read(self.element, number, &mut row)?;
            visit(&row);
        }
        Ok(())
    }
}
