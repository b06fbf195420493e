//! Where a raster lies, and which part of it is read.

use std::ops::Range;

use crate::coord::MAX_SIDE;
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// What a raster says of itself besides its heights.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Frame {
    /// Cells from west to east.
    pub(super) columns: usize,
    /// Cells from north to south.
    pub(super) rows: usize,
    /// The outer corner of the south-western cell, in degrees where `is_geographic`.
    pub(super) corner: [f64; 2],
    /// The sides of a cell, in degrees where `is_geographic`; none where the file says nothing.
    pub(super) cell: Option<[f64; 2]>,
    /// Whether places are longitudes and latitudes.
    pub(super) is_geographic: bool,
    /// The coordinate system, as in `EPSG:28992`; empty where it is not said.
    pub(super) crs: String,
    /// The number that means no data.
    pub(super) nodata: Option<f64>,
}

impl Frame {
    /// A frame of so many cells, as a file claims them.
    ///
    /// # Errors
    /// Where they are none, or so many that their number makes no sense.
    pub(super) fn of_cells(columns: u64, rows: u64) -> Result<Self> {
        let side = |cells: u64| usize::try_from(cells).ok().filter(|&cells| cells < 1 << 31);
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) if columns > 0 && rows > 0 => {
                Ok(Self { columns, rows, ..Self::default() })
            }
            _ => Err(Error::input(format!(
                "claims {columns} x {rows} cells; each side must have 1 to 2^31; the file is damaged"
            ))),
        }
    }

    /// How many cells.
    pub(super) fn cells(&self) -> u64 {
        self.columns as u64 * self.rows as u64
    }

    /// The sides of a cell, checked.
    ///
    /// # Errors
    /// Where they, or the place, make no sense.
    pub(super) fn check(&self) -> Result<()> {
        let sound = |side: &f64| (1e-30..=1e30).contains(side);
        if self.cell.is_some_and(|cell| !cell.iter().all(sound)) {
            return Err(Error::input(format!(
                "says that a cell is {:?} wide; sides must be positive and finite; the header is damaged",
                self.cell.unwrap_or_default()
            )));
        }
        if !self.corner.iter().all(|place| place.is_finite()) {
            return Err(Error::input(format!(
                "says that it lies at {:?}, which is no place; the header is damaged",
                self.corner
            )));
        }
        Ok(())
    }

    /// All cells.
    pub(super) fn all(&self) -> Window {
        Window { x: 0..self.columns, y: 0..self.rows, rows: self.rows }
    }

    /// The cells that are needed: those of the box asked for, and one more on each side, for what touches them.
    ///
    /// # Errors
    /// Where they are more than a scene can be wide, or none.
    pub(super) fn window(&self, options: &LoadOptions) -> Result<Window> {
        let along = |axis: usize, cells: usize| -> Result<Range<usize>> {
            let Some(asked) = options.bounds else { return Ok(0..cells) };
            let within = |place: i32, more: i32| {
                usize::try_from(place.saturating_add(more)).unwrap_or(0).min(cells)
            };
            let range = within(asked.min[axis], -1)..within(asked.max[axis], 1);
            if within(asked.min[axis], 0) >= within(asked.max[axis], 0) {
                return Err(Error::usage(format!(
                    "the box asked for, {:?} to {:?}, holds nothing of the raster, which has {} x {} cells; ask for a box that meets it",
                    asked.min, asked.max, self.columns, self.rows
                )));
            }
            Ok(range)
        };
        let window =
            Window { x: along(0, self.columns)?, y: along(1, self.rows)?, rows: self.rows };
        for (axis, range) in [("x", &window.x), ("y", &window.y)] {
            if range.len() > MAX_SIDE.unsigned_abs() as usize + 2 {
                return Err(Error::input(format!(
                    "has {} cells along {axis}; a scene may have {MAX_SIDE} (2^17); load a part of it with --box",
                    range.len()
                )));
            }
        }
        Ok(window)
    }
}

/// The cells that are read: grid positions, x east and y north.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) x: Range<usize>,
    pub(super) y: Range<usize>,
    /// Rows of the whole raster.
    rows: usize,
}

impl Window {
    /// How many cells.
    pub(super) fn cells(&self) -> usize {
        self.x.len() * self.y.len()
    }

    /// The rows, counted from the north as files store them.
    pub(super) fn file_rows(&self) -> Range<usize> {
        self.rows - self.y.end..self.rows - self.y.start
    }
}

/// What the numbers of a raster mean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    /// The number that means no data.
    pub(super) nodata: Option<f64>,
    /// What numbers are multiplied by to be heights.
    pub(super) scale: f64,
}

impl Meaning {
    /// The height that a number stands for; NaN where it means no data. Files of 32 bit floats name that number with more
    /// digits than they can hold.
    #[allow(clippy::cast_possible_truncation, reason = "compared as files round it")]
    pub(super) fn height(&self, number: f64) -> f64 {
        let means_none = |nodata: f64| {
            let rounded = number as f32;
            number == nodata || rounded == nodata as f32 && f64::from(rounded) == number
        };
        if self.nodata.is_some_and(means_none) { f64::NAN } else { number * self.scale }
    }
}
