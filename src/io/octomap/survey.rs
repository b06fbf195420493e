//! Counts a tree before anything of it is kept.

use super::morton::decode;
use super::tree::{Leaf, State, Tree, Walked};
use crate::aabb::GridBox;
use crate::error::Result;

/// The key of coordinate 0.
pub(super) const CENTER: i32 = 1 << 15;

/// Leaves of one kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) leaves: u64,
    /// Voxels in them, at full depth.
    pub(super) voxels: u64,
    /// The smallest box around them.
    pub(super) bounds: GridBox,
}

impl Tally {
    fn add(&mut self, leaf: &Leaf) {
        self.leaves += 1;
        // Leaves of one tree do not overlap, so that the sum is at most 2^48.
        self.voxels += leaf.volume();
        self.bounds = self.bounds.union(&cube(leaf));
    }
}

/// What is in a tree.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) occupied: Tally,
    pub(super) free: Tally,
    /// Leaves without a probability.
    pub(super) unknown_leaves: u64,
    pub(super) walked: Walked,
}

impl Survey {
    /// Counts all of a tree.
    pub(super) fn of(tree: &Tree<'_>) -> Result<Self> {
        let mut survey = Self::default();
        let walked = tree.walk(|leaf| match leaf.state {
            State::Occupied => survey.occupied.add(&leaf),
            State::Free => survey.free.add(&leaf),
            State::Unknown => survey.unknown_leaves += 1,
        })?;
        survey.walked = walked;
        Ok(survey)
    }

    /// The smallest box around all that is known.
    pub(super) fn known_box(&self) -> GridBox {
        self.occupied.bounds.union(&self.free.bounds)
    }

    /// Voxels of that box that no leaf covers.
    pub(super) fn unknown_voxels(&self) -> u64 {
        self.known_box().volume() - self.occupied.voxels - self.free.voxels
    }
}

/// The voxels of a leaf, in grid coordinates: key 32768 is coordinate 0.
pub(super) fn cube(leaf: &Leaf) -> GridBox {
    let min = decode(leaf.code).map(|key| key - CENTER);
    GridBox { min, max: min.map(|k| k + (1 << leaf.level)) }
}

/// The key of a coordinate.
pub(super) fn key(coordinate: i32) -> i32 {
    coordinate + CENTER
}
