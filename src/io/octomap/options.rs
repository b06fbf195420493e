//! What becomes of the three kinds of space in an octree: occupied, free, unknown.

use std::str::FromStr;

use crate::error::{Error, Result};

/// The material of occupied voxels without a colour.
pub(super) const OCCUPIED: u16 = 1;
/// The material of unknown voxels, where they are given one.
pub(super) const UNKNOWN: u16 = 2;
/// The material of free voxels, where they are given one.
pub(super) const FREE: u16 = 3;
/// Colours are the materials from here on.
pub(super) const FIRST_COLOR: u16 = 4;

/// What becomes of voxels that no leaf of an octree covers. They are known of only within the smallest box around all
/// leaves, which is then the box of the scene.
///
/// ```
/// use voxray::io::Unknown;
/// assert_eq!("material".parse::<Unknown>()?, Unknown::Material);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unknown {
    /// They are empty.
    #[default]
    Empty,
    /// They are filled, with the material of occupied voxels (1).
    Solid,
    /// They are filled, with a material of their own (2).
    Material,
}

impl FromStr for Unknown {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "empty" => Ok(Self::Empty),
            "solid" => Ok(Self::Solid),
            "material" => Ok(Self::Material),
            _ => Err(Error::usage(format!(
                "{text:?} is nothing that unknown voxels can be; write empty, solid or material"
            ))),
        }
    }
}

/// What becomes of voxels that an octree knows to be free.
///
/// ```
/// use voxray::io::Free;
/// assert_eq!("empty".parse::<Free>()?, Free::Empty);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Free {
    /// They are empty.
    #[default]
    Empty,
    /// They are filled, with a material of their own (3).
    Material,
}

impl FromStr for Free {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "empty" => Ok(Self::Empty),
            "material" => Ok(Self::Material),
            _ => Err(Error::usage(format!(
                "{text:?} is nothing that free voxels can be; write empty or material"
            ))),
        }
    }
}

/// How an octree is read (`.bt`, `.ot`).
///
/// ```
/// use voxray::io::{LoadOptions, OctreeOptions, Unknown};
/// let octree = OctreeOptions { unknown: Unknown::Solid, ..OctreeOptions::default() };
/// let options = LoadOptions { octree, ..LoadOptions::default() };
/// # assert_eq!(options.octree.threshold, None);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OctreeOptions {
    /// What becomes of unknown voxels.
    pub unknown: Unknown,
    /// What becomes of free voxels.
    pub free: Free,
    /// From which probability on a leaf is occupied, above 0 and below 1; none = 0.5. Only `.ot` files hold
    /// probabilities; for others it is an error.
    pub threshold: Option<f64>,
}

impl OctreeOptions {
    /// Whether nothing was told of unknown and free space.
    pub(in crate::io) fn is_plain(&self) -> bool {
        (self.unknown, self.free) == Default::default()
    }

    /// The log odds from which on a leaf is occupied.
    pub(super) fn log_odds(&self) -> Result<f64> {
        let probability = self.threshold.unwrap_or(0.5);
        if probability > 0.0 && probability < 1.0 {
            return Ok((probability / (1.0 - probability)).ln());
        }
        Err(Error::usage(format!(
            "the threshold of an octree is a probability above 0 and below 1, not {probability}"
        )))
    }

    /// The material of voxels that no leaf covers, 0 where they are empty.
    pub(super) fn background(&self) -> u16 {
        match self.unknown {
            Unknown::Empty => 0,
            Unknown::Solid => OCCUPIED,
            Unknown::Material => UNKNOWN,
        }
    }

    /// The material of free voxels, 0 where they are empty.
    pub(super) fn free_material(&self) -> u16 {
        match self.free {
            Free::Empty => 0,
            Free::Material => FREE,
        }
    }

    /// Whether the box is that of all leaves, not of the occupied ones alone.
    pub(super) fn fills_known_box(&self) -> bool {
        self.background() != 0 || self.free_material() != 0
    }
}
