//! The header of a polygon file: its encoding, and the elements with their properties.

use crate::error::{Error, Result};

/// How the rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::io) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::io) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }
}

/// A column of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct Property {
    pub(in crate::io) name: String,
    pub(in crate::io) kind: Kind,
    /// The type of the count, where each row has a list.
    pub(in crate::io) count: Option<Kind>,
}

/// A table of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct Element {
    pub(in crate::io) name: String,
    /// How many rows, by the header; nothing is taken by this number.
    pub(in crate::io) rows: u64,
    pub(in crate::io) properties: Vec<Property>,
}

impl Element {
    /// Where the property of this name stands.
    pub(in crate::io) fn find(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name)
    }
}

/// What a header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct PlyHeader {
    pub(in crate::io) encoding: Encoding,
    pub(in crate::io) elements: Vec<Element>,
    /// The byte at which the rows start.
    pub(in crate::io) data_start: usize,
    /// The line at which they start, from 1.
    pub(in crate::io) data_line: usize,
}

impl PlyHeader {
    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Where there is none, or a line of it makes no sense.
    pub(in crate::io) fn parse(bytes: &[u8]) -> Result<Self> {
        let mut header =
            Self { encoding: Encoding::Text, elements: Vec::new(), data_start: 0, data_line: 1 };
        let mut encoding = None;
        loop {
            let (line, length) = first_line(&bytes[header.data_start..]).ok_or_else(|| {
                Error::input("is no .ply file: its header has no end; save it again")
            })?;
            let number = header.data_line;
            header.data_start += length;
            header.data_line += 1;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                _ if number == 1 => {
                    if words != ["ply"] {
                        return Err(Error::input(
                            "is no .ply file: its first line is not ply; save it again",
                        ));
                    }
                }
                ["format", name, _] => encoding = Some(parse_encoding(name)?),
                ["element", name, rows] => header.elements.push(Element {
                    name: name.into(),
                    rows: rows.parse().map_err(|_| nonsense(number, line))?,
                    properties: Vec::new(),
                }),
                ["property", ..] => {
                    let property = parse_property(&words).ok_or_else(|| nonsense(number, line))?;
                    let element =
                        header.elements.last_mut().ok_or_else(|| nonsense(number, line))?;
                    element.properties.push(property);
                }
                ["end_header"] => break,
                [] | ["comment" | "obj_info", ..] => {}
                _ => return Err(nonsense(number, line)),
            }
        }
        header.encoding =
            encoding.ok_or_else(|| Error::input("its header names no format; save it again"))?;
        Ok(header)
    }

    /// Whether there are faces: a mesh, not points.
    pub(in crate::io) fn has_faces(&self) -> bool {
        self.element("face").is_some_and(|(_, faces)| faces.rows > 0)
    }

    /// The element of this name, and its place.
    pub(in crate::io) fn element(&self, name: &str) -> Option<(usize, &Element)> {
        self.elements.iter().enumerate().find(|(_, element)| element.name == name)
    }
}

/// A line of text and its length with its end; none where there is no end, or it is no text.
fn first_line(bytes: &[u8]) -> Option<(&str, usize)> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?.trim_end_matches('\r'), end + 1))
}

fn parse_encoding(name: &str) -> Result<Encoding> {
    match name {
        "ascii" => Ok(Encoding::Text),
        "binary_little_endian" => Ok(Encoding::LittleEndian),
        "binary_big_endian" => Ok(Encoding::BigEndian),
        _ => Err(Error::input(format!(
            "its format is {:?}; ascii, binary_little_endian and binary_big_endian can be read",
            name.chars().take(40).collect::<String>()
        ))),
    }
}

fn parse_property(words: &[&str]) -> Option<Property> {
    let (count, kind, name) = match *words {
        ["property", "list", count, kind, name] => (Some(Kind::parse(count)?), kind, name),
        ["property", kind, name] => (None, kind, name),
        _ => return None,
    };
    Some(Property { name: name.into(), kind: Kind::parse(kind)?, count })
}

fn nonsense(number: usize, line: &str) -> Error {
    let shown: String = line.chars().take(60).collect();
    Error::input(format!("line {number} of its header, {shown:?}, makes no sense; save it again"))
}
