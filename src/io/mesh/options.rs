//! What can be told of meshes and of what is made of surfaces.

use std::str::FromStr;

use crate::error::{Error, Result};
use crate::voxelize::Fill;

/// How a mesh is read.
///
/// ```
/// use voxray::io::{LoadOptions, MeshOptions, Up};
/// use voxray::voxelize::Fill;
/// let mesh = MeshOptions { fill: Some(Fill::Solid), up: Some(Up::Y), ..MeshOptions::default() };
/// let options = LoadOptions { mesh, resolution: Some(512), ..LoadOptions::default() };
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MeshOptions {
    /// Which voxels are filled; none = those of the surface.
    pub fill: Option<Fill>,
    /// Which axis of the file points up; none = z. Formats that say it themselves do not take it.
    pub up: Option<Up>,
    /// Which level of detail of `CityJSON` objects is read, as in 1.2; none = of each the highest.
    pub lod: Option<String>,
}

/// The axis of a file that points up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Up {
    /// (x, y, z) of the file is (x, -z, y) of the world: a quarter turn around x.
    Y,
    /// As in the world.
    Z,
}

impl FromStr for Up {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "y" => Ok(Self::Y),
            "z" => Ok(Self::Z),
            _ => Err(Error::usage(format!("{text:?} is no axis that points up; write y or z"))),
        }
    }
}
