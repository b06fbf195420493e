//! Heights as whole levels of a grid.

use super::{Columns, HeightField, HeightRules, Surface};
use crate::aabb::GridBox;
use crate::coord::{MAX_COORD, MIN_COORD};
use crate::error::{Error, Result};

/// The level of a cell without data.
const NONE: i32 = i32::MIN;

/// The levels of all cells.
pub(super) struct Levels {
    cells: [usize; 2],
    corner: [i32; 2],
    /// One past the highest voxel of the ground, by cell.
    tops: Vec<i32>,
    /// What stands there, from the first voxel to one past the last, by cell; empty where nothing does.
    surface: Vec<[i32; 2]>,
    /// The first voxel of solid columns, and the lowest that there is.
    floor: i32,
    columns: Columns,
}

/// The voxels of a column: those of the ground, and those of what stands on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Column {
    pub(super) ground: [i32; 2],
    pub(super) surface: [i32; 2],
}

impl Levels {
    pub(super) fn of(field: HeightField, rules: &HeightRules) -> Result<Self> {
        let count = field.cells[0].checked_mul(field.cells[1]);
        let surface = field.surface.as_ref().map_or(field.ground.len(), |s| s.heights.len());
        if count != Some(field.ground.len()) || surface != field.ground.len() {
            return Err(Error::input(format!(
                "{} x {} cells take as many heights, but there are {} of the ground and {surface} of what stands on it",
                field.cells[0],
                field.cells[1],
                field.ground.len()
            )));
        }
        let tops: Vec<i32> =
            field.ground.iter().map(|&height| level(height, rules)).collect::<Result<_>>()?;
        let surface = match &field.surface {
            Some(surface) => spans(&field.ground, surface, &tops, rules)?,
            None => Vec::new(),
        };
        let told = rules.lowest.map(|height| level(height, rules)).transpose()?;
        let lowest = tops.iter().copied().chain(told).filter(|&top| top != NONE).min();
        let floor = match rules.base {
            Some(base) => level(base, rules)?,
            None => lowest.map_or(0, |lowest| lowest - 1),
        };
        let HeightField { cells, corner, .. } = field;
        Ok(Self { cells, corner, tops, surface, floor, columns: rules.columns })
    }

    /// The smallest box around all cells and all their voxels.
    pub(super) fn bounds(&self) -> Result<GridBox> {
        let tops = self.tops.iter().copied().chain(self.surface.iter().map(|span| span[1]));
        let top = tops.max().unwrap_or(NONE).max(self.floor);
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
        !self.surface.is_empty()
    }

    /// The voxels of a column, by its grid position; none outside of the field.
    pub(super) fn column(&self, x: i32, y: i32) -> Column {
        let Some(cell) = self.cell(x, y) else { return Column::default() };
        let top = self.tops[cell];
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
        let surface = self.surface.get(cell).copied().unwrap_or_default();
        Column { ground: [bottom.max(self.floor), top], surface }
    }

    /// The level of a neighbour of a column of level `own`: where there is no data the lowest, and beyond the field `own`.
    fn beside(&self, x: i32, y: i32, own: i32) -> i32 {
        self.cell(x, y).map_or(own, |cell| self.tops[cell].max(self.floor))
    }

    fn cell(&self, x: i32, y: i32) -> Option<usize> {
        let along = |position: i32, axis: usize| {
            let cell = usize::try_from(position.checked_sub(self.corner[axis])?).ok()?;
            (cell < self.cells[axis]).then_some(cell)
        };
        Some(along(y, 1)? * self.cells[0] + along(x, 0)?)
    }
}

/// How many voxels from level 0 up have their middle at or below a height.
fn level(height: f64, rules: &HeightRules) -> Result<i32> {
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

/// What stands on each cell.
fn spans(
    ground: &[f64],
    surface: &Surface,
    tops: &[i32],
    rules: &HeightRules,
) -> Result<Vec<[i32; 2]>> {
    let cells = ground.iter().zip(&surface.heights).zip(tops);
    cells
        .map(|((&ground, &height), &top)| {
            if top == NONE || height.is_nan() {
                return Ok([0; 2]);
            }
            let from = level(ground + surface.gap, rules)?.max(top);
            let to = level(height, rules)?;
            Ok(if from < to { [from, to] } else { [0; 2] })
        })
        .collect()
}
