//! The header of a `.ply` file.

use crate::error::{Error, Result};
use crate::io::points::ascii::{line_number, shown};
use crate::io::points::record::Number;

/// How the body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Little,
    Big,
}

/// A property of an element: a number, or a list with the kind of its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Number,
    pub(super) list: Option<Number>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: usize,
    pub(super) properties: Vec<Property>,
}

impl Element {
    pub(super) fn has_lists(&self) -> bool {
        self.properties.iter().any(|property| property.list.is_some())
    }

    /// Bytes of one, where there are no lists.
    pub(super) fn bytes(&self) -> usize {
        self.properties.iter().map(|property| property.kind.size()).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) form: Form,
    pub(super) elements: Vec<Element>,
    /// The byte at which the body starts.
    pub(super) body: usize,
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(b"ply\n") && !bytes.starts_with(b"ply\r") {
            return Err(Error::input(
                "is not a .ply file: it does not begin with the line ply; save it again",
            ));
        }
        let (mut form, mut elements, mut place) = (None, Vec::new(), 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let words: Vec<&str> = text.split_whitespace().collect();
            let at = place;
            place += line.len();
            let understood = match words[..] {
                ["end_header"] => {
                    let form = form.ok_or_else(|| Error::input("has no format line"))?;
                    return Ok(Self { form, elements, body: place });
                }
                ["format", name, _] => {
                    form = form_of(name);
                    form.is_some()
                }
                ["element", name, count] => add_element(&mut elements, name, count),
                ["property", ref rest @ ..] => add_property(&mut elements, rest),
                [] | ["ply"] | ["comment" | "obj_info", ..] => true,
                _ => false,
            };
            if !understood {
                return Err(Error::input(format!(
                    "line {} of its header is {}, which cannot be read; the header is damaged",
                    line_number(bytes, at),
                    shown(text.trim())
                )));
            }
        }
        Err(Error::input("is cut short: its header has no end_header line; save it again"))
    }
}

fn form_of(name: &str) -> Option<Form> {
    match name {
        "ascii" => Some(Form::Text),
        "binary_little_endian" => Some(Form::Little),
        "binary_big_endian" => Some(Form::Big),
        _ => None,
    }
}

fn add_element(elements: &mut Vec<Element>, name: &str, count: &str) -> bool {
    let Ok(count) = count.parse() else { return false };
    elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
    true
}

fn add_property(elements: &mut [Element], words: &[&str]) -> bool {
    let property = match *words {
        ["list", length, kind, name] => kind_of(length)
            .zip(kind_of(kind))
            .map(|(length, kind)| Property { name: name.to_owned(), kind, list: Some(length) }),
        [kind, name] => {
            kind_of(kind).map(|kind| Property { name: name.to_owned(), kind, list: None })
        }
        _ => None,
    };
    let (Some(property), Some(element)) = (property, elements.last_mut()) else { return false };
    element.properties.push(property);
    true
}

fn kind_of(name: &str) -> Option<Number> {
    Some(match name {
        "char" | "int8" => Number::I8,
        "uchar" | "uint8" => Number::U8,
        "short" | "int16" => Number::I16,
        "ushort" | "uint16" => Number::U16,
        "int" | "int32" => Number::I32,
        "uint" | "uint32" => Number::U32,
        "int64" => Number::I64,
        "uint64" => Number::U64,
        "float" | "float32" => Number::F32,
        "double" | "float64" => Number::F64,
        _ => return None,
    })
}
