//! `voxray render`: a picture of a scene.

use std::path::PathBuf;

use voxray::demo::{DemoSpec, Viewpoint};
use voxray::render::{RenderOptions, Shade, View, render};
use voxray::{Error, Result, Scene, readable_bytes};

use super::flags::{MachineArgs, point, size};
use super::say::tell;
use super::scene::SceneArgs;
use super::target::check_target;

/// Draws a picture of a scene as PNG.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The picture to write (.png).
    #[arg(short, long, value_name = "IMAGE")]
    output: PathBuf,
    /// From where: perspective, as people see, or top, a map without perspective.
    #[arg(long, value_name = "VIEW", default_value = "perspective", value_parser = ["perspective", "top"])]
    view: String,
    /// What the colours say: beauty (materials in sun and sky), normal, depth, material, or occlusion (ao).
    #[arg(long, value_name = "SHADE", default_value = "beauty", value_parser = shade)]
    shade: Shade,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: [usize; 2],
    /// Where the camera is, in world coordinates.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    eye: Option<[f64; 3]>,
    /// What the camera looks at, in world coordinates.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    target: Option<[f64; 3]>,
    /// Vertical angle of view in degrees.
    #[arg(long, value_name = "DEGREES")]
    fov: Option<f64>,
    /// Towards the sun, in world coordinates.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    sun: Option<[f64; 3]>,
    /// Samples per pixel along each axis.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    samples: u8,
    #[command(flatten)]
    machine: MachineArgs,
}

fn shade(name: &str) -> Result<Shade, String> {
    if name == "ao" {
        return Ok(Shade::Occlusion);
    }
    name.parse().map_err(|error: Error| error.to_string())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_target(&args.output, &["png"])?;
    check_memory(args)?;
    let (scene, _) = args.scene.load(args.machine.threads)?;
    let options = options(args, &scene)?;
    let image = render(&scene, &options)?;
    image.write_png(&args.output)?;
    if !args.machine.quiet {
        tell(&format!(
            "{}: {} x {} pixels, {} rays{}",
            args.output.display(),
            image.width,
            image.height,
            image.rays,
            seen_from(&options.view.placed(&scene, args.size))
        ));
    }
    Ok(())
}

/// The flags that place the camera there, to go on from.
fn seen_from(view: &View) -> String {
    let View::Perspective { eye, target, fov } = view else { return String::new() };
    // In full, so that the same picture comes of it.
    let place = |[x, y, z]: &[f64; 3]| format!("{x},{y},{z}");
    format!(", seen by --eye {} --target {} --fov {fov}", place(eye), place(target))
}

/// Refuses a picture that would take more than was allowed. Drawing looks at what is free.
fn check_memory(args: &Args) -> Result<()> {
    let [width, height] = args.size;
    let needed = RenderOptions { width, height, ..RenderOptions::default() }.memory_bytes();
    match args.scene.how.memory.filter(|&cap| needed > cap) {
        None => Ok(()),
        Some(cap) => Err(Error::memory(format!(
            "a picture of {width} x {height} pixels needs {} of memory, more than the limit set with --memory ({}); make it smaller with --size or raise --memory",
            readable_bytes(needed),
            readable_bytes(cap)
        ))),
    }
}

fn options(args: &Args, scene: &Scene) -> Result<RenderOptions> {
    let [width, height] = args.size;
    let usual = RenderOptions::default();
    let viewpoint = viewpoint(args)?;
    Ok(RenderOptions {
        width,
        height,
        view: view(args, scene, viewpoint)?,
        shade: args.shade,
        samples: usize::from(args.samples),
        sun: args.sun.or(viewpoint.map(|viewpoint| viewpoint.sun)).unwrap_or(usual.sun),
        threads: args.machine.threads,
        isa: args.machine.isa.0,
        observer: Some(args.machine.progress("drawing", "pixels", Some((width * height) as u64))),
    })
}

/// Where a demo scene is looked at from, if it was not moved.
fn viewpoint(args: &Args) -> Result<Option<Viewpoint>> {
    let moved = args.scene.how.voxel_size.is_some() || args.scene.how.origin.is_some();
    if moved || !args.scene.scene.starts_with("demo:") {
        return Ok(None);
    }
    Ok(args.scene.scene.parse::<DemoSpec>()?.viewpoint())
}

fn view(args: &Args, scene: &Scene, viewpoint: Option<Viewpoint>) -> Result<View> {
    let placed = args.eye.is_some() || args.target.is_some() || args.fov.is_some();
    if args.view == "top" {
        return if placed {
            Err(Error::usage("--eye, --target and --fov are for --view perspective"))
        } else {
            Ok(View::Top)
        };
    }
    let usual = viewpoint.map(|Viewpoint { eye, target, fov, .. }| (eye, target, fov));
    match (args.eye, args.target, usual) {
        (Some(eye), target, _) => {
            let target = target.unwrap_or_else(|| middle(scene));
            Ok(View::Perspective { eye, target, fov: args.fov.unwrap_or(45.0) })
        }
        (None, None, None) if args.fov.is_none() => Ok(View::Overview),
        (None, target, Some((eye, seen, fov))) => Ok(View::Perspective {
            eye,
            target: target.unwrap_or(seen),
            fov: args.fov.unwrap_or(fov),
        }),
        (None, _, None) => {
            Err(Error::usage("--target and --fov need --eye, the place of the camera"))
        }
    }
}

/// The middle of the box in world coordinates.
fn middle(scene: &Scene) -> [f64; 3] {
    let bounds = scene.bounds();
    let middle =
        [0, 1, 2].map(|axis| (f64::from(bounds.min[axis]) + f64::from(bounds.max[axis])) / 2.0);
    scene.transform().to_world(middle)
}
