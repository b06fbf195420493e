//! The same rays by more and more threads.

use super::course::{Course, GLANCE};
use super::job::Job;
use super::report::ScalingPoint;
use crate::batch::HitBatch;
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
    let mut points = Vec::new();
    for class in usual_classes(job) {
        if let Some(course) = Course::new(job, spec, scene, class, GLANCE)? {
            scale_course(job, course, &mut points)?;
        }
    }
    Ok(points)
}

fn scale_course(
    job: &Job<'_>,
    mut course: Course<'_>,
    points: &mut Vec<ScalingPoint>,
) -> Result<()> {
    let mut hits = HitBatch::default();
    let mut alone = None;
    for threads in job.suite.scaling_threads() {
        let path = course.path(job.suite.best_isa(), threads)?;
        let closest = path.closest(&mut hits)?;
        let rate = closest.median;
        points.push(ScalingPoint {
            scene: path.course.spec.to_string(),
            class: path.course.class.name().into(),
            isa: path.isa.to_string(),
            threads,
            closest,
            efficiency: efficiency(*alone.get_or_insert(rate), rate, threads),
        });
        job.advance(POINT_WORK)?;
    }
    Ok(())
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
