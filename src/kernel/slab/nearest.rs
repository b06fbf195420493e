//! Many rays, many boxes: the box that each ray enters first. Every ray is tested against every box.
//!
//! ```text
//!   for each block of rays                         prepared once: origins, 1 / directions, times
//!     for each tile of boxes                       stays in the nearest cache
//!       for each group of vectors of rays          stays in registers
//!         for each box of the tile                 each plane read once for the whole group
//!           entry < best: the box becomes the best
//!     the face of the best box, from its planes alone
//! ```
//!
//! The first `best` is the end of the ray, so the test of the range and that of the best box are one comparison. Boxes come
//! in their order and only an earlier entry wins, so of a tie the lowest index is kept.
//!
//! Tried and lost: near and far planes chosen by the sign of the direction instead of min and max of their times (5 % slower
//! with AVX-512, with half of its mask registers gone; 10 % faster with AVX2); groups of one vector (20 % slower) and of
//! four (5 % faster with AVX-512, the same with AVX2, slower for plain Rust and for few rays).

use super::lanes::{RayLanes, prepare, slab_times};
use super::load::{BLOCK, BlockColumn, BlockRays, load};
use super::{NO_BOX, Planes, TimeRange, faces};
use crate::batch::SlabRays;
use crate::simd::{Kernel, MAX_LANES, Simd};

/// Boxes that are tested at once: 12 KiB in 3 dimensions.
const TILE: usize = 512;

/// Vectors of rays that are tested side by side.
const GROUP: usize = 2;

const _: () = assert!(BLOCK.is_multiple_of(GROUP * MAX_LANES), "a block is whole groups");

/// Rays to be tested against many boxes; one entry per ray in each column of results.
#[derive(Debug)]
pub struct NearestBoxes<'a, const D: usize> {
    /// The rays.
    pub rays: SlabRays<'a, D>,
    /// The boxes, at most `i32::MAX`.
    pub boxes: &'a [Planes<D>],
    /// The times that count.
    pub range: TimeRange,
    /// Which box each enters first; [`NO_BOX`] = none.
    pub index: &'a mut [i32],
    /// When; +inf = never.
    pub t_entry: &'a mut [f32],
    /// Through which face; [`NO_FACE`](crate::NO_FACE) = none.
    pub face: &'a mut [u8],
}

/// The rays of a block, prepared, and what each has found so far.
struct Block<const D: usize> {
    origin: [BlockColumn; D],
    inv: [BlockColumn; D],
    t_near: BlockColumn,
    best: BlockColumn,
    index: [i32; BLOCK],
}

/// A vector of them.
#[derive(Clone, Copy)]
struct Seekers<S: Simd, const D: usize> {
    rays: RayLanes<S, D>,
    /// When they enter the best box so far; before there is one, the first time after their range.
    best: S::F32,
    index: S::I32,
}

impl<const D: usize> Kernel for NearestBoxes<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let (mut buffers, mut block) = (None, Block::new());
        let len = self.rays.len();
        for start in (0..len).step_by(BLOCK) {
            let part = start..len.min(start + BLOCK);
            let rays = load(&mut buffers, &self.rays, part);
            block.fill(s, &rays, self.range);
            for (tile, boxes) in self.boxes.chunks(TILE).enumerate() {
                block.search(s, rays.len, boxes, tile * TILE);
            }
            self.write(s, &block, start, rays.len);
        }
    }
}

impl<const D: usize> Block<D> {
    fn new() -> Self {
        let column = [0.0; BLOCK];
        let (origin, inv, index) = ([column; D], [column; D], [NO_BOX; BLOCK]);
        Self { origin, inv, t_near: column, best: column, index }
    }

    /// Takes new rays.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, s: S, rays: &BlockRays<'_, D>, range: TimeRange) {
        for at in (0..BLOCK).step_by(S::LANES) {
            if at >= rays.len {
                break;
            }
            let (lanes, t_far) = prepare(s, rays, at, range);
            for a in 0..D {
                s.store_f32(&mut self.origin[a][at..], lanes.origin[a]);
                s.store_f32(&mut self.inv[a][at..], lanes.inv[a]);
            }
            s.store_f32(&mut self.t_near[at..], lanes.t_near);
            s.store_f32(&mut self.best[at..], end(s, t_far));
            s.store_i32(&mut self.index[at..], s.splat_i32(NO_BOX));
        }
    }

    /// The rays from `at` on.
    #[inline(always)]
    fn seekers<S: Simd>(&self, s: S, at: usize) -> Seekers<S, D> {
        let (mut origin, mut inv) = ([s.splat_f32(0.0); D], [s.splat_f32(0.0); D]);
        for a in 0..D {
            origin[a] = s.load_f32(&self.origin[a][at..]);
            inv[a] = s.load_f32(&self.inv[a][at..]);
        }
        let rays = RayLanes { origin, inv, t_near: s.load_f32(&self.t_near[at..]) };
        let (best, index) = (s.load_f32(&self.best[at..]), s.load_i32(&self.index[at..]));
        Seekers { rays, best, index }
    }

    /// Tests the first `len` rays against `boxes`, the first of which is number `first`.
    #[inline(always)]
    fn search<S: Simd>(&mut self, s: S, len: usize, boxes: &[Planes<D>], first: usize) {
        for at in (0..BLOCK).step_by(GROUP * S::LANES) {
            if at >= len {
                break;
            }
            let mut group = [self.seekers(s, at); GROUP];
            for g in 1..GROUP {
                group[g] = self.seekers(s, at + g * S::LANES);
            }
            test_all(s, &mut group, boxes, first);
            for g in 0..GROUP {
                s.store_f32(&mut self.best[at + g * S::LANES..], group[g].best);
                s.store_i32(&mut self.index[at + g * S::LANES..], group[g].index);
            }
        }
    }
}

/// The first time after the range of the rays, +inf if that has no end: `t < end` is `t <= t_far`, and `t < inf` besides.
#[inline(always)]
fn end<S: Simd>(s: S, t_far: S::F32) -> S::F32 {
    // Adding 0.0: -0.0 is read as 0.0. A time below 0 becomes one below that, or NaN: no time is before it either.
    let last = s.add_f32(s.min_f32(t_far, s.splat_f32(f32::MAX)), s.splat_f32(0.0));
    s.from_bits(s.add_i32(s.to_bits(last), s.splat_i32(1)))
}

/// Tests a group of vectors against `boxes`, the first of which is number `first`.
#[inline(always)]
fn test_all<S: Simd, const D: usize>(
    s: S,
    group: &mut [Seekers<S, D>; GROUP],
    boxes: &[Planes<D>],
    first: usize,
) {
    for (number, planes) in boxes.iter().enumerate() {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "there are at most i32::MAX boxes"
        )]
        let number = s.splat_i32((first + number) as i32);
        let mut slabs = [[s.splat_f32(0.0); 2]; D];
        for a in 0..D {
            slabs[a] = [s.splat_f32(planes.low[a]), s.splat_f32(planes.high[a])];
        }
        for seekers in group.iter_mut() {
            seekers.test(s, &slabs, number);
        }
    }
}

impl<S: Simd, const D: usize> Seekers<S, D> {
    /// Tests them against one box.
    #[inline(always)]
    fn test(&mut self, s: S, slabs: &[[S::F32; 2]; D], number: S::I32) {
        let RayLanes { origin, inv, t_near } = self.rays;
        let (mut entry, mut far) = (t_near, [t_near; D]);
        for a in 0..D {
            let [t_in, t_out] = slab_times(s, slabs[a], origin[a], inv[a]);
            entry = s.max_f32(t_in, entry);
            far[a] = t_out;
        }
        let mut better = s.lt_f32(entry, self.best);
        for a in 0..D {
            better = s.and_mask(better, s.le_f32(entry, far[a]));
        }
        self.best = s.select_f32(better, entry, self.best);
        self.index = s.select_i32(better, number, self.index);
    }
}

impl<const D: usize> NearestBoxes<'_, D> {
    /// Writes the rows of a block, the first of which is row `start`.
    #[inline(always)]
    fn write<S: Simd>(&mut self, s: S, block: &Block<D>, start: usize, len: usize) {
        self.index[start..start + len].copy_from_slice(&block.index[..len]);
        let (mut t_entry, mut face) = ([0.0; BLOCK], [0; BLOCK]);
        for at in (0..BLOCK).step_by(S::LANES) {
            if at >= len {
                break;
            }
            let Seekers { rays, best, index } = block.seekers(s, at);
            let entry = s.select_f32(s.sign(index), s.splat_f32(f32::INFINITY), best);
            let entered = faces::entered(s, &rays, entry, &block.index[at..], self.boxes);
            s.store_f32(&mut t_entry[at..], entry);
            s.store_i32(&mut face[at..], entered);
        }
        self.t_entry[start..start + len].copy_from_slice(&t_entry[..len]);
        let rows = self.face[start..start + len].iter_mut().zip(face);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "numbers of faces are small"
        )]
        rows.for_each(|(row, face)| *row = face as u8);
    }
}
