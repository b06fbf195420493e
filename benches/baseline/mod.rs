//! The walk that everybody writes first, tuned: Amanatides and Woo (1987) in f32 on a dense grid of bits.
//!
//! No hierarchy, no vectors: what voxray is compared with. Times add up, so now and then it takes another voxel than
//! the exact walk; hit rates agree to far better than one in a thousand.

#![allow(clippy::cast_possible_truncation, reason = "positions in a box are small")]

use voxray::{RayBatch, Scene};

/// One bit per voxel, x fastest, in words of 64.
pub struct DenseBits {
    sides: [i32; 3],
    row: usize,
    words: Vec<u64>,
}

impl DenseBits {
    /// The voxels of a scene whose box starts at the origin.
    pub fn new(scene: &Scene) -> Self {
        let sides = scene.bounds().sides();
        let row = (sides[0] as usize).div_ceil(64);
        let words = vec![0; row * sides[1] as usize * sides[2] as usize];
        let mut bits = Self { sides, row, words };
        scene.for_each_voxel(|voxel, _| {
            let (word, bit) = bits.place(voxel);
            bits.words[word] |= 1 << bit;
        });
        bits
    }

    #[inline(always)]
    fn place(&self, [x, y, z]: [i32; 3]) -> (usize, u32) {
        let row = (z as usize * self.sides[1] as usize + y as usize) * self.row;
        (row + (x as usize >> 6), x as u32 & 63)
    }

    #[inline(always)]
    fn is_filled(&self, voxel: [i32; 3]) -> bool {
        let (word, bit) = self.place(voxel);
        self.words[word] >> bit & 1 == 1
    }

    /// The time of the first filled voxel; +inf = none.
    #[inline]
    pub fn cast(&self, o: [f32; 3], d: [f32; 3], t_far: f32) -> f32 {
        let inv = d.map(|d| 1.0 / d);
        let (mut enter, mut leave) = (0.0_f32, t_far);
        for a in 0..3 {
            let (t0, t1) = (-o[a] * inv[a], (self.sides[a] as f32 - o[a]) * inv[a]);
            enter = enter.max(t0.min(t1));
            leave = leave.min(t0.max(t1));
        }
        if enter >= leave {
            return f32::INFINITY;
        }
        let mut voxel = [0; 3];
        let (mut t_next, mut t_delta, mut step) = ([0.0_f32; 3], [0.0_f32; 3], [0; 3]);
        for a in 0..3 {
            let forward = d[a] >= 0.0;
            // A ray that starts on a face starts on the side of travel.
            let at = o[a] + d[a] * enter;
            let first = if forward { at as i32 } else { at.ceil() as i32 - 1 };
            voxel[a] = first.clamp(0, self.sides[a] - 1);
            step[a] = if forward { 1 } else { -1 };
            t_delta[a] = inv[a].abs();
            t_next[a] = ((voxel[a] + i32::from(forward)) as f32 - o[a]) * inv[a];
            if t_next[a].is_nan() {
                t_next[a] = f32::INFINITY;
            }
        }
        let mut t = enter;
        loop {
            if self.is_filled(voxel) {
                return t;
            }
            let a = if t_next[0] < t_next[1] {
                if t_next[0] < t_next[2] { 0 } else { 2 }
            } else if t_next[1] < t_next[2] {
                1
            } else {
                2
            };
            t = t_next[a];
            voxel[a] += step[a];
            t_next[a] += t_delta[a];
            if t > leave || voxel[a] as u32 >= self.sides[a] as u32 {
                return f32::INFINITY;
            }
        }
    }

    /// Casts all rays; returns how many hit.
    pub fn cast_all(&self, rays: &RayBatch<f32>, t_hit: &mut [f32]) -> usize {
        let mut hits = 0;
        for i in 0..rays.len() {
            let origin = [rays.origin[0][i], rays.origin[1][i], rays.origin[2][i]];
            let direction = [rays.direction[0][i], rays.direction[1][i], rays.direction[2][i]];
            let t_far = rays.t_far.get(i).copied().unwrap_or(f32::INFINITY);
            t_hit[i] = self.cast(origin, direction, t_far);
            hits += usize::from(t_hit[i] < f32::INFINITY);
        }
        hits
    }
}
