//! Many rays, one box: when each enters it and leaves it.

use super::lanes::{prepare, slab_times};
use super::load::{BLOCK, BlockColumn, BlockRays, load};
use super::{Planes, TimeRange};
use crate::batch::SlabRays;
use crate::simd::{Kernel, Simd};

/// Rays to be tested against one box; one entry per ray in each column of results.
#[derive(Debug)]
pub struct IntersectBox<'a, const D: usize> {
    /// The rays.
    pub rays: SlabRays<'a, D>,
    /// The box.
    pub planes: Planes<D>,
    /// The times that count.
    pub range: TimeRange,
    /// When they enter it; +inf = never.
    pub t_entry: &'a mut [f32],
    /// When they leave it; -inf = never.
    pub t_exit: &'a mut [f32],
}

impl<const D: usize> Kernel for IntersectBox<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (mut buffers, mut rest) = (None, [[0.0; BLOCK]; 2]);
        let len = self.rays.len();
        for start in (0..len).step_by(BLOCK) {
            let part = start..len.min(start + BLOCK);
            let rays = load(&mut buffers, &self.rays, part.clone());
            let (t_entry, t_exit) = (&mut self.t_entry[part.clone()], &mut self.t_exit[part]);
            // Rows of a whole block are written where they belong, those of the last one by way of `rest`.
            if let (Some(t_entry), Some(t_exit)) =
                (t_entry.first_chunk_mut(), t_exit.first_chunk_mut())
            {
                intersect_block(s, &rays, &self.planes, self.range, [t_entry, t_exit]);
            } else {
                intersect_block(s, &rays, &self.planes, self.range, rest.each_mut());
                t_entry.copy_from_slice(&rest[0][..rays.len]);
                t_exit.copy_from_slice(&rest[1][..rays.len]);
            }
        }
    }
}

#[inline(always)]
fn intersect_block<S: Simd, const D: usize>(
    s: S,
    rays: &BlockRays<'_, D>,
    planes: &Planes<D>,
    range: TimeRange,
    [t_entry, t_exit]: [&mut BlockColumn; 2],
) {
    for at in (0..BLOCK).step_by(S::LANES) {
        if at >= rays.len {
            break;
        }
        let [entry, exit] = intersect(s, rays, planes, range, at);
        s.store_f32(&mut t_entry[at..], entry);
        s.store_f32(&mut t_exit[at..], exit);
    }
}

/// When the rays from `at` on enter and leave the box.
#[inline(always)]
fn intersect<S: Simd, const D: usize>(
    s: S,
    rays: &BlockRays<'_, D>,
    planes: &Planes<D>,
    range: TimeRange,
    at: usize,
) -> [S::F32; 2] {
    let (rays, t_far) = prepare(s, rays, at, range);
    let (mut entry, mut exit) = (rays.t_near, t_far);
    let mut far = [exit; D];
    for a in 0..D {
        let slab = [s.splat_f32(planes.low[a]), s.splat_f32(planes.high[a])];
        let [near, beyond] = slab_times(s, slab, rays.origin[a], rays.inv[a]);
        entry = s.max_f32(near, entry);
        exit = s.min_f32(beyond, exit);
        far[a] = beyond;
    }
    // An entry at +inf is none.
    let mut hit = s.le_f32(entry, s.min_f32(t_far, s.splat_f32(f32::MAX)));
    for a in 0..D {
        hit = s.and_mask(hit, s.le_f32(entry, far[a]));
    }
    // No result is -0.0: entries are above a start of 0, or that itself; of an exit it is taken by adding 0.0.
    let exit = s.add_f32(exit, s.splat_f32(0.0));
    let never = [s.splat_f32(f32::INFINITY), s.splat_f32(f32::NEG_INFINITY)];
    [s.select_f32(hit, entry, never[0]), s.select_f32(hit, exit, never[1])]
}
