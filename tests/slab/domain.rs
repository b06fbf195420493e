//! A small domain, tried completely: two dimensions, a few numbers of every kind for each coordinate.

use voxray::slab::{NearestBatch, SlabBatch, SlabBox, SlabOptions, SlabRay};

use super::common::{Rng, seed};
use super::{INF, Stored, assert_nearest, assert_one_box};

/// All choices of N of these numbers.
fn choices<const N: usize>(from: &[f32]) -> Vec<[f32; N]> {
    let count = from.len().pow(u32::try_from(N).expect("few"));
    let nth = |mut k: usize| {
        std::array::from_fn(|_| {
            let x = from[k % from.len()];
            k /= from.len();
            x
        })
    };
    (0..count).map(nth).collect()
}

const CORNERS: [f32; 8] = [-1.0, -0.0, 0.0, 0.5, 1.0, INF, -INF, f32::NAN];
const ORIGINS: [f32; 8] = [-1.0, -0.0, 0.0, 0.5, 1.0, 2.0, -INF, f32::NAN];
/// 1e-38 is tiny and crosses planes; 2e-39 is so tiny that it crosses none.
const COMPONENTS: [f32; 10] = [-1.0, -0.0, 0.0, 1.0, 1e-38, -1e-38, 2e-39, -2e-39, INF, f32::NAN];

fn every_box() -> Vec<SlabBox<2>> {
    choices::<4>(&CORNERS).iter().map(|&[a, b, c, d]| SlabBox::new([a, b], [c, d])).collect()
}

fn every_ray(t_near: f32, t_far: f32) -> Vec<SlabRay<2>> {
    let directions = choices::<2>(&COMPONENTS);
    let origins = choices::<2>(&ORIGINS);
    let of = |&origin: &[f32; 2]| {
        let directions = directions.iter();
        directions
            .map(move |&direction| SlabRay { origin, direction, t_near, t_far })
            .collect::<Vec<_>>()
    };
    origins.iter().flat_map(of).collect()
}

const RANGES: [[f32; 2]; 6] =
    [[0.0, INF], [-0.0, 0.0], [0.5, 1.0], [1.0, 0.5], [INF, INF], [-0.0, -0.0]];

#[test]
fn small_domain_against_one_box_is_tried_completely() {
    let mut hits = SlabBatch::default();
    let mut met = 0;
    for [t_near, t_far] in RANGES {
        let rays = every_ray(t_near, t_far);
        let stored = Stored::<f32, 2>::new(&rays);
        for shape in every_box() {
            let options = SlabOptions { threads: 1, ..SlabOptions::default() };
            assert_one_box(&rays, stored.view(), &shape, &options, &mut hits, "small domain");
            met += hits.t_entry.iter().filter(|&&t| t < INF).count();
        }
    }
    assert!(met > 1_000_000, "many of the rays meet the box: {met}");
}

#[test]
fn small_domain_against_many_boxes_is_tried_completely() {
    let (boxes, mut hits) = (every_box(), NearestBatch::default());
    let mut rng = Rng::new(seed());
    for [t_near, t_far] in RANGES {
        let rays = every_ray(t_near, t_far);
        let stored = Stored::<f32, 2>::new(&rays);
        let options = SlabOptions { threads: 1, ..SlabOptions::default() };
        let mut rest = boxes.as_slice();
        // Parts of every size from none to beyond a tile of boxes.
        for size in [0, 1, 2, 3, 700].into_iter().chain([40; 85]) {
            let (part, others) = rest.split_at(size.min(rest.len()));
            rest = others;
            let mut part = part.to_vec();
            for k in 0..part.len() {
                part.swap(k, rng.below(k + 1));
            }
            let context = format!("seed {}, small domain", seed());
            assert_nearest(&rays, stored.view(), &part, &options, &mut hits, &context);
        }
        assert!(rest.is_empty(), "all boxes were tried");
    }
}
