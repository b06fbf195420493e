//! Runs a suite from its first scene to its last section.

use std::sync::Arc;
use std::time::Instant;

use super::cell::measure_cells;
use super::job::Job;
use super::latency::measure_latency;
use super::machine::{Machine, unrest};
use super::report::{Report, SCHEMA};
use super::scaling::measure_scaling;
use super::scene::scene_figures;
use super::section::Section;
use super::suite::Suite;
use super::world::measure_worlds;
use crate::budget::check_job;
use crate::error::Result;
use crate::options::Observer;

/// A ray (32), that of the camera it came from with its hit (32 + 17), the checked rows (22, and 1 of any hit), and the
/// timed ones (4 + 1).
const BYTES_PER_RAY: u64 = 32 + 49 + 23 + 5;

/// Measures all that the suite asks for. The observer is told of work done, in units of which there are
/// [`Suite::work`], and may stop the run.
///
/// # Errors
/// Of kind usage, where the suite asks for nothing (no scene, class, instruction set, thread or run); of kind check, where
/// an answer is wrong; of kind memory, where there is not enough for the rays; and where the observer says stop. A scene
/// that there is not enough memory for is left out, with a note.
pub fn run(suite: &Suite, observer: Option<Arc<dyn Observer>>) -> Result<Report> {
    suite.check()?;
    check_memory(suite)?;
    let machine = Machine::detect();
    let mut notes = suite.notes.clone();
    notes.extend(unrest());
    let mut job = Job { suite, machine: &machine, observer, notes };
    let mut report = Report {
        schema: SCHEMA.into(),
        machine: machine.clone(),
        suite: suite.info(),
        scenes: Vec::new(),
        cells: Vec::new(),
        scaling: Vec::new(),
        latency: Vec::new(),
        world: Vec::new(),
    };
    if suite.has(Section::Cells) {
        run_scenes(&mut job, &mut report)?;
    }
    run_main_scene(&mut job, &mut report)?;
    if suite.has(Section::World) {
        report.world = measure_worlds(&mut job)?;
    }
    report.suite.notes = job.notes;
    Ok(report)
}

/// The rays of one cell and their rows are held at once.
fn check_memory(suite: &Suite) -> Result<()> {
    let rays = suite.random_rays.max(suite.camera_side.saturating_pow(2)) as u64;
    check_job(
        "a batch of that many rays ",
        rays.saturating_mul(BYTES_PER_RAY),
        None,
        "cast fewer rays",
    )
}

fn run_scenes(job: &mut Job<'_>, report: &mut Report) -> Result<()> {
    for spec in &job.suite.scenes {
        let started = Instant::now();
        let Some(scene) = job.build(spec)? else {
            job.advance(job.suite.scene_work())?;
            continue;
        };
        let seconds = started.elapsed().as_secs_f64();
        report.scenes.push(scene_figures(spec, &scene, job.machine, seconds));
        measure_cells(job, spec, &scene, &mut report.cells)?;
    }
    Ok(())
}

fn run_main_scene(job: &mut Job<'_>, report: &mut Report) -> Result<()> {
    let wanted = job.suite.has(Section::Scaling) || job.suite.has(Section::Latency);
    let Some(spec) = job.suite.main_scene().filter(|_| wanted) else { return Ok(()) };
    let Some(scene) = job.build(&spec)? else { return Ok(()) };
    if job.suite.has(Section::Scaling) {
        report.scaling = measure_scaling(job, &spec, &scene)?;
    }
    if job.suite.has(Section::Latency) {
        report.latency = measure_latency(job, &spec, &scene)?;
    }
    Ok(())
}
