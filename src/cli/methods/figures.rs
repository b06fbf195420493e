//! The comparison as JSON; the keys stay.

use serde::Serialize;
use voxray::methods::{Example, Fault, Method, MethodHit, MethodReport};
use voxray::{Face, Options, Result, Scene, resolve_threads};

use super::Args;
use super::text::trace_command;
use crate::cli::rays::RaySource;

/// All figures.
#[derive(Serialize)]
pub(super) struct Figures {
    scene: String,
    /// The file, or the class as in `demo:pairs`.
    rays_from: String,
    /// Of rays made on the spot.
    seed: Option<u64>,
    rays: u64,
    /// Rays that hit something.
    exact_hits: u64,
    threads: usize,
    isa: String,
    methods: Vec<Figure>,
}

/// One method.
#[derive(Serialize)]
struct Figure {
    method: &'static str,
    /// In voxels; null where it takes no steps.
    step: Option<f64>,
    /// Null but for the walk.
    max_cells: Option<u32>,
    hits: u64,
    /// With those that gave up.
    missed: u64,
    gave_up: u64,
    invented: u64,
    wrong_voxel: u64,
    wrong_face: u64,
    /// Voxels looked at; for exact the look-ups of the engine.
    looks: u64,
    ns_per_ray: f64,
    examples: Vec<Shown>,
}

/// A segment that shows a fault, in grid coordinates.
#[derive(Serialize)]
struct Shown {
    fault: &'static str,
    /// The number of the ray that it was cut from.
    ray: usize,
    from: [f64; 3],
    to: [f64; 3],
    found: Option<Hit>,
    exact: Option<Hit>,
    /// The command that draws it.
    trace: String,
}

#[derive(Serialize)]
struct Hit {
    voxel: [i32; 3],
    /// Null where the segment starts within the voxel.
    face: Option<&'static str>,
    /// The part of the segment up to it.
    t: f64,
}

pub(super) fn of(args: &Args, scene: &Scene, reports: &[MethodReport]) -> Result<Figures> {
    let (rays_from, seed) = match &args.rays {
        RaySource::File(path) => (path.display().to_string(), None),
        RaySource::Demo { class, seed, .. } => (format!("demo:{}", class.name()), Some(*seed)),
    };
    let options = Options { isa: args.machine.isa.0, ..Options::default() };
    Ok(Figures {
        scene: args.scene.scene.clone(),
        rays_from,
        seed,
        rays: reports.first().map_or(0, |report| report.rays),
        exact_hits: reports.first().map_or(0, |report| report.exact_hits),
        threads: resolve_threads(args.machine.threads)?,
        isa: options.resolve_isa()?.to_string(),
        methods: reports.iter().map(|report| figure(args, scene, report)).collect(),
    })
}

fn figure(args: &Args, scene: &Scene, report: &MethodReport) -> Figure {
    let contender = &report.contender;
    let steps = matches!(contender.method, Method::Step | Method::Gapfill);
    let walks = contender.method == Method::Walk;
    let shown = |(number, example): (usize, &Example)| Shown {
        fault: key(example.fault),
        ray: example.index,
        from: example.from,
        to: example.to,
        found: example.found.map(hit),
        exact: example.exact.map(hit),
        trace: trace_command(args, scene, report, number),
    };
    Figure {
        method: contender.method.name(),
        step: steps.then_some(contender.options.step),
        max_cells: walks.then_some(contender.options.max_cells),
        hits: report.hits,
        missed: report.missed(),
        gave_up: report.count(Fault::GaveUp),
        invented: report.count(Fault::Invented),
        wrong_voxel: report.count(Fault::WrongVoxel),
        wrong_face: report.count(Fault::WrongFace),
        looks: report.looks,
        ns_per_ray: report.ns_per_ray,
        examples: report.examples.iter().enumerate().map(shown).collect(),
    }
}

/// The fault as it is called among the keys.
fn key(fault: Fault) -> &'static str {
    match fault {
        Fault::Missed => "missed",
        Fault::GaveUp => "gave_up",
        Fault::Invented => "invented",
        Fault::WrongVoxel => "wrong_voxel",
        Fault::WrongFace => "wrong_face",
    }
}

fn hit(hit: MethodHit) -> Hit {
    Hit { voxel: hit.voxel, face: hit.face.map(Face::name), t: hit.t }
}
