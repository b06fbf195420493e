//! What becomes of rays: one result, or a column of each kind.

use crate::face::NO_FACE;

/// In a column of boxes: none was met.
pub const NO_BOX: u32 = u32::MAX;

/// Where a ray is in a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlabHit {
    /// When it enters, in units of |direction|; +inf = never.
    pub t_entry: f32,
    /// When it leaves; -inf = never.
    pub t_exit: f32,
    /// Through which face it enters, 2 * axis + 1 if it is the upper one; [`NO_FACE`] = none.
    pub face: u8,
}

impl SlabHit {
    /// Nowhere.
    pub const NONE: Self =
        Self { t_entry: f32::INFINITY, t_exit: f32::NEG_INFINITY, face: NO_FACE };

    /// Whether the ray meets the box.
    pub fn is_hit(&self) -> bool {
        self.t_entry < f32::INFINITY
    }
}

/// The box that a ray enters first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearestHit {
    /// Its index; [`NO_BOX`] = none.
    pub index: u32,
    /// When the ray enters it, in units of |direction|; +inf = never.
    pub t_entry: f32,
    /// Through which face, 2 * axis + 1 if it is the upper one; [`NO_FACE`] = none.
    pub face: u8,
}

impl NearestHit {
    /// No box.
    pub const NONE: Self = Self { index: NO_BOX, t_entry: f32::INFINITY, face: NO_FACE };
}

/// Where rays are in a box: one entry per ray in each column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SlabBatch {
    /// When they enter, in units of |direction|; +inf = never.
    pub t_entry: Vec<f32>,
    /// When they leave; -inf = never.
    pub t_exit: Vec<f32>,
}

impl SlabBatch {
    /// Makes room for so many rays, in the memory that is there already.
    pub(super) fn reset(&mut self, len: usize) {
        self.t_entry.resize(len, f32::INFINITY);
        self.t_exit.resize(len, f32::NEG_INFINITY);
    }
}

/// The boxes that rays enter first: one entry per ray in each column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NearestBatch {
    /// Which box; [`NO_BOX`] = none.
    pub index: Vec<u32>,
    /// When they enter it, in units of |direction|; +inf = never.
    pub t_entry: Vec<f32>,
    /// Through which face, 2 * axis + 1 if it is the upper one; [`NO_FACE`] = none.
    pub face: Vec<u8>,
}

impl NearestBatch {
    /// Makes room for so many rays, in the memory that is there already.
    pub(super) fn reset(&mut self, len: usize) {
        self.index.resize(len, NO_BOX);
        self.t_entry.resize(len, f32::INFINITY);
        self.face.resize(len, NO_FACE);
    }
}
