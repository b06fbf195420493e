//! `voxray methods`: the methods of origin beside the exact walk.

mod figures;
mod text;

use std::path::Path;

use voxray::io::RayReader;
use voxray::methods::{Contender, MethodComparison, MethodReport, STEP_RANGE};
use voxray::{Error, ErrorKind, Options, Result, Scene, Space};

use crate::cli::flags::MachineArgs;
use crate::cli::output::{TextOutput, to_json};
use crate::cli::rays::{RaySource, demo_rays, ray_source};
use crate::cli::say::{complain, show};
use crate::cli::scene::SceneArgs;
use crate::cli::target::check_results;

/// Rays per block: what is held in memory at once, unless --memory allows less.
const BLOCK: usize = 1 << 20;
/// A ray as it is read and in grid space, its hits by the plain walk and by the engine.
const RAY_BYTES: u64 = 300;

/// Casts rays by the methods that game code uses, and tells how often each is wrong and what it costs.
///
/// step: fixed steps; corners between two points are missed. gapfill: two more probes where a step leaves a gap. walk:
/// from boundary to boundary, each found from the last point; gives up after --max-cells cells. exact: voxray's own cast,
/// every ray of which is compared with the plain walk here. Below the table, short segments that show each kind of fault.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
missed: the exact walk hits, the method does not; gave up: how many of them for too many cells. invented: the other way
round. wrong voxel: both hit, but another voxel first. wrong face: the same voxel by another face. wrong %: of all rays.
ns/ray: on one thread, on a sample of neighbouring rays; the methods are written to be read, not tuned.")]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The rays (.npy or .csv, as for cast), or demo:camera, demo:occlusion, demo:sun, demo:pairs, made on the spot, with
    /// the keys count and seed, as in demo:pairs?count=10000.
    #[arg(value_parser = ray_source)]
    rays: RaySource,
    /// Lengths of steps, in voxels; a row of step and a row of gapfill for each. A quarter of a block of 4 is one voxel.
    #[arg(long, value_name = "VOXELS,...", value_delimiter = ',', value_parser = step, default_value = "1,0.25")]
    step: Vec<f64>,
    /// The most cells that the walk looks at.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    max_cells: u32,
    /// How many examples of each kind of fault to show.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=100))]
    examples: u8,
    /// RAYS are in grid coordinates, not in world ones. Rays made on the spot always are.
    #[arg(long)]
    grid_space: bool,
    /// Writes all figures and examples as JSON; - is stdout, which then shows nothing else.
    #[arg(long, value_name = "FILE|-", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    json: Option<String>,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let results: Vec<_> = TextOutput::named(args.json.as_deref()).into_iter().collect();
    let inputs = [Some(Path::new(&args.scene.scene)), args.rays.file()];
    check_results(&results, &inputs.into_iter().flatten().collect::<Vec<_>>())?;
    let reader = args.rays.file().map(RayReader::open).transpose()?;
    let json = TextOutput::open(args.json.as_deref())?;
    let (scene, _) = args.scene.load(args.machine.threads)?;
    let reports = compare(args, &scene, reader)?;
    let json_alone = json.is_stdout();
    json.write(|| to_json(&figures::of(args, &scene, &reports)?))?;
    if !json_alone {
        show(&(text::table(args, &scene, &reports) + &text::examples(args, &scene, &reports)))?;
    }
    judge(&reports)
}

fn compare(args: &Args, scene: &Scene, reader: Option<RayReader>) -> Result<Vec<MethodReport>> {
    let contenders = Contender::all(&args.step, args.max_cells);
    let total = match &args.rays {
        RaySource::File(_) => reader.as_ref().and_then(RayReader::len),
        RaySource::Demo { count, .. } => Some(*count as u64),
    };
    let total = total.map(|rays| rays * contenders.len() as u64);
    let grid = args.grid_space || reader.is_none();
    let options = Options {
        space: if grid { Space::Grid } else { Space::World },
        ..args.machine.options("comparing", total)
    };
    let rows = args.scene.how.rows_at_once(BLOCK, RAY_BYTES);
    let examples = usize::from(args.examples);
    let mut comparison = MethodComparison::new(scene, &contenders, examples, options.clone())?;
    let mut invalid = 0;
    if let RaySource::Demo { class, count, seed } = args.rays {
        // Rays that are looked for are none that are compared.
        let silent = MachineArgs { quiet: true, ..args.machine.clone() };
        let rays = demo_rays(scene, class, count, seed, &silent.options("aiming", None))?;
        let count = count.min(rays.len());
        for start in (0..count).step_by(rows) {
            comparison.add(&rays.view().slice(start..count.min(start + rows)))?;
        }
    }
    if let Some(mut reader) = reader {
        while let Some(block) = reader.next_block(rows)? {
            let view = block.view();
            invalid += (0..view.len()).filter(|&index| !view.ray(index).is_valid()).count();
            comparison.add(&view)?;
        }
    }
    let reports = comparison.finish()?;
    drop(options);
    if invalid > 0 {
        complain(&format!(
            "{invalid} of the rays are invalid (NaN, infinite, zero direction or negative t_near) and hit nothing"
        ));
    }
    Ok(reports)
}

/// The exact method is no contender: where it differs from the plain walk, something is broken.
fn judge(reports: &[MethodReport]) -> Result<()> {
    let exact = reports.last().map_or(0, MethodReport::wrong);
    if exact == 0 {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Check,
        format!(
            "{exact} rays differ from the plain walk; please report this with what voxray verify says of them"
        ),
    ))
}

fn step(text: &str) -> Result<f64, String> {
    let [least, most] = STEP_RANGE;
    let step = text.trim().parse().ok().filter(|step| (least..=most).contains(step));
    step.ok_or_else(|| {
        format!("give lengths of steps in voxels, from {least} to {most}, as in 1,0.25")
    })
}
