//! Two threads of one process beside two processes of one thread: `cargo bench --bench two_threads`.
//!
//! On a shared machine the speed of one thread alone says little about two. So there are three processes, one that casts with
//! two threads and two that cast with one each, and they are told in turns to cast for a moment: the one, then the other two
//! side by side. Prints the ratio of what they cast in the same time: the lower quartile of 11 pairs. Names of ray classes
//! behind `--` choose some of them.

#![allow(missing_docs, reason = "a program")]

use std::io::{BufRead, BufReader, Lines, Write, stdin};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Instant;

use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::{Columns, HitBatch, Options, Space};

const PAIRS: usize = 11;
/// Seconds that a process casts when it is told to.
const MOMENT: f64 = 0.3;
const SCENE: &str = "demo:terrain?size=1024";
/// Passed to a child: threads, class.
const CHILD: &str = "--child";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == CHILD) {
        let threads = args[at + 1].parse().expect("a number of threads");
        let class =
            RayClass::ALL.into_iter().find(|class| class.name() == args[at + 2]).expect("a class");
        child(threads, class);
        return;
    }
    let is_chosen = |class: &RayClass| args.iter().any(|arg| arg == class.name());
    let any_chosen = RayClass::ALL.iter().any(is_chosen);
    for class in RayClass::ALL.into_iter().filter(|class| !any_chosen || is_chosen(class)) {
        let ratios = ratios(class);
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

/// A process of its own that casts when it is told to.
struct Caster {
    process: Child,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Caster {
    fn start(threads: usize, class: RayClass) -> Self {
        let mut process = Command::new(std::env::current_exe().expect("this program"))
            .args([CHILD, &threads.to_string(), class.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let answers = BufReader::new(process.stdout.take().expect("piped")).lines();
        let mut caster = Self { process, answers };
        caster.answer();
        caster
    }

    fn tell(&mut self) {
        writeln!(self.process.stdin.as_mut().expect("piped"), "cast").expect("the child reads");
    }

    fn answer(&mut self) -> f64 {
        let line = self.answers.next().expect("an answer").expect("text");
        line.trim().parse().expect("a rate")
    }
}

impl Drop for Caster {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        self.process.wait().expect("a child that ends with its input");
    }
}

/// Rays per second of two threads over those of two processes, in turns; the least first.
fn ratios(class: RayClass) -> Vec<f64> {
    let mut together = Caster::start(2, class);
    let mut apart = [Caster::start(1, class), Caster::start(1, class)];
    let mut ratios: Vec<f64> = (0..PAIRS)
        .map(|_| {
            together.tell();
            let two = together.answer();
            apart.iter_mut().for_each(Caster::tell);
            two / apart.iter_mut().map(Caster::answer).sum::<f64>()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios
}

/// Casts for a moment, each time that a line comes in, and answers with rays per second. The first answer says that all
/// is ready.
fn child(threads: usize, class: RayClass) {
    let scene = SCENE.parse::<DemoSpec>().and_then(|spec| spec.build(2)).expect("a demo scene");
    let rays = class.make(&scene, &RayParams::default()).expect("rays");
    let options =
        Options { columns: Columns::T_HIT, space: Space::Grid, threads, ..Options::default() };
    let mut hits = HitBatch::default();
    let mut rate = |seconds: f64| {
        let started = Instant::now();
        let mut cast = 0;
        while started.elapsed().as_secs_f64() < seconds {
            scene.cast_rays_into(&rays, &options, &mut hits).expect("hits");
            cast += rays.len();
        }
        cast as f64 / started.elapsed().as_secs_f64()
    };
    println!("{}", rate(0.1));
    for _ in stdin().lines() {
        println!("{}", rate(MOMENT));
    }
}
