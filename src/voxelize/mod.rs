//! Makes voxels of what is no voxels: points, heights.
//!
//! ```text
//!   points/    points in space, by class   ->  the voxels that hold enough of them
//!   heights/   a raster of heights         ->  columns of voxels, solid or a shell
//! ```
//!
//! Each rule says exactly which voxel is filled, in f64, and does not depend on the order of the input or the number of
//! threads.

pub mod heights;
pub mod points;
