//! Rasters of heights: terrain, and what stands on it.
//!
//! ```text
//!   .tif .tiff    geotiff.rs   strips or tiles; place and system by GeoTIFF keys
//!   .asc          asc.rs       ESRI ASCII grid: text
//!   .hgt          hgt.rs       SRTM: a square of one degree, its place is its name
//!   .png          grey.rs      grey pixels as heights
//!   .npy .npz     array.rs     arrays of two dimensions
//!       ->  Frame (cells, place), heights of the window that is asked for
//!       ->  voxelize::heights  ->  Scene
//! ```
//!
//! A cell is a column of voxels: x runs east with the columns of the raster, y north. Rows are stored from north to
//! south, so row 0 is the highest y; that turns the order of rows to what they mean, and mirrors nothing. z is height.
//! Cells without data are empty columns, and counted.

mod array;
mod asc;
mod build;
mod degrees;
mod frame;
mod geotiff;
mod grey;
mod hgt;
mod options;
mod raster;

pub use options::{ColumnKind, SurfaceKind, TerrainOptions};

pub(in crate::io) use array::{load_npy, load_npz};
pub(in crate::io) use build::load;
