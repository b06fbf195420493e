//! What each method finds and fails to find, on scenes made by hand; and that no ray whatever brings one down.

use super::*;
use crate::aabb::GridBox;
use crate::builder::SceneBuilder;
use crate::options::Options;
use crate::space::Space;
use crate::verify::{Kind, near_ties};

const SEED: u64 = 20_261;

/// A box of 16 x 16 x 16 with these voxels.
fn scene(voxels: &[[i32; 3]]) -> Scene {
    in_box([0; 3], [16; 3], voxels)
}

fn in_box(min: [i32; 3], max: [i32; 3], voxels: &[[i32; 3]]) -> Scene {
    let bounds = GridBox::new(min, max).expect("a small box");
    let mut builder = SceneBuilder::new().bounds(bounds).threads(1);
    voxels.iter().for_each(|&voxel| builder.insert(voxel, 1).expect("in range"));
    builder.build().expect("a small scene")
}

/// One voxel in 16 filled, in a box that starts below 0.
fn sprinkled() -> Scene {
    let bounds = GridBox::new([-20, 3, -50], [31, 40, -1]).expect("a small box");
    Scene::from_fn(bounds, 1, |[x, y, z]| u16::from((x * 7 + y * 13 + z * 29) & 15 == 0))
        .expect("a small scene")
}

fn cast(method: Method, scene: &Scene, ray: &Ray) -> Option<MethodHit> {
    method.cast(scene, ray, &MethodOptions::default(), |_| {})
}

fn voxels(scene: &Scene, ray: &Ray) -> [Option<[i32; 3]>; 4] {
    Method::ALL.map(|method| cast(method, scene, ray).map(|hit| hit.voxel))
}

fn looks(method: Method, scene: &Scene, ray: &Ray, options: &MethodOptions) -> Vec<Look> {
    let mut looks = Vec::new();
    method.cast(scene, ray, options, |look| looks.push(look));
    looks
}

/// Rays of every kind: from within, from afar, along planes and edges, nearly parallel.
fn rays(bounds: &GridBox, each: usize) -> Vec<Ray> {
    let kinds = Kind::ALL.into_iter().map(|(_, kind)| kind.make(bounds, each, SEED));
    let batches = kinds.chain([near_ties(bounds, each, SEED)]);
    let rays = batches.flat_map(|batch| {
        (0..batch.len()).map(|index| batch.view().ray(index)).collect::<Vec<_>>()
    });
    rays.collect()
}

#[test]
fn straight_rays_find_the_voxel_by_its_face_whatever_the_method() {
    let scene = scene(&[[8, 8, 8]]);
    for (number, face) in Face::ALL.into_iter().enumerate() {
        let normal = face.normal().map(f64::from);
        let origin = [0, 1, 2].map(|axis| 8.5 + 6.25 * normal[axis]);
        let ray = Ray::new(origin, normal.map(|d| -2.0 * d));
        for method in Method::ALL {
            let hit = cast(method, &scene, &ray).unwrap_or_else(|| panic!("{method}: {ray:?}"));
            assert_eq!((hit.voxel, hit.face), ([8; 3], Some(face)), "{method}: face {number}");
            let late = (hit.t - 2.875) * 2.0;
            assert!((0.0..1.0).contains(&late), "{method}: at most a step late: {}", hit.t);
            let exact = late == 0.0 || [Method::Step, Method::Gapfill].contains(&method);
            assert!(exact, "{method}: {late} behind the face");
        }
    }
}

#[test]
fn a_voxel_behind_the_box_s_own_face_is_entered_through_it() {
    let scene = scene(&[[0, 5, 5]]);
    for method in Method::ALL {
        let hit = cast(method, &scene, &Ray::new([-3.0, 5.5, 5.5], [1.0, 0.01, 0.0]));
        let hit = hit.unwrap_or_else(|| panic!("{method} hits"));
        assert_eq!((hit.face, hit.t), (Some(Face::NegX), 3.0), "{method}");
    }
}

#[test]
fn steps_jump_over_a_corner_and_filled_gaps_do_not() {
    let ray = Ray::between([0.5, 0.25, 0.5], [6.5, 5.25, 0.5]);
    let corner = [1, 1, 0];
    let found = Some(corner);
    assert_eq!(voxels(&scene(&[corner]), &ray), [None, found, found, found], "one voxel");
    let behind = Some([3, 2, 0]);
    let two = scene(&[corner, [3, 2, 0]]);
    assert_eq!(voxels(&two, &ray), [behind, found, found, found], "and one behind it");
    let options = MethodOptions::default();
    let looked = looks(Method::Gapfill, &scene(&[]), &ray, &options);
    assert!(looked.iter().any(|look| look.gap && look.voxel == corner), "by a probe: {looked:?}");
    let looked = looks(Method::Step, &scene(&[]), &ray, &options);
    assert!(!looked.iter().any(|look| look.gap || look.voxel == corner), "without: {looked:?}");
    let finer = MethodOptions { step: 0.5, ..options };
    let hit = Method::Step.cast(&scene(&[corner]), &ray, &finer, |_| {});
    assert_eq!(hit.map(|hit| hit.voxel), found, "half the step finds it");
}

/// Through three faces in one step: the ray crosses the first voxel of the gap in an eighth of it, and both probes are
/// in the second.
#[test]
fn filled_gaps_miss_the_shorter_of_two_voxels() {
    let ray = Ray::between([0.9, 0.85, 0.5], [2.9, 2.85, 2.5]);
    let found = Some([1, 0, 0]);
    assert_eq!(voxels(&scene(&[[1, 0, 0]]), &ray), [None, None, found, found], "the shorter");
    let found = Some([1, 1, 0]);
    assert_eq!(voxels(&scene(&[[1, 1, 0]]), &ray), [None, found, found, found], "the longer");
}

#[test]
fn no_step_is_small_enough() {
    let filled = scene(&[[5, 5, 5]]);
    // Enters a hundredth of a voxel along x before it leaves along y.
    let ray = Ray::between([4.2, 5.19, 5.5], [7.2, 8.19, 5.5]);
    for step in [1.0, 0.5, 0.1] {
        let options = MethodOptions { step, ..MethodOptions::default() };
        let hit = Method::Step.cast(&filled, &ray, &options, |_| {});
        assert_eq!(hit, None, "steps of {step}");
    }
    let hit = cast(Method::Exact, &filled, &ray).map(|hit| (hit.voxel, hit.face));
    assert_eq!(hit, Some(([5; 3], Some(Face::NegX))), "it is there");
}

#[test]
fn the_walk_gives_up_after_so_many_cells() {
    let scene = in_box([0; 3], [300, 4, 4], &[[199, 1, 1], [250, 1, 1]]);
    let along = |from: f64| Ray::new([from, 1.5, 1.5], [1.0, 0.0, 0.0]);
    let walk = |from: f64, max_cells: u32| {
        let options = MethodOptions { max_cells, ..Default::default() };
        Method::Walk.run(&scene, &along(from), &options, |_| {})
    };
    let reached = |ending: Ending| ending.hit.map(|hit| hit.voxel[0]);
    assert_eq!(reached(walk(0.5, 200)), Some(199), "the last of 200 cells");
    assert_eq!(walk(0.5, 199), Ending { hit: None, gave_up: true }, "one cell less");
    assert_eq!(reached(walk(200.5, 51)), Some(250), "from nearer");
    assert_eq!(walk(251.5, 200), Ending::NOTHING, "at the end of the box it is done");
    assert_eq!(
        looks(Method::Walk, &scene, &along(201.5), &MethodOptions::default()).len(),
        50,
        "cells"
    );
    assert_eq!(walk(0.5, 0), Ending { hit: None, gave_up: true }, "no cells at all");
}

#[test]
fn a_start_within_a_voxel_is_a_hit_without_a_face() {
    let scene = scene(&[[4, 4, 4]]);
    let ray = Ray::new([4.5, 4.25, 4.75], [1.0, -2.0, 0.5]);
    for method in Method::ALL {
        let expected = MethodHit { voxel: [4; 3], face: None, t: 0.0 };
        assert_eq!(cast(method, &scene, &ray), Some(expected), "{method}");
        let later = cast(method, &scene, &ray.with_t_near(0.0625)).map(|hit| hit.t);
        assert_eq!(later, Some(0.0625), "{method}: from t_near on");
        assert_eq!(cast(method, &scene, &ray.with_t_near(2.0)), None, "{method}: behind it");
    }
}

#[test]
fn the_range_of_times_is_kept() {
    let scene = scene(&[[8, 8, 8]]);
    let ray = Ray::new([1.25, 8.5, 8.5], [0.5, 0.0, 0.0]);
    for method in Method::ALL {
        assert_eq!(cast(method, &scene, &ray.with_t_far(13.4)), None, "{method}: too short");
        assert!(cast(method, &scene, &ray.with_t_far(15.0)).is_some(), "{method}: long enough");
        assert_eq!(cast(method, &scene, &ray.with_t_near(16.0)), None, "{method}: begins behind");
        assert_eq!(cast(method, &scene, &ray.with_t_near(3.0).with_t_far(2.0)), None, "{method}");
    }
}

#[test]
fn rays_that_are_none_find_nothing_and_look_at_nothing() {
    let full =
        Scene::from_fn(GridBox::with_sides([8; 3]).expect("small"), 1, |_| 1).expect("small");
    let empty = Scene::from_fn(GridBox::default(), 1, |_| 1).expect("small");
    let sound = Ray::new([4.5; 3], [1.0, 0.5, 0.25]);
    let mut broken = vec![
        Ray { direction: [0.0; 3], ..sound },
        Ray { direction: [-0.0, 0.0, -0.0], ..sound },
        sound.with_t_near(f32::NAN),
        sound.with_t_near(-1.0),
        sound.with_t_far(f32::NAN),
    ];
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for axis in 0..3 {
            let put = |mut numbers: [f64; 3]| {
                numbers[axis] = odd;
                numbers
            };
            broken.push(Ray { origin: put(sound.origin), ..sound });
            broken.push(Ray { direction: put(sound.direction), ..sound });
        }
    }
    for method in Method::ALL {
        for ray in &broken {
            let options = MethodOptions::default();
            assert_eq!(looks(method, &full, ray, &options), [], "{method}: {ray:?}");
            assert_eq!(cast(method, &full, ray), None, "{method}: {ray:?}");
        }
        assert_eq!(cast(method, &empty, &sound), None, "{method}: an empty box");
        let beside = Ray::new([-1.0, 4.5, 4.5], [-1.0, 0.0, 0.0]);
        assert_eq!(cast(method, &full, &beside), None, "{method}: away from the box");
    }
}

#[test]
fn numbers_at_the_ends_of_f64_neither_panic_nor_go_on_for_ever() {
    let scene = sprinkled();
    let sizes = [5e-324, 1e-310, 1e-200, 1e-30, 1.0, 1e30, 1e200, 1.7e308];
    for length in sizes {
        for away in sizes {
            for way in [[1.0, -0.5, 0.25], [0.0, 0.0, -1.0], [-1.0, 1e-20, 1e-300]] {
                let origin = [0, 1, 2].map(|axis| 5.5 - way[axis] * away);
                let ray = Ray::new(origin, way.map(|d| d * length));
                for method in Method::ALL {
                    let looked = looks(method, &scene, &ray, &MethodOptions::default());
                    assert!(looked.len() < 1000, "{method}: {ray:?}: {} looks", looked.len());
                }
            }
        }
    }
}

#[test]
fn every_look_is_within_the_box_and_in_order() {
    let scene = sprinkled();
    let settings = [(1.0, 200), (0.3, 7), (5.0, u32::MAX), (f64::NAN, 0), (0.0, 1), (-1.0, 200)];
    for (step, max_cells) in settings {
        // The least step makes many looks.
        let each = if step >= 0.1 { 300 } else { 2 };
        let options = MethodOptions { step, max_cells };
        for ray in rays(scene.bounds(), each) {
            for method in Method::ALL {
                let looked = looks(method, &scene, &ray, &options);
                let told = || format!("seed {SEED}, {method}, {options:?}, {ray:?}");
                assert!(
                    looked.iter().all(|look| scene.bounds().contains(look.voxel)),
                    "{}: {looked:?}",
                    told()
                );
                let slack = 1e-6 * (1.0 + looked.first().map_or(0.0, |look| look.t.abs()));
                assert!(
                    looked.windows(2).all(|pair| pair[1].t >= pair[0].t - slack),
                    "{}: {looked:?}",
                    told()
                );
                let hit = method.cast(&scene, &ray, &options, |_| {});
                if let Some(hit) = hit {
                    assert!(scene.is_occupied(hit.voxel), "{}: {hit:?}", told());
                    let last = looked.last().map(|look| (look.voxel, look.t));
                    assert_eq!(last, Some((hit.voxel, hit.t)), "{}: the last look", told());
                }
                let before = looked.len() - usize::from(hit.is_some());
                assert!(
                    looked[..before].iter().all(|look| !scene.is_occupied(look.voxel)),
                    "{}: goes on after a filled voxel",
                    told()
                );
            }
        }
    }
}

#[test]
fn exact_looks_are_the_canonical_walk() {
    let scene = sprinkled();
    let options = Options { space: Space::Grid, ..Options::default() };
    let mut hits = 0;
    for ray in rays(scene.bounds(), 2000) {
        let told = || format!("seed {SEED}, {ray:?}");
        let looked = looks(Method::Exact, &scene, &ray, &MethodOptions::default());
        let found = cast(Method::Exact, &scene, &ray);
        let row = scene.cast_ray_reference(&ray, &options);
        let met = !matches!(row.status, crate::Status::Outside | crate::Status::Invalid);
        assert_eq!(looked.len(), if met { row.steps as usize + 1 } else { 0 }, "{}", told());
        let expected = MethodHit { voxel: row.voxel, face: row.face, t: f64::from(row.t_hit) };
        assert_eq!(found, row.status.is_hit().then_some(expected), "{}", told());
        if let Some(hit) = found {
            let last = looked.last().map(|look| (look.voxel, look.t));
            assert_eq!(last, Some((hit.voxel, hit.t)), "{}", told());
            hits += 1;
        }
        for pair in looked.windows(2) {
            let apart: u32 = (0..3).map(|a| pair[0].voxel[a].abs_diff(pair[1].voxel[a])).sum();
            assert_eq!(apart, 1, "{}: face to face: {pair:?}", told());
            assert!(pair[0].t <= pair[1].t, "{}: in order: {pair:?}", told());
        }
    }
    assert!(hits > 5000, "most rays hit: {hits}");
}

#[test]
fn names_are_read_and_written() {
    for method in Method::ALL {
        assert_eq!(method.name().parse::<Method>().ok(), Some(method), "{method}");
    }
    let refusal = "stepp".parse::<Method>().expect_err("no method").to_string();
    assert!(refusal.contains("the methods are step, gapfill, walk, exact"), "{refusal}");
}
