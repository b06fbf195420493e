//! scene x ray class x instruction set, on one thread: `cargo bench --bench cast`.
//!
//! Every cell is first checked against the reference on a sample, then timed. Rates are rays per second.

#![allow(missing_docs, reason = "criterion's macros make functions")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::{Columns, HitBatch, Isa, Options, RayBatch, Scene, Space};

const SCENES: [&str; 5] =
    ["demo:terrain", "demo:city", "demo:noise?p=0.05", "demo:noise?p=0.005", "demo:menger"];

/// How many rays of each class are compared with the reference.
const SAMPLE: usize = 1 << 14;

fn options(isa: Isa) -> Options {
    Options {
        columns: Columns::T_HIT,
        space: Space::Grid,
        threads: 1,
        isa: Some(isa),
        ..Options::default()
    }
}

fn check(scene: &Scene, rays: &RayBatch<f32>, isa: Isa) {
    let sample = rays.view().slice(0..rays.len().min(SAMPLE));
    let expected = scene.cast_rays_reference(sample, &options(isa)).expect("a reference");
    let got = scene.cast_rays(sample, &options(isa)).expect("hits");
    let bits = |hits: &HitBatch| hits.t_hit.iter().map(|t| t.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&expected), bits(&got), "{isa} gives the bits of the reference");
}

fn cast(criterion: &mut Criterion) {
    for name in SCENES {
        let scene = name.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a demo scene");
        let mut group = criterion.benchmark_group(name.trim_start_matches("demo:"));
        group
            .sample_size(10)
            .measurement_time(Duration::from_secs(2))
            .warm_up_time(Duration::from_millis(500));
        for class in RayClass::ALL {
            let rays = class.make(&scene, &RayParams::default()).expect("rays");
            group.throughput(Throughput::Elements(rays.len() as u64));
            for isa in Isa::available() {
                check(&scene, &rays, isa);
                let mut hits = HitBatch::default();
                group.bench_function(format!("{}/{isa}", class.name()), |bencher| {
                    bencher.iter(|| {
                        scene
                            .cast_rays_into(black_box(&rays), &options(isa), &mut hits)
                            .expect("hits");
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, cast);
criterion_main!(benches);
