//! Every path gives the bits of the plain walk: instruction sets, threads, splits, layouts, batch lengths and options,
//! over rays of every kind.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{
    Kind, Layout, Number, PlainRow, Rng, Stored, all_columns, all_isas, assert_rows_equal,
    grid_box, noise, plain_walk, rays_of, reference_rows, seed, small_scenes, to_world,
    with_range_around,
};
use voxray::{Columns, Hit, Options, Ray, Scene, Space, Transform};

/// Rays of all kinds around a scene, `count` of each, some of them cut to a range of times, in no order.
fn mixed_rays(scene: &Scene, count: usize, rng: &mut Rng) -> Vec<Ray> {
    let bounds = scene.bounds();
    let mut rays: Vec<Ray> =
        Kind::ALL.iter().flat_map(|&kind| rays_of(kind, bounds, count, rng)).collect();
    for index in 0..rays.len() {
        if rng.one_in(2) {
            rays[index] = with_range_around(rays[index], bounds, rng);
        }
        rays.swap(index, rng.below(index + 1));
    }
    rays
}

/// Casts the stored rays with all instruction sets and so many threads, and compares with the reference.
fn assert_equal<T: Number>(
    scene: &Scene,
    stored: &Stored<T>,
    options: &Options,
    threads: &[usize],
    context: &str,
) {
    let rays = stored.rays();
    let expected = reference_rows(scene, &rays, options);
    let occluded: Vec<u8> = expected.iter().map(|h| u8::from(h.t_hit < f32::INFINITY)).collect();
    for isa in all_isas() {
        for &threads in threads {
            let options = Options { isa: Some(isa), threads, ..options.clone() };
            let context = format!("seed {}, {context}, {}, {options:?}", seed(), T::NAME);
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            assert_rows_equal(&expected, &hits, &rays, &context);
            let found = scene.test_occlusions(stored.view(), &options).expect("a cast");
            let wrong = (0..rays.len()).find(|&k| found[k] != occluded[k]);
            assert_eq!(wrong.map(|k| (k, rays[k])), None, "{context}: occlusion of a ray");
        }
    }
}

#[test]
fn rays_of_every_kind_in_every_scene() {
    let mut rng = Rng::new(seed());
    for (name, scene) in small_scenes() {
        for kind in Kind::ALL {
            let rays = rays_of(kind, scene.bounds(), 2000, &mut rng);
            let context = format!("{name}, {kind:?}");
            let singles = Stored::<f32>::new(&rays, Layout::Rows(6));
            assert_equal(&scene, &singles, &all_columns(), &[1], &context);
            let doubles = Stored::<f64>::new(&rays, Layout::Columns(8));
            assert_equal(&scene, &doubles, &all_columns(), &[2], &context);
        }
    }
}

#[test]
fn reference_follows_the_definition() {
    let mut rng = Rng::new(seed() + 1);
    let mut compared = 0;
    for (name, scene) in small_scenes() {
        for ray in mixed_rays(&scene, 1000, &mut rng) {
            for (skip_inside, max_steps) in [(false, u32::MAX), (true, u32::MAX), (true, 7)] {
                let options = Options { skip_inside, max_steps, ..all_columns() };
                let order = [0, 1, 2];
                let Some(plain) = plain_walk(&scene, &ray, skip_inside, max_steps, order) else {
                    continue;
                };
                let Hit { status, t_hit, voxel, face, steps, .. } =
                    scene.cast_ray_reference(&ray, &options);
                let found = PlainRow { status, t_hit, voxel, face, steps };
                assert_eq!(found, plain, "seed {}, {name}, {ray:?}, {options:?}", seed());
                compared += 1;
            }
        }
    }
    assert!(compared > 300_000, "most rays start near the box, not {compared}");
}

#[test]
fn layouts_and_threads() {
    let mut rng = Rng::new(seed() + 2);
    let scene = noise(grid_box([-31, 7, -3], [77, 40, 61]), 0.01, 11);
    let rays = mixed_rays(&scene, 700, &mut rng);
    for layout in Layout::ALL {
        let context = format!("{layout:?}");
        let singles = Stored::<f32>::new(&rays, layout);
        assert_equal(&scene, &singles, &all_columns(), &[1, 2, 3], &context);
        let doubles = Stored::<f64>::new(&rays, layout);
        assert_equal(&scene, &doubles, &all_columns(), &[1, 2, 3], &context);
    }
}

/// Rows are copied before they are walked; columns of `f32` in kernel space are walked where they lie, and read in full
/// vectors: to the end of the storage, and into what follows a part of it.
#[test]
fn batches_of_every_length() {
    let mut rng = Rng::new(seed() + 3);
    for (corner, layout) in [
        ([-31, 7, -3], Layout::Rows(8)),
        ([0; 3], Layout::Columns(8)),
        ([0; 3], Layout::Columns(7)),
        ([0; 3], Layout::Columns(6)),
    ] {
        let scene = noise(grid_box(corner, [77, 40, 61]), 0.01, 12);
        let stored = Stored::<f32>::new(&mixed_rays(&scene, 300, &mut rng), layout);
        let rays = stored.rays();
        let expected = reference_rows(&scene, &rays, &all_columns());
        for isa in all_isas() {
            for threads in [1, 2, 3] {
                let options = Options { isa: Some(isa), threads, ..all_columns() };
                for len in (0..=33).chain([4095, 4096, 4097]) {
                    for start in [0, 1, 13, 200, rays.len() - len] {
                        let part = start..start + len;
                        let hits = scene.cast_rays(stored.view().slice(part.clone()), &options);
                        let context =
                            format!("seed {}, {layout:?}, rays {part:?}, {options:?}", seed());
                        let hits = hits.expect("a cast");
                        assert_rows_equal(&expected[part.clone()], &hits, &rays[part], &context);
                    }
                }
            }
        }
    }
}

#[test]
fn every_split_of_a_batch() {
    let mut rng = Rng::new(seed() + 4);
    let scene = noise(grid_box([0; 3], [64; 3]), 0.003, 13);
    let rays = mixed_rays(&scene, 40, &mut rng);
    let stored = Stored::<f64>::new(&rays, Layout::Columns(8));
    let expected = reference_rows(&scene, &rays, &all_columns());
    for isa in all_isas() {
        let options = Options { isa: Some(isa), ..all_columns() };
        let mut start = 0;
        while start < rays.len() {
            let end = rays.len().min(start + rng.below(50));
            let hits = scene.cast_rays(stored.view().slice(start..end), &options);
            let context = format!("seed {}, rays {start}..{end}, {isa}", seed());
            let hits = hits.expect("a cast");
            assert_rows_equal(&expected[start..end], &hits, &rays[start..end], &context);
            start = end.max(start + rng.below(2));
        }
    }
}

/// Options of every kind, by name.
fn options_to_try() -> Vec<Options> {
    let base = all_columns();
    let mut all = vec![
        Options { skip_inside: true, ..base.clone() },
        Options { t_near: 3.5, ..base.clone() },
        Options { t_far: 20.0, ..base.clone() },
        Options { t_near: 5.0, t_far: 30.25, skip_inside: true, ..base.clone() },
        Options { t_near: f32::INFINITY, ..base.clone() },
        Options { t_far: 0.0, ..base.clone() },
        Options { t_far: -1.0, ..base.clone() },
    ];
    for max_steps in [0, 1, 7, 100] {
        for skip_inside in [false, true] {
            all.push(Options { max_steps, skip_inside, ..base.clone() });
        }
        all.push(Options { max_steps, t_near: 2.0, t_far: 25.0, ..base.clone() });
    }
    all
}

#[test]
fn options_of_every_kind() {
    let mut rng = Rng::new(seed() + 5);
    for (name, scene) in small_scenes() {
        let rays = mixed_rays(&scene, 60, &mut rng);
        let stored = Stored::<f32>::new(&rays, Layout::Rows(8));
        for options in options_to_try() {
            assert_equal(&scene, &stored, &options, &[1], name);
        }
    }
}

#[test]
fn world_space_with_voxel_size_and_origin() {
    let mut rng = Rng::new(seed() + 6);
    for (name, scene) in small_scenes() {
        for (origin, size) in [
            ([1000.25, -3.5, 0.125], [0.3, 0.3, 0.3]),
            ([-7.0, 1e5, 44.0], [0.25, 2.0, 0.7]),
            ([0.0, -0.0, 1.0], [1e-3, 1e-3, 50.0]),
        ] {
            let transform = Transform::new(origin, size).expect("a transform");
            let scene = scene.clone().with_transform(transform);
            let rays: Vec<Ray> = mixed_rays(&scene, 60, &mut rng)
                .iter()
                .map(|ray| to_world(ray, &transform))
                .collect();
            let options = Options { space: Space::World, ..all_columns() };
            let context = format!("{name} at {origin:?}, voxels of {size:?}");
            assert_equal(
                &scene,
                &Stored::<f64>::new(&rays, Layout::Rows(8)),
                &options,
                &[1],
                &context,
            );
            assert_equal(
                &scene,
                &Stored::<f32>::new(&rays, Layout::Columns(8)),
                &options,
                &[1],
                &context,
            );
            // The rays of the grid, too, end at points of the world.
            let in_grid = Stored::<f32>::new(&mixed_rays(&scene, 30, &mut rng), Layout::Rows(8));
            assert_equal(&scene, &in_grid, &all_columns(), &[1], &context);
        }
    }
}

#[test]
fn columns_do_not_depend_on_one_another() {
    let mut rng = Rng::new(seed() + 7);
    let scene = noise(grid_box([-31, 7, -3], [77, 40, 61]), 0.01, 14);
    let stored = Stored::<f32>::new(&mixed_rays(&scene, 70, &mut rng), Layout::Rows(8));
    let each = [
        Columns::NONE,
        Columns::T_HIT,
        Columns::VOXEL,
        Columns::FACE,
        Columns::MATERIAL,
        Columns::STATUS,
        Columns::STEPS,
        Columns::POINT,
        Columns::default(),
        Columns::T_HIT | Columns::STEPS,
        Columns::FACE | Columns::POINT,
    ];
    let rays = stored.rays();
    let expected = reference_rows(&scene, &rays, &all_columns());
    for columns in each {
        for isa in all_isas() {
            let options = Options { columns, isa: Some(isa), ..all_columns() };
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            assert_eq!(hits.t_hit.is_empty(), !columns.contains(Columns::T_HIT), "{columns:?}");
            assert_eq!(hits.voxel.is_empty(), !columns.contains(Columns::VOXEL), "{columns:?}");
            assert_eq!(hits.face.is_empty(), !columns.contains(Columns::FACE), "{columns:?}");
            assert_eq!(
                hits.material.is_empty(),
                !columns.contains(Columns::MATERIAL),
                "{columns:?}"
            );
            assert_eq!(hits.status.is_empty(), !columns.contains(Columns::STATUS), "{columns:?}");
            assert_eq!(hits.steps.is_empty(), !columns.contains(Columns::STEPS), "{columns:?}");
            assert_eq!(hits.point.is_empty(), !columns.contains(Columns::POINT), "{columns:?}");
            assert_rows_equal(&expected, &hits, &rays, &format!("{columns:?}, {isa}"));
        }
    }
}

/// The memory of tiles is used again: what started inside in one cast must not in the next.
#[test]
fn casts_that_follow_one_another() {
    let bounds = grid_box([0; 3], [16; 3]);
    let scene = Scene::from_fn(bounds, 1, |[x, _, _]| u16::from(x == 5)).expect("a scene");
    let ray = |x: f64, t_near: f32| Ray { t_near, ..Ray::new([x, 3.5, 3.5], [1.0, 0.0, 0.0]) };
    // Both meet the wall at 4.5: the one starts then, within it; the other comes in through its face.
    let (inside, hit) = (ray(0.75, 4.5), ray(0.5, 0.0));
    for isa in all_isas() {
        let options = Options { isa: Some(isa), threads: 1, space: Space::Grid, ..all_columns() };
        for turn in 0..50 {
            for ray in [inside, hit] {
                let stored = Stored::<f32>::new(&[ray; 20], Layout::Columns(8));
                let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
                let expected = reference_rows(&scene, &[ray; 20], &options);
                assert_rows_equal(&expected, &hits, &[ray; 20], &format!("turn {turn}, {isa}"));
            }
        }
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let (_, scene) = small_scenes().swap_remove(0);
    let stored = Stored::<f32>::new(&[Ray::new([0.0; 3], [1.0; 3])], Layout::Rows(6));
    for (t_near, t_far) in [(f32::NAN, 1.0), (0.0, f32::NAN), (-1.0, 1.0)] {
        let options = Options { t_near, t_far, ..all_columns() };
        let mut hits = scene.cast_rays(stored.view(), &all_columns()).expect("a cast");
        let refused = scene.cast_rays_into(stored.view(), &options, &mut hits);
        let error = refused.expect_err("no range of times");
        assert_eq!(error.kind(), voxray::ErrorKind::Usage, "the range {t_near} to {t_far}");
        assert_eq!((hits.t_hit.len(), hits.status.len()), (0, 0), "no rows of the cast before");
    }
}
