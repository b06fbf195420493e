//! Results on their way from lanes to the tile.

use super::group::{Group, INDEX_SHIFT, TAG, VOXEL};
use super::tile::TileEnds;
use crate::simd::{MAX_LANES, Simd};

/// Results, packed without a branch, and written where they belong when there are many.
#[repr(C, align(64))]
pub struct Results {
    tag: [i32; Self::CAPACITY],
    t: [i32; Self::CAPACITY],
    voxel: [[i32; Self::CAPACITY]; 3],
    len: usize,
}

impl Results {
    const FULL: usize = 256;
    const CAPACITY: usize = Self::FULL + MAX_LANES;

    /// None yet.
    pub fn new() -> Self {
        Self {
            tag: [0; Self::CAPACITY],
            t: [0; Self::CAPACITY],
            voxel: [[0; Self::CAPACITY]; 3],
            len: 0,
        }
    }

    /// Takes the results of the lanes of a group that rest.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, s: S, group: &Group, ends: &mut TileEnds) {
        let rest = group.loaded & !group.active;
        let lanes = s.mask_from_bits(rest);
        let at = self.len;
        s.store_i32(&mut self.tag[at..], s.compress(lanes, group.ints(s, TAG)));
        s.store_i32(&mut self.t[at..], s.compress(lanes, group.hit_times(s)));
        for a in 0..3 {
            s.store_i32(&mut self.voxel[a][at..], s.compress(lanes, group.ints(s, VOXEL + a)));
        }
        self.len += rest.count_ones() as usize;
        if self.len >= Self::FULL {
            self.flush(ends);
        }
    }

    /// Writes all that is here to the tile.
    #[inline(never)]
    #[allow(clippy::cast_sign_loss, reason = "indices in the tile, and the bits of floats")]
    pub fn flush(&mut self, ends: &mut TileEnds) {
        for at in 0..self.len {
            let ray = (self.tag[at] as u32 >> INDEX_SHIFT) as usize;
            ends.t[ray] = f32::from_bits(self.t[at] as u32);
            for a in 0..3 {
                ends.voxel[a][ray] = self.voxel[a][at];
            }
        }
        self.len = 0;
    }
}
