//! How long a call with few rays takes: what a game server waits for.

use std::time::Instant;

use super::job::Job;
use super::rates::percentile;
use super::report::LatencyFigures;
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::demo::{DemoSpec, RayClass};
use crate::error::Result;
use crate::options::Options;
use crate::scene::Scene;

/// Coherent and random rays.
const CLASSES: [RayClass; 2] = [RayClass::Camera, RayClass::Pairs];
/// Rays of a call.
const SIZES: [usize; 2] = [16, 1000];
/// The work of one figure, in the units of cells.
pub(super) const FIGURE_WORK: u64 = 1;

/// The figures that [`measure_latency`] will give, at most.
pub(super) const FIGURES: u64 = (CLASSES.len() * SIZES.len()) as u64;

/// Times thousands of calls one by one, as a caller makes them: all threads allowed, the best instruction set.
pub(super) fn measure_latency(
    job: &Job<'_>,
    spec: &DemoSpec,
    scene: &Scene,
) -> Result<Vec<LatencyFigures>> {
    let isa = job.suite.best_isa();
    let options = job.options(isa, 0, Columns::T_HIT);
    let mut figures = Vec::new();
    for class in CLASSES.into_iter().filter(|class| job.suite.classes.contains(class)) {
        let rays = job.rays(scene, class)?;
        for size in SIZES.into_iter().filter(|&size| size <= rays.len()) {
            let times = time_calls(job.suite.calls, scene, &rays, size, &options)?;
            figures.push(LatencyFigures {
                scene: spec.to_string(),
                class: class.name().into(),
                isa: isa.to_string(),
                rays: size,
                calls: times.len(),
                p50_us: percentile(&times, 0.5),
                p99_us: percentile(&times, 0.99),
            });
            job.advance(FIGURE_WORK)?;
        }
    }
    Ok(figures)
}

/// Microseconds of each call; every call has other rays than the one before.
fn time_calls(
    calls: usize,
    scene: &Scene,
    rays: &RayBatch<f32>,
    size: usize,
    options: &Options,
) -> Result<Vec<f64>> {
    let view = rays.view();
    let places = rays.len() - size + 1;
    let mut hits = HitBatch::default();
    // A tenth more, first, to warm up.
    let warm = calls / 10;
    let mut times = Vec::with_capacity(calls + warm);
    for call in 0..calls + warm {
        let start = call * size % places;
        let some = view.slice(start..start + size);
        let started = Instant::now();
        scene.cast_rays_into(some, options, &mut hits)?;
        times.push(started.elapsed().as_secs_f64() * 1e6);
    }
    Ok(times.split_off(warm))
}
