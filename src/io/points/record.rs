//! Points in records of fixed length, or in columns: what `.ply` and `.pcd` hold when they are not text.

use crate::io::number::Number;
use crate::voxelize::points::{PointSource, SourcePoint};

/// Points of a part.
const PART: usize = 1 << 16;

/// Where the numbers of one name stand: that of point i at `start + i * stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) start: usize,
    pub(super) stride: usize,
    pub(super) kind: Number,
}

/// Names of columns that hold the class of a point, in lower case.
pub(super) const CLASS_NAMES: [&str; 6] =
    ["classification", "class", "label", "scalar_classification", "scalar_class", "scalar_label"];

/// Where x, y, z and the class stand among names; none where x, y or z is missing.
pub(super) fn find_columns<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
) -> Option<([usize; 3], Option<usize>)> {
    let place = |wanted: &str| names.clone().position(|name| name.eq_ignore_ascii_case(wanted));
    let xyz = [place("x")?, place("y")?, place("z")?];
    Some((xyz, CLASS_NAMES.iter().find_map(|name| place(name))))
}

/// A class as a number says it: 0, never classified, where it is no whole number of 0 to 255.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of 0 to 255"
)]
pub(super) fn class_of(number: f64) -> u8 {
    let is_class = (0.0..=255.0).contains(&number) && number.fract() == 0.0;
    if is_class { number as u8 } else { 0 }
}

/// Points whose numbers stand at fixed places.
pub(super) struct RecordSource<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) xyz: [Column; 3],
    pub(super) class: Option<Column>,
    /// Whether the highest byte comes first.
    pub(super) big: bool,
    pub(super) points: usize,
}

impl RecordSource<'_> {
    fn number(&self, column: Column, index: usize) -> f64 {
        let bytes = self.bytes.get(column.start + index * column.stride..).unwrap_or_default();
        column.kind.read(bytes, self.big)
    }
}

impl PointSource for RecordSource<'_> {
    fn part_count(&self) -> usize {
        self.points.div_ceil(PART)
    }

    fn read_part(
        &self,
        part: usize,
        visit: &mut dyn FnMut(SourcePoint),
    ) -> crate::error::Result<()> {
        for index in part * PART..self.points.min((part + 1) * PART) {
            let position = self.xyz.map(|column| self.number(column, index));
            let class = self.class.map_or(0, |column| class_of(self.number(column, index)));
            visit(SourcePoint { position, class, withheld: false });
        }
        Ok(())
    }
}
