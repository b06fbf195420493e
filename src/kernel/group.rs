//! A vector of lanes, one ray each, and what a lane carries.

use super::lookup::Found;
use crate::simd::{MAX_LANES, Simd};

/// The fields of a lane, each a column of 32-bit numbers.
pub const FIELDS: usize = 16;
/// x, y, z of the origin.
pub const ORIGIN: usize = 0;
/// x, y, z of the direction.
pub const DIRECTION: usize = 3;
/// x, y, z of 1 / direction.
pub const INV: usize = 6;
/// The first time that is not walked.
pub const T_END: usize = 9;
/// When the ray came into its voxel; of a walk that ended with a hit, the time of it.
pub const T: usize = 10;
/// x, y, z of the voxel where the ray stands.
pub const VOXEL: usize = 11;
/// How far guesses of positions may be off.
pub const ERROR: usize = 14;
/// Bits 0..5: 7 times the octant within its half; then [`SKIPPING`], [`BACKWARD`] and [`ON_PLANES`]; bits 16..32: which ray of the tile
/// it is.
pub const TAG: usize = 15;

/// In the tag: the ray still passes over the filled voxels in which it starts.
pub const SKIPPING: i32 = 1 << 8;
/// In the tag: the ray goes towards lower x; for y and z the next bits.
pub const BACKWARD: i32 = 1 << 9;
/// In the tag: the ray starts on planes that may lie within a box of a shape.
pub const ON_PLANES: i32 = 1 << 12;
/// In the tag: how far up the index of the ray stands.
pub const INDEX_SHIFT: u32 = 16;

/// The rays of a vector of lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Group {
    /// See [`FIELDS`].
    pub fields: [[i32; MAX_LANES]; FIELDS],
    /// What was found around the voxels, on its way from one pass of a step to the next.
    pub found: Found,
    /// Lanes that hold a ray.
    pub loaded: u32,
    /// Lanes whose ray still walks.
    pub active: u32,
    /// Lanes whose ray has hit.
    pub hits: u32,
}

impl Group {
    /// No rays.
    pub const EMPTY: Self = Self {
        fields: [[0; MAX_LANES]; FIELDS],
        found: Found::NOTHING,
        loaded: 0,
        active: 0,
        hits: 0,
    };

    /// A field of all lanes.
    #[inline(always)]
    pub fn ints<S: Simd>(&self, s: S, field: usize) -> S::I32 {
        s.load_i32(&self.fields[field])
    }

    /// A field of all lanes that holds floats.
    #[inline(always)]
    pub fn floats<S: Simd>(&self, s: S, field: usize) -> S::F32 {
        s.from_bits(self.ints(s, field))
    }

    /// Sets a field of all lanes.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, s: S, field: usize, values: S::I32) {
        s.store_i32(&mut self.fields[field], values);
    }

    /// The times of hits; +inf without one.
    #[inline(always)]
    pub fn hit_times<S: Simd>(&self, s: S) -> S::I32 {
        let none = s.to_bits(s.splat_f32(f32::INFINITY));
        s.select_i32(s.mask_from_bits(self.hits), self.ints(s, T), none)
    }

    /// Which ray of the tile a lane holds.
    #[allow(clippy::cast_sign_loss, reason = "the bits of a tag")]
    pub fn ray(&self, lane: usize) -> usize {
        (self.fields[TAG][lane] as u32 >> INDEX_SHIFT) as usize
    }

    /// The voxels of all lanes.
    #[inline(always)]
    pub fn voxels<S: Simd>(&self, s: S) -> [S::I32; 3] {
        axes!(a => self.ints(s, VOXEL + a))
    }
}
