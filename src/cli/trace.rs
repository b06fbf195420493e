//! `voxray trace`: a picture of one traversal.

use std::path::{Path, PathBuf};

use voxray::methods::{Method, MethodOptions, STEP_RANGE};
use voxray::trace::{Trace, TraceOptions};
use voxray::{Error, Ray, Result, Space};

use super::flags::{MachineArgs, point, size};
use super::output::TextOutput;
use super::say::tell;
use super::scene::SceneArgs;
use super::target::{check_results, check_target};

/// Draws what one ray visits on its way through a scene, and what it hits; and what a method makes of the same ray.
///
/// The picture shows every visited voxel with its number, the empty bricks and chunks that are skipped, what is filled
/// beside the way, the planes of the box, and the hit with its face. With --method it shows the tests of that method too,
/// and in cyan where they differ from the exact walk. Times t are in units of the way from --from to --to, or of
/// |direction|.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// Where the ray starts.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    from: [f64; 3],
    /// Where the ray ends.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    #[arg(required_unless_present = "direction", conflicts_with = "direction")]
    to: Option<[f64; 3]>,
    /// The way the ray goes, instead of an end.
    #[arg(long, value_name = "DX,DY,DZ", value_parser = point, allow_hyphen_values = true)]
    direction: Option<[f64; 3]>,
    /// How far the ray goes along --direction; without it, on and on.
    #[arg(long, value_name = "LENGTH", conflicts_with = "to", value_parser = distance)]
    distance: Option<f64>,
    /// The picture (.svg), the page (.html) or the figures (.json) to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The method to put beside the exact walk: step, gapfill, walk or exact.
    #[arg(long, value_name = "METHOD", value_parser = method)]
    method: Option<Method>,
    /// The length of a step in voxels, for the methods step and gapfill; 1 as a default.
    #[arg(long, value_name = "VOXELS", value_parser = step)]
    step: Option<f64>,
    /// The most cells of the method walk; 200 as a default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_cells: Option<u32>,
    /// Points are in grid coordinates, not in world ones.
    #[arg(long)]
    grid_space: bool,
    /// Width and height of an .svg in pixels.
    #[arg(long, value_name = "WxH", default_value = "1200x800", value_parser = size)]
    size: [usize; 2],
    /// How many visited voxels the picture shows at most: those around the place that matters.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    voxels: u16,
    /// Writes the figures as JSON to a file, too, or to stdout with -.
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
    #[command(flatten)]
    machine: MachineArgs,
}

fn method(name: &str) -> Result<Method, String> {
    name.parse().map_err(|error: Error| error.to_string())
}

fn step(text: &str) -> Result<f64, String> {
    let [least, most] = STEP_RANGE;
    let step = text.parse().ok().filter(|step| (least..=most).contains(step));
    step.ok_or_else(|| format!("give a number of voxels from {least} to {most}, as in 0.25"))
}

fn distance(text: &str) -> Result<f64, String> {
    let distance = text.parse().ok().filter(|&distance: &f64| distance > 0.0);
    distance.ok_or_else(|| "give a number above 0, as in 12.5".into())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_target(&args.output, &["svg", "html", "json"])?;
    let results = [Some(args.output.as_path()), TextOutput::named(args.json.as_deref())];
    let results: Vec<_> = results.into_iter().flatten().collect();
    check_results(&results, &[Path::new(&args.scene.scene)])?;
    let (options, ray) = (options(args)?, ray(args)?);
    let output = TextOutput::create(&args.output)?;
    let json = TextOutput::open(args.json.as_deref())?;
    let (scene, _) = args.scene.load(args.machine.threads)?;
    let trace = Trace::new(&scene, &ray, &options)?;
    output.write(|| text(args, &trace))?;
    json.write(|| trace.to_json())?;
    if !args.machine.quiet {
        tell(&format!("{}: {}", args.output.display(), trace.story[0]));
    }
    Ok(())
}

/// What the output file holds, by its ending.
fn text(args: &Args, trace: &Trace) -> Result<String> {
    let ending = args.output.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => Ok(trace.to_svg(args.size)),
        Some("html") => trace.to_html(),
        _ => trace.to_json(),
    }
}

fn options(args: &Args) -> Result<TraceOptions> {
    let steps = matches!(args.method, Some(Method::Step | Method::Gapfill));
    if args.step.is_some() && !steps {
        return Err(Error::usage("--step is for --method step and --method gapfill"));
    }
    if args.max_cells.is_some() && args.method != Some(Method::Walk) {
        return Err(Error::usage("--max-cells is for --method walk"));
    }
    let usual = MethodOptions::default();
    Ok(TraceOptions {
        scene: args.scene.scene.clone(),
        space: if args.grid_space { Space::Grid } else { Space::World },
        method: args.method,
        method_options: MethodOptions {
            step: args.step.unwrap_or(usual.step),
            max_cells: args.max_cells.unwrap_or(usual.max_cells),
        },
        voxels: usize::from(args.voxels),
    })
}

fn ray(args: &Args) -> Result<Ray> {
    let ray = match (args.to, args.direction) {
        (Some(to), _) if to == args.from => {
            return Err(Error::usage(
                "--from and --to are the same point; give two different ones",
            ));
        }
        (Some(to), _) => Ray::between(args.from, to),
        (None, direction) => Ray::new(args.from, direction.unwrap_or_default()),
    };
    Ok(match args.distance {
        Some(distance) => ray.with_max_distance(distance),
        None => ray,
    })
}
