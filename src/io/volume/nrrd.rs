//! NRRD (`.nrrd`, and `.nhdr` with its numbers in another file): "nearly raw raster data", Kindlmann, Teem, version 5.
//!
//! ```text
//!   NRRD0005
//!   # comments
//!   field: value            one a line; key:=value is for people
//!                           an empty line; then the numbers, unless "data file" names another file
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use super::frame::{Frame, LPS, RAS, Side, World, metres_of};
use super::load::{self, Volume, read_start};
use super::source::{Coding, Source, Start, beside};
use crate::error::{Error, Result};
use crate::io::dense::element::Kind;
use crate::io::dense::rule::Scale;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Fields that change neither where a voxel is nor what it is.
const OF_NO_WEIGHT: &[&str] = &[
    "content",
    "number",
    "sample units",
    "sampleunits",
    "min",
    "max",
    "old min",
    "oldmin",
    "old max",
    "oldmax",
    "thicknesses",
    "labels",
    "measurement frame",
    "kinds",
    "centers",
    "centerings",
];

/// Loads a `.nrrd` or `.nhdr` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    load::load(&parse(path, &read_start(path)?)?, options)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Volume> {
    let mut fields = Fields::read(bytes)?;
    let axes = fields.axes()?;
    let source = fields.source(path)?;
    let kind = fields.kind(source.coding)?;
    let frame = fields.frame(&axes)?;
    let sizes = axes.map(|axis| axis.size);
    for name in ["dimension", "space dimension"].iter().chain(OF_NO_WEIGHT) {
        fields.entries.remove(*name);
    }
    let passed_over = fields.entries.into_keys().collect();
    Ok(Volume { format: "nrrd", sizes, kind, scale: Scale::NONE, frame, source, passed_over })
}

/// The fields of a header, by their names in lower case.
struct Fields {
    entries: BTreeMap<String, String>,
    /// The byte after the empty line; none where the header is the whole file.
    data_start: Option<u64>,
}

/// An axis of three.
#[derive(Debug, Clone, Copy)]
struct Axis {
    size: u64,
    /// Which of the file's axes it is.
    number: usize,
}

fn wrong(name: &str, value: &str) -> Error {
    let shown: String = value.chars().take(80).collect();
    Error::input(format!(
        "its header has {shown:?} as {name:?}, which cannot be read; correct it or save it again"
    ))
}

impl Fields {
    fn read(bytes: &[u8]) -> Result<Self> {
        if !(bytes.starts_with(b"NRRD000")
            && bytes.get(7).is_some_and(|k| (b'1'..=b'5').contains(k)))
        {
            return Err(Error::input(
                "is no NRRD file of version 1 to 5: it does not start with \"NRRD000\" and the version; save it again as NRRD",
            ));
        }
        let mut fields = Self { entries: BTreeMap::new(), data_start: None };
        let mut place = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let is_first = place == 0;
            place += line.len();
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            if text.is_empty() {
                fields.data_start = Some(place as u64);
                break;
            }
            if !is_first && !text.starts_with('#') {
                fields.take(text)?;
            }
        }
        Ok(fields)
    }

    fn take(&mut self, line: &str) -> Result<()> {
        if is_remark(line) {
            return Ok(());
        }
        let Some((name, value)) = line.split_once(':') else {
            let shown: String = line.chars().take(80).collect();
            return Err(Error::input(format!(
                "its header has the line {shown:?}, which is no field; the file is damaged or lacks the empty line after its header"
            )));
        };
        let name = name.trim().to_ascii_lowercase();
        match self.entries.insert(name.clone(), value.trim().to_string()) {
            None => Ok(()),
            Some(_) => {
                Err(Error::input(format!("its header has the field {name:?} twice; correct it")))
            }
        }
    }

    /// Takes a field out, under any of its names.
    fn remove(&mut self, names: &[&str]) -> Option<String> {
        names.iter().filter_map(|name| self.entries.remove(*name)).next()
    }

    fn needed(&mut self, name: &str) -> Result<String> {
        self.remove(&[name]).ok_or_else(|| {
            Error::input(format!("its header has no field {name:?}; it is cut short or damaged"))
        })
    }

    /// The three axes; others of one voxel count for nothing.
    fn axes(&mut self) -> Result<[Axis; 3]> {
        let text = self.needed("sizes")?;
        let sizes: Option<Vec<u64>> =
            text.split_whitespace().map(|size| size.parse().ok()).collect();
        let sizes = sizes.ok_or_else(|| wrong("sizes", &text))?;
        let claimed = self.needed("dimension")?;
        if claimed.parse() != Ok(sizes.len()) {
            return Err(wrong("dimension", &claimed));
        }
        let all = sizes.iter().enumerate().map(|(number, &size)| Axis { size, number });
        let spare = sizes.len().saturating_sub(3);
        let mut dropped = 0;
        let mut kept: Vec<Axis> = all.collect();
        // The last ones first: those are of time or of channels, in the order of most writers.
        kept.reverse();
        kept.retain(|axis| {
            let drop = dropped < spare && axis.size == 1;
            dropped += usize::from(drop);
            !drop
        });
        kept.reverse();
        kept.try_into().map_err(|_| {
            Error::input(format!(
                "has the sizes {text:?}; a scene has three axes of more than one number, so save one channel or one moment of it"
            ))
        })
    }

    fn kind(&mut self, coding: Coding) -> Result<Kind> {
        let name = self.needed("type")?;
        let endian = self.remove(&["endian"]);
        let kind = kind_of(&name.to_ascii_lowercase()).ok_or_else(|| wrong("type", &name))?;
        let big = match endian.as_deref().map(str::to_ascii_lowercase).as_deref() {
            Some("little") => false,
            Some("big") => true,
            None if kind.size() == 1 || coding == Coding::Text => false,
            None => {
                return Err(Error::input(
                    "its header has no field \"endian\", which numbers of more than one byte need; add it",
                ));
            }
            Some(other) => return Err(wrong("endian", other)),
        };
        Ok(match kind {
            Kind::Integer { size, signed, .. } => Kind::Integer { size, signed, big },
            Kind::Float { size, .. } => Kind::Float { size, big },
            Kind::Bool => kind,
        })
    }

    fn source(&mut self, path: &Path) -> Result<Source> {
        let encoding = self.needed("encoding")?;
        let coding = match encoding.to_ascii_lowercase().as_str() {
            "raw" => Coding::Raw,
            "gz" | "gzip" => Coding::Deflate,
            "bz2" | "bzip2" => Coding::Bzip2,
            "txt" | "text" | "ascii" => Coding::Text,
            "hex" => Coding::Hex,
            _ => return Err(wrong("encoding", &encoding)),
        };
        let lines = self.number(&["line skip", "lineskip"])?.unwrap_or(0);
        let skip = self.remove(&["byte skip", "byteskip"]).unwrap_or_else(|| "0".into());
        let (path, byte) = match (self.remove(&["data file", "datafile"]), self.data_start) {
            (Some(name), _) => (beside(path, &name)?, 0),
            (None, Some(byte)) => (path.to_path_buf(), byte),
            (None, None) => {
                return Err(Error::input(
                    "is cut short: no empty line ends its header, and no \"data file\" is named",
                ));
            }
        };
        let start = Start::Byte { byte, lines };
        match (skip.as_str(), coding) {
            ("-1", Coding::Raw) => Ok(Source { path, coding, start: Start::FromEnd, skip: 0 }),
            _ => {
                let skip = skip.parse().map_err(|_| wrong("byte skip", &skip))?;
                Ok(Source { path, coding, start, skip })
            }
        }
    }

    fn number(&mut self, names: &[&str]) -> Result<Option<u64>> {
        let Some(text) = self.remove(names) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| wrong(names[0], &text))
    }

    fn frame(&mut self, axes: &[Axis; 3]) -> Result<Frame> {
        let world = self.world()?;
        let spacings = self.remove(&["spacings"]);
        let directions = self.remove(&["space directions"]);
        let mut steps = [[0.0; 3]; 3];
        match (directions, spacings) {
            (Some(text), _) => {
                let vectors = vectors(&text).ok_or_else(|| wrong("space directions", &text))?;
                for (step, axis) in steps.iter_mut().zip(axes) {
                    let vector = vectors.get(axis.number).copied().flatten();
                    *step = vector.ok_or_else(|| wrong("space directions", &text))?;
                }
            }
            (None, spacings) => {
                let text = spacings.unwrap_or_default();
                let words: Vec<&str> = text.split_whitespace().collect();
                for (index, axis) in axes.iter().enumerate() {
                    let word = words.get(axis.number).copied().unwrap_or("1");
                    let spacing: f64 = word.parse().map_err(|_| wrong("spacings", &text))?;
                    // Unknown, as the format has it.
                    steps[index][index] = if spacing.is_nan() { 1.0 } else { spacing };
                }
            }
        }
        let first = match self.remove(&["space origin"]) {
            None => None,
            Some(text) => match vectors(&text).as_deref() {
                Some([Some(origin)]) => Some(*origin),
                _ => return Err(wrong("space origin", &text)),
            },
        };
        Ok(Frame { world, steps, first, metres: self.metres(axes) })
    }

    fn world(&mut self) -> Result<World> {
        let Some(text) = self.remove(&["space"]) else { return Ok(World::Unnamed) };
        Ok(match text.to_ascii_lowercase().as_str() {
            "right-anterior-superior" | "ras" => RAS,
            "left-posterior-superior" | "lps" => LPS,
            "left-anterior-superior" | "las" => {
                World::Patient([Side::Left, Side::Anterior, Side::Superior])
            }
            "scanner-xyz" | "3d-right-handed" => World::Unnamed,
            "3d-left-handed" => World::LeftHanded,
            _ => return Err(wrong("space", &text)),
        })
    }

    /// The metres of a unit, where the file names one unit of length for all three axes.
    fn metres(&mut self, axes: &[Axis; 3]) -> Option<f64> {
        let of_space = self.remove(&["space units"]);
        let of_axes = self.remove(&["units"]);
        let (text, numbers) = match (of_space, of_axes) {
            (Some(text), _) => (text, [0, 1, 2]),
            (None, Some(text)) => (text, axes.map(|axis| axis.number)),
            (None, None) => return None,
        };
        let names: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
        let [first, second, third] =
            numbers.map(|number| names.get(number).copied().and_then(metres_of));
        first.filter(|_| first == second && second == third)
    }
}

/// Whether a line is `key:=value`, for people; a key may have colons, so that what comes first counts.
fn is_remark(line: &str) -> bool {
    let field = line.find(": ").unwrap_or(line.len());
    line.find(":=").is_some_and(|remark| remark < field)
}

/// The vectors of a field: `(1,0,0) none (0,1,0)`.
fn vectors(text: &str) -> Option<Vec<Option<[f64; 3]>>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("none") {
            found.push(None);
            rest = after.trim_start();
            continue;
        }
        let (inner, after) = rest.strip_prefix('(')?.split_once(')')?;
        let numbers: Option<Vec<f64>> =
            inner.split(',').map(|part| part.trim().parse().ok()).collect();
        let vector: [f64; 3] = numbers?.try_into().ok()?;
        found.push(Some(vector).filter(|vector| vector.iter().all(|part| part.is_finite())));
        rest = after.trim_start();
    }
    Some(found)
}

/// The kind of number of a type, little-endian.
fn kind_of(name: &str) -> Option<Kind> {
    let integer = |size, signed| Some(Kind::Integer { size, signed, big: false });
    match name {
        "signed char" | "int8" | "int8_t" => integer(1, true),
        "uchar" | "unsigned char" | "uint8" | "uint8_t" => integer(1, false),
        "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => {
            integer(2, true)
        }
        "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => {
            integer(2, false)
        }
        "int" | "signed int" | "int32" | "int32_t" => integer(4, true),
        "uint" | "unsigned int" | "uint32" | "uint32_t" => integer(4, false),
        "longlong"
        | "long long"
        | "long long int"
        | "signed long long"
        | "signed long long int"
        | "int64"
        | "int64_t" => integer(8, true),
        "ulonglong" | "unsigned long long" | "unsigned long long int" | "uint64" | "uint64_t" => {
            integer(8, false)
        }
        "float" => Some(Kind::Float { size: 4, big: false }),
        "double" => Some(Kind::Float { size: 8, big: false }),
        _ => None,
    }
}
