//! The reference walk, in f32, against real arithmetic: where it goes another way than the exact line it stays within
//! the margin that it is allowed, 2^-20 of the longest side.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;
#[path = "oracle/mod.rs"]
mod oracle;

use common::{
    Kind, Rng, all_columns, boxes, grid_box, menger, noise, rays_of, seed, with_random_range,
};
use oracle::{OracleRow, TrueLine, violation};
use voxray::{Hit, Ray, Scene};

fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("2 x 2 x 2", noise(grid_box([-1; 3], [2; 3]), 0.5, 1)),
        ("noise", noise(grid_box([-13, -29, 7], [61, 47, 35]), 0.03, 3)),
        ("sparse noise", noise(grid_box([-75, -1, -64], [150, 131, 90]), 0.002, 4)),
        ("specks", noise(grid_box([1, 2, 3], [211, 301, 97]), 0.000_02, 5)),
        ("menger", menger(4, [-40, 3, -81])),
        ("boxes", boxes(grid_box([-150, -10, -100], [300, 37, 201]), 12, 6)),
        ("beam", noise(grid_box([-1000, 17, -9], [3001, 20, 18]), 0.000_3, 8)),
    ]
}

/// Judges rays by the rule, and counts those that go another way than the exact line: of those that start near the box,
/// and of those that were moved there.
fn differing_rays(scene: &Scene, rays: &[Ray], context: &str) -> (usize, usize) {
    let side = f64::from(scene.bounds().longest_side());
    let (mut differing, mut moved) = (0, 0);
    for ray in rays {
        let line = TrueLine::new(scene, ray);
        let path = line.path();
        let hit = scene.cast_ray_reference(ray, &all_columns());
        let Hit { status, face, steps, .. } = hit;
        let voxel = status.is_hit().then_some(hit.voxel);
        let exact = line.row(scene, &path);
        let differs = exact != OracleRow { status, voxel, face, steps };
        differing += usize::from(differs && !line.is_far);
        moved += usize::from(differs && line.is_far);
        let margin = side * 2.0_f64.powi(-20);
        let wrong = violation(scene, &line, &path, &hit, margin);
        assert_eq!(wrong, None, "seed {}, {context}, {ray:?}\n {hit:?}\n {exact:?}", seed());
    }
    (differing, moved)
}

/// Runs a kind of rays through all scenes: how many start near the box and differ, of how many.
fn differing_in_all(kind: Kind, per_scene: usize, with_ranges: bool, salt: u64) -> (usize, usize) {
    let mut rng = Rng::new(seed() + salt);
    let (mut differing, mut moved, mut all) = (0, 0, 0);
    for (name, scene) in scenes() {
        let mut rays = rays_of(kind, scene.bounds(), per_scene, &mut rng);
        if with_ranges {
            rays.iter_mut()
                .for_each(|ray| *ray = with_random_range(*ray, scene.bounds(), &mut rng));
        }
        let counts = differing_rays(&scene, &rays, &format!("{name}, {kind:?}"));
        differing += counts.0;
        moved += counts.1;
        all += per_scene;
    }
    println!(
        "of {all} rays {kind:?} {differing} go another way than the exact line, from afar {moved}"
    );
    (differing, all)
}

#[test]
fn random_rays_stay_within_the_margin_and_seldom_differ() {
    for kind in [Kind::Inside, Kind::Outside, Kind::Astray, Kind::PlaneParallel, Kind::OnPlanes] {
        for with_ranges in [false, true] {
            let (differing, all) = differing_in_all(kind, 10_000, with_ranges, 0);
            assert!(differing * 1000 <= all, "{differing} of {all} rays {kind:?} differ");
        }
    }
}

#[test]
fn rays_at_edges_stay_within_the_margin() {
    for with_ranges in [false, true] {
        let (differing, _) = differing_in_all(Kind::NearEdge, 15_000, with_ranges, 1);
        assert!(differing > 0, "aimed at edges, some rays go another way, or the aim is bad");
    }
}

#[test]
fn rays_with_tiny_components_stay_within_the_margin() {
    for with_ranges in [false, true] {
        differing_in_all(Kind::Tiny, 10_000, with_ranges, 2);
    }
}

#[test]
fn rays_whose_times_are_exact_never_differ() {
    for kind in [Kind::HalfInteger, Kind::AxisParallel] {
        let (differing, all) = differing_in_all(kind, 10_000, false, 3);
        assert_eq!(differing, 0, "of {all} rays {kind:?}, which f32 times exactly");
    }
}

#[test]
fn rays_from_afar_stay_within_the_margin() {
    for sides in [1.5, 3.0, 100.0, 10_000.0, 1e6, 1e7] {
        differing_in_all(Kind::Far(sides), 4000, false, 4);
        differing_in_all(Kind::Far(sides), 1000, true, 5);
    }
}
