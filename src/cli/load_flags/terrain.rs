//! What can be told of rasters of heights.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use voxray::io::{ColumnKind, SurfaceKind, TerrainOptions};
use voxray::{Error, Result};

/// What columns are made of.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Columns {
    /// Voxels from the base up to the height.
    Solid,
    /// As many voxels as close the surface.
    Shell,
}

/// What the heights of the surface count from.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum SurfaceIs {
    AboveGround,
    Absolute,
}

/// What the surface is.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Kind {
    #[default]
    Building,
    Canopy,
}

/// How heights become columns.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TerrainFlags {
    /// Makes the columns of a raster of heights solid, or a shell that is closed (solid).
    #[arg(long, value_name = "KIND")]
    terrain: Option<Columns>,
    /// Makes a shell, of at least so many voxels from the surface down (1).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shell_thickness: Option<u32>,
    /// Second raster of the same cells: heights of what stands on the ground.
    #[arg(long, value_name = "FILE", requires = "surface_is")]
    surface: Option<PathBuf>,
    /// Whether the heights of the surface count from the ground or from zero.
    #[arg(long, value_name = "FROM", requires = "surface")]
    surface_is: Option<SurfaceIs>,
    /// What the surface is: building, solid from the ground up, or canopy, from --canopy-base up (building).
    #[arg(long, value_name = "KIND", requires = "surface")]
    surface_kind: Option<Kind>,
    /// How far above the ground a canopy begins (0).
    #[arg(long, value_name = "HEIGHT", requires = "surface")]
    canopy_base: Option<f64>,
    /// Height at which solid columns begin; else one voxel below the lowest.
    #[arg(long, value_name = "HEIGHT", allow_hyphen_values = true)]
    base: Option<f64>,
    /// Height of a voxel of a raster; else its width.
    #[arg(long, value_name = "HEIGHT")]
    cell_height: Option<f64>,
    /// What the numbers of a raster are multiplied by to be heights (1).
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    height_scale: Option<f64>,
    /// The number that means no data, in place of what the file says.
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    nodata: Option<f64>,
}

impl TerrainFlags {
    /// The options of the readers.
    ///
    /// # Errors
    /// Where solid columns are told to be thick.
    pub(crate) fn options(&self) -> Result<TerrainOptions> {
        let told = TerrainOptions::default();
        let columns = match (self.terrain, self.shell_thickness) {
            (Some(Columns::Solid), Some(_)) => {
                return Err(Error::usage(
                    "--shell-thickness says nothing of solid columns; leave it out, or ask for --terrain shell",
                ));
            }
            (None | Some(Columns::Solid), None) => ColumnKind::Solid,
            (_, thickness) => ColumnKind::Shell { thickness: thickness.unwrap_or(1) },
        };
        Ok(TerrainOptions {
            columns,
            base: self.base,
            cell_height: self.cell_height,
            height_scale: self.height_scale.unwrap_or(told.height_scale),
            nodata: self.nodata,
            surface: self.surface.clone(),
            surface_above_ground: matches!(self.surface_is, Some(SurfaceIs::AboveGround)),
            surface_kind: match self.surface_kind.unwrap_or_default() {
                Kind::Building => SurfaceKind::Building,
                Kind::Canopy => SurfaceKind::Canopy,
            },
            canopy_base: self.canopy_base.unwrap_or(told.canopy_base),
        })
    }
}
