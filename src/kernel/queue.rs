//! Rays that are ready and wait for a free lane.

use super::setup::{
    BoxLanes, Prepared, budget_ends, first_voxels, guess_errors, plane_times, prepare,
};
use super::start::Start;
use super::tile::{TileEnds, TileRays};
use crate::simd::{MAX_LANES, Simd};

/// The fields of a lane, each a column of 32-bit numbers.
pub const FIELDS: usize = 17;
/// x, y, z of the origin.
pub const ORIGIN: usize = 0;
/// x, y, z of the direction.
pub const DIRECTION: usize = 3;
/// x, y, z of 1 / direction.
pub const INV: usize = 6;
/// The first time that is not walked.
pub const T_END: usize = 9;
/// When the ray came into its voxel.
pub const T: usize = 10;
/// x, y, z of the voxel where the ray stands.
pub const VOXEL: usize = 11;
/// How far guesses of positions may be off.
pub const ERROR: usize = 14;
/// 7 times the octant within its half (bits 0..5), and [`SKIPPING`].
pub const OCTANT: usize = 15;
/// Which ray of the tile it is.
pub const INDEX: usize = 16;

/// In the octant field: the ray still passes over the filled voxels in which it starts.
pub const SKIPPING: i32 = 1 << 8;

const CAPACITY: usize = 4 * MAX_LANES;

/// Rays that are ready: a ring that is filled only when empty, so that it never wraps. Full vectors are read from any
/// place, hence the room at its end.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Queue {
    fields: [[i32; CAPACITY + MAX_LANES]; FIELDS],
    head: usize,
    tail: usize,
    next_ray: usize,
}

/// What the queue takes its rays from.
pub struct Source<'a, S: Simd> {
    /// The rays of the tile.
    pub rays: &'a TileRays,
    /// The box.
    pub shape: BoxLanes<S>,
    /// Its sides.
    pub sides: [i32; 3],
    /// The most faces that a ray may cross.
    pub max_steps: u32,
    /// Whether rays pass over the filled voxels in which they start.
    pub skip_inside: bool,
    /// Starts the ray with this index one by one: for irregular rays.
    pub start_one: &'a dyn Fn(usize) -> Option<Start>,
}

impl Queue {
    /// Nothing waits yet.
    pub fn new() -> Self {
        Self { fields: [[0; CAPACITY + MAX_LANES]; FIELDS], head: 0, tail: 0, next_ray: 0 }
    }

    /// How many wait.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.tail - self.head
    }

    /// The waiting entries of a field, with at least a vector of room behind the first.
    #[inline(always)]
    pub fn field(&self, field: usize) -> &[i32] {
        &self.fields[field][self.head..]
    }

    /// Takes the first `count` away.
    #[inline(always)]
    pub fn take(&mut self, count: usize) {
        self.head += count;
    }

    /// Prepares more rays, once the queue is empty, until it is full or there are none. Rays that do not walk end at once.
    #[inline(always)]
    pub fn fill<S: Simd>(&mut self, s: S, source: &Source<'_, S>, ends: &mut TileEnds) {
        (self.head, self.tail) = (0, 0);
        while self.tail + S::LANES <= CAPACITY && self.next_ray < source.rays.len {
            self.prepare_vector(s, source, ends);
        }
    }

    #[inline(always)]
    fn prepare_vector<S: Simd>(&mut self, s: S, source: &Source<'_, S>, ends: &mut TileEnds) {
        let at = self.next_ray;
        let count = S::LANES.min(source.rays.len - at);
        self.next_ray += count;
        let present = s.mask_from_bits(u32::MAX >> (32 - count));
        let rays = prepare(s, &source.shape, source.rays, at);
        // Every ray is a miss until it is found to hit.
        s.store_f32(&mut ends.t[at..], s.splat_f32(f32::INFINITY));
        self.push_lanes(s, source, &rays, s.and_mask(rays.walks, present), at);
        let irregular = s.mask_to_bits(s.and_not_mask(present, rays.regular));
        if irregular != 0 {
            self.push_irregular(source, irregular, at);
        }
    }

    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "an index in a tile"
    )]
    fn push_lanes<S: Simd>(
        &mut self,
        s: S,
        source: &Source<'_, S>,
        rays: &Prepared<S>,
        walks: S::Mask,
        at: usize,
    ) {
        let voxel = first_voxels(s, rays);
        let backward = axes!(a => s.sign(s.to_bits(rays.inv[a])));
        let zero = s.splat_i32(0);
        let octant = s.add_i32(
            s.select_i32(backward[0], s.splat_i32(7), zero),
            s.select_i32(backward[1], s.splat_i32(14), zero),
        );
        let octant = if source.skip_inside {
            let within = starts_within(s, rays, voxel);
            s.add_i32(octant, s.select_i32(within, s.splat_i32(SKIPPING), zero))
        } else {
            octant
        };
        let mut t_end = rays.t_end;
        if source.max_steps < u32::MAX {
            t_end = s.min_f32(t_end, budget_ends(s, rays, source.max_steps));
        }
        for a in 0..3 {
            self.put(s, walks, ORIGIN + a, s.to_bits(rays.origin[a]));
            self.put(s, walks, DIRECTION + a, s.to_bits(rays.direction[a]));
            self.put(s, walks, INV + a, s.to_bits(rays.inv[a]));
            self.put(s, walks, VOXEL + a, voxel[a]);
        }
        self.put(s, walks, T_END, s.to_bits(t_end));
        self.put(s, walks, T, s.to_bits(rays.t_start));
        self.put(s, walks, ERROR, s.to_bits(guess_errors(s, &source.shape, rays)));
        self.put(s, walks, OCTANT, octant);
        self.put(s, walks, INDEX, s.add_i32(s.splat_i32(at as i32), s.lane_index()));
        self.tail += s.mask_to_bits(walks).count_ones() as usize;
    }

    /// Packs the lanes of `walks` to the end of a field.
    #[inline(always)]
    fn put<S: Simd>(&mut self, s: S, walks: S::Mask, field: usize, values: S::I32) {
        s.store_i32(&mut self.fields[field][self.tail..], s.compress(walks, values));
    }

    #[cold]
    #[inline(never)]
    fn push_irregular<S: Simd>(&mut self, source: &Source<'_, S>, irregular: u32, at: usize) {
        for lane in (0..MAX_LANES).filter(|lane| irregular >> lane & 1 == 1) {
            if let Some(start) = (source.start_one)(at + lane) {
                let lane = scalar_lane(&start, source, at + lane);
                self.fields
                    .iter_mut()
                    .zip(lane)
                    .for_each(|(field, value)| field[self.tail] = value);
                self.tail += 1;
            }
        }
    }
}

/// The fields of one ray that was started one by one.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "an index in a tile, and the bits of floats"
)]
fn scalar_lane<S: Simd>(start: &Start, source: &Source<'_, S>, index: usize) -> [i32; FIELDS] {
    let bits = |x: f32| x.to_bits() as i32;
    let mut lane = [0; FIELDS];
    for a in 0..3 {
        lane[ORIGIN + a] = bits(start.origin[a]);
        lane[DIRECTION + a] = bits(start.direction[a]);
        lane[INV + a] = bits(start.inv_direction[a]);
        lane[VOXEL + a] = start.voxel[a];
    }
    let within = start.entered_axis(start.voxel, start.t_start).is_none();
    lane[T_END] = bits(start.t_end);
    lane[T] = bits(start.t_start);
    lane[ERROR] = bits(start.guess_error(source.sides));
    lane[OCTANT] = 7 * i32::from(start.is_backward(0)) + 14 * i32::from(start.is_backward(1));
    if source.skip_inside && within {
        lane[OCTANT] |= SKIPPING;
    }
    lane[INDEX] = index as i32;
    lane
}

/// Which rays start within their first voxel, not by an event at the very start.
#[inline(always)]
fn starts_within<S: Simd>(s: S, rays: &Prepared<S>, voxel: [S::I32; 3]) -> S::Mask {
    let entered = entered_axes(s, rays, voxel, rays.t_start);
    let any = s.or_mask(s.or_mask(entered[0], entered[1]), entered[2]);
    s.and_not_mask(s.mask_from_bits(u32::MAX), any)
}

/// Which axes have an event exactly at `t` by which the ray comes into `voxel`.
#[inline(always)]
pub fn entered_axes<S: Simd>(
    s: S,
    rays: &Prepared<S>,
    voxel: [S::I32; 3],
    t: S::F32,
) -> [S::Mask; 3] {
    let zero = s.splat_f32(0.0);
    axes!(a => {
        let backward = s.sign(s.to_bits(rays.inv[a]));
        let behind = s.select_i32(backward, s.add_i32(voxel[a], s.splat_i32(1)), voxel[a]);
        let time = plane_times(s, s.to_f32(behind), rays.origin[a], rays.inv[a]);
        let parallel = s.eq_f32(rays.direction[a], zero);
        s.and_not_mask(s.eq_f32(time, t), parallel)
    })
}
