//! One class of rays in one scene, by every path.

use super::course::{Course, Path};
use super::job::Job;
use super::report::Cell;
use crate::batch::HitBatch;
use crate::demo::DemoSpec;
use crate::error::Result;
use crate::scene::Scene;
use crate::simd::Isa;

/// The work that a cell is, in arbitrary units: about the time that it takes.
pub(super) fn cell_work(isa: Isa, threads: usize) -> u64 {
    let alone = match isa {
        Isa::Scalar => 12,
        Isa::Avx2 => 4,
        Isa::Avx512 => 2,
    };
    1 + if threads > 1 { alone / 2 } else { alone }
}

/// Measures every path for every class of rays in a scene.
pub(super) fn measure_cells(
    job: &mut Job<'_>,
    spec: &DemoSpec,
    scene: &Scene,
    cells: &mut Vec<Cell>,
) -> Result<()> {
    for &class in &job.suite.classes {
        match Course::new(job, spec, scene, class, job.suite.sample)? {
            Some(course) => measure_course(job, course, cells)?,
            None => job.notes.push(format!("left out: {} has no rays in {spec}", class.name())),
        }
    }
    Ok(())
}

fn measure_course(job: &Job<'_>, mut course: Course<'_>, cells: &mut Vec<Cell>) -> Result<()> {
    for &isa in &job.suite.isas {
        for &threads in &job.suite.threads {
            cells.push(measure_cell(&course.path(isa, threads)?)?);
            job.advance(cell_work(isa, threads))?;
        }
    }
    Ok(())
}

fn measure_cell(path: &Path<'_>) -> Result<Cell> {
    let (course, rows) = (path.course, &path.rows);
    let mut hits = HitBatch::default();
    let any = path.any(&mut hits)?;
    let closest = path.closest(&mut hits)?;
    let (work, rays) = (hits.summary.work(), course.rays.len() as u64);
    let faces: u64 = rows.steps.iter().map(|&steps| u64::from(steps)).sum();
    let lookups_per_ray = share(work.lookups, rays);
    Ok(Cell {
        scene: course.spec.to_string(),
        class: course.class.name().into(),
        isa: path.isa.to_string(),
        threads: path.threads,
        rays,
        checked: course.checked() as u64,
        closest,
        any,
        ns_per_ray: closest.ns_per_ray(),
        faces_per_ray: share(faces, rays),
        lookups_per_ray,
        ns_per_lookup: if work.lookups > 0 { closest.ns_per_ray() / lookups_per_ray } else { 0.0 },
        lane_use: work.lane_use(),
        corrected: share(work.corrected_steps, work.vector_steps),
        hit_rate: share(rows.summary.hits(), rays),
        checksum: format!("{:016x}", path.checksum),
    })
}

#[allow(clippy::cast_precision_loss, reason = "a share")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
