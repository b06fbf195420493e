//! What exact shapes cost, on one thread, in turns: `cargo bench --bench blocks [-- KEYS]`, KEYS as in `size=512&seed=3`.
//!
//! ```text
//!   shapes   demo:village: full cubes, slabs, stairs, fences, panes, plants, water
//!   cubes    the same world, every block a full cube
//!   plain    those cubes as a scene of voxels, that knows nothing of blocks
//! ```
//!
//! A sample of every class of rays is compared with the plain walk first, bit by bit. Prints Mrays/s, and the ratios of the
//! medians: shapes over cubes, and cubes over plain.

#![allow(missing_docs, reason = "a program")]

use std::time::Instant;

use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::verify::{Paths, compare};
use voxray::{Columns, HitBatch, Isa, Options, RayBatch, Scene, Space};

/// Timed rounds; the median counts.
const ROUNDS: usize = 15;
/// Rays of each class that are compared with the plain walk.
const SAMPLE: usize = 20_000;

fn main() {
    let keys = std::env::args().skip(1).find(|arg| !arg.starts_with("--")).unwrap_or_default();
    let shapes = village(&keys, 1);
    let cubes = village(&keys, 0);
    let plain = cubes.clone().without_shapes();
    println!(
        "demo:village?{keys}, one thread, {}; Mrays/s, medians of {ROUNDS} rounds in turns",
        Isa::best()
    );
    for class in RayClass::ALL {
        // Each world is seen by its own rays, as a fence casts another shadow than a cube.
        let rays = [&shapes, &cubes].map(|scene| rays_of(class, scene));
        for columns in [Columns::T_HIT | Columns::VOXEL | Columns::FACE, Columns::OCCLUDED] {
            let [shaped, cubed, plain] =
                medians([(&shapes, &rays[0]), (&cubes, &rays[1]), (&plain, &rays[1])], columns);
            let query = if columns == Columns::OCCLUDED { "any" } else { "closest" };
            println!(
                "  {:<10} {query:<8} shapes {shaped:6.1}   cubes {cubed:6.1}   plain {plain:6.1}   shapes / cubes {:.2}   cubes / plain {:.2}",
                class.name(),
                shaped / cubed,
                cubed / plain,
            );
        }
    }
}

fn village(keys: &str, shapes: u8) -> Scene {
    let name = format!("demo:village?{keys}&shapes={shapes}");
    name.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("keys of the village")
}

/// The rays of a class, of which a sample is right.
fn rays_of(class: RayClass, scene: &Scene) -> RayBatch<f32> {
    let rays = class.make(scene, &RayParams::default()).expect("rays");
    let paths = Paths { isas: vec![Isa::best()], threads: vec![1] };
    let options = Options { space: Space::Grid, ..Options::default() };
    let sample = rays.view().slice(0..rays.len().min(SAMPLE));
    let found = compare(scene, &sample, &options, &paths).expect("a cast");
    assert_eq!(found.differing, 0, "{}: {:?}", class.name(), found.first);
    rays
}

/// Median rates of casting each batch at its scene, in turns.
fn medians(pairs: [(&Scene, &RayBatch<f32>); 3], columns: Columns) -> [f64; 3] {
    let options = Options { columns, space: Space::Grid, threads: 1, ..Options::default() };
    let mut hits = HitBatch::default();
    let mut rates = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for (rates, (scene, rays)) in rates.iter_mut().zip(pairs) {
            let started = Instant::now();
            scene.cast_rays_into(rays, &options, &mut hits).expect("a cast");
            rates.push(rays.len() as f64 / started.elapsed().as_secs_f64() / 1e6);
        }
    }
    rates.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[ROUNDS / 2]
    })
}
