//! What a reader of heights is told.

use std::path::PathBuf;

pub use crate::voxelize::heights::Columns as ColumnKind;

/// What stands on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SurfaceKind {
    /// Buildings: solid from the ground up.
    #[default]
    Building,
    /// Trees: from [`TerrainOptions::canopy_base`] above the ground up.
    Canopy,
}

/// How heights become columns of voxels.
///
/// ```
/// use voxray::io::{ColumnKind, TerrainOptions};
/// let thin = TerrainOptions { columns: ColumnKind::Shell { thickness: 2 }, ..TerrainOptions::default() };
/// assert_eq!(thin.height_scale, 1.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainOptions {
    /// What columns are made of.
    pub columns: ColumnKind,
    /// The height at which solid columns begin, in world units; none = one voxel below the lowest height.
    pub base: Option<f64>,
    /// The height of a voxel in world units; none = the third of the voxel's sides that are told, else the width of a
    /// cell.
    pub cell_height: Option<f64>,
    /// What the numbers of the file are multiplied by to be heights in world units.
    pub height_scale: f64,
    /// The number that means no data in the first raster, in place of what the file says.
    pub nodata: Option<f64>,
    /// A second raster of the same cells: heights of what stands on the ground.
    pub surface: Option<PathBuf>,
    /// Whether the heights of the surface count from the ground, not from zero.
    pub surface_above_ground: bool,
    /// What the surface is.
    pub surface_kind: SurfaceKind,
    /// How far above the ground a canopy begins, in world units.
    pub canopy_base: f64,
}

impl Default for TerrainOptions {
    fn default() -> Self {
        Self {
            columns: ColumnKind::Solid,
            base: None,
            cell_height: None,
            height_scale: 1.0,
            nodata: None,
            surface: None,
            surface_above_ground: false,
            surface_kind: SurfaceKind::Building,
            canopy_base: 0.0,
        }
    }
}
