//! Point clouds: lidar surveys and scans, as the voxels that hold their points.
//!
//! ```text
//!   .las        las/     records of whole numbers * scale + offset
//!   .laz        las/     the same, compressed in chunks (Isenburg, LASzip: lossless compression of LiDAR data, 2013)
//!   .ply        ply      the vertices of io/ply
//!   .pcd        pcd      a header, then text, records, or columns compressed with LZF
//!   .xyz        xyz      text
//!       ->  PointSource  ->  voxelize::points  ->  Scene
//! ```
//!
//! The formats are right-handed with z up, or taken to be: nothing is turned or mirrored. Positions are f64 in world
//! units, worked out once from what the file holds. A file is read twice, in parts, and never kept as points.

mod ascii;
mod build;
mod classes;
mod las;
mod lzf;
mod options;
mod pcd;
mod ply;
mod record;
mod xyz;

pub use options::PointOptions;

pub(in crate::io) use las::load as load_las;
pub(in crate::io) use pcd::load as load_pcd;
pub(in crate::io) use ply::load as load_ply;
pub(in crate::io) use xyz::load as load_xyz;
