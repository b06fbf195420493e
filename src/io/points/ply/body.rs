//! The vertices in the body of a `.ply` file.

use super::header::{Element, Form, Header};
use crate::error::{Error, Result};
use crate::io::points::ascii::TextSource;
use crate::io::points::record::{Column, RecordSource, class_of, find_columns};
use crate::voxelize::points::{PointSource, SourcePoint};

/// Where x, y, z and the class stand among the properties.
fn columns(element: &Element) -> Result<([usize; 3], Option<usize>)> {
    let names = element.properties.iter();
    let found = find_columns(names.map(|property| property.name.as_str()));
    let is_number = |&index: &usize| element.properties[index].list.is_none();
    found.filter(|(xyz, class)| xyz.iter().chain(class).all(is_number)).ok_or_else(|| {
        Error::input("its vertices have no numbers x, y and z, so they are no points in space")
    })
}

fn cut_short(element: &Element, bytes: &[u8]) -> Error {
    Error::input(format!(
        "is cut short: its header claims {} of the element {:?}, and the file ends at byte {} before them; save it again",
        element.count,
        element.name.chars().take(40).collect::<String>(),
        bytes.len()
    ))
}

/// The vertices as lines of text.
pub(super) fn text<'a>(
    bytes: &'a [u8],
    header: &Header,
    vertices: usize,
) -> Result<TextSource<'a>> {
    let element = &header.elements[vertices];
    let (xyz, class) = columns(element)?;
    let first_list = element.properties.iter().position(|property| property.list.is_some());
    if first_list.is_some_and(|list| xyz.iter().chain(&class).any(|&column| column > list)) {
        return Err(Error::input(
            "its vertices have a list before x, y, z or the class, which cannot be read as text; save it as binary",
        ));
    }
    let mut start = header.body;
    for before in &header.elements[..vertices] {
        start = after_lines(bytes, start, before)?;
    }
    let end = after_lines(bytes, start, element)?;
    Ok(TextSource::new(bytes, start..end, xyz, class))
}

/// The byte behind the lines of an element; empty lines do not count.
fn after_lines(bytes: &[u8], start: usize, element: &Element) -> Result<usize> {
    let (mut place, mut left) = (start, element.count);
    let mut lines = bytes[start..].split_inclusive(|&byte| byte == b'\n');
    while left > 0 {
        let line = lines.next().ok_or_else(|| cut_short(element, bytes))?;
        place += line.len();
        left -= usize::from(!line.trim_ascii().is_empty());
    }
    Ok(place)
}

/// The vertices as records of one length.
pub(super) fn records<'a>(
    bytes: &'a [u8],
    header: &Header,
    vertices: usize,
) -> Result<RecordSource<'a>> {
    let element = &header.elements[vertices];
    let (xyz, class) = columns(element)?;
    let start = start_of(bytes, header, vertices)?;
    let stride = element.bytes();
    let end = element.count.checked_mul(stride).and_then(|length| length.checked_add(start));
    let bytes =
        end.and_then(|end| bytes.get(start..end)).ok_or_else(|| cut_short(element, bytes))?;
    let column = |index: usize| {
        let before = element.properties[..index].iter().map(|property| property.kind.size());
        Column { start: before.sum(), stride, kind: element.properties[index].kind }
    };
    let (xyz, class, big) = (xyz.map(column), class.map(column), header.form == Form::Big);
    Ok(RecordSource { bytes, xyz, class, big, points: element.count })
}

/// The byte at which an element of a binary file starts.
fn start_of(bytes: &[u8], header: &Header, element: usize) -> Result<usize> {
    let mut start = header.body;
    for before in &header.elements[..element] {
        let behind = if before.has_lists() {
            let mut walk = Walk { bytes, place: start, big: header.form == Form::Big };
            (0..before.count).try_fold(start, |_, _| walk.step(before, |_, _| {}))
        } else {
            before.count.checked_mul(before.bytes()).and_then(|length| length.checked_add(start))
        };
        let behind = behind.filter(|&behind| behind <= bytes.len());
        start = behind.ok_or_else(|| cut_short(before, bytes))?;
    }
    Ok(start)
}

/// A place among records of any length.
struct Walk<'a> {
    bytes: &'a [u8],
    place: usize,
    big: bool,
}

impl Walk<'_> {
    /// Passes over one record, and tells of each number that stands alone; none where the file ends within it.
    fn step(&mut self, element: &Element, mut tell: impl FnMut(usize, f64)) -> Option<usize> {
        for (index, property) in element.properties.iter().enumerate() {
            let mut count = 1;
            if let Some(kind) = property.list {
                let length = kind.read(self.bytes.get(self.place..)?, self.big);
                if !(0.0..=1e15).contains(&length) || length.fract() != 0.0 {
                    return None;
                }
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a whole number that fits"
                )]
                {
                    count = length as usize;
                }
                self.place += kind.size();
            }
            let end = property.kind.size().checked_mul(count)?.checked_add(self.place)?;
            let bytes = self.bytes.get(self.place..end)?;
            if property.list.is_none() {
                tell(index, property.kind.read(bytes, self.big));
            }
            self.place = end;
        }
        Some(self.place)
    }
}

/// Vertices that hold lists, one after the other.
pub(super) struct WalkedSource<'a> {
    bytes: &'a [u8],
    start: usize,
    big: bool,
    element: &'a Element,
    xyz: [usize; 3],
    class: Option<usize>,
}

/// The vertices as records of any length.
pub(super) fn walked<'a>(
    bytes: &'a [u8],
    header: &'a Header,
    vertices: usize,
) -> Result<WalkedSource<'a>> {
    let element = &header.elements[vertices];
    let (xyz, class) = columns(element)?;
    let start = start_of(bytes, header, vertices)?;
    Ok(WalkedSource { bytes, start, big: header.form == Form::Big, element, xyz, class })
}

impl PointSource for WalkedSource<'_> {
    fn part_count(&self) -> usize {
        1
    }

    fn read_part(&self, _: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let mut walk = Walk { bytes: self.bytes, place: self.start, big: self.big };
        for _ in 0..self.element.count {
            let mut point = SourcePoint::default();
            let told = walk.step(self.element, |index, number| {
                if let Some(axis) = self.xyz.iter().position(|&place| place == index) {
                    point.position[axis] = number;
                } else if self.class == Some(index) {
                    point.class = class_of(number);
                }
            });
            told.ok_or_else(|| cut_short(self.element, self.bytes))?;
            visit(point);
        }
        Ok(())
    }
}
