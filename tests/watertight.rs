//! No ray leaves a closed shell: hollow box, sphere and noise, over 300 voxels across, one voxel thick and only
//! face-tight, off the chunk borders. A third of the rays is aimed at edges and corners.
//!
//! The example `closed_shells` does the same with 100 million rays.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;
#[path = "../examples/closed_shells/shells.rs"]
mod shells;

use common::{all_columns, all_isas, seed};
use shells::{Shell, shells};
use voxray::{Columns, Options, RayBatch, Status};

/// Rays per shell and instruction set.
fn ray_count() -> usize {
    std::env::var("VOXRAY_TEST_SHELL_RAYS").ok().and_then(|n| n.parse().ok()).unwrap_or(200_000)
}

fn assert_none_escapes(shell: &Shell, rays: &RayBatch, options: &Options) {
    let hits = shell.scene.cast_rays(rays, options).expect("a cast");
    let out = hits.status.iter().position(|&status| status != Status::Hit as u8);
    let ray = out.map(|index| (hits.status[index], rays.view().ray(index)));
    assert_eq!(ray, None, "{} with {:?}, seed {}: out", shell.name, options.isa, seed());
}

#[test]
fn no_ray_leaves_a_closed_shell() {
    for shell in shells() {
        let rays = shell.rays(ray_count(), seed());
        for isa in all_isas() {
            let columns = Columns::STATUS;
            let options = Options { isa: Some(isa), columns, threads: 2, ..all_columns() };
            assert_none_escapes(&shell, &rays, &options);
        }
    }
}

#[test]
fn a_shell_with_a_hole_lets_rays_out() {
    // The counter-proof: without one of its voxels in a thousand each shell leaks.
    for shell in shells() {
        let bounds = *shell.scene.bounds();
        let mut count = 0;
        let mut builder = voxray::SceneBuilder::new().bounds(bounds);
        shell.scene.for_each_voxel(|voxel, _| {
            count += 1;
            if count % 1000 != 0 {
                builder.insert_unnamed(voxel).expect("a voxel within the limits");
            }
        });
        let leaking = builder.build().expect("a scene within the limits");
        let hits = leaking.cast_rays(&shell.rays(20_000, seed()), &all_columns()).expect("a cast");
        let escaped = hits.summary.count(Status::Escaped);
        assert!(escaped > 0, "{}: no ray found a hole", shell.name);
    }
}
