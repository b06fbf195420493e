//! From world coordinates to grid coordinates and back.

use crate::error::{Error, Result};

/// Which coordinates rays are given in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Space {
    /// World coordinates: grid = (world - origin) / `voxel_size`.
    #[default]
    World,
    /// Grid coordinates: voxel (i, j, k) is the cube [i, i+1) x [j, j+1) x [k, k+1).
    Grid,
}

/// How the grid lies in the world: grid = (world - origin) / `voxel_size`. Axes are never turned or mirrored, z is up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// The world position of grid position (0, 0, 0).
    pub origin: [f64; 3],
    /// The sides of a voxel in world units (metres unless the file says otherwise).
    pub voxel_size: [f64; 3],
}

impl Default for Transform {
    fn default() -> Self {
        Self { origin: [0.0; 3], voxel_size: [1.0; 3] }
    }
}

impl Transform {
    /// The transform with these numbers.
    ///
    /// # Errors
    /// Where a number is not finite, or a voxel size does not lie in [1e-30, 1e30].
    pub fn new(origin: [f64; 3], voxel_size: [f64; 3]) -> Result<Self> {
        if !origin.iter().all(|value| value.is_finite()) {
            return Err(Error::input(format!(
                "the origin {origin:?} must be three finite numbers"
            )));
        }
        if !voxel_size.iter().all(|size| (1e-30..=1e30).contains(size)) {
            return Err(Error::input(format!(
                "the voxel size {voxel_size:?} must be three numbers between 1e-30 and 1e30"
            )));
        }
        Ok(Self { origin, voxel_size })
    }

    /// Whether world and grid coordinates are the same.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// The grid position of a world position.
    ///
    /// ```
    /// let transform = voxray::Transform::new([100.0, 0.0, 0.0], [0.5, 0.5, 2.0])?;
    /// assert_eq!(transform.to_grid([101.0, 1.0, 4.0]), [2.0, 2.0, 2.0]);
    /// assert_eq!(transform.to_world([2.0, 2.0, 2.0]), [101.0, 1.0, 4.0]);
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn to_grid(&self, world: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| (world[axis] - self.origin[axis]) / self.voxel_size[axis])
    }

    /// The world position of a grid position.
    pub fn to_world(&self, grid: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| grid[axis] * self.voxel_size[axis] + self.origin[axis])
    }

    /// The grid direction of a world direction.
    pub fn direction_to_grid(&self, world: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| world[axis] / self.voxel_size[axis])
    }
}
