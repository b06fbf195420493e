//! Rays that walk on and wait for a free lane.

use super::group::{FIELDS, Group};
use crate::simd::{MAX_LANES, Simd};

/// The most rays that wait.
pub const CAPACITY: usize = 9 * MAX_LANES;

/// Rays that wait, the last come the first to go: so nothing is ever moved. Full vectors are read and written at any
/// place, hence the room at its end.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Queue {
    fields: [[i32; CAPACITY + MAX_LANES]; FIELDS],
    len: usize,
}

impl Queue {
    /// Nothing waits yet.
    pub fn new() -> Self {
        Self { fields: [[0; CAPACITY + MAX_LANES]; FIELDS], len: 0 }
    }

    /// How many wait.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds one ray.
    pub fn push(&mut self, lane: [i32; FIELDS]) {
        for (field, value) in self.fields.iter_mut().zip(lane) {
            field[self.len] = value;
        }
        self.len += 1;
    }

    /// Adds the rays of a group that still walk.
    #[inline(always)]
    pub fn push_active<S: Simd>(&mut self, s: S, group: &Group) {
        self.push_lanes(s, group, group.active);
    }

    /// Adds the rays of some lanes of a group.
    #[inline(always)]
    pub fn push_lanes<S: Simd>(&mut self, s: S, group: &Group, lanes: u32) {
        let pushed = s.mask_from_bits(lanes);
        for (field, values) in self.fields.iter_mut().zip(&group.fields) {
            s.store_i32(&mut field[self.len..], s.compress(pushed, s.load_i32(values)));
        }
        self.len += lanes.count_ones() as usize;
    }

    /// Gives waiting rays to the free lanes of a group, as far as there are any.
    #[inline(always)]
    pub fn fill<S: Simd>(&mut self, s: S, group: &mut Group) {
        let free = !group.active & (u32::MAX >> (32 - S::LANES));
        let count = self.len.min(free.count_ones() as usize);
        self.len -= count;
        let filled = s.deposit_bits((1 << count) - 1, free);
        for (field, lanes) in self.fields.iter().zip(&mut group.fields) {
            let values = s.expand(filled, s.load_i32(lanes), &field[self.len..]);
            s.store_i32(lanes, values);
        }
        group.active |= filled;
        group.hits = 0;
        group.loaded = group.active;
    }
}
