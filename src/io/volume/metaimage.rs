//! `MetaImage` (`.mhd` with its numbers in another file, `.mha` with them after the header), as ITK and its kin write it.
//!
//! Lines of `Name = value`, of which `ElementDataFile` is the last. `TransformMatrix` holds, one after the other, the
//! directions of the three indices. Where `AnatomicalOrientation` says that the volume is of a patient, its world counts
//! to the left, the back and the top, as ITK reads it; the letters themselves say where each index starts, and count
//! where there is no matrix.

use std::collections::BTreeMap;
use std::path::Path;

use super::frame::{Frame, LPS, Side, World, metres_of};
use super::load::{self, Volume, read_start};
use super::source::{Coding, Source, Start, beside};
use crate::error::{Error, Result};
use crate::io::dense::element::Kind;
use crate::io::dense::rule::Scale;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Fields that change neither where a voxel is nor what it is.
const OF_NO_WEIGHT: &[&str] = &[
    "ObjectType",
    "ObjectSubType",
    "NDims",
    "CenterOfRotation",
    "CompressedDataSize",
    "Modality",
    "ElementMin",
    "ElementMax",
    "Name",
    "Comment",
    "ID",
    "ParentID",
    "Color",
    "TransformType",
    "SequenceID",
    "ElementNBits",
    "AcquisitionDate",
];

/// Loads a `.mhd` or `.mha` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    load::load(&parse(path, &read_start(path)?)?, options)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Volume> {
    let (mut fields, data_start) = Fields::read(bytes)?;
    if let Some(channels) = fields.remove(&["ElementNumberOfChannels"]).filter(|text| text != "1") {
        return Err(Error::input(format!(
            "holds {channels} numbers a voxel (ElementNumberOfChannels); a scene has one, so save one channel of it"
        )));
    }
    let sizes = fields.sizes()?;
    let source = fields.source(path, data_start)?;
    let kind = fields.kind()?;
    let scale = fields.scale()?;
    let frame = fields.frame()?;
    OF_NO_WEIGHT.iter().for_each(|name| drop(fields.0.remove(*name)));
    let passed_over = fields.0.into_keys().collect();
    Ok(Volume { format: "mhd", sizes, kind, scale, frame, source, passed_over })
}

/// The fields of a header, by name.
struct Fields(BTreeMap<String, String>);

fn wrong(name: &str, value: &str) -> Error {
    let shown: String = value.chars().take(80).collect();
    Error::input(format!(
        "its header has {shown:?} as {name}, which cannot be read; correct it or save it again"
    ))
}

impl Fields {
    /// The fields, and the byte after them.
    fn read(bytes: &[u8]) -> Result<(Self, u64)> {
        let mut fields = BTreeMap::new();
        let mut place = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            place += line.len() as u64;
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let shown = || text.chars().take(80).collect::<String>();
            let (name, value) = text.split_once(['=', ':']).ok_or_else(|| {
                Error::input(format!(
                    "is no MetaImage: its header has the line {:?}, which is no \"Name = value\"",
                    shown()
                ))
            })?;
            let name = name.trim().to_string();
            let is_last = name == "ElementDataFile";
            if fields.insert(name, value.trim().to_string()).is_some() {
                return Err(Error::input(format!(
                    "its header has the line {:?}, whose name it had before; correct it",
                    shown()
                )));
            }
            if is_last {
                return Ok((Self(fields), place));
            }
        }
        Err(Error::input(
            "its header has no line ElementDataFile; the file is cut short or is no MetaImage",
        ))
    }

    /// Takes a field out, under any of its names.
    fn remove(&mut self, names: &[&str]) -> Option<String> {
        names.iter().filter_map(|name| self.0.remove(*name)).next()
    }

    fn needed(&mut self, name: &str) -> Result<String> {
        self.remove(&[name]).ok_or_else(|| {
            Error::input(format!("its header has no line {name}; it is damaged, save it again"))
        })
    }

    /// The numbers of a field, at least three of them.
    fn numbers(&mut self, names: &[&str]) -> Result<Option<Vec<f64>>> {
        let Some(text) = self.remove(names) else { return Ok(None) };
        let numbers: Option<Vec<f64>> =
            text.split_whitespace().map(|word| word.parse().ok()).collect();
        let sound =
            |numbers: &Vec<f64>| numbers.len() >= 3 && numbers.iter().all(|k| k.is_finite());
        numbers.filter(sound).map(Some).ok_or_else(|| wrong(names[0], &text))
    }

    fn is_true(&mut self, names: &[&str], otherwise: bool) -> Result<bool> {
        match self.remove(names) {
            None => Ok(otherwise),
            Some(text) if text.eq_ignore_ascii_case("true") || text == "1" => Ok(true),
            Some(text) if text.eq_ignore_ascii_case("false") || text == "0" => Ok(false),
            Some(text) => Err(wrong(names[0], &text)),
        }
    }

    /// The three sizes; further ones may be 1.
    fn sizes(&mut self) -> Result<[u64; 3]> {
        let text = self.needed("DimSize")?;
        let sizes: Option<Vec<u64>> =
            text.split_whitespace().map(|size| size.parse().ok()).collect();
        let sizes = sizes.ok_or_else(|| wrong("DimSize", &text))?;
        match self.remove(&["NDims"]) {
            Some(count) if count.parse() != Ok(sizes.len()) => return Err(wrong("NDims", &count)),
            _ => {}
        }
        match sizes[..] {
            [x, y, z, ref more @ ..] if more.iter().all(|&size| size == 1) => Ok([x, y, z]),
            _ => Err(Error::input(format!(
                "has the sizes {text:?} (DimSize); a scene has three, so save one moment or slab of it"
            ))),
        }
    }

    fn kind(&mut self) -> Result<Kind> {
        let name = self.needed("ElementType")?;
        let big = self.is_true(&["BinaryDataByteOrderMSB", "ElementByteOrderMSB"], false)?;
        let integer = |size, signed| Ok(Kind::Integer { size, signed, big });
        match name.as_str() {
            "MET_CHAR" => integer(1, true),
            "MET_UCHAR" => integer(1, false),
            "MET_SHORT" => integer(2, true),
            "MET_USHORT" => integer(2, false),
            // Long is four bytes in this format, whatever it is on the machine.
            "MET_INT" | "MET_LONG" => integer(4, true),
            "MET_UINT" | "MET_ULONG" => integer(4, false),
            "MET_LONG_LONG" => integer(8, true),
            "MET_ULONG_LONG" => integer(8, false),
            "MET_FLOAT" => Ok(Kind::Float { size: 4, big }),
            "MET_DOUBLE" => Ok(Kind::Float { size: 8, big }),
            _ => Err(Error::input(format!(
                "holds numbers of the type {name:?} (ElementType); MET_CHAR to MET_DOUBLE can be read, one a voxel, so convert it"
            ))),
        }
    }

    fn scale(&mut self) -> Result<Scale> {
        let mut number = |name: &str, otherwise: f64| match self.0.remove(name) {
            None => Ok(otherwise),
            Some(text) => {
                text.parse().ok().filter(|k: &f64| k.is_finite()).ok_or_else(|| wrong(name, &text))
            }
        };
        Ok(Scale {
            slope: number("ElementToIntensityFunctionSlope", 1.0)?,
            intercept: number("ElementToIntensityFunctionOffset", 0.0)?,
        })
    }

    fn source(&mut self, path: &Path, data_start: u64) -> Result<Source> {
        let name = self.needed("ElementDataFile")?;
        let is_packed = self.is_true(&["CompressedData"], false)?;
        let is_binary = self.is_true(&["BinaryData"], true)?;
        let coding = match (is_binary, is_packed) {
            (true, false) => Coding::Raw,
            (true, true) => Coding::Deflate,
            (false, false) => Coding::Text,
            (false, true) => {
                return Err(Error::input(
                    "says that its numbers are text (BinaryData = False) and packed (CompressedData = True); correct one",
                ));
            }
        };
        let is_local = name.eq_ignore_ascii_case("local");
        let (path, byte) =
            if is_local { (path.to_path_buf(), data_start) } else { (beside(path, &name)?, 0) };
        let mut source = Source::at(&path, byte, coding);
        match self.remove(&["HeaderSize"]).as_deref() {
            None | Some("0") => {}
            Some("-1") => source.start = Start::FromEnd,
            Some(text) => {
                let skip: u64 = text.parse().map_err(|_| wrong("HeaderSize", text))?;
                let byte = byte.checked_add(skip).ok_or_else(|| wrong("HeaderSize", text))?;
                source.start = Start::Byte { byte, lines: 0 };
            }
        }
        Ok(source)
    }

    fn frame(&mut self) -> Result<Frame> {
        let sides = self.sides();
        let matrix = self.numbers(&["TransformMatrix", "Rotation", "Orientation"])?;
        let size = self.numbers(&["ElementSize"])?;
        let spacing = self.numbers(&["ElementSpacing"])?.or(size).unwrap_or_else(|| vec![1.0; 3]);
        let first = self.numbers(&["Offset", "Position", "Origin"])?;
        let metres = self.remove(&["DistanceUnits"]).and_then(|unit| metres_of(&unit));
        let directions = match (matrix, sides) {
            (Some(matrix), _) => rows(&matrix).ok_or_else(|| {
                Error::input("its TransformMatrix does not hold three directions of three numbers; correct it")
            })?,
            (None, Some(sides)) => sides.map(|start| {
                let (axis, sign) = start.opposite().axis();
                let mut direction = [0.0; 3];
                // In the file's world, which counts to the left and to the back.
                direction[axis] = if axis == 2 { sign } else { -sign };
                direction
            }),
            (None, None) => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        let steps = [0, 1, 2].map(|index| directions[index].map(|part| part * spacing[index]));
        Ok(Frame {
            world: if sides.is_some() { LPS } else { World::Unnamed },
            steps,
            first: first.map(|first| [first[0], first[1], first[2]]),
            metres,
        })
    }

    /// The sides at which the three indices start, where they are of a patient.
    fn sides(&mut self) -> Option<[Side; 3]> {
        let letters = self.remove(&["AnatomicalOrientation"])?;
        let sides: Option<Vec<Side>> = letters.chars().map(Side::of_letter).collect();
        sides?.try_into().ok()
    }
}

/// The three directions of a matrix; of a larger one, those in space.
fn rows(matrix: &[f64]) -> Option<[[f64; 3]; 3]> {
    let width = (3..=8).find(|width| width * width == matrix.len())?;
    Some([0, 1, 2].map(|row| [0, 1, 2].map(|column| matrix[row * width + column])))
}
