//! Heights as whole levels of a grid.

use super::packed::{NONE, PackedLevels};
use super::{Columns, HeightRules};
use crate::aabb::GridBox;
use crate::coord::{CHUNK_SIDE, MAX_COORD, MIN_COORD};
use crate::error::{Error, Result};

/// The levels of all cells.
#[derive(Debug)]
pub(super) struct Levels {
    cells: [usize; 2],
    corner: [i32; 2],
    /// One past the highest voxel of the ground, by cell.
    tops: PackedLevels,
    standing: Option<StandingLevels>,
    /// The first voxel of solid columns, and the lowest that there is.
    pub(super) floor: i32,
    /// One past the highest voxel of all.
    highest: i32,
    columns: Columns,
}

/// What stands on the ground.
#[derive(Debug)]
struct StandingLevels {
    /// How many voxels above the ground it begins, by cell: mostly the same number, which takes no room.
    gaps: PackedLevels,
    /// One past its highest voxel, by cell; none where nothing stands.
    tops: PackedLevels,
}

/// The voxels of a column: those of the ground, and those of what stands on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Column {
    pub(super) ground: [i32; 2],
    pub(super) surface: [i32; 2],
}

impl Levels {
    /// Of no row yet.
    pub(super) fn new(
        cells: [usize; 2],
        corner: [i32; 2],
        has_surface: bool,
        columns: Columns,
    ) -> Self {
        let packed = || PackedLevels::new(cells);
        let standing = has_surface.then(|| StandingLevels { gaps: packed(), tops: packed() });
        Self { cells, corner, tops: packed(), standing, floor: 0, highest: NONE, columns }
    }

    /// Adds the next row to the south: levels of the ground, and the spans of what stands there if anything may.
    pub(super) fn push_row(&mut self, tops: &[i32], spans: &[[i32; 2]]) {
        self.tops.push_row(tops);
        self.highest = tops.iter().copied().fold(self.highest, i32::max);
        if let Some(standing) = &mut self.standing {
            let is_empty = |&[from, to]: &[i32; 2]| from >= to;
            let gap =
                |(span, top): (&[i32; 2], &i32)| if is_empty(span) { 0 } else { span[0] - top };
            let top = |span: &[i32; 2]| if is_empty(span) { NONE } else { span[1] };
            let gaps: Vec<i32> = spans.iter().zip(tops).map(gap).collect();
            let tops: Vec<i32> = spans.iter().map(top).collect();
            standing.gaps.push_row(&gaps);
            standing.tops.push_row(&tops);
            self.highest = tops.into_iter().fold(self.highest, i32::max);
        }
    }

    /// The bytes of all of them.
    pub(super) fn bytes(&self) -> u64 {
        let standing = self.standing.as_ref();
        let standing = standing.map_or(0, |levels| levels.gaps.bytes() + levels.tops.bytes());
        (self.tops.bytes() + standing) as u64
    }

    /// The smallest box around all cells and all their voxels.
    pub(super) fn bounds(&self) -> Result<GridBox> {
        let top = self.highest.max(self.floor);
        let side = |axis: usize| {
            let cells = i32::try_from(self.cells[axis]).ok();
            cells.and_then(|cells| self.corner[axis].checked_add(cells)).ok_or_else(|| {
                Error::input(format!(
                    "has {} cells along {}, beyond every limit; load a part of it with --box",
                    self.cells[axis],
                    ["x", "y"][axis]
                ))
            })
        };
        let min = [self.corner[0], self.corner[1], self.floor];
        GridBox::new(min, [side(0)?, side(1)?, top])
    }

    /// Whether something may stand on the ground.
    pub(super) fn has_surface(&self) -> bool {
        self.standing.is_some()
    }

    /// Whether all columns of a chunk end below it, as most do over a land that is steep. It may be that they do, and it
    /// is not seen.
    pub(super) fn end_below(&self, [x, y, z]: [i32; 3]) -> bool {
        let along = |from: i32, axis: usize| {
            let local = i64::from(from) - i64::from(self.corner[axis]);
            let cell = |k: i64| usize::try_from(k).unwrap_or(0).min(self.cells[axis]);
            cell(local)..cell(local + i64::from(CHUNK_SIDE))
        };
        let (x, y) = (along(x, 0), along(y, 1));
        let standing = self.standing.as_ref().map(|standing| standing.tops.at_most(&x, &y));
        self.tops.at_most(&x, &y).max(standing.unwrap_or(NONE)) <= z
    }

    /// The voxels of a column, by its grid position; none outside of the field.
    pub(super) fn column(&self, x: i32, y: i32) -> Column {
        let Some([column, row]) = self.cell(x, y) else { return Column::default() };
        let top = self.tops.get(column, row);
        if top == NONE {
            return Column::default();
        }
        let bottom = match self.columns {
            Columns::Solid => self.floor,
            Columns::Shell { thickness } => {
                let thick = i32::try_from(thickness.max(1)).unwrap_or(i32::MAX);
                let around = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                let lowest = around.map(|(dx, dy)| self.beside(x + dx, y + dy, top));
                lowest.into_iter().min().unwrap_or(top).min(top.saturating_sub(thick))
            }
        };
        let surface = self.standing.as_ref().map_or([0; 2], |standing| {
            let to = standing.tops.get(column, row);
            if to == NONE { [0; 2] } else { [top + standing.gaps.get(column, row), to] }
        });
        Column { ground: [bottom.max(self.floor), top], surface }
    }

    /// The level of a neighbour of a column of level `own`: where there is no data the lowest, and beyond the field `own`.
    fn beside(&self, x: i32, y: i32, own: i32) -> i32 {
        self.cell(x, y).map_or(own, |[column, row]| self.tops.get(column, row).max(self.floor))
    }

    fn cell(&self, x: i32, y: i32) -> Option<[usize; 2]> {
        let along = |position: i32, axis: usize| {
            let cell = usize::try_from(position.checked_sub(self.corner[axis])?).ok()?;
            (cell < self.cells[axis]).then_some(cell)
        };
        Some([along(x, 0)?, along(y, 1)?])
    }
}

/// How many voxels from level 0 up have their middle at or below a height.
pub(super) fn level(height: f64, rules: &HeightRules) -> Result<i32> {
    if height.is_nan() {
        return Ok(NONE);
    }
    let level = ((height - rules.origin) / rules.cell_height + 0.5).floor();
    if !(f64::from(MIN_COORD)..f64::from(MAX_COORD)).contains(&level) {
        return Err(Error::input(format!(
            "the height {height} is voxel {level} along z, beyond the limit of -2^30 to 2^30; name the value that means no data, or choose higher voxels"
        )));
    }
    #[allow(clippy::cast_possible_truncation, reason = "a whole number within 2^30")]
    Ok(level as i32)
}
