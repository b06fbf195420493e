//! The lines of text at the head of a `.binvox` file.

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::space::Transform;

/// What a header says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    pub(super) version: u32,
    /// Voxels along x, y and z.
    pub(super) sides: [i32; 3],
    pub(super) transform: Transform,
    /// Lines that say nothing that is known.
    pub(super) unknown: u64,
    /// Where the runs start.
    pub(super) data: usize,
}

/// The lines, while they are read.
#[derive(Default)]
struct Lines {
    dim: Option<[i32; 3]>,
    translate: Option<[f64; 3]>,
    scale: Option<f64>,
    unknown: u64,
}

impl Header {
    /// Reads the lines up to `data`.
    ///
    /// # Errors
    /// Where the file is none of this format, or a line is missing or makes no sense.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let (first, mut place) = line_at(bytes, 0)?;
        let version = parse_version(first)?;
        let mut lines = Lines::default();
        loop {
            let (line, next) = line_at(bytes, place)?;
            if line == "data" {
                return lines.finish(version, next);
            }
            lines.take(line).map_err(|error| {
                Error::input(format!("its line {line:?} at byte {place} {error}"))
            })?;
            place = next;
        }
    }
}

impl Lines {
    fn take(&mut self, line: &str) -> Result<()> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("dim") => self.dim = Some(parse_dim(words)?),
            Some("translate") => self.translate = Some(numbers(words)?),
            Some("scale") => self.scale = Some(numbers::<1>(words)?[0]),
            None => {}
            Some(_) => self.unknown += 1,
        }
        Ok(())
    }

    fn finish(self, version: u32, data: usize) -> Result<Header> {
        let sides = self.dim.ok_or_else(|| {
            Error::input("has no line dim, which says how many voxels there are; make it again")
        })?;
        let longest = sides.into_iter().max().unwrap_or(0).max(1);
        let size = self.scale.unwrap_or_else(|| f64::from(longest)) / f64::from(longest);
        let transform = Transform::new(self.translate.unwrap_or_default(), [size; 3])?;
        Ok(Header { version, sides, transform, unknown: self.unknown, data })
    }
}

/// The line that starts at `place`, without the spaces around it, and where the next one starts.
fn line_at(bytes: &[u8], place: usize) -> Result<(&str, usize)> {
    /// No line of a header is longer.
    const LONGEST: usize = 1024;
    let rest = &bytes[place..];
    let end = rest.iter().take(LONGEST).position(|&byte| byte == b'\n');
    let line = end.and_then(|end| str::from_utf8(&rest[..end]).ok());
    match (end, line) {
        (Some(end), Some(line)) => Ok((line.trim(), place + end + 1)),
        _ if place == 0 => Err(no_binvox()),
        _ => Err(Error::input(format!(
            "its header has no line \"data\", and at byte {place} no other line of text; the file is cut short or damaged, make it again"
        ))),
    }
}

fn parse_version(first: &str) -> Result<u32> {
    let version = first.strip_prefix("#binvox").ok_or_else(no_binvox)?.trim();
    match version.parse() {
        Ok(version @ 1..=2) => Ok(version),
        _ => Err(Error::input(format!(
            "is a .binvox file of version {version:?}; versions 1 and 2 can be read"
        ))),
    }
}

fn no_binvox() -> Error {
    Error::input("is no .binvox file: it does not start with the line \"#binvox 1\"")
}

/// The sides along x, y and z of the three numbers of a line, which come in the order of storage: x, z, y.
fn parse_dim<'a>(words: impl Iterator<Item = &'a str>) -> Result<[i32; 3]> {
    let words: Vec<_> = words.take(4).collect();
    let sides: Vec<i32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let &[x, z, y] = sides.as_slice() else {
        return Err(Error::input(format!(
            "must have three whole numbers, each 0 to {}",
            crate::MAX_SIDE
        )));
    };
    GridBox::with_sides([x, y, z]).map(|bounds| bounds.sides())
}

/// As many finite numbers as are wanted, and no other word.
fn numbers<'a, const N: usize>(words: impl Iterator<Item = &'a str>) -> Result<[f64; N]> {
    let parsed: Vec<f64> = words.take(N + 1).map(|word| word.parse().unwrap_or(f64::NAN)).collect();
    let numbers = <[f64; N]>::try_from(parsed).ok();
    let finite = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
    finite.ok_or_else(|| Error::input(format!("must have {N} finite numbers and nothing else")))
}
