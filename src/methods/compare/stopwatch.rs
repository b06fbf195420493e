//! What a ray costs by each method, on one thread.
//!
//! Timed apart from the counting, on runs of neighbouring rays that are spread evenly over the batch: neighbours stay
//! together, as coherent rays find in the caches what the ray before them left there. The fastest of three passes counts:
//! the others were disturbed. The engine takes a run at a time; the methods, which are slower, a small part of it, so that
//! some pass over it is left in peace. So they find what they look up in the caches, which is to their favour.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::Job;
use crate::batch::{HitBatch, RayView};
use crate::error::{Error, Result};
use crate::methods::{Contender, Method};
use crate::options::Options;

/// Rays of a run.
const RUN: usize = 1 << 12;
/// Rays of a part of a run.
const PART: usize = 1 << 5;
/// Runs of a batch.
const RUNS: usize = 8;
/// Passes over a run, or over a part.
const PASSES: usize = 3;

/// Time and rays so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stopwatch {
    time: Duration,
    rays: u64,
}

impl Stopwatch {
    /// Nanoseconds per ray; 0 where no ray was timed.
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub(super) fn ns_per_ray(&self) -> f64 {
        if self.rays == 0 { 0.0 } else { self.time.as_secs_f64() * 1e9 / self.rays as f64 }
    }

    /// Times the runs of a batch.
    pub(super) fn time(&mut self, job: &Job<'_>, contender: &Contender) -> Result<()> {
        let runs = job.rays.len().div_ceil(RUN);
        let part = if contender.method == Method::Exact { RUN } else { PART };
        let mut hits = HitBatch::default();
        for run in (0..runs).step_by(runs.div_ceil(RUNS).max(1)) {
            let end = job.rays.len().min((run + 1) * RUN);
            for start in (run * RUN..end).step_by(part) {
                let rays = job.rays.slice(start..end.min(start + part));
                self.time += job.fastest_pass(contender, &rays, &mut hits)?;
                self.rays += rays.len() as u64;
            }
        }
        Ok(())
    }
}

impl Job<'_> {
    fn fastest_pass(
        &self,
        contender: &Contender,
        rays: &RayView<'_>,
        hits: &mut HitBatch,
    ) -> Result<Duration> {
        let mut best = Duration::MAX;
        for _ in 0..PASSES {
            if self.options.is_cancelled() {
                return Err(Error::cancelled());
            }
            let started = Instant::now();
            self.cast_all(contender, rays, hits)?;
            best = best.min(started.elapsed());
        }
        Ok(best)
    }

    fn cast_all(
        &self,
        contender: &Contender,
        rays: &RayView<'_>,
        hits: &mut HitBatch,
    ) -> Result<()> {
        if contender.method == Method::Exact {
            let options = Options { threads: 1, ..self.options.clone() };
            return self.scene.cast_rays_into(*rays, &options, hits);
        }
        for index in 0..rays.len() {
            let ray = rays.ray(index);
            black_box(contender.method.cast(self.scene, &ray, &contender.options, |_| {}));
        }
        Ok(())
    }
}
