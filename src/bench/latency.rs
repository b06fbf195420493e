//! How long a call with few rays takes: what a game server waits for.

use std::time::Instant;

use super::course::{Course, GLANCE, Path};
use super::job::Job;
use super::rates::percentile;
use super::report::LatencyFigures;
use crate::batch::{Columns, HitBatch};
use crate::demo::{DemoSpec, RayClass};
use crate::error::{Error, ErrorKind, Result};
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
    let mut figures = Vec::new();
    for class in CLASSES.into_iter().filter(|class| job.suite.classes.contains(class)) {
        let Some(mut course) = Course::new(job, spec, scene, class, GLANCE)? else { continue };
        let path = course.path(job.suite.best_isa(), 0)?;
        for size in SIZES.into_iter().filter(|&size| size <= path.course.rays.len()) {
            let times = time_calls(job.suite.calls, &path, size)?;
            figures.push(LatencyFigures {
                scene: spec.to_string(),
                class: class.name().into(),
                isa: path.isa.to_string(),
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

/// Microseconds of each call; every call has other rays than the one before. A tenth more calls come first, to warm up
/// and to be checked: small calls take another way than whole batches.
fn time_calls(calls: usize, path: &Path<'_>, size: usize) -> Result<Vec<f64>> {
    let (course, options) = (path.course, path.options(Columns::T_HIT));
    let places = course.rays.len() - size + 1;
    let warm = (calls / 10).max(1);
    let mut hits = HitBatch::default();
    let mut times = Vec::with_capacity(calls);
    for call in 0..warm + calls {
        let start = call * size % places;
        let some = course.rays.view().slice(start..start + size);
        let started = Instant::now();
        course.scene.cast_rays_into(some, &options, &mut hits)?;
        let seconds = started.elapsed().as_secs_f64();
        if call < warm {
            check_call(&hits.t_hit, &path.rows.t_hit[start..start + size], size)?;
        } else {
            times.push(seconds * 1e6);
        }
    }
    Ok(times)
}

/// A small call gives the rows of the whole batch, which were checked.
fn check_call(found: &[f32], expected: &[f32], size: usize) -> Result<()> {
    let same = found.iter().map(|t| t.to_bits()).eq(expected.iter().map(|t| t.to_bits()));
    if same {
        return Ok(());
    }
    let fault = format!("calls of {size} rays have other times than the same rays in one batch");
    Err(Error::new(ErrorKind::Check, fault))
}

#[cfg(test)]
mod tests {
    use super::check_call;

    #[test]
    fn a_call_with_another_bit_is_told() {
        assert!(check_call(&[1.0, f32::INFINITY], &[1.0, f32::INFINITY], 2).is_ok(), "the same");
        let told = check_call(&[1.0, 2.0], &[1.0, 2.0_f32.next_up()], 2).expect_err("another bit");
        assert!(told.to_string().contains("calls of 2 rays"), "{told}");
    }
}
