//! The header of a polygon file: its encoding, and the elements with their properties.

use crate::error::{Error, Result};
use crate::io::number::Number;

/// How the rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::io) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A column of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct Property {
    pub(in crate::io) name: String,
    pub(in crate::io) kind: Number,
    /// The type of the count, where each row has a list.
    pub(in crate::io) count: Option<Number>,
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
    #[cfg(feature = "mesh")]
    pub(in crate::io) fn find(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name)
    }

    /// Whether the property at this place is one number, not a list.
    pub(in crate::io) fn is_number(&self, property: usize) -> bool {
        self.properties.get(property).is_some_and(|property| property.count.is_none())
    }

    /// How many rows have a colour, which no reader keeps.
    pub(in crate::io) fn colors(&self) -> u64 {
        let is_red = |property: &Property| ["red", "diffuse_red", "r"].contains(&&*property.name);
        if self.properties.iter().any(is_red) { self.rows } else { 0 }
    }

    /// Bytes of a row, if all rows have as many: not where they hold lists, or are text.
    pub(in crate::io) fn record_bytes(&self, encoding: Encoding) -> Option<usize> {
        let is_fixed = encoding != Encoding::Text
            && self.properties.iter().all(|property| property.count.is_none());
        is_fixed.then(|| self.bytes_before(self.properties.len()))
    }

    /// Bytes of the numbers before a property.
    pub(in crate::io) fn bytes_before(&self, property: usize) -> usize {
        self.properties[..property].iter().map(|property| property.kind.size()).sum()
    }
}

/// What a header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::io) struct PlyHeader {
    pub(in crate::io) encoding: Encoding,
    pub(in crate::io) elements: Vec<Element>,
    /// The byte at which the rows start.
    pub(in crate::io) data_start: usize,
}

impl PlyHeader {
    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Where there is none, or a line of it makes no sense.
    pub(in crate::io) fn parse(bytes: &[u8]) -> Result<Self> {
        let (mut encoding, mut elements, mut place) = (None, Vec::new(), 0);
        for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
            place += line.len();
            // Comments may be in any code page.
            let line = String::from_utf8_lossy(line);
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if number == 1 && words != ["ply"] {
                return Err(Error::input(
                    "is not a .ply file: its first line is not ply; save it again",
                ));
            }
            let nonsense = || nonsense(number, line.trim());
            match words[..] {
                ["format", name, _] => encoding = Some(parse_encoding(name)?),
                ["element", name, rows] => elements.push(Element {
                    name: name.into(),
                    rows: rows.parse().map_err(|_| nonsense())?,
                    properties: Vec::new(),
                }),
                ["property", ..] => {
                    let property = parse_property(&words).ok_or_else(nonsense)?;
                    elements.last_mut().ok_or_else(nonsense)?.properties.push(property);
                }
                ["end_header"] => {
                    let encoding = encoding.ok_or_else(|| {
                        Error::input("its header has no format line; save it again")
                    })?;
                    return Ok(Self { encoding, elements, data_start: place });
                }
                [] | ["ply"] | ["comment" | "obj_info", ..] => {}
                _ => return Err(nonsense()),
            }
        }
        Err(Error::input("is cut short: its header has no end_header line; save it again"))
    }

    /// Whether there are faces: a mesh, not points.
    #[cfg(feature = "mesh")]
    pub(in crate::io) fn has_faces(&self) -> bool {
        self.element("face").is_some_and(|(_, faces)| faces.rows > 0)
    }

    /// The element of this name, and its place.
    pub(in crate::io) fn element(&self, name: &str) -> Option<(usize, &Element)> {
        self.elements.iter().enumerate().find(|(_, element)| element.name == name)
    }
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
        ["property", "list", count, kind, name] => (Some(parse_number(count)?), kind, name),
        ["property", kind, name] => (None, kind, name),
        _ => return None,
    };
    Some(Property { name: name.into(), kind: parse_number(kind)?, count })
}

fn parse_number(word: &str) -> Option<Number> {
    Some(match word {
        "char" | "int8" => Number::I8,
        "uchar" | "uint8" => Number::U8,
        "short" | "int16" => Number::I16,
        "ushort" | "uint16" => Number::U16,
        "int" | "int32" => Number::I32,
        "uint" | "uint32" => Number::U32,
        // Of no standard, but written.
        "int64" => Number::I64,
        "uint64" => Number::U64,
        "float" | "float32" => Number::F32,
        "double" | "float64" => Number::F64,
        _ => return None,
    })
}

fn nonsense(number: usize, line: &str) -> Error {
    let shown: String = line.chars().take(60).collect();
    Error::input(format!("line {number} of its header, {shown:?}, makes no sense; save it again"))
}
