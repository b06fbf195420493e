//! One class of rays in one scene, by every path.

use super::check::{CHECKED, Reference};
use super::clock::time_runs;
use super::job::Job;
use super::rates::Rates;
use super::report::Cell;
use super::scene::label;
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::demo::{DemoSpec, RayClass};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::scene::Scene;
use crate::simd::Isa;

/// A class of rays in a scene.
struct Course<'a> {
    spec: &'a DemoSpec,
    scene: &'a Scene,
    class: RayClass,
    rays: RayBatch<f32>,
}

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
        let course = Course { spec, scene, class, rays: job.rays(scene, class)? };
        if course.rays.is_empty() {
            job.notes.push(format!("left out: {} has no rays in {spec}", class.name()));
        } else {
            measure_course(job, &course, cells)?;
        }
    }
    Ok(())
}

fn measure_course(job: &Job<'_>, course: &Course<'_>, cells: &mut Vec<Cell>) -> Result<()> {
    let mut reference = Reference::of(job, course.scene, &course.rays)?;
    for &isa in &job.suite.isas {
        for &threads in &job.suite.threads {
            let path = job.options(isa, threads, Columns::T_HIT);
            let cell = measure_cell(job.suite.runs, course, &path, isa, &mut reference);
            cells.push(cell.map_err(|error| course.blame(error, isa, threads))?);
            job.advance(cell_work(isa, threads))?;
        }
    }
    Ok(())
}

impl Course<'_> {
    /// An error, with the cell that it arose in.
    fn blame(&self, error: Error, isa: Isa, threads: usize) -> Error {
        let (scene, class) = (label(self.spec), self.class.name());
        Error::new(error.kind(), format!("{scene}, {class}, {isa}, {threads} threads: {error}"))
    }

    /// Times casting all rays.
    fn rates(&self, runs: usize, options: &Options, hits: &mut HitBatch) -> Result<Rates> {
        let work = || self.scene.cast_rays_into(&self.rays, options, hits);
        Ok(Rates::of(self.rays.len(), &time_runs(runs, work)?))
    }
}

fn measure_cell(
    runs: usize,
    course: &Course<'_>,
    path: &Options,
    isa: Isa,
    reference: &mut Reference,
) -> Result<Cell> {
    let with = |columns| Options { columns, ..path.clone() };
    let rows = course.scene.cast_rays(&course.rays, &with(CHECKED))?;
    let any_hit = with(Columns::OCCLUDED);
    let occluded = course.scene.test_occlusions(&course.rays, &any_hit)?;
    let checksum = reference.check(&rows, &occluded)?;

    let mut hits = HitBatch::default();
    let any = course.rates(runs, &any_hit, &mut hits)?;
    let closest = course.rates(runs, path, &mut hits)?;
    let (work, rays) = (hits.summary.work(), course.rays.len() as u64);
    let faces: u64 = rows.steps.iter().map(|&steps| u64::from(steps)).sum();
    let lookups_per_ray = share(work.lookups, rays);
    Ok(Cell {
        scene: course.spec.to_string(),
        class: course.class.name().into(),
        isa: isa.to_string(),
        threads: path.threads,
        rays,
        checked: reference.len() as u64,
        closest,
        any,
        ns_per_ray: closest.ns_per_ray(),
        faces_per_ray: share(faces, rays),
        lookups_per_ray,
        ns_per_lookup: if work.lookups > 0 { closest.ns_per_ray() / lookups_per_ray } else { 0.0 },
        lane_use: work.lane_use(),
        corrected: share(work.corrected_steps, work.vector_steps),
        hit_rate: share(rows.summary.hits(), rays),
        checksum: format!("{checksum:016x}"),
    })
}

#[allow(clippy::cast_precision_loss, reason = "a share")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
