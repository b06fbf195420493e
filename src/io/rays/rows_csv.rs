//! Rows of a .csv table (RFC 4180), in a stream. The header says which column is which.
//!
//! Invariant: every column of the table is understood. A column that is not would be a misspelt one as likely as a
//! spare one, and the rays would silently lack their range.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::cells::{Block, Cells, Order};
use super::rows::{Schema, Source};
use crate::error::{Error, Result};

/// A table that is being read.
#[derive(Debug)]
pub(crate) struct CsvRows {
    reader: Reader<File>,
    record: ByteRecord,
    places: Vec<Place>,
    buffer: Vec<f64>,
}

/// Where a number of a row comes from.
#[derive(Debug, Clone, Copy)]
enum Place {
    Field(usize, &'static str),
    Constant(f64),
}

impl CsvRows {
    pub(crate) fn open(file: File, schema: &'static Schema) -> Result<Self> {
        let mut reader = ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
        let header = reader.byte_headers().cloned().map_err(|error| message(&reader, &error))?;
        let names: Vec<String> = header
            .iter()
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase())
            .collect();
        let places = places(&names, schema)?;
        Ok(Self { reader, record: ByteRecord::new(), places, buffer: Vec::new() })
    }
}

impl Source for CsvRows {
    fn len(&self) -> Option<u64> {
        None
    }

    fn is_f64(&self) -> bool {
        true
    }

    fn next_block(&mut self, max: usize) -> Result<Option<Block<'_>>> {
        let Self { reader, record, places, buffer } = self;
        buffer.clear();
        for _ in 0..max {
            if !reader.read_byte_record(record).map_err(|error| message(reader, &error))? {
                break;
            }
            for place in &*places {
                let number = place.number(record);
                buffer.push(number.map_err(|fault| fault.at_line(reader, record.position()))?);
            }
        }
        let cells = Cells { data: buffer, width: places.len(), order: Order::Rows };
        Ok((cells.rows() > 0).then_some(Block::F64(cells)))
    }
}

/// A field that is not a number.
struct Fault {
    column: &'static str,
    text: String,
}

impl Place {
    #[inline]
    fn number(self, record: &ByteRecord) -> Result<f64, Fault> {
        let (field, column) = match self {
            Self::Field(field, column) => (field, column),
            Self::Constant(value) => return Ok(value),
        };
        let text = record.get(field).unwrap_or_default().trim_ascii();
        let number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| Fault { column, text: String::from_utf8_lossy(text).into_owned() })
    }
}

impl Fault {
    fn at_line(self, reader: &Reader<File>, position: Option<&Position>) -> Error {
        let Self { column, text } = self;
        let line = line(reader, position);
        Error::input(format!("line {line}, column {column}: {text:?} is not a number"))
    }
}

/// The line of a record. Its position is where the one before ended, so blank lines may come first.
fn line(reader: &Reader<File>, position: Option<&Position>) -> u64 {
    let (line, byte) = position.map_or((1, 0), |position| (position.line(), position.byte()));
    let mut file = reader.get_ref();
    if file.seek(SeekFrom::Start(byte)).is_err() {
        return line;
    }
    let blank = BufReader::new(file).bytes().map_while(Result::ok);
    let ends = blank.take_while(u8::is_ascii_whitespace).filter(|&byte| byte == b'\n');
    line + ends.count() as u64
}

/// Finds each number of a row among the named columns.
fn places(names: &[String], schema: &'static Schema) -> Result<Vec<Place>> {
    let find = |known: &[&'static str]| {
        let known = |name: &String| known.iter().copied().find(|&known| known == name);
        names.iter().enumerate().find_map(|(i, name)| known(name).map(|name| Place::Field(i, name)))
    };
    let required = schema.required.iter().map(|known| find(known).ok_or(known[0]));
    let required: Result<Vec<_>, _> = required.collect();
    let mut places =
        required.map_err(|missing| wrong_header(names, schema, &format!("lacks {missing}")))?;
    let optional = schema.optional.iter().map(|&(name, value)| (find(&[name]), value));
    if optional.clone().any(|(found, _)| found.is_some()) {
        places.extend(optional.map(|(found, value)| found.unwrap_or(Place::Constant(value))));
    }
    let is_used =
        |i: usize| places.iter().any(|place| matches!(place, Place::Field(f, _) if *f == i));
    match (0..names.len()).find(|&i| !is_used(i)) {
        Some(spare) => Err(wrong_header(
            names,
            schema,
            &format!("has a column {:?} that is unknown or there twice", names[spare]),
        )),
        None => Ok(places),
    }
}

fn wrong_header(names: &[String], schema: &Schema, fault: &str) -> Error {
    let required: Vec<_> = schema.required.iter().map(|known| known.join(" or ")).collect();
    let optional: Vec<_> = schema.optional.iter().map(|(name, _)| format!("[{name}]")).collect();
    let shown: String = names.join(",").chars().take(120).collect();
    Error::input(format!(
        "its first line {shown:?} {fault}; {} have the columns {}, in any order",
        schema.what,
        [required, optional].concat().join(", ")
    ))
}

fn message(reader: &Reader<File>, error: &csv::Error) -> Error {
    Error::input(match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let line = line(reader, error.position());
            format!("line {line} has {len} fields, but the first line has {expected_len}")
        }
        _ => format!("cannot be read ({error})"),
    })
}
