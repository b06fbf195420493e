//! `voxray cast`: rays in, hits out.

use std::path::{Path, PathBuf};
use std::time::Instant;

use voxray::io::{HitWriter, RayReader};
use voxray::{Columns, Error, HitBatch, Options, Result, Space, Status};

use super::beside::complain_if_beside;
use super::flags::MachineArgs;
use super::output::TextOutput;
use super::say::{complain, tell};
use super::scene::SceneArgs;
use super::stats::{CastClock, describe};
use super::target::check_results;

/// Rays per block: what is held in memory at once, unless --memory allows less.
const BLOCK: usize = 1 << 20;
/// A ray as it is read and as it is cast, and its hit with all columns.
const RAY_BYTES: u64 = 200;

/// Casts rays: the closest hit of each, or with --any only whether there is one.
///
/// RAYS is an .npy array of shape (n, 6) = origin and direction, (n, 7) = and t_far, or (n, 8) = and t_near, t_far, f32 or
/// f64; or a .csv file with a header. HITS is .npz (one member per column), .npy (one column) or .csv.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
status: 0 escaped the box, 1 hit, 2 starts inside a filled voxel, 3 clear up to t_far, 4 outside the box, 5 over budget,
255 invalid. face: 0..5 = -x +x -y +y -z +z, 255 none. t_hit is in units of the direction's length; inf = none.")]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The rays (.npy or .csv).
    rays: PathBuf,
    /// Where the hits go (.npz, .npy or .csv).
    #[arg(short, long, value_name = "HITS")]
    output: PathBuf,
    /// Columns to write, of t_hit,voxel,face,material,status,steps,point.
    #[arg(long, value_name = "LIST", default_value = "t_hit,voxel,face,material,status")]
    columns: Columns,
    /// Only whether there is a hit: one column, occluded.
    #[arg(long, conflicts_with = "columns")]
    any: bool,
    /// Passes over the filled voxels in which a ray starts.
    #[arg(long)]
    skip_inside: bool,
    /// The most faces that a ray may cross.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    max_steps: u32,
    /// Rays are in grid coordinates, not in world ones. The column point stays in world coordinates.
    #[arg(long)]
    grid_space: bool,
    /// Writes figures as JSON to a file, or to stdout with -.
    #[arg(long, value_name = "FILE|-")]
    stats: Option<String>,
    /// Casts every ray this many times, for the figures.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let results = [Some(args.output.as_path()), TextOutput::named(args.stats.as_deref())];
    let results: Vec<_> = results.into_iter().flatten().collect();
    check_results(&results, &[&args.rays, Path::new(&args.scene.scene)])?;
    let mut reader = RayReader::open(&args.rays)?;
    let columns = if args.any { Columns::OCCLUDED } else { args.columns };
    let mut writer = HitWriter::create(&args.output, columns, reader.len())?;
    let stats = TextOutput::open(args.stats.as_deref())?;
    let (scene, _) = args.scene.load(args.machine.threads)?;
    writer.place(&scene);
    let total = reader.len().map(|rays| rays * u64::from(args.repeat));
    let options = Options {
        columns,
        space: if args.grid_space { Space::Grid } else { Space::World },
        skip_inside: args.skip_inside,
        max_steps: args.max_steps,
        ..args.machine.options("casting", total)
    };

    let mut clock = CastClock::new(usize::from(args.repeat));
    let mut hits = HitBatch::default();
    let rows = args.scene.how.rows_at_once(BLOCK, RAY_BYTES);
    while let Some(block) = reader.next_block(rows)? {
        for repeat in 0..usize::from(args.repeat) {
            let started = Instant::now();
            scene.cast_rays_into(block.view(), &options, &mut hits)?;
            clock.add(repeat, started.elapsed());
        }
        clock.summary.append(&hits.summary, clock.summary.rays());
        writer.write(&hits)?;
        if options.observer.as_ref().is_some_and(|observer| observer.is_cancelled()) {
            return Err(Error::cancelled());
        }
    }
    writer.finish()?;
    // Takes the progress bar off, so that it does not stand before what follows.
    let options = Options { observer: None, ..options };
    let summary = &clock.summary;
    let valid = summary.rays() - summary.count(Status::Invalid);
    complain_if_beside(&scene, options.space, summary.count(Status::Outside), valid);
    report(args, &clock, &args.output);
    clock.write(stats, &scene, &options)
}

fn report(args: &Args, clock: &CastClock, output: &Path) {
    let summary = &clock.summary;
    let invalid = summary.invalid_indices();
    if !invalid.is_empty() {
        let named: Vec<_> = invalid.iter().map(u64::to_string).collect();
        let more = if summary.count(Status::Invalid) > invalid.len() as u64 { ", ..." } else { "" };
        complain(&format!(
            "some rays are invalid (NaN, infinite, zero direction or negative t_near): {}{more}",
            named.join(", ")
        ));
    }
    if !args.machine.quiet {
        tell(&format!(
            "{}: {}; {:.1} Mrays/s",
            output.display(),
            describe(summary),
            clock.mrays_per_s()
        ));
    }
}
