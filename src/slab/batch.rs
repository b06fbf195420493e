//! Many rays: cut into tasks, each of which enters the kernel by itself. Threads outside, vectors inside.

use rayon::prelude::*;

use super::{NearestBatch, SlabBatch, SlabBox, SlabRays};
use crate::error::{Error, Result};
use crate::kernel::slab::{IntersectBox, NearestBoxes, Planes, TimeRange};
use crate::options::{check_times, resolve_isa};
use crate::pool::{check_threads, resolve_threads, run_in_pool};
use crate::simd::{Isa, dispatch};

/// Tests of one ray against one box in a task: some hundred microseconds. A batch that is one task starts no threads.
const TASK_TESTS: usize = 1 << 18;

/// Tasks are whole numbers of so many rays, so that vectors are full.
const TASK_RAYS: usize = 64;

/// How rays are tested.
///
/// ```
/// use voxray::slab::SlabOptions;
/// let options = SlabOptions { t_far: 100.0, threads: 1, ..SlabOptions::default() };
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlabOptions {
    /// The first time that counts, for every ray: the later of this and the ray's own. 0 as a default.
    pub t_near: f32,
    /// The last time that counts, for every ray: the earlier of this and the ray's own. +inf as a default.
    pub t_far: f32,
    /// How many threads; 0, the default, = all that the affinity mask and the container's quota give.
    pub threads: usize,
    /// The instruction set; none = the best one. One above the machine's is an error.
    pub isa: Option<Isa>,
}

impl Default for SlabOptions {
    fn default() -> Self {
        Self { t_near: 0.0, t_far: f32::INFINITY, threads: 0, isa: None }
    }
}

impl SlabOptions {
    fn range(&self) -> Result<TimeRange> {
        check_threads(self.threads)?;
        check_times(self.t_near, self.t_far)?;
        // Adding 0.0: -0.0 is read as 0.0.
        Ok(TimeRange { t_near: self.t_near + 0.0, t_far: self.t_far })
    }
}

/// When each ray enters the box and leaves it: for every ray what [`intersect_aabb`](super::intersect_aabb) says.
///
/// # Errors
/// Where an option makes no sense.
pub fn intersect_rays<'a, const D: usize>(
    rays: impl Into<SlabRays<'a, D>>,
    shape: &SlabBox<D>,
    options: &SlabOptions,
) -> Result<SlabBatch> {
    let mut hits = SlabBatch::default();
    intersect_rays_into(rays, shape, options, &mut hits)?;
    Ok(hits)
}

/// As [`intersect_rays`], into memory that is there already.
///
/// # Errors
/// As [`intersect_rays`]. `hits` has no rows then.
pub fn intersect_rays_into<'a, const D: usize>(
    rays: impl Into<SlabRays<'a, D>>,
    shape: &SlabBox<D>,
    options: &SlabOptions,
    hits: &mut SlabBatch,
) -> Result<()> {
    let rays = rays.into();
    hits.reset(rays.len());
    let done = intersect(&rays, shape, options, hits);
    if done.is_err() {
        hits.reset(0);
    }
    done
}

fn intersect<const D: usize>(
    rays: &SlabRays<'_, D>,
    shape: &SlabBox<D>,
    options: &SlabOptions,
    hits: &mut SlabBatch,
) -> Result<()> {
    let (range, isa) = (options.range()?, resolve_isa(options.isa)?);
    let planes = planes(shape);
    let step = rays_per_task(1);
    let times = hits.t_entry.chunks_mut(step).zip(hits.t_exit.chunks_mut(step));
    let tasks = cut(rays, step).zip(times).map(|(rays, (t_entry, t_exit))| IntersectBox {
        rays,
        planes,
        range,
        t_entry,
        t_exit,
    });
    run_tasks(tasks.collect(), options.threads, |task| dispatch(isa, task))
}

/// The box that each ray enters first: for every ray what [`nearest_aabb`](super::nearest_aabb) says. Every ray is
/// tested against every box.
///
/// # Errors
/// Where an option makes no sense, or there are more than 2^31 - 1 boxes.
pub fn nearest_boxes<'a, const D: usize>(
    rays: impl Into<SlabRays<'a, D>>,
    boxes: &[SlabBox<D>],
    options: &SlabOptions,
) -> Result<NearestBatch> {
    let mut hits = NearestBatch::default();
    nearest_boxes_into(rays, boxes, options, &mut hits)?;
    Ok(hits)
}

/// As [`nearest_boxes`], into memory that is there already.
///
/// # Errors
/// As [`nearest_boxes`]. `hits` has no rows then.
pub fn nearest_boxes_into<'a, const D: usize>(
    rays: impl Into<SlabRays<'a, D>>,
    boxes: &[SlabBox<D>],
    options: &SlabOptions,
    hits: &mut NearestBatch,
) -> Result<()> {
    let rays = rays.into();
    hits.reset(rays.len());
    let done = nearest(&rays, boxes, options, hits);
    if done.is_err() {
        hits.reset(0);
    }
    done
}

fn nearest<const D: usize>(
    rays: &SlabRays<'_, D>,
    boxes: &[SlabBox<D>],
    options: &SlabOptions,
    hits: &mut NearestBatch,
) -> Result<()> {
    let (range, isa) = (options.range()?, resolve_isa(options.isa)?);
    if i32::try_from(boxes.len()).is_err() {
        return Err(Error::usage(format!(
            "{} boxes are more than the limit of 2^31 - 1; test against parts of them",
            boxes.len()
        )));
    }
    let planes: Vec<Planes<D>> = boxes.iter().map(planes).collect();
    let step = rays_per_task(boxes.len());
    // Box numbers, and none, have the same bits in both types.
    let index = bytemuck::cast_slice_mut(&mut hits.index).chunks_mut(step);
    let columns = index.zip(hits.t_entry.chunks_mut(step)).zip(hits.face.chunks_mut(step));
    let tasks = cut(rays, step).zip(columns).map(|(rays, ((index, t_entry), face))| NearestBoxes {
        rays,
        boxes: &planes,
        range,
        index,
        t_entry,
        face,
    });
    run_tasks(tasks.collect(), options.threads, |task| dispatch(isa, task))
}

fn planes<const D: usize>(shape: &SlabBox<D>) -> Planes<D> {
    let planes = Planes { low: shape.min, high: shape.max };
    if shape.is_valid() { planes } else { Planes::NONE }
}

fn rays_per_task(boxes: usize) -> usize {
    (TASK_TESTS / boxes.max(1)).next_multiple_of(TASK_RAYS).max(TASK_RAYS)
}

fn cut<'a, const D: usize>(
    rays: &SlabRays<'a, D>,
    step: usize,
) -> impl Iterator<Item = SlabRays<'a, D>> {
    let starts = (0..rays.len()).step_by(step);
    starts.map(move |start| rays.slice(start..rays.len().min(start + step)))
}

/// Runs tasks, a single one on the thread that calls.
fn run_tasks<T: Send>(tasks: Vec<T>, threads: usize, run: impl Fn(T) + Sync + Send) -> Result<()> {
    // Asking the system how many threads there are takes longer than a small batch.
    let threads = if tasks.len() < 2 { 1 } else { resolve_threads(threads)? };
    if threads == 1 {
        tasks.into_iter().for_each(run);
        return Ok(());
    }
    run_in_pool(threads, || tasks.into_par_iter().with_max_len(1).for_each(run))
}
