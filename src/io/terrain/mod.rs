//! Rasters of heights: terrain, and what stands on it.
//!
//! ```text
//!   .tif .tiff    geotiff.rs   strips or tiles; place and system by GeoTIFF keys
//!   .asc          asc.rs       ESRI ASCII grid: text
//!   .hgt          hgt.rs       SRTM: a square of one degree, its place is its name
//!   .png          grey.rs      grey pixels as heights
//!   .npy .npz     array.rs npz.rs    arrays of two dimensions
//!       ->  Frame (cells, place)  ->  Rows of numbers of the window that is asked for, from north to south
//!       ->  read.rs: rows of heights of one raster, or of two side by side  ->  voxelize::heights  ->  Scene
//! ```
//!
//! A cell is a column of voxels: x runs east with the columns of the raster, y north. Rows are stored from north to
//! south, so row 0 is the highest y; that turns the order of rows to what they mean, and mirrors nothing. z is height.
//! Cells without data are empty columns, and counted.
//!
//! Memory is in proportion to file and scene, however well the file is packed: of numbers only a row is held, or what a
//! format can unpack no less of (a row of tiles, a strip; see `rows::check_held`), and rows become packed levels at once.

mod array;
mod asc;
mod build;
mod degrees;
mod frame;
mod geotiff;
mod grey;
mod hgt;
mod kind;
mod npz;
mod options;
mod pieces;
mod raster;
mod read;
mod rows;

pub use options::{ColumnKind, SurfaceKind, TerrainOptions};

pub(in crate::io) use array::{load_npy, load_npz};
pub(in crate::io) use build::load;
