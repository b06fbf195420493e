//! A raster of heights as voxels: a column for each cell, solid down to a base or a shell that is closed.
//!
//! ```text
//!   level(h) = floor((h - origin) / cell height + 1/2)          voxels 0 .. level(h) - 1 have their middle at or below h
//!
//!   solid    base ######### level(h)
//!   shell              #### level(h)      down to the lowest of the four neighbours' levels, and at least `thickness`
//! ```
//!
//! A voxel is filled where its middle lies at or below the height, so that a height is off by half a voxel at most, and a
//! whole multiple of the cell height is exact. A shell is closed: a way through free voxels, from face to face, that comes
//! from above cannot get below it. For to step aside from above column A into below column B at level k takes
//! level(A) <= k, and k below the shell of B, which reaches down to level(A) or lower. A cell without data counts as one
//! that lies lowest: a wall goes down around it.
//!
//! Heights come row by row and become levels at once (`rows`), which are kept packed (`packed`): what is held is in
//! proportion to the scene, not to the number of cells.

mod fill;
mod levels;
mod packed;
mod rows;
#[cfg(test)]
mod tests;

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::scene::Scene;

pub(crate) use rows::{HeightRows, Standing};

/// What columns are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// Voxels from the base up to the height.
    #[default]
    Solid,
    /// Voxels near the height only, as many as close the surface.
    Shell {
        /// The fewest voxels from the surface down; 0 means the same as 1.
        thickness: u32,
    },
}

/// Heights of cells, x fastest (east), then y (north). NaN where there is no data.
#[derive(Debug, Clone)]
pub struct HeightField {
    /// Cells along x and y.
    pub cells: [usize; 2],
    /// The grid position of the first cell.
    pub corner: [i32; 2],
    /// The heights of the ground, in world units.
    pub ground: Vec<f64>,
    /// What stands on the ground.
    pub surface: Option<Surface>,
}

/// What stands on the ground: buildings, trees.
#[derive(Debug, Clone)]
pub struct Surface {
    /// The heights of its tops in world units, absolute, as many as of the ground; NaN, or a height not above the ground:
    /// nothing stands there.
    pub heights: Vec<f64>,
    /// How far above the ground it begins, in world units.
    pub gap: f64,
    /// Its material.
    pub material: u16,
}

/// How heights become voxels.
#[derive(Debug, Clone)]
pub struct HeightRules {
    /// The height of a voxel, in world units.
    pub cell_height: f64,
    /// The height of grid level 0, in world units.
    pub origin: f64,
    /// What columns are made of.
    pub columns: Columns,
    /// The height at which solid columns begin, and below which nothing is; none = one voxel below the lowest level.
    pub base: Option<f64>,
    /// The lowest height of the whole that the field is a part of, so that its columns begin where those of the whole do;
    /// none = the field is the whole.
    pub lowest: Option<f64>,
    /// The material of the ground.
    pub material: u16,
    /// Makes only this part (grid coordinates).
    pub bounds: Option<GridBox>,
    /// How many threads; 0 = all.
    pub threads: usize,
    /// The most bytes of memory to take; none = what the system says is available.
    pub memory: Option<u64>,
}

impl Default for HeightRules {
    fn default() -> Self {
        Self {
            cell_height: 1.0,
            origin: 0.0,
            columns: Columns::Solid,
            base: None,
            lowest: None,
            material: GROUND,
            bounds: None,
            threads: 0,
            memory: None,
        }
    }
}

/// The material of the ground, as of points of that class.
pub const GROUND: u16 = 3;
/// The material of trees.
pub const CANOPY: u16 = 6;
/// The material of buildings.
pub const BUILDING: u16 = 7;

/// Makes a scene of heights. It has no transform yet: grid level k is the height `origin + k * cell_height`.
///
/// # Errors
/// Where the tables do not have as many heights as there are cells, a height or the box is beyond a limit, or more memory
/// is needed than there is.
///
/// ```
/// use voxray::voxelize::heights::{HeightField, HeightRules, voxelize_heights};
/// let ground = vec![2.0, 3.4, f64::NAN];
/// let field = HeightField { cells: [3, 1], corner: [0, 0], ground, surface: None };
/// let scene = voxelize_heights(field, &HeightRules { base: Some(0.0), ..HeightRules::default() })?;
/// assert_eq!(scene.voxel_count(), 5);
/// assert!(scene.is_occupied([1, 0, 2]) && !scene.is_occupied([1, 0, 3]));
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn voxelize_heights(field: HeightField, rules: &HeightRules) -> Result<Scene> {
    let HeightField { cells, corner, ground, surface } = field;
    check_counts(cells, ground.len(), surface.as_ref().map(|surface| surface.heights.len()))?;
    let standing =
        surface.as_ref().map(|&Surface { gap, material, .. }| Standing { gap, material });
    let mut rows = HeightRows::new(cells, corner, standing, rules)?;
    for row in (0..cells[1]).rev() {
        let within = row * cells[0]..(row + 1) * cells[0];
        let tops = surface.as_ref().map_or(&[][..], |surface| &surface.heights[within.clone()]);
        rows.push(&ground[within], tops)?;
    }
    drop((ground, surface));
    rows.into_scene(rules.lowest)
}

/// There must be a height for each cell.
fn check_counts(cells: [usize; 2], ground: usize, surface: Option<usize>) -> Result<()> {
    let surface = surface.unwrap_or(ground);
    if cells[0].checked_mul(cells[1]) == Some(ground) && surface == ground {
        return Ok(());
    }
    Err(Error::input(format!(
        "{} x {} cells take as many heights, but there are {ground} of the ground and {surface} of what stands on it",
        cells[0], cells[1],
    )))
}
