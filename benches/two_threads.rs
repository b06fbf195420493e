//! Two threads of one process beside two processes of one thread: `cargo bench --bench two_threads`.
//!
//! On a shared machine the speed of one thread alone says little about two. So pairs are taken in turns: a process that
//! casts with two threads, and two processes side by side that cast with one each. Prints the ratio of what they cast in
//! the same time: the lower quartile of 11 pairs. Names of ray classes behind `--` choose some of them.

#![allow(missing_docs, reason = "a program")]

use std::process::{Command, Stdio};
use std::time::Instant;

use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::{Columns, HitBatch, Options, Space};

const PAIRS: usize = 11;
const SCENE: &str = "demo:terrain?size=1024";
/// Passed to a child: threads, class.
const CHILD: &str = "--child";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == CHILD) {
        let threads = args[at + 1].parse().expect("a number of threads");
        let class =
            RayClass::ALL.into_iter().find(|class| class.name() == args[at + 2]).expect("a class");
        println!("{}", child(threads, class));
        return;
    }
    let is_chosen = |class: &RayClass| args.iter().any(|arg| arg == class.name());
    let any_chosen = RayClass::ALL.iter().any(is_chosen);
    for class in RayClass::ALL.into_iter().filter(|class| !any_chosen || is_chosen(class)) {
        let mut ratios: Vec<f64> = (0..PAIRS).map(|_| pair(class)).collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{:<10} two threads / two processes: lower quartile {:.3}, median {:.3}, range {:.3} to {:.3}",
            class.name(),
            ratios[PAIRS / 4],
            ratios[PAIRS / 2],
            ratios[0],
            ratios[PAIRS - 1]
        );
    }
}

/// Rays per second of two threads over those of two processes.
fn pair(class: RayClass) -> f64 {
    let together = rates(&[2], class);
    let apart = rates(&[1, 1], class);
    together / apart
}

/// The summed rate of processes with these numbers of threads, side by side.
fn rates(threads: &[usize], class: RayClass) -> f64 {
    let start = |threads: &usize| {
        Command::new(std::env::current_exe().expect("this program"))
            .args([CHILD, &threads.to_string(), class.name()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child")
    };
    let children: Vec<_> = threads.iter().map(start).collect();
    let rate = |child: std::process::Child| {
        let output = child.wait_with_output().expect("a child's output");
        String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().expect("a rate")
    };
    children.into_iter().map(rate).sum()
}

/// Casts for about two seconds, after a warm-up.
fn child(threads: usize, class: RayClass) -> f64 {
    let scene =
        SCENE.parse::<DemoSpec>().and_then(|spec| spec.build(threads)).expect("a demo scene");
    let rays = class.make(&scene, &RayParams::default()).expect("rays");
    let options =
        Options { columns: Columns::T_HIT, space: Space::Grid, threads, ..Options::default() };
    let mut hits = HitBatch::default();
    scene.cast_rays_into(&rays, &options, &mut hits).expect("hits");
    let started = Instant::now();
    let mut cast = 0;
    while started.elapsed().as_secs_f64() < 2.0 {
        scene.cast_rays_into(&rays, &options, &mut hits).expect("hits");
        cast += rays.len();
    }
    cast as f64 / started.elapsed().as_secs_f64()
}
