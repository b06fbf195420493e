//! Points as text: a point in each line, numbers between spaces, tabs, commas or semicolons.
//!
//! Text is read in parts of about a megabyte that end where lines end, so that threads share the work; the number of a
//! line is counted only where it is to be told.

use std::ops::Range;

use super::record::class_of;
use crate::error::{Error, Result};
use crate::voxelize::points::{PointSource, SourcePoint};

/// Bytes of a part, about.
const PART: usize = 1 << 20;

/// Lines of numbers.
pub(super) struct TextSource<'a> {
    /// The whole file, for the numbers of lines.
    bytes: &'a [u8],
    parts: Vec<Range<usize>>,
    xyz: [usize; 3],
    class: Option<usize>,
}

impl<'a> TextSource<'a> {
    /// The lines in a range of the bytes of a file; x, y, z and the class stand in these columns, counted from 0.
    pub(super) fn new(
        bytes: &'a [u8],
        lines: Range<usize>,
        xyz: [usize; 3],
        class: Option<usize>,
    ) -> Self {
        let (mut parts, mut start) = (Vec::new(), lines.start);
        while start < lines.end {
            let near = (start + PART).min(lines.end);
            let after = bytes[near..lines.end].iter().position(|&byte| byte == b'\n');
            let end = after.map_or(lines.end, |more| near + more + 1);
            parts.push(start..end);
            start = end;
        }
        Self { bytes, parts, xyz, class }
    }

    /// The point of a line; none where a number is missing.
    fn point(&self, line: &str) -> Option<SourcePoint> {
        let mut point = SourcePoint { position: [f64::NAN; 3], class: 0, withheld: false };
        let mut found = [false; 3];
        let last = self.xyz.into_iter().chain(self.class).max().unwrap_or(0);
        for (column, word) in words(line).enumerate().take(last + 1) {
            if let Some(axis) = self.xyz.iter().position(|&place| place == column) {
                point.position[axis] = word.parse().ok()?;
                found[axis] = true;
            } else if self.class == Some(column) {
                point.class = class_of(word.parse().ok()?);
            }
        }
        found.iter().all(|&is_there| is_there).then_some(point)
    }
}

/// The words of a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty())
}

/// Whether a line says nothing: empty, or a comment.
pub(super) fn is_blank(line: &str) -> bool {
    line.is_empty() || line.starts_with(['#', '%']) || line.starts_with("//")
}

/// The number of the line, counted from 1, that a byte stands in.
pub(super) fn line_number(bytes: &[u8], place: usize) -> usize {
    bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// A line for people: its beginning, without what would break a sentence.
pub(super) fn shown(line: &str) -> String {
    let shown: String = line.chars().filter(|letter| !letter.is_control()).take(60).collect();
    format!("{shown:?}")
}

impl PointSource for TextSource<'_> {
    fn part_count(&self) -> usize {
        self.parts.len()
    }

    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let range = self.parts[part].clone();
        let mut place = range.start;
        for bytes in self.bytes[range].split_inclusive(|&byte| byte == b'\n') {
            let line = String::from_utf8_lossy(bytes);
            let line = line.trim();
            if !is_blank(line) {
                visit(self.point(line).ok_or_else(|| {
                    Error::input(format!(
                        "line {} is {}, which holds no point; each line needs numbers for x, y and z",
                        line_number(self.bytes, place),
                        shown(line)
                    ))
                })?);
            }
            place += bytes.len();
        }
        Ok(())
    }
}
