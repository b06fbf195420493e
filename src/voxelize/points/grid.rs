//! How points are laid into a grid: the sides of a voxel, the origin, the box.
//!
//! ```text
//!   aligned   q = position / size              first = floor(lowest q)      origin = first * size
//!   told      q = (position - origin) / size   first = 0
//!
//!   voxel = floor(q) - first
//! ```
//!
//! q is rounded once to a multiple of 2^-16 voxel, as vertices of meshes are, ties away from zero: 0.3 / 0.1 is a little
//! less than 3 in binary, but a surveyed 0.3 lies on the face of voxel 3. Every point of a decimal grid thus has a voxel of
//! its own. As q and the rounding know nothing of the extent, a point has the same voxel in every tile; `first` is a whole
//! number, so the origins of tiles differ by whole voxels. From 2^37 voxels on an f64 is coarser than the rounding, and
//! stays as it is. Where only a resolution is told the grid is made from the extent itself, and nothing is rounded.

use super::extent::Extent;
use crate::aabb::GridBox;
use crate::coord::{MAX_COORD, MAX_SIDE, MIN_COORD};
use crate::error::{Error, Result};
use crate::space::Transform;

/// Voxels along the longest side where nothing is said.
pub(crate) const DEFAULT_RESOLUTION: u32 = 256;

/// How points become voxels.
#[derive(Debug, Clone, Default)]
pub struct PointGrid {
    /// The sides of a voxel in world units. The grid is then aligned: its origin is floor(min / size) * size on each
    /// axis, so that the tiles of one survey fit together. Positions are rounded to 2^-16 voxel, so that points on a
    /// decimal grid have a voxel each.
    pub voxel_size: Option<[f64; 3]>,
    /// Voxels along the longest side of the extent, where `voxel_size` is not given; none = 256. The voxels are cubes,
    /// and the grid begins at the lowest point.
    pub resolution: Option<u32>,
    /// The world position of grid position (0, 0, 0), in place of the above.
    pub origin: Option<[f64; 3]>,
    /// Makes only this part (grid coordinates).
    pub bounds: Option<GridBox>,
    /// A voxel with fewer points stays empty; 0 means the same as 1.
    pub min_points: u32,
    /// Keeps only these classes; none = all.
    pub classes: Option<Vec<u8>>,
    /// How many threads; 0 = all.
    pub threads: usize,
    /// The most bytes of memory to take; none = what the system says is available.
    pub memory: Option<u64>,
}

/// The grid of a scene of points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) transform: Transform,
    /// The box of the scene.
    pub(super) bounds: GridBox,
    cells: Cells,
}

impl Placed {
    /// The voxel of a point, if it lies in the box.
    pub(super) fn voxel(&self, position: [f64; 3]) -> Option<[i32; 3]> {
        let voxel = [0, 1, 2].map(|axis| self.cells.cell(axis, position[axis]));
        let inside = |axis: usize| {
            f64::from(self.bounds.min[axis]) <= voxel[axis]
                && voxel[axis] < f64::from(self.bounds.max[axis])
        };
        #[allow(clippy::cast_possible_truncation, reason = "a whole number within the box")]
        (0..3).all(inside).then(|| voxel.map(|k| k as i32))
    }
}

/// Steps per voxel that positions are rounded to.
const STEPS: f64 = 65_536.0;

/// From positions to voxels.
#[derive(Debug, Clone, Copy)]
struct Cells {
    /// What positions count from.
    zero: [f64; 3],
    size: [f64; 3],
    /// The voxel, counted from `zero`, that is voxel 0: a whole number.
    first: [f64; 3],
    is_rounded: bool,
}

impl Cells {
    /// The voxel of a position along an axis: a whole number, or no number where it is beyond f64.
    fn cell(&self, axis: usize, position: f64) -> f64 {
        let exact = (position - self.zero[axis]) / self.size[axis];
        let place = if self.is_rounded { (exact * STEPS).round() / STEPS } else { exact };
        place.floor() - self.first[axis]
    }

    /// The same voxels, numbered from that of a position.
    fn numbered_from(self, position: [f64; 3]) -> Self {
        Self { first: [0, 1, 2].map(|axis| self.cell(axis, position[axis])), ..self }
    }

    /// The world position of voxel 0.
    fn origin(&self) -> [f64; 3] {
        // A zero is added first, so that minus zero becomes zero.
        [0, 1, 2].map(|axis| self.zero[axis] + self.first[axis] * self.size[axis])
    }
}

impl PointGrid {
    /// The grid for points of this extent.
    pub(super) fn place(&self, extent: &Extent) -> Result<Placed> {
        let cells = self.cells(extent)?;
        // Sides first: where they make no sense, neither does an origin worked out by them.
        Transform::new([0.0; 3], cells.size)?;
        let transform = Transform::new(cells.origin(), cells.size)?;
        if extent.is_empty() {
            return Ok(Placed { transform, bounds: GridBox::default(), cells });
        }
        let part = whole_box(&cells, extent)?.part(self.bounds)?;
        // Without a part the box may be longer than a scene.
        Ok(Placed { transform, bounds: GridBox::new(part.min, part.max)?, cells })
    }

    /// The voxels that are told, or those that suit the extent.
    fn cells(&self, extent: &Extent) -> Result<Cells> {
        let size = match self.voxel_size {
            Some(size) => size,
            None if extent.is_empty() => [1.0; 3],
            None => [self.side_for(extent)?; 3],
        };
        let (first, is_rounded) = ([0.0; 3], self.voxel_size.is_some());
        let from = |zero: [f64; 3]| Cells { zero, size, first, is_rounded };
        Ok(match (self.origin, self.voxel_size) {
            (Some(origin), _) => from(origin),
            (None, _) if extent.is_empty() => from([0.0; 3]),
            (None, Some(_)) => from([0.0; 3]).numbered_from(extent.min),
            (None, None) => from(extent.min),
        })
    }

    /// The side of a voxel that gives so many along the longest side.
    fn side_for(&self, extent: &Extent) -> Result<f64> {
        let resolution = self.resolution.unwrap_or(DEFAULT_RESOLUTION);
        if resolution == 0 || resolution > MAX_SIDE.unsigned_abs() {
            return Err(Error::usage(format!(
                "a resolution of {resolution} voxels is not possible; ask for 1 to {MAX_SIDE}"
            )));
        }
        let longest = (0..3).map(|axis| extent.max[axis] - extent.min[axis]).fold(0.0, f64::max);
        // A little more, so that the highest point lies within the last voxel, not on its far face.
        let side = longest / f64::from(resolution) * (1.0 + f64::EPSILON * 1024.0);
        let coarse = (0..3).map(|axis| extent.max[axis].abs().max(extent.min[axis].abs()));
        // Points that are one but for rounding have no extent to divide.
        let least = coarse.fold(0.0, f64::max) * f64::EPSILON;
        Ok(if side > least.max(1e-30) { side } else { 1.0 })
    }
}

/// The smallest box around the voxels of all points, which may be longer than a scene.
fn whole_box(cells: &Cells, extent: &Extent) -> Result<GridBox> {
    let (mut min, mut max) = ([0; 3], [0; 3]);
    for axis in 0..3 {
        let low = cells.cell(axis, extent.min[axis]);
        let high = cells.cell(axis, extent.max[axis]) + 1.0;
        let fits = low >= f64::from(MIN_COORD) && high <= f64::from(MAX_COORD);
        if !fits {
            return Err(Error::input(format!(
                "the points reach from {} to {} along {}, which is voxel {low} to {high}, beyond the limit of -2^30 to 2^30; choose a larger --voxel-size or another --origin",
                extent.min[axis],
                extent.max[axis],
                ["x", "y", "z"][axis]
            )));
        }
        #[allow(clippy::cast_possible_truncation, reason = "a whole number within 2^30")]
        {
            (min[axis], max[axis]) = (low as i32, high as i32);
        }
    }
    Ok(GridBox { min, max })
}
