//! Points in space as voxels: a voxel is filled where enough points lie in it, with the class that most of them have.
//!
//! ```text
//!   source, in parts  --pass 1-->  extent, counts  ->  grid: size, origin, box
//!                     --pass 2-->  one 64-bit entry per point  ->  sort  ->  runs of a voxel  ->  material
//! ```
//!
//! The voxel of a point is floor((point - origin) / size), in a grid that is the same for all tiles, the quotient rounded
//! to 2^-16 voxel where a size is told (`grid.rs` says how). Of several classes in one voxel the most frequent wins, and of
//! equally frequent ones the lowest: the scene is the same for every order of the points and every number of threads.
//! Memory is 8 bytes a point while they are sorted; the source is read twice instead of being kept.

mod entries;
mod extent;
mod grid;
mod source;
#[cfg(test)]
mod tests;

pub use grid::PointGrid;
pub use source::{PointCounts, PointSource, SourcePoint};

use crate::error::Result;
use crate::scene::Scene;

/// The material of a class: class + 1, so that class 0 (never classified) is material 1, the unnamed one.
///
/// ```
/// assert_eq!(voxray::voxelize::points::material_of_class(6), 7);
/// ```
pub fn material_of_class(class: u8) -> u16 {
    u16::from(class) + 1
}

/// Makes a scene of points.
///
/// # Errors
/// Where the source cannot be read, the grid would be beyond a limit, or more memory is needed than there is.
///
/// ```
/// use voxray::voxelize::points::{PointGrid, voxelize_points};
/// let points = [[0.2, 0.0, 7.9], [0.3, 0.1, 7.5], [-1.5, 2.0, f64::NAN]];
/// let grid = PointGrid { voxel_size: Some([0.5; 3]), ..PointGrid::default() };
/// let (scene, counts) = voxelize_points(&points[..], &grid)?;
/// assert_eq!((scene.voxel_count(), counts.points, counts.not_finite), (1, 3, 1));
/// assert!(scene.is_occupied([0, 0, 0]) && scene.transform().origin == [0.0, 0.0, 7.5]);
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn voxelize_points<S: PointSource + ?Sized>(
    source: &S,
    how: &PointGrid,
) -> Result<(Scene, PointCounts)> {
    let extent = extent::measure(source, how)?;
    let grid = how.place(&extent)?;
    let mut counts = extent.counts;
    let scene = entries::fill(source, how, &grid, &mut counts)?;
    Ok((scene.with_transform(grid.transform), counts))
}
