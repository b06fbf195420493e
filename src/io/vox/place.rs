//! Where the voxels of a model come to lie: rotations as signed permutations, and the pivot.
//!
//! A rotation byte gives, row by row, which axis a row takes and with which sign:
//!
//! ```text
//!   bits 0-1  axis of row x     bit 4  row x is negative
//!   bits 2-3  axis of row y     bit 5  row y is negative
//!             row z: the third  bit 6  row z is negative
//! ```
//!
//! A node turns its model about the model's *pivot*, a corner of the voxel grid at floor(side / 2) on each of the model's
//! own axes, and moves the pivot to its translation. So a voxel, which is the cube between two corners, comes to lie
//! between the images of these corners: position p on a negative row becomes -p - 1.

use dot_vox::Frame;

use super::chunks::Model;
use crate::aabb::GridBox;
use crate::error::{Error, Result};

/// A rotation, which may mirror, and then a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    /// The axis that each row takes.
    axes: [usize; 3],
    /// 1 or -1 for each row.
    signs: [i64; 3],
    translation: [i64; 3],
}

impl Placement {
    /// Leaves everything where it is.
    pub(super) const IDENTITY: Self = Self { axes: [0, 1, 2], signs: [1; 3], translation: [0; 3] };

    /// What a frame of a transform node says.
    ///
    /// # Errors
    /// Where its rotation or translation is none.
    pub(super) fn of_frame(frame: &Frame) -> Result<Self> {
        let mut placement = Self::IDENTITY;
        if let Some(text) = frame.attributes.get("_r") {
            (placement.axes, placement.signs) = parse_rotation(text)
                .ok_or_else(|| Error::input(format!("has the rotation {text:?}, which is none")))?;
        }
        if let Some(text) = frame.attributes.get("_t") {
            let moved = frame.position();
            let moved = moved.ok_or_else(|| {
                Error::input(format!("has the translation {text:?}, which is none"))
            })?;
            placement.translation = [moved.x, moved.y, moved.z].map(i64::from);
        }
        Ok(placement)
    }

    /// First `inner`, then this. Translations are i32 and nesting is bounded, so that no sum comes near 2^63.
    pub(super) fn after(&self, inner: &Self) -> Self {
        let row = |k: usize| self.axes[k];
        Self {
            axes: [0, 1, 2].map(|k| inner.axes[row(k)]),
            signs: [0, 1, 2].map(|k| self.signs[k] * inner.signs[row(k)]),
            translation: [0, 1, 2]
                .map(|k| self.signs[k] * inner.translation[row(k)] + self.translation[k]),
        }
    }

    /// Where a position of the voxel grid goes.
    fn corner(&self, position: [i64; 3]) -> [i64; 3] {
        [0, 1, 2].map(|k| self.signs[k] * position[self.axes[k]] + self.translation[k])
    }

    /// Where a voxel goes.
    pub(super) fn voxel(&self, voxel: [i64; 3]) -> [i64; 3] {
        let low = self.corner(voxel);
        [0, 1, 2].map(|k| low[k] - i64::from(self.signs[k] < 0))
    }
}

/// Axes and signs of the rows of a rotation byte.
fn parse_rotation(text: &str) -> Option<([usize; 3], [i64; 3])> {
    let byte: u8 = text.trim().parse().ok()?;
    let (first, second) = (usize::from(byte & 3), usize::from(byte >> 2 & 3));
    if first == second || first == 3 || second == 3 || byte >= 128 {
        return None;
    }
    let signs = [4, 5, 6].map(|bit| if byte >> bit & 1 == 1 { -1 } else { 1 });
    Some(([first, second, 3 - first - second], signs))
}

/// A model at its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instance<'a> {
    pub(super) model: &'a Model,
    /// Where the model's own position goes: the pivot is part of it.
    placement: Placement,
}

impl<'a> Instance<'a> {
    /// A model that a graph places: its pivot goes where the placement moves the origin.
    pub(super) fn in_graph(model: &'a Model, placement: &Placement) -> Self {
        let pivot = model.sides.map(|side| -i64::from(side / 2));
        let to_pivot = Placement { translation: pivot, ..Placement::IDENTITY };
        Self { model, placement: placement.after(&to_pivot) }
    }

    /// A model of a file without a graph: its lower corner is the origin.
    pub(super) fn alone(model: &'a Model) -> Self {
        Self { model, placement: Placement::IDENTITY }
    }

    /// The extent of the model, filled or not.
    ///
    /// # Errors
    /// Where it is beyond the limits of a box.
    pub(super) fn bounds(&self) -> Result<GridBox> {
        let corners = [[0; 3], self.model.sides.map(i64::from)].map(|c| self.placement.corner(c));
        // Beyond 32 bits is beyond the limit too, which the box checks.
        let clamp = |k: i64| i32::try_from(k).unwrap_or(if k < 0 { i32::MIN } else { i32::MAX });
        GridBox::new(
            [0, 1, 2].map(|k| clamp(corners[0][k].min(corners[1][k]))),
            [0, 1, 2].map(|k| clamp(corners[0][k].max(corners[1][k]))),
        )
    }

    /// Calls `visit` with the grid position and colour index of every voxel.
    pub(super) fn voxels(&self) -> impl Iterator<Item = ([i64; 3], u8)> + '_ {
        self.model
            .voxels
            .iter()
            .map(|&[x, y, z, color]| (self.placement.voxel([x, y, z].map(i64::from)), color))
    }
}
