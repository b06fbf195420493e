//! The fast walk: one lane, one ray; one flat loop.
//!
//! Rays come from the tile a group at a time, and first take a few steps side by side as they came: many end there, and
//! their results lie in order. Those that walk on wait in a queue for the lanes of the *walkers*, which are exchanged on a
//! fixed beat: lanes whose ray is done rest until then, give back their result and take the next ray. So lanes stay busy
//! on rays of very different length, and short rays cost no exchange.
//!
//! Tried and lost, the first three on a prototype:
//! - refilling when a count of idle lanes says so instead of on a fixed beat: a mispredicted branch each time;
//! - clamping guesses to the box: 8 % slower;
//! - prefetching the next record: 20-25 % slower;
//! - a beat of 2 or 4 steps: alike;
//! - closing up the last rays of a tile into few groups: 3 % more lanes in use, and no faster;
//! - tiles of 2048 rays: 6 % slower, since lanes empty at the end of each; of 8192: alike, and few for many threads;
//! - two vectors side by side in every operation, for more independent instructions: nothing, at twice the registers;
//! - single loads put together instead of gathers, on Zen 5: alike within a tenth;
//! - a beam: the bounds of 64 camera rays pass the empty chunks before them together (after Reshetov, Soupikov and Hurley,
//!   2005). It saved 10-20 % of the look-ups of cameras and cost as much as it saved;
//! - copying rays to the tile group by group instead of all at once: 6 % slower (now most are not copied at all);
//! - taking waiting rays only after the next steps, so that their reads do not meet writes under way: nothing;
//! - occupancy words in the Morton order of their chunks: nothing on terrain and city of 1024 columns.
//!
//! Any hit is the same walk: of some 180 instructions a step it could spare two. What pays is to keep no voxels where none are
//! wanted: 2 %.

use super::fresh::{Source, load_group, note_inside};
use super::group::{Group, VOXEL};
use super::load::prefetch;
use super::lookup::GridLanes;
use super::mutation::MOST_ROUNDS;
use super::queue::{CAPACITY, Queue};
use super::refine::{refine, set_aside};
use super::results::Results;
use super::step::{GROUPS, step};
use super::tile::TileEnds;
use crate::batch::WalkWork;
use crate::simd::{MAX_LANES, Simd};

/// Fresh rays take no step once fewer than so many of 16 lanes walk. Measured with AVX-512 against always two: 1.1 times as
/// fast on the shortest rays; always one or three lost.
const MANY: usize = 7;
/// Every so many steps lanes of walkers that rest are exchanged.
const BEAT: usize = 3;
/// Fresh rays are taken when fewer wait than the walkers may need at once.
const FEW: usize = GROUPS * MAX_LANES;

const _: () = assert!(
    FEW + (GROUPS + 1) * MAX_LANES <= CAPACITY,
    "fresh rays, and a vector of rejected ones, find room in the queue"
);

/// Walks all rays of `source`, and writes where each ended. `SKIP` is whether rays may pass over the filled voxels in
/// which they start, `SHAPES` whether some bricks have exact shapes.
#[inline(always)]
pub fn walk_all<S: Simd, const SKIP: bool, const SHAPES: bool>(
    s: S,
    grid: &GridLanes<'_, S>,
    source: &Source<'_, S>,
    ends: &mut TileEnds,
) -> WalkWork {
    let mut walk = Walk {
        queue: Queue::new(),
        candidates: Queue::new(),
        results: Results::new(source.wants_voxels, SHAPES && source.wants_voxels),
        work: WalkWork::default(),
    };
    let mut fresh = [Group::EMPTY; GROUPS];
    let mut walkers = [Group::EMPTY; GROUPS];
    let mut next_ray = 0;
    for _ in 0..MOST_ROUNDS {
        if walk.queue.len() < FEW && next_ray < source.rays.len {
            walk.start_rays::<S, SKIP, SHAPES>(s, grid, source, next_ray, &mut fresh, ends);
            next_ray += GROUPS * S::LANES;
        } else if walk.exchange::<S, SHAPES>(s, grid, source, &mut walkers, ends) {
            for _ in 0..BEAT {
                step::<S, SKIP>(s, grid, &mut walkers, &mut walk.work);
            }
        } else if SHAPES && walk.candidates.len() > 0 {
            walk.refine_some(s, grid, source, ends);
        } else {
            break;
        }
    }
    walk.results.flush(ends);
    walk.work.lanes = walk.work.vector_steps * S::LANES as u64;
    walk.work
}

/// What fresh rays and walkers share.
struct Walk {
    queue: Queue,
    /// Rays that hit bricks with exact shapes, until a vector of them is there.
    candidates: Queue,
    results: Results,
    work: WalkWork,
}

impl Walk {
    /// Takes the first steps of the rays from `first` on, at most two. Those that walk on are queued.
    #[inline(always)]
    fn start_rays<S: Simd, const SKIP: bool, const SHAPES: bool>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        source: &Source<'_, S>,
        first: usize,
        fresh: &mut [Group; GROUPS],
        ends: &mut TileEnds,
    ) {
        prefetch(s, source.view, first, GROUPS * S::LANES);
        let firsts = (first..).step_by(S::LANES);
        for (group, at) in fresh.iter_mut().zip(firsts.clone()) {
            load_group(s, source, at, group, &mut self.queue, ends);
        }
        // The rows of irregular rays are made of their voxels.
        self.results.with_voxels |= !ends.irregular.is_empty();
        let stepped = self.step_if_many::<S, SKIP>(s, grid, fresh);
        for (group, at) in fresh.iter().zip(firsts.clone()) {
            // Those that start in filled voxels have hit at once; without a step, any may.
            note_inside(s, group, if stepped { group.hits } else { group.active }, at, ends);
        }
        if stepped {
            self.step_if_many::<S, SKIP>(s, grid, fresh);
        }
        if SHAPES {
            self.set_aside_all(s, grid, source, fresh);
        }
        for (group, at) in fresh.iter().zip(firsts) {
            keep::<S, SHAPES>(s, group, at, source.wants_voxels, ends);
            self.queue.push_active(s, group);
        }
        if SHAPES {
            self.refine_full(s, grid, source, ends);
        }
    }

    /// Takes a step if at least [`MANY`] of 16 lanes walk. Whether it did.
    #[inline(always)]
    fn step_if_many<S: Simd, const SKIP: bool>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        fresh: &mut [Group; GROUPS],
    ) -> bool {
        let walking: u32 = fresh.iter().map(|group| group.active.count_ones()).sum();
        let many = walking as usize >= GROUPS * S::LANES * MANY / 16;
        if many {
            step::<S, SKIP>(s, grid, fresh, &mut self.work);
        }
        many
    }

    /// Takes the results of walkers that rest, and gives their lanes new rays. Whether any ray is left then, in a lane or
    /// waiting.
    #[inline(always)]
    fn exchange<S: Simd, const SHAPES: bool>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        source: &Source<'_, S>,
        walkers: &mut [Group; GROUPS],
        ends: &mut TileEnds,
    ) -> bool {
        if SHAPES {
            self.set_aside_all(s, grid, source, walkers);
        }
        let mut loaded = 0;
        for group in walkers {
            self.results.take(s, group, s.splat_i32(0), ends);
            self.queue.fill(s, group);
            loaded |= group.loaded;
        }
        if SHAPES {
            self.refine_full(s, grid, source, ends);
        }
        loaded != 0 || SHAPES && self.queue.len() > 0
    }

    /// Makes candidates of the lanes that hit bricks with boxes; see [`set_aside`].
    #[inline(always)]
    fn set_aside_all<S: Simd>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        source: &Source<'_, S>,
        groups: &mut [Group; GROUPS],
    ) {
        let Some(shapes) = &source.shapes else { return };
        for group in groups {
            set_aside(s, grid, shapes, group, &mut self.candidates);
        }
    }

    /// Tests the boxes of candidates while there is a full vector of them.
    #[inline(always)]
    fn refine_full<S: Simd>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        source: &Source<'_, S>,
        ends: &mut TileEnds,
    ) {
        while self.candidates.len() >= S::LANES {
            self.refine_some(s, grid, source, ends);
        }
    }

    /// Tests the boxes of a vector of candidates.
    #[inline(always)]
    fn refine_some<S: Simd>(
        &mut self,
        s: S,
        grid: &GridLanes<'_, S>,
        source: &Source<'_, S>,
        ends: &mut TileEnds,
    ) {
        let Some(shapes) = &source.shapes else { return };
        let (group, struck) = refine(s, grid, shapes, source, &mut self.candidates, ends);
        self.work.lookups += u64::from(group.loaded.count_ones());
        self.work.vector_steps += 1;
        self.results.take(s, &group, struck, ends);
        self.queue.push_active(s, &group);
    }
}

/// Writes the results of a group of fresh rays. Those that walk on are overwritten by their own later.
#[inline(always)]
fn keep<S: Simd, const SHAPES: bool>(
    s: S,
    group: &Group,
    at: usize,
    wants_voxels: bool,
    ends: &mut TileEnds,
) {
    if group.loaded == 0 {
        return;
    }
    s.store_i32(bytemuck::cast_slice_mut(&mut ends.t[at..]), group.hit_times(s));
    if wants_voxels {
        for a in 0..3 {
            s.store_i32(&mut ends.voxel[a][at..], group.ints(s, VOXEL + a));
        }
        if SHAPES {
            s.store_i32(&mut ends.struck[at..], s.splat_i32(0));
        }
    }
}
