//! `.pcd`, of the Point Cloud Library (0.7): a header of lines, then text, records, or columns compressed with LZF.
//!
//! Only the fields x, y, z and a class are read. The viewpoint is where the sensor stood; points are taken as they are,
//! as the library's own reader takes them. Points that saw nothing are NaN there, and are passed over.

use std::borrow::Cow;
use std::path::Path;

use super::ascii::{TextSource, shown, words};
use super::build::build;
use super::lzf;
use super::record::{Column, RecordSource, find_columns};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::bytes::{ByteReader, read_file};
use crate::io::number::Number;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads a `.pcd` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = Header::parse(&bytes)?;
    match header.data.as_str() {
        "ascii" => build(&header.text(&bytes)?, "pcd", options),
        "binary" => {
            let body = Cow::Borrowed(&bytes[header.data_start..]);
            build(&header.records(&body, false)?, "pcd", options)
        }
        "binary_compressed" => {
            let body = Cow::Owned(header.unpacked(&bytes, options)?);
            build(&header.records(&body, true)?, "pcd", options)
        }
        other => Err(Error::input(format!(
            "its DATA is {}; ascii, binary and binary_compressed can be read",
            shown(other)
        ))),
    }
}

/// A field of a point.
#[derive(Debug, Clone)]
struct Field {
    name: String,
    kind: Number,
    count: usize,
}

#[derive(Debug)]
struct Header {
    fields: Vec<Field>,
    points: usize,
    data: String,
    /// The byte at which the points start.
    data_start: usize,
    xyz: [usize; 3],
    class: Option<usize>,
}

/// The most fields of a point.
const MOST_FIELDS: usize = 4096;

impl Header {
    fn parse(bytes: &[u8]) -> Result<Self> {
        let mut entries = Vec::new();
        let mut place = 0;
        for (line, at) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            place += line.len();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let mut words = words(text).map(str::to_owned);
            let key = words.next().unwrap_or_default().to_ascii_uppercase();
            if !KEYS.contains(&key.as_str()) {
                return Err(Error::input(format!(
                    "line {at} is {}, which no header of a .pcd file holds; save the points again",
                    shown(text)
                )));
            }
            let is_last = key == "DATA";
            entries.push((key, words.collect::<Vec<String>>()));
            if is_last {
                return Self::of(&entries, place);
            }
        }
        Err(Error::input("is cut short: its header has no DATA line; save the points again"))
    }

    fn of(entries: &[(String, Vec<String>)], data_start: usize) -> Result<Self> {
        let entry =
            |key: &str| entries.iter().find(|(name, _)| name == key).map(|(_, words)| words);
        let fields = fields(&entry)?;
        let points = match (entry("POINTS"), entry("WIDTH"), entry("HEIGHT")) {
            (Some(points), ..) => number(points.first(), "POINTS")?,
            (None, Some(width), height) => {
                let height = height.map_or(Ok(1), |height| number(height.first(), "HEIGHT"))?;
                number(width.first(), "WIDTH")?.saturating_mul(height)
            }
            _ => return Err(Error::input("its header has no POINTS line; save the points again")),
        };
        // Text has a column for each number, records one place for each field.
        let expanded =
            fields.iter().flat_map(|field| std::iter::repeat_n(field.name.as_str(), field.count));
        let is_text =
            entry("DATA").and_then(|words| words.first()).is_some_and(|data| data == "ascii");
        let found = if is_text {
            find_columns(expanded)
        } else {
            find_columns(fields.iter().map(|field| field.name.as_str()))
        };
        let is_there = |&index: &usize| is_text || fields[index].count > 0;
        let found = found.filter(|(xyz, class)| xyz.iter().chain(class).all(is_there));
        let (xyz, class) = found.ok_or_else(|| {
            Error::input("its FIELDS line names no x, y and z, so it holds no points in space")
        })?;
        let data = entry("DATA").and_then(|words| words.first()).cloned().unwrap_or_default();
        Ok(Self { fields, points, data, data_start, xyz, class })
    }

    /// Bytes of a point.
    fn point_bytes(&self) -> usize {
        self.fields.iter().map(|field| field.kind.size() * field.count).sum()
    }

    fn text<'a>(&self, bytes: &'a [u8]) -> Result<TextSource<'a>> {
        let source = TextSource::new(bytes, self.data_start..bytes.len(), self.xyz, self.class);
        let filled = |line: &&[u8]| !line.trim_ascii().is_empty();
        let lines = bytes[self.data_start..].split(|&byte| byte == b'\n').filter(filled).count();
        if lines != self.points {
            return Err(Error::input(format!(
                "its header claims {} points, but {lines} lines follow; the file is cut short or damaged",
                self.points
            )));
        }
        Ok(source)
    }

    /// The points of unpacked bytes: field by field of each point, or (`by_column`) all points of each field.
    fn records<'a>(&self, body: &'a [u8], by_column: bool) -> Result<RecordSource<'a>> {
        let stride = self.point_bytes();
        let wanted = self.points.checked_mul(stride).filter(|&wanted| wanted <= body.len());
        if wanted.is_none() {
            return Err(Error::input(format!(
                "is cut short: its header claims {} points of {stride} bytes from byte {} on, and {} bytes are there; save it again",
                self.points,
                self.data_start,
                body.len()
            )));
        }
        let column = |index: usize| {
            let before: usize =
                self.fields[..index].iter().map(|field| field.kind.size() * field.count).sum();
            let Field { kind, count, .. } = self.fields[index];
            if by_column {
                Column { start: before * self.points, stride: kind.size() * count, kind }
            } else {
                Column { start: before, stride, kind }
            }
        };
        let (xyz, class) = (self.xyz.map(column), self.class.map(column));
        Ok(RecordSource { bytes: body, xyz, class, big: false, points: self.points })
    }

    /// The bytes of the columns, unpacked.
    fn unpacked(&self, bytes: &[u8], options: &LoadOptions) -> Result<Vec<u8>> {
        let mut reader = ByteReader::new(bytes);
        reader.skip(self.data_start, "header")?;
        let packed = reader.u32_le("packed size")? as usize;
        let length = reader.u32_le("unpacked size")? as usize;
        let packed = reader.take(packed, "packed points")?;
        let damaged = |what: &str| {
            Error::input(format!(
                "its packed points at byte {} {what}; the file is damaged",
                self.data_start + 8
            ))
        };
        if self.points.checked_mul(self.point_bytes()) != Some(length) {
            return Err(damaged("do not unpack to as many bytes as its header claims"));
        }
        if length > packed.len().saturating_mul(lzf::MOST_GROWTH) {
            return Err(damaged("are too few for what they claim to unpack to"));
        }
        budget::check((bytes.len() + 2 * length) as u64, options.memory)?;
        lzf::unpack(packed, length).ok_or_else(|| damaged("cannot be unpacked"))
    }
}

const KEYS: [&str; 10] = [
    "VERSION",
    "FIELDS",
    "SIZE",
    "TYPE",
    "COUNT",
    "WIDTH",
    "HEIGHT",
    "VIEWPOINT",
    "POINTS",
    "DATA",
];

fn number(word: Option<&String>, key: &str) -> Result<usize> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| {
        Error::input(format!(
            "its {key} is {}, which is no whole number; the header is damaged",
            shown(word.map_or("missing", String::as_str))
        ))
    })
}

/// The fields of a point, as four lines tell them.
fn fields<'a>(entry: &impl Fn(&str) -> Option<&'a Vec<String>>) -> Result<Vec<Field>> {
    let line = |key: &str| {
        entry(key).ok_or_else(|| {
            Error::input(format!("its header has no {key} line; save the points again"))
        })
    };
    let (names, sizes, types) = (line("FIELDS")?, line("SIZE")?, line("TYPE")?);
    let counts = entry("COUNT");
    let same = |words: &Vec<String>| words.len() == names.len();
    if !same(sizes) || !same(types) || !counts.is_none_or(same) || names.len() > MOST_FIELDS {
        return Err(Error::input(format!(
            "its FIELDS, SIZE, TYPE and COUNT lines do not name the same fields, {MOST_FIELDS} at most; the header is damaged"
        )));
    }
    let mut fields = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let count = counts.map_or(Ok(1), |counts| number(counts.get(index), "COUNT"))?;
        let kind = kind(&types[index], &sizes[index]).ok_or_else(|| {
            Error::input(format!(
                "its field {} is of type {} and size {}; I, U and F of 1, 2, 4 and 8 bytes can be read",
                shown(name),
                shown(&types[index]),
                shown(&sizes[index])
            ))
        })?;
        if count > MOST_FIELDS {
            return Err(Error::input(format!(
                "its field {} has {count} numbers a point; {MOST_FIELDS} at most can be read",
                shown(name)
            )));
        }
        fields.push(Field { name: name.clone(), kind, count });
    }
    Ok(fields)
}

fn kind(letter: &str, size: &str) -> Option<Number> {
    Some(match (letter, size) {
        ("I", "1") => Number::I8,
        ("I", "2") => Number::I16,
        ("I", "4") => Number::I32,
        ("I", "8") => Number::I64,
        ("U", "1") => Number::U8,
        ("U", "2") => Number::U16,
        ("U", "4") => Number::U32,
        ("U", "8") => Number::U64,
        ("F", "4") => Number::F32,
        ("F", "8") => Number::F64,
        _ => return None,
    })
}
