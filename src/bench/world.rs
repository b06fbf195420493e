//! The same rays in larger and larger worlds: what leaves the caches, and what longer ways cost.

use super::course::{Course, GLANCE};
use super::job::Job;
use super::report::WorldPoint;
use super::scaling::usual_classes;
use crate::batch::HitBatch;
use crate::demo::DemoSpec;
use crate::error::Result;
use crate::scene::Scene;

/// The work of one size, in the units of cells.
pub(super) const SIZE_WORK: u64 = 8;

/// Times the usual classes in terrains of growing size, one thread, the best instruction set. Sizes for which there is
/// not enough memory are noted.
pub(super) fn measure_worlds(job: &mut Job<'_>) -> Result<Vec<WorldPoint>> {
    let mut points = Vec::new();
    for terrain in job.suite.worlds() {
        let spec = DemoSpec::Terrain(terrain);
        if let Some(scene) = job.build(&spec)? {
            measure_world(job, terrain.size, &spec, &scene, &mut points)?;
        }
        job.advance(SIZE_WORK)?;
    }
    Ok(points)
}

fn measure_world(
    job: &Job<'_>,
    size: i32,
    spec: &DemoSpec,
    scene: &Scene,
    points: &mut Vec<WorldPoint>,
) -> Result<()> {
    let mut hits = HitBatch::default();
    for class in usual_classes(job) {
        let Some(mut course) = Course::new(job, spec, scene, class, GLANCE)? else { continue };
        let path = course.path(job.suite.best_isa(), 1)?;
        let closest = path.closest(&mut hits)?;
        points.push(WorldPoint {
            size,
            scene: spec.to_string(),
            grid_bytes: scene.grid().bytes(),
            class: class.name().into(),
            isa: path.isa.to_string(),
            closest,
            ns_per_ray: closest.ns_per_ray(),
        });
    }
    Ok(())
}
