//! `voxray demo`: the main job with nothing given.

use std::path::{Path, PathBuf};
use std::time::Instant;

use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::io::{Dtype, HitWriter, RayWriter};
use voxray::render::{RenderOptions, View, render};
use voxray::verify::{Paths, compare};
use voxray::{
    CastSummary, Columns, Error, ErrorKind, HitBatch, Options, RayBatch, Result, Scene, Space,
    resolve_threads,
};

use super::flags::MachineArgs;
use super::say::{print, show};
use super::stats::describe;

/// How many rays of each class are compared with the reference.
const SAMPLE: usize = 20_000;
/// How often each class is cast; the fastest counts.
const REPEATS: usize = 3;

/// Makes a scene, casts four classes of rays, checks a sample against the plain walk, and prints what it did.
///
/// Writes into the folder: scene.png, a picture; and per class its rays (.npy, grid coordinates) and hits (.npz).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder to write into.
    #[arg(short, long, value_name = "DIR", default_value = "voxray-demo")]
    output: PathBuf,
    /// Another demo scene, as in demo:city?size=512.
    #[arg(long, default_value = "demo:terrain")]
    scene: String,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let spec: DemoSpec = args.scene.parse()?;
    make_folder(&args.output)?;
    let started = Instant::now();
    let scene = spec.build(args.machine.threads)?;
    let [x, y, z] = scene.bounds().sides();
    let isa = Options { isa: args.machine.isa.0, ..Options::default() }.resolve_isa()?;
    print(&format!(
        "{spec}: {x} x {y} x {z}, {} voxels, {:.1} MB, made in {:.2} s\n\
         casting with {isa} on {} threads\n\n\
         {:<10} {:>9} {:>9} {:>10} {:>8}  rays by status\n",
        scene.voxel_count(),
        scene.bytes() as f64 / 1e6,
        started.elapsed().as_secs_f64(),
        resolve_threads(args.machine.threads)?,
        "class",
        "rays",
        "Mrays/s",
        "steps/ray",
        "checked",
    ))?;
    for class in RayClass::ALL {
        cast_class(args, &scene, class)?;
    }
    draw(args, &spec, &scene)?;
    show(&format!("\nwritten to {}\n", args.output.display()))
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Error::output(format!("the folder cannot be made: {error}; choose another with -o"))
            .at(folder)
    })
}

fn cast_class(args: &Args, scene: &Scene, class: RayClass) -> Result<()> {
    let watch = args.machine.options(class.name(), None);
    let rays = class.make(scene, &RayParams { options: watch.clone(), ..RayParams::default() })?;
    let options = Options { space: Space::Grid, ..watch };
    check(scene, &rays, &options)?;

    let mut hits = HitBatch::default();
    let seconds = fastest(scene, &rays, &options, &mut hits)?;
    let counted =
        scene.cast_rays(&rays, &Options { columns: Columns::STEPS, ..options.clone() })?;
    // Takes the progress bar off, so that it does not stand in the table.
    drop(options);
    print_row(class, &hits.summary, seconds, &counted)?;
    write_files(args, class, &rays, &hits)
}

/// A sample spread over the batch, by every path.
fn check(scene: &Scene, rays: &RayBatch<f32>, options: &Options) -> Result<()> {
    let mut sample = RayBatch::<f32>::default();
    let stride = rays.len().div_ceil(SAMPLE).max(1);
    (0..rays.len()).step_by(stride).for_each(|index| sample.push(&rays.view().ray(index)));
    let found = compare(scene, &sample.view(), options, &Paths::default())?;
    if found.is_clean() {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Check,
        format!(
            "{} rays differ from the plain walk; please report this: {:?}",
            found.differing, found.first
        ),
    ))
}

fn fastest(
    scene: &Scene,
    rays: &RayBatch<f32>,
    options: &Options,
    hits: &mut HitBatch,
) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let started = Instant::now();
        scene.cast_rays_into(rays, options, hits)?;
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok(best)
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn print_row(
    class: RayClass,
    summary: &CastSummary,
    seconds: f64,
    counted: &HitBatch,
) -> Result<()> {
    let rays = summary.rays() as f64;
    let steps: u64 = counted.steps.iter().map(|&steps| u64::from(steps)).sum();
    print(&format!(
        "{:<10} {:>9} {:>9.1} {:>10.1} {:>8}  {}\n",
        class.name(),
        summary.rays(),
        rays / seconds / 1e6,
        steps as f64 / rays,
        "ok",
        describe(summary)
    ))
}

fn write_files(args: &Args, class: RayClass, rays: &RayBatch<f32>, hits: &HitBatch) -> Result<()> {
    let file = |what: &str| args.output.join(format!("{}-{what}", class.name()));
    // Pairs end; the others go on for ever.
    let width = if class == RayClass::Pairs { 7 } else { 6 };
    let mut writer = RayWriter::create(&file("rays.npy"), width, Dtype::F32)?;
    writer.write(&rays.view())?;
    writer.finish()?;
    let mut writer =
        HitWriter::create(&file("hits.npz"), Columns::default(), Some(rays.len() as u64))?;
    writer.write(hits)?;
    writer.finish()
}

fn draw(args: &Args, spec: &DemoSpec, scene: &Scene) -> Result<()> {
    let mut options = RenderOptions {
        threads: args.machine.threads,
        isa: args.machine.isa.0,
        ..RenderOptions::default()
    };
    if let Some(viewpoint) = spec.viewpoint() {
        let (eye, target, fov) = (viewpoint.eye, viewpoint.target, viewpoint.fov);
        options.view = View::Perspective { eye, target, fov };
        options.sun = viewpoint.sun;
    }
    let pixels = (options.width * options.height) as u64;
    options.observer = Some(args.machine.progress("drawing", "pixels", Some(pixels)));
    render(scene, &options)?.write_png(args.output.join("scene.png"))
}
