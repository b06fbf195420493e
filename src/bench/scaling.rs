//! The same rays by more and more threads.

use super::clock::time_runs;
use super::job::Job;
use super::rates::Rates;
use super::report::ScalingPoint;
use crate::batch::{Columns, HitBatch};
use crate::demo::{DemoSpec, RayClass};
use crate::error::Result;
use crate::scene::Scene;

/// The work of one point, in the units of cells.
pub(super) const POINT_WORK: u64 = 2;

/// The classes that are tried: those that people ask for.
pub(super) fn usual_classes(job: &Job<'_>) -> Vec<RayClass> {
    RayClass::ALL.into_iter().filter(|class| job.suite.classes.contains(class)).collect()
}

/// Times 1, 2, 4 and so on threads, with the best instruction set.
pub(super) fn measure_scaling(
    job: &Job<'_>,
    spec: &DemoSpec,
    scene: &Scene,
) -> Result<Vec<ScalingPoint>> {
    let isa = job.suite.best_isa();
    let mut points = Vec::new();
    let mut hits = HitBatch::default();
    for class in usual_classes(job) {
        let rays = job.rays(scene, class)?;
        if rays.is_empty() {
            continue;
        }
        let mut alone = None;
        for threads in job.suite.scaling_threads() {
            let options = job.options(isa, threads, Columns::T_HIT);
            let work = || scene.cast_rays_into(&rays, &options, &mut hits);
            let closest = Rates::of(rays.len(), &time_runs(job.suite.runs, work)?);
            points.push(ScalingPoint {
                scene: spec.to_string(),
                class: class.name().into(),
                isa: isa.to_string(),
                threads,
                closest,
                efficiency: efficiency(
                    *alone.get_or_insert(closest.median),
                    closest.median,
                    threads,
                ),
            });
            job.advance(POINT_WORK)?;
        }
    }
    Ok(points)
}

/// The share of the ideal rate, which is `threads` times that of one thread.
#[allow(clippy::cast_precision_loss, reason = "few threads")]
fn efficiency(alone: f64, together: f64, threads: usize) -> f64 {
    together / (alone * threads as f64)
}

#[cfg(test)]
mod tests {
    use super::efficiency;

    #[test]
    fn the_ideal_is_so_many_times_one_thread() {
        assert_eq!(efficiency(10.0, 10.0, 1), 1.0, "by itself");
        assert_eq!(efficiency(10.0, 30.0, 4), 0.75, "three of four");
    }
}
