//! `voxray los`: is B seen from A?

use std::path::{Path, PathBuf};
use std::time::Instant;

use voxray::io::{ColumnData, Dtype, PairReader, TableColumn, TableWriter};
use voxray::visibility::{LINE_OF_SIGHT_INVALID, LINE_OF_SIGHT_SEEN, line_of_sight};
use voxray::{Options, Result, Space, Status};

use super::beside::complain_if_beside;
use super::flags::MachineArgs;
use super::output::TextOutput;
use super::say::tell;
use super::scene::SceneArgs;
use super::stats::CastClock;
use super::target::check_results;

/// Pairs per block: what is held in memory at once, unless --memory allows less.
const BLOCK: usize = 1 << 18;
/// A pair as it is read, its segments both ways, and their hits.
const PAIR_BYTES: u64 = 500;

/// For each pair of points, whether the second is seen from the first, and what blocks it.
///
/// PAIRS is an .npy array of shape (n, 6), A then B, or a .csv file with a header. OUT gets visible (1 seen, 0 hidden, 255
/// invalid), t_hit (the part of the way from A at which the first blocker is met) and voxel (the blocker).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// The pairs of points (.npy or .csv).
    pairs: PathBuf,
    /// Where the verdicts go (.npz or .csv).
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Points are in grid coordinates, not in world ones.
    #[arg(long)]
    grid_space: bool,
    /// Writes figures as JSON to a file, or to stdout with -.
    #[arg(long, value_name = "FILE|-")]
    stats: Option<String>,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let results = [Some(args.output.as_path()), TextOutput::named(args.stats.as_deref())];
    let results: Vec<_> = results.into_iter().flatten().collect();
    check_results(&results, &[&args.pairs, Path::new(&args.scene.scene)])?;
    let mut reader = PairReader::open(&args.pairs)?;
    let columns = vec![
        TableColumn::scalar("visible", Dtype::U8),
        TableColumn::scalar("t_hit", Dtype::F32),
        TableColumn::vector("voxel", Dtype::I32, &["voxel_x", "voxel_y", "voxel_z"]),
    ];
    let mut writer = TableWriter::create(&args.output, columns, reader.len())?;
    let stats = TextOutput::open(args.stats.as_deref())?;
    let (scene, _) = args.scene.load(args.machine.threads)?;
    writer.place(&scene);
    let options = Options {
        space: if args.grid_space { Space::Grid } else { Space::World },
        ..args.machine.options("looking", reader.len())
    };

    let mut clock = CastClock::new(1);
    let (mut seen, mut invalid, mut points) = (0, 0, 0);
    let rows = args.scene.how.rows_at_once(BLOCK, PAIR_BYTES);
    while let Some(pairs) = reader.next_block(rows)? {
        let started = Instant::now();
        let sight = line_of_sight(&scene, pairs, &options)?;
        clock.add(0, started.elapsed());
        clock.summary.append(&sight.summary, clock.summary.rays());
        seen += sight.visible.iter().filter(|&&verdict| verdict == LINE_OF_SIGHT_SEEN).count();
        invalid +=
            sight.visible.iter().filter(|&&verdict| verdict == LINE_OF_SIGHT_INVALID).count();
        points += pairs.iter().filter(|pair| pair[..3] == pair[3..]).count() as u64;
        let voxels = sight.voxel.as_flattened();
        writer.write(&[
            ColumnData::U8(&sight.visible),
            ColumnData::F32(&sight.t_hit),
            ColumnData::I32(voxels),
        ])?;
    }
    writer.finish()?;
    // Takes the progress bar off, so that it does not stand before what follows.
    let options = Options { observer: None, ..options };
    // A pair of equal points goes nowhere, wherever it is.
    let beside = clock.summary.count(Status::Outside).saturating_sub(points);
    complain_if_beside(&scene, options.space, beside, clock.summary.rays() - invalid as u64);
    if !args.machine.quiet {
        let pairs = clock.summary.rays();
        tell(&format!(
            "{}: {seen} of {pairs} pairs see each other, {invalid} are invalid, {beside} pass beside the scene",
            args.output.display()
        ));
    }
    clock.write(stats, &scene, &options)
}
