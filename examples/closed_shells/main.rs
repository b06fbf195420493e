//! Casts very many rays from within closed shells, and counts those that get out: there must be none.
//!
//! ```text
//! cargo run --release --example closed_shells [-- RAYS [SEED]]      100 million rays unless said otherwise
//! ```
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "positions and counts are far below the limits of their types"
)]

mod shells;

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use shells::{Shell, shells};
use voxray::{Columns, Options, RayBatch, Space, Status};

/// Rays that are made and cast at a time, by each thread that makes them.
const BLOCK: usize = 1 << 20;

fn main() -> ExitCode {
    let Ok([rays, seed]) = arguments() else {
        eprintln!("closed_shells takes the number of rays and a seed, both whole numbers");
        return ExitCode::from(1);
    };
    let shells = shells();
    println!("seed {seed}");
    let escaped: u64 =
        shells.iter().map(|shell| cast(shell, rays.div_ceil(shells.len()), seed)).sum();
    if escaped == 0 { ExitCode::SUCCESS } else { ExitCode::from(5) }
}

/// The number of rays and the seed.
fn arguments() -> Result<[usize; 2], std::num::ParseIntError> {
    let mut given = std::env::args().skip(1);
    let mut next = |default: usize| given.next().map_or(Ok(default), |text| text.parse());
    Ok([next(100_000_000)?, next(1)?])
}

/// Casts about so many rays within a shell, and says and returns how many escaped.
fn cast(shell: &Shell, rays: usize, seed: usize) -> u64 {
    let columns = Columns::STATUS;
    let options = Options { columns, space: Space::Grid, ..Options::default() };
    let (mut done, mut escaped, mut seconds) = (0, 0, Duration::ZERO);
    while done < rays {
        for batch in blocks(shell, rays - done, seed as u64, done) {
            let start = Instant::now();
            let hits = shell.scene.cast_rays(&batch, &options).expect("options that make sense");
            seconds += start.elapsed();
            escaped += hits.summary.rays() - hits.summary.count(Status::Hit);
            done += batch.len();
        }
    }
    let rate = done as f64 / seconds.as_secs_f64() / 1e6;
    println!("{}: {done} rays, {escaped} escaped, {rate:.1} Mrays/s", shell.name);
    escaped
}

/// The next blocks of at most `left` rays, made by as many threads as there are; rays depend on the seed and their number.
fn blocks(shell: &Shell, left: usize, seed: u64, done: usize) -> Vec<RayBatch> {
    let all = voxray::resolve_threads(0).expect("as many as there are");
    let makers = all.min(left.div_ceil(BLOCK));
    thread::scope(|scope| {
        let make = |maker: usize| {
            let count = BLOCK.min(left - maker * BLOCK);
            let start = (done + maker * BLOCK) as u64;
            scope.spawn(move || shell.rays(count, seed << 40 | start))
        };
        let running: Vec<_> = (0..makers).map(make).collect();
        running.into_iter().map(|maker| maker.join().expect("no panic in a maker")).collect()
    })
}
