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
    struck: [i32; Self::CAPACITY],
    len: usize,
    /// Whether voxels are kept, or times alone.
    pub with_voxels: bool,
    /// Whether what was struck of shapes is kept.
    with_struck: bool,
}

impl Results {
    const FULL: usize = 256;
    const CAPACITY: usize = Self::FULL + MAX_LANES;

    /// None yet.
    pub fn new(with_voxels: bool, with_struck: bool) -> Self {
        Self {
            tag: [0; Self::CAPACITY],
            t: [0; Self::CAPACITY],
            voxel: [[0; Self::CAPACITY]; 3],
            struck: [0; Self::CAPACITY],
            len: 0,
            with_voxels,
            with_struck,
        }
    }

    /// Takes the results of the lanes of a group that rest, and what they struck of shapes.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, s: S, group: &Group, struck: S::I32, ends: &mut TileEnds) {
        let rest = group.loaded & !group.active;
        let lanes = s.mask_from_bits(rest);
        let at = self.len;
        s.store_i32(&mut self.tag[at..], s.compress(lanes, group.ints(s, TAG)));
        s.store_i32(&mut self.t[at..], s.compress(lanes, group.hit_times(s)));
        if self.with_voxels {
            for a in 0..3 {
                s.store_i32(&mut self.voxel[a][at..], s.compress(lanes, group.ints(s, VOXEL + a)));
            }
        }
        if self.with_struck {
            s.store_i32(&mut self.struck[at..], s.compress(lanes, struck));
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
        let ray = |tag: i32| (tag as u32 >> INDEX_SHIFT) as usize;
        for (&tag, &t) in self.tag[..self.len].iter().zip(&self.t) {
            ends.t[ray(tag)] = f32::from_bits(t as u32);
        }
        if self.with_voxels {
            for (voxel, kept) in ends.voxel.iter_mut().zip(&self.voxel) {
                for (&tag, &kept) in self.tag[..self.len].iter().zip(kept) {
                    voxel[ray(tag)] = kept;
                }
            }
        }
        if self.with_struck {
            for (&tag, &struck) in self.tag[..self.len].iter().zip(&self.struck) {
                ends.struck[ray(tag)] = struck;
            }
        }
        self.len = 0;
    }
}
