//! Random rays and boxes with numbers of every size: instruction sets, threads, layouts, lengths and splits.

use voxray::slab::{
    NearestBatch, SlabBatch, SlabBox, SlabOptions, SlabRay, SlabRays, intersect_rays, nearest_boxes,
};

use super::common::{Number, Rng, seed};
use super::{INF, Stored, assert_nearest, assert_one_box, numbers};

/// Numbers of every size, most of them ordinary; a few that no ray or box has.
fn nasty(rng: &mut Rng) -> f32 {
    match rng.below(24) {
        0 => rng.pick(&[0.0, -0.0]),
        1 => rng.pick(&[f32::MAX, f32::MIN, 1e38, -1e38, 3e-39, -3e-39, 1e-45, -1e-45]),
        2 => f32::from_bits(rng.bits() as u32),
        3..=9 => f32::from(rng.int(-4, 4) as i8),
        _ => rng.within(-5.0, 5.0) as f32,
    }
}

fn random_ray<const D: usize>(rng: &mut Rng) -> SlabRay<D> {
    let (origin, direction) =
        (std::array::from_fn(|_| nasty(rng)), std::array::from_fn(|_| nasty(rng)));
    let mut ray = SlabRay::new(origin, direction);
    if rng.one_in(3) {
        ray.t_near = nasty(rng).abs();
        ray.t_far = nasty(rng).abs() + ray.t_near;
    }
    if rng.one_in(40) {
        (ray.t_near, ray.t_far) = (nasty(rng), nasty(rng));
    }
    ray
}

/// Boxes with corners at whole numbers now and then, so that faces are shared and entries tie; some are none.
fn random_box<const D: usize>(rng: &mut Rng) -> SlabBox<D> {
    let (a, b): ([f32; D], [f32; D]) =
        (std::array::from_fn(|_| nasty(rng)), std::array::from_fn(|_| nasty(rng)));
    if rng.one_in(20) {
        return SlabBox::new(a, b);
    }
    let low = std::array::from_fn(|axis| a[axis].min(b[axis]));
    SlabBox::new(low, std::array::from_fn(|axis| a[axis].max(b[axis])))
}

fn random_rays_equal<const D: usize>(seed: u64) {
    let mut rng = Rng::new(seed);
    let options = |rng: &mut Rng| SlabOptions {
        threads: rng.pick(&[1, 2, 3]),
        t_near: rng.pick(&[0.0, -0.0, 0.25, 2.0]),
        t_far: rng.pick(&[INF, INF, 3.0, 0.0, -0.0, -1.0, -INF]),
        isa: None,
    };
    let (mut one, mut many) = (SlabBatch::default(), NearestBatch::default());
    for turn in 0..60 {
        let rays: Vec<SlabRay<D>> = (0..500).map(|_| random_ray(&mut rng)).collect();
        let (singles, doubles) = (Stored::<f32, D>::new(&rays), Stored::<f64, D>::new(&rays));
        let count = rng.pick(&[0, 1, 2, 17, 130, 1300]);
        let mut boxes: Vec<SlabBox<D>> = (0..count).map(|_| random_box(&mut rng)).collect();
        if count > 600 {
            // The same boxes once more, in another tile: the lower index wins.
            boxes.extend_from_within(..300);
        }
        let context = format!("seed {seed}, turn {turn}, {D}D");
        for view in [singles.view(), doubles.view()] {
            let chosen = options(&mut rng);
            assert_nearest(&rays, view, &boxes, &chosen, &mut many, &context);
            for shape in boxes.iter().take(20) {
                assert_one_box(&rays, view, shape, &options(&mut rng), &mut one, &context);
            }
        }
    }
}

#[test]
fn random_rays_in_every_dimension() {
    random_rays_equal::<1>(seed() + 1);
    random_rays_equal::<2>(seed() + 2);
    random_rays_equal::<3>(seed() + 3);
    random_rays_equal::<4>(seed() + 4);
}

/// Batches of every length, that end with their storage or in the midst of it, and every split of a batch.
#[test]
fn batches_of_every_length_and_split() {
    let mut rng = Rng::new(seed() + 5);
    let rays: Vec<SlabRay<3>> = (0..700).map(|_| random_ray(&mut rng)).collect();
    let stored = Stored::<f32, 3>::new(&rays);
    let shape = SlabBox::new([-1.0, -2.0, -1.5], [2.0, 1.0, 3.0]);
    let boxes: Vec<SlabBox<3>> = (0..9).map(|_| random_box(&mut rng)).collect();
    let (mut one, mut many) = (SlabBatch::default(), NearestBatch::default());
    let options = SlabOptions::default();
    for len in (0..=33).chain([63, 64, 65, 127, 128, 129, 255, 256, 257, 300]) {
        for start in [0, 1, 13, 128, 700 - len] {
            let part = start..start + len;
            let context = format!("seed {}, rays {part:?}", seed());
            let (rays, view) = (&rays[part.clone()], stored.view().slice(part));
            assert_one_box(rays, view, &shape, &options, &mut one, &context);
            assert_nearest(rays, view, &boxes, &options, &mut many, &context);
        }
    }
}

fn assert_rows<T: Number, const D: usize>(rays: &[SlabRay<D>], boxes: &[SlabBox<D>]) {
    let (mut one, mut many) = (SlabBatch::default(), NearestBatch::default());
    for width in 2 * D..=2 * D + 2 {
        let kept = |ray: &SlabRay<D>| match width - 2 * D {
            0 => SlabRay::new(ray.origin, ray.direction),
            1 => SlabRay { t_near: 0.0, ..*ray },
            _ => *ray,
        };
        let rays: Vec<SlabRay<D>> = rays.iter().map(kept).collect();
        let rows: Vec<T> = rays
            .iter()
            .flat_map(|ray| {
                let mut row = numbers(ray);
                if width == 2 * D + 1 {
                    row.remove(2 * D);
                }
                row.truncate(width);
                row
            })
            .map(|x| T::of(f64::from(x)))
            .collect();
        let view = SlabRays::from_rows(&rows, width).expect("whole rows");
        let context = format!("rows of {width}, {}", T::NAME);
        assert_one_box(&rays, view, &boxes[0], &SlabOptions::default(), &mut one, &context);
        assert_nearest(&rays, view, boxes, &SlabOptions::default(), &mut many, &context);
    }
}

#[test]
fn rows_of_every_width() {
    let mut rng = Rng::new(seed() + 6);
    let rays: Vec<SlabRay<3>> = (0..300).map(|_| random_ray(&mut rng)).collect();
    let boxes: Vec<SlabBox<3>> = (0..5).map(|_| random_box(&mut rng)).collect();
    assert_rows::<f32, 3>(&rays, &boxes);
    assert_rows::<f64, 3>(&rays, &boxes);
    let rays: Vec<SlabRay<2>> = (0..300).map(|_| random_ray(&mut rng)).collect();
    let boxes: Vec<SlabBox<2>> = (0..5).map(|_| random_box(&mut rng)).collect();
    assert_rows::<f32, 2>(&rays, &boxes);
    assert_rows::<f64, 2>(&rays, &boxes);
}

/// Many tasks, on any number of threads.
#[test]
fn large_batches_on_several_threads() {
    let mut rng = Rng::new(seed() + 7);
    let rays: Vec<SlabRay<3>> = (0..600_001).map(|_| random_ray(&mut rng)).collect();
    let stored = Stored::<f32, 3>::new(&rays);
    let shape = SlabBox::new([-1.0; 3], [2.0, 1.0, 3.0]);
    let boxes: Vec<SlabBox<3>> = (0..3000).map(|_| random_box(&mut rng)).collect();
    let (mut one, mut many) = (SlabBatch::default(), NearestBatch::default());
    for threads in [0, 1, 2, 3] {
        let options = SlabOptions { threads, ..SlabOptions::default() };
        let context = format!("seed {}, large", seed());
        assert_one_box(&rays, stored.view(), &shape, &options, &mut one, &context);
        let few = stored.view().slice(1..700);
        assert_nearest(&rays[1..700], few, &boxes, &options, &mut many, &context);
    }
}

#[test]
fn small_batches_start_no_threads() {
    // More threads than all tests of this file start together.
    let options = SlabOptions { threads: 901, ..SlabOptions::default() };
    let rays = vec![SlabRay::new([0.0, 0.5], [1.0, 0.0]); 1000];
    let stored = Stored::<f32, 2>::new(&rays);
    let shape = SlabBox::new([1.0, 0.0], [2.0, 1.0]);
    let one = intersect_rays(stored.view(), &shape, &options).expect("hits");
    let many = nearest_boxes(stored.view(), &[shape; 10], &options).expect("hits");
    assert_eq!((one.t_entry[999], many.index[999]), (1.0, 0), "they are answered");
    match std::fs::read_dir("/proc/self/task") {
        Ok(threads) => assert!(threads.count() < 900, "no pool of 901 threads was started"),
        Err(_) => eprintln!("not tested: this system has no /proc/self/task"),
    }
}
