//! voxray beside a plain Amanatides-Woo walk, on one thread, in turns: `cargo bench --bench plain_walk [-- SCENE]`.
//!
//! Prints, per ray class, Mrays/s of each instruction set and of the plain walk, the ratios of their medians, and what
//! became of the rays. Hit rates are compared first.

#![allow(missing_docs, reason = "a program")]

mod baseline;

use std::time::Instant;

use baseline::DenseBits;
use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::{CastSummary, Columns, HitBatch, Isa, Options, RayBatch, Scene, Space, Status};

/// Timed rounds; the median counts.
const ROUNDS: usize = 7;

fn main() {
    let named: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let scenes = if named.is_empty() { vec!["demo:terrain?size=1024".to_string()] } else { named };
    for name in scenes {
        let scene = name.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a demo scene");
        let bits = DenseBits::new(&scene);
        println!("{name}: {} voxels, {} bytes", scene.voxel_count(), scene.bytes());
        for class in RayClass::ALL {
            let rays = class.make(&scene, &RayParams::default()).expect("rays");
            compare(&scene, &bits, class, &rays);
        }
    }
}

fn compare(scene: &Scene, bits: &DenseBits, class: RayClass, rays: &RayBatch<f32>) {
    let mut t_hit = vec![0.0; rays.len()];
    let isas: Vec<Isa> = Isa::available().collect();
    let mut plain_times = Vec::new();
    let mut times = vec![Vec::new(); isas.len()];
    let mut hits = HitBatch::default();
    for _ in 0..ROUNDS {
        plain_times.push(seconds(|| {
            bits.cast_all(rays, &mut t_hit);
        }));
        for (isa, times) in isas.iter().zip(&mut times) {
            times.push(seconds(|| cast(scene, rays, *isa, &mut hits)));
        }
    }
    check_hit_rate(&hits.summary, &t_hit);
    let rate = |times: &mut Vec<f64>| rays.len() as f64 / median(times) / 1e6;
    let plain = rate(&mut plain_times);
    print!("  {:<10} plain walk {plain:7.2}", class.name());
    for (isa, times) in isas.iter().zip(&mut times) {
        let rate = rate(times);
        print!("   {isa} {rate:7.2} ({:.1}x)", rate / plain);
    }
    println!("   Mrays/s; {}", statuses(&hits.summary));
}

fn cast(scene: &Scene, rays: &RayBatch<f32>, isa: Isa, hits: &mut HitBatch) {
    let options = Options {
        columns: Columns::T_HIT,
        space: Space::Grid,
        threads: 1,
        isa: Some(isa),
        ..Options::default()
    };
    scene.cast_rays_into(rays, &options, hits).expect("hits");
}

fn seconds(run: impl FnOnce()) -> f64 {
    let started = Instant::now();
    run();
    started.elapsed().as_secs_f64()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn check_hit_rate(summary: &CastSummary, t_hit: &[f32]) {
    let plain = t_hit.iter().filter(|&&t| t < f32::INFINITY).count() as f64;
    let off = (plain - summary.hits() as f64).abs() / t_hit.len() as f64;
    assert!(off < 0.001, "hit rates differ by {off}");
}

fn statuses(summary: &CastSummary) -> String {
    let seen = Status::ALL.into_iter().filter(|&status| summary.count(status) > 0);
    seen.map(|status| format!("{} {}", summary.count(status), status.name()))
        .collect::<Vec<_>>()
        .join(", ")
}
