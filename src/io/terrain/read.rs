//! Reads a raster, and a second one of the same cells beside it, row by row: what is held of either is a row of heights and
//! what its format needs for the next one. The height of what stands above the ground is added to that of the ground while
//! both are at hand.

use std::path::{Path, PathBuf};

use super::frame::{Frame, Window};
use super::options::SurfaceKind;
use super::raster::{Heights, Raster};
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;
use crate::scene::Scene;
use crate::voxelize::heights::{BUILDING, CANOPY, HeightRows, HeightRules, Standing};

/// A second raster: what stands on the ground.
pub(super) struct Surface {
    raster: Raster,
    path: PathBuf,
}

impl Surface {
    /// Opens a raster whose cells must be those of the ground.
    pub(super) fn open(path: &Path, ground: &Frame, options: &LoadOptions) -> Result<Self> {
        let raster = Raster::open(path, options)?;
        check_same(ground, &raster.frame)?;
        Ok(Self { raster, path: path.to_owned() })
    }
}

/// The scene of a window, and how many of its cells have no data.
pub(super) fn read_scene(
    ground: Raster,
    surface: Option<Surface>,
    window: &Window,
    rules: &HeightRules,
    options: &LoadOptions,
) -> Result<(Scene, u64)> {
    let standing = surface.as_ref().map(|_| standing(options));
    let cells = [window.x.len(), window.y.len()];
    let corner = [window.x.start, window.y.start].map(cell);
    let mut rows = HeightRows::new(cells, corner, standing, rules)?;
    let Read { lowest, missing } = read_rows(ground, surface, window, options, &mut rows)?;
    Ok((rows.into_scene(lowest)?, missing))
}

fn standing(options: &LoadOptions) -> Standing {
    match options.terrain.surface_kind {
        SurfaceKind::Building => Standing { material: BUILDING, gap: 0.0 },
        SurfaceKind::Canopy => Standing { material: CANOPY, gap: options.terrain.canopy_base },
    }
}

/// What was found on the way.
struct Read {
    /// The lowest of all heights that were read.
    lowest: Option<f64>,
    /// Cells of the window without data.
    missing: u64,
}

/// Reads both rasters, and gives the files back.
fn read_rows(
    mut ground: Raster,
    mut surface: Option<Surface>,
    window: &Window,
    options: &LoadOptions,
    rows: &mut HeightRows<'_>,
) -> Result<Read> {
    let (told, memory) = (&options.terrain, options.memory);
    // Columns of a part begin where those of the whole do.
    let is_part = options.bounds.is_some() && told.base.is_none();
    let needed = if is_part { ground.frame.all() } else { window.clone() };
    let mut ground = ground.heights(&needed, told.nodata, told.height_scale, memory)?;
    let mut surface = match &mut surface {
        Some(surface) => Some(SurfaceRows::new(surface, window, options)?),
        None => None,
    };
    let within = window.x.start - needed.x.start..window.x.end - needed.x.start;
    let (mut lowest, mut missing) = (f64::INFINITY, 0);
    for row in needed.file_rows() {
        let heights = ground.next_row()?;
        lowest = heights.iter().copied().fold(lowest, f64::min);
        if window.file_rows().contains(&row) {
            let heights = &heights[within.clone()];
            missing += heights.iter().filter(|height| height.is_nan()).count() as u64;
            let tops = surface.as_mut().map(|surface| surface.next_row(heights)).transpose()?;
            rows.push(heights, tops.unwrap_or_default())?;
        }
    }
    Ok(Read { lowest: lowest.is_finite().then_some(lowest), missing })
}

/// The absolute heights of what stands on the ground.
struct SurfaceRows<'a> {
    heights: Heights<'a>,
    path: &'a Path,
    above_ground: bool,
}

impl<'a> SurfaceRows<'a> {
    fn new(surface: &'a mut Surface, window: &Window, options: &LoadOptions) -> Result<Self> {
        let (told, path) = (&options.terrain, surface.path.as_path());
        // The number that means no data is told of the first raster.
        let heights = surface.raster.heights(window, None, told.height_scale, options.memory);
        let heights = heights.map_err(|error| error.at(path))?;
        Ok(Self { heights, path, above_ground: told.surface_above_ground })
    }

    fn next_row(&mut self, ground: &[f64]) -> Result<&[f64]> {
        let tops = self.heights.next_row().map_err(|error| error.at(self.path))?;
        if self.above_ground {
            tops.iter_mut().zip(ground).for_each(|(top, ground)| *top += ground);
        }
        Ok(tops)
    }
}

/// The second raster must have the cells of the first: nothing is resampled.
fn check_same(ground: &Frame, other: &Frame) -> Result<()> {
    let sides = |frame: &Frame| [frame.columns, frame.rows];
    if sides(ground) != sides(other) {
        return Err(Error::input(format!(
            "has {:?} cells, but the ground has {:?}; bring both to one grid first",
            sides(other),
            sides(ground)
        )));
    }
    if !ground.crs.is_empty() && !other.crs.is_empty() && ground.crs != other.crs {
        let [theirs, own] =
            [&other.crs, &ground.crs].map(|crs| crs.chars().take(60).collect::<String>());
        return Err(Error::input(format!(
            "is in {theirs}, but the ground is in {own}; bring both to one grid first"
        )));
    }
    let (Some(cell), Some(others)) = (ground.cell, other.cell) else { return Ok(()) };
    let close = |axis: usize| {
        let moved = (ground.corner[axis] - other.corner[axis]).abs();
        let grown = (cell[axis] - others[axis]).abs() * sides(ground)[axis] as f64;
        moved <= 0.01 * cell[axis] && grown <= 0.01 * cell[axis]
    };
    if close(0) && close(1) {
        return Ok(());
    }
    Err(Error::input(format!(
        "lies at {:?} with cells of {others:?}, but the ground at {:?} with cells of {cell:?}; bring both to one grid first",
        other.corner, ground.corner
    )))
}

/// A cell as a grid position: a raster has less than 2^31 a side.
fn cell(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}
