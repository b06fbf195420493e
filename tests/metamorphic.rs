//! What must stay the same when scene and rays change together, or a ray is cut: mirrors, permuted axes, shifts, shorter
//! ends, two halves, longer directions.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{
    Kind, Layout, PlainRow, Rng, Stored, all_columns, all_isas, grid_box, noise, plain_walk,
    rays_of, row, seed, with_random_range,
};
use voxray::{Face, GridBox, Hit, Options, Ray, Scene, Status};

const NEAR: [Kind; 7] = [
    Kind::Inside,
    Kind::Outside,
    Kind::AxisParallel,
    Kind::OnPlanes,
    Kind::HalfInteger,
    Kind::NearEdge,
    Kind::Tiny,
];

fn scene() -> Scene {
    noise(grid_box([-33, 8, -70], [79, 66, 90]), 0.004, 21)
}

/// Rays whose origins are multiples of 1/64 and whose directions are f32, so that moving them is exact; half of them cut.
fn exact_rays(kinds: &[Kind], bounds: &GridBox, count: usize, rng: &mut Rng) -> Vec<Ray> {
    let mut rays: Vec<Ray> =
        kinds.iter().flat_map(|&kind| rays_of(kind, bounds, count, rng)).collect();
    for ray in &mut rays {
        ray.origin = ray.origin.map(|x| (x * 64.0).round() / 64.0);
        ray.direction = ray.direction.map(|d| f64::from(d as f32));
        if rng.one_in(2) {
            *ray = with_random_range(*ray, bounds, rng);
        }
    }
    rays.retain(Ray::is_valid);
    rays
}

fn rows_of(scene: &Scene, rays: &[Ray], options: &Options) -> Vec<Hit> {
    let stored = Stored::<f64>::new(rays, Layout::Rows(8));
    let hits = scene.cast_rays(stored.view(), options).expect("a cast");
    (0..rays.len()).map(|index| row(&hits, index)).collect()
}

/// The rows of rays and of their images, on every instruction set.
fn for_both(
    (scene, rays): (&Scene, &[Ray]),
    (image, images): (&Scene, &[Ray]),
    check: impl Fn(&Ray, &Hit, &Hit),
) {
    for isa in all_isas() {
        let options = Options { isa: Some(isa), ..all_columns() };
        let rows = rows_of(scene, rays, &options);
        for ((ray, hit), image) in rays.iter().zip(&rows).zip(rows_of(image, images, &options)) {
            check(ray, hit, &image);
        }
    }
}

/// All that is not a matter of place.
fn numbers(hit: &Hit) -> (u32, Status, u32, u16) {
    (hit.t_hit.to_bits(), hit.status, hit.steps, hit.material)
}

fn far_from(bounds: &GridBox, ray: &Ray) -> bool {
    let side = f64::from(bounds.longest_side());
    (0..3).any(|a| {
        ray.origin[a] < f64::from(bounds.min[a]) - side
            || ray.origin[a] > f64::from(bounds.max[a]) + side
    })
}

#[test]
fn mirrored_on_each_axis() {
    let scene = scene();
    let bounds = *scene.bounds();
    let mut rng = Rng::new(seed());
    for axis in 0..3 {
        let turn = f64::from(bounds.min[axis] + bounds.max[axis]);
        let flip = |mut voxel: [i32; 3]| {
            voxel[axis] = bounds.min[axis] + bounds.max[axis] - 1 - voxel[axis];
            voxel
        };
        let mirrored =
            Scene::from_fn(bounds, 1, |voxel| scene.material(flip(voxel))).expect("small");
        let mut rays = exact_rays(&NEAR, &bounds, 3000, &mut rng);
        // On a plane of a parallel axis the floor voxel is taken, whichever way one looks.
        let on_plane =
            |ray: &Ray| ray.direction[axis].abs() < 1e-20 && ray.origin[axis].fract() == 0.0;
        rays.retain(|ray| !on_plane(ray) && !far_from(&bounds, ray));
        let images: Vec<Ray> = rays
            .iter()
            .map(|&ray| {
                let mut image = ray;
                image.origin[axis] = turn - ray.origin[axis];
                image.direction[axis] = -ray.direction[axis];
                image
            })
            .collect();
        for_both((&scene, &rays), (&mirrored, &images), |ray, hit, image| {
            assert_eq!(numbers(image), numbers(hit), "seed {}, axis {axis}, {ray:?}", seed());
            if hit.status.is_hit() {
                assert_eq!(image.voxel, flip(hit.voxel), "mirrored voxel of {ray:?}");
            }
            let turned =
                hit.face.map(|f| Face::entered(f.axis(), f.is_positive() ^ (f.axis() == axis)));
            assert_eq!(image.face, turned, "mirrored face of {ray:?}");
        });
    }
}

#[test]
fn permuted_axes_follow_the_permuted_order_of_ties() {
    let scene = scene();
    let bounds = *scene.bounds();
    let mut rng = Rng::new(seed() + 1);
    let rays = exact_rays(&NEAR, &bounds, 2000, &mut rng);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let new_bounds =
            GridBox { min: order.map(|a| bounds.min[a]), max: order.map(|a| bounds.max[a]) };
        let back = |voxel: [i32; 3]| {
            let mut old = [0; 3];
            (0..3).for_each(|a| old[order[a]] = voxel[a]);
            old
        };
        let permuted =
            Scene::from_fn(new_bounds, 1, |voxel| scene.material(back(voxel))).expect("small");
        let turned = |v: [f64; 3]| order.map(|a| v[a]);
        let images: Vec<Ray> = rays
            .iter()
            .map(|&ray| Ray { origin: turned(ray.origin), direction: turned(ray.direction), ..ray })
            .collect();
        for_both((&scene, &rays), (&permuted, &images), |ray, _, image| {
            // Its x, y, z are the axes of `order`: the plain walk that breaks ties in this order goes the same way.
            let Some(plain) = plain_walk(&scene, ray, false, u32::MAX, order) else { return };
            let face = image.face.map(|f| Face::entered(order[f.axis()], f.is_positive()));
            let voxel = if image.status.is_hit() { back(image.voxel) } else { image.voxel };
            let Hit { status, t_hit, steps, .. } = *image;
            let found = PlainRow { status, t_hit, voxel, face, steps };
            assert_eq!(found, plain, "seed {}, axes {order:?}, {ray:?}", seed());
        });
    }
}

#[test]
fn shifted_by_whole_voxels() {
    let scene = scene();
    let bounds = *scene.bounds();
    let mut rng = Rng::new(seed() + 2);
    let kinds = [&NEAR[..], &[Kind::Far(3.0), Kind::Far(1000.0)]].concat();
    let rays = exact_rays(&kinds, &bounds, 1500, &mut rng);
    for shift in [[16, 0, 0], [-160, 1600, 16], [-16_000_000, 16, 1 << 29], [5, -3, 1001]] {
        let moved = |v: [i32; 3]| [0, 1, 2].map(|a| v[a] + shift[a]);
        let shifted = GridBox { min: moved(bounds.min), max: moved(bounds.max) };
        let back = |v: [i32; 3]| [0, 1, 2].map(|a| v[a] - shift[a]);
        let image = Scene::from_fn(shifted, 1, |voxel| scene.material(back(voxel))).expect("small");
        let at = |ray: &Ray| [0, 1, 2].map(|a| ray.origin[a] + f64::from(shift[a]));
        let images: Vec<Ray> = rays.iter().map(|ray| Ray { origin: at(ray), ..*ray }).collect();
        for_both((&scene, &rays), (&image, &images), |ray, hit, image| {
            assert_eq!(numbers(image), numbers(hit), "seed {}, by {shift:?}, {ray:?}", seed());
            assert_eq!(image.face, hit.face, "face of {ray:?}");
            if hit.status.is_hit() {
                assert_eq!(image.voxel, moved(hit.voxel), "moved voxel of {ray:?}");
            }
        });
    }
}

#[test]
fn a_longer_direction_makes_shorter_times() {
    let scene = scene();
    let mut rng = Rng::new(seed() + 3);
    let kinds = [&NEAR[..], &[Kind::Far(3.0), Kind::Far(1000.0)]].concat();
    let mut rays = exact_rays(&kinds, scene.bounds(), 1000, &mut rng);
    // Where a time would not be a normal number its bits cannot be kept.
    let is_plain = |t: f32| t == 0.0 || !t.is_finite() || (1e-20..1e20).contains(&t);
    rays.retain(|ray| is_plain(ray.t_near) && is_plain(ray.t_far));
    for exponent in [-30, -3, -1, 1, 2, 40] {
        let factor = 2.0_f32.powi(exponent);
        let images: Vec<Ray> = rays
            .iter()
            .map(|ray| Ray {
                direction: ray.direction.map(|d| d * f64::from(factor)),
                t_near: ray.t_near / factor,
                t_far: ray.t_far / factor,
                ..*ray
            })
            .collect();
        for_both((&scene, &rays), (&scene, &images), |ray, hit, image| {
            let expected = Hit { t_hit: hit.t_hit / factor, ..*hit };
            assert_eq!(
                numbers(image),
                numbers(&expected),
                "seed {}, 2^{exponent}, {ray:?}",
                seed()
            );
            assert_eq!((image.voxel, image.face), (hit.voxel, hit.face), "place of {ray:?}");
        });
    }
}

#[test]
fn an_earlier_end_cuts_the_walk() {
    let scene = scene();
    let mut rng = Rng::new(seed() + 4);
    let kinds = [&NEAR[..], &[Kind::Far(3.0), Kind::Far(10_000.0)]].concat();
    let rays = exact_rays(&kinds, scene.bounds(), 1500, &mut rng);
    let full = rows_of(&scene, &rays, &all_columns());
    for (share, exactly) in [(1.0, true), (0.999_999, false), (0.5, false)] {
        let cut: Vec<Ray> = rays
            .iter()
            .zip(&full)
            .map(|(ray, hit)| {
                let end = if hit.t_hit.is_finite() { hit.t_hit } else { 50.0 };
                // With the very time of the hit it is a hit; with one bit less it is none.
                let end = if exactly { end } else { (end * share).min(end.next_down()) };
                ray.with_t_far(ray.t_far.min(end))
            })
            .collect();
        for_both((&scene, &rays), (&scene, &cut), |ray, hit, image| {
            let context = format!("seed {}, {share} of {ray:?}", seed());
            assert!(image.steps <= hit.steps, "{context}: a part has fewer steps");
            if hit.status.is_hit() && exactly {
                assert_eq!(numbers(image), numbers(hit), "{context}: own time given back");
            } else if hit.status == Status::Hit {
                let ended = matches!(image.status, Status::Clear | Status::Outside);
                assert!(ended, "{context}: ends before the hit, not {image:?}");
            }
        });
    }
}

#[test]
fn two_halves_make_the_whole() {
    let scene = scene();
    let mut rng = Rng::new(seed() + 5);
    let kinds = [&NEAR[..], &[Kind::Far(3.0), Kind::Far(10_000.0)]].concat();
    let rays = exact_rays(&kinds, scene.bounds(), 1500, &mut rng);
    let whole = rows_of(&scene, &rays, &all_columns());
    for (ray, hit) in rays.iter().zip(&whole).filter(|(ray, _)| ray.t_near <= ray.t_far) {
        let end = if hit.t_hit.is_finite() { hit.t_hit } else { 80.0 };
        let middle = (end * rng.within(0.0, 1.3) as f32).clamp(ray.t_near, ray.t_far);
        let halves = [ray.with_t_far(middle), ray.with_t_near(middle)];
        for isa in all_isas() {
            let options = Options { isa: Some(isa), ..all_columns() };
            let rows = rows_of(&scene, &halves, &options);
            let joined = match rows[0].status {
                Status::Clear => Hit { steps: rows[0].steps + rows[1].steps, ..rows[1] },
                Status::Outside => rows[1],
                _ => rows[0],
            };
            let context = format!("seed {}, {isa}, cut at {middle}: {ray:?}", seed());
            assert_eq!(numbers(&joined), numbers(hit), "{context}: {rows:?}");
            assert_eq!((joined.voxel, joined.face), (hit.voxel, hit.face), "{context}");
        }
    }
}
