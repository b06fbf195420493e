//! Slab tests: every path gives the bits of the plain function (`domain`, `random`), the plain function keeps the rules
//! (`named`), and real arithmetic agrees where nothing is near a tie (`oracle`); `input` is what rays are made from, and
//! what is refused.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the numbers of tests are small"
)]

#[path = "../common/mod.rs"]
mod common;
mod domain;
mod input;
mod named;
mod oracle;
mod random;

use common::{Number, all_isas};
use voxray::slab::{
    NearestBatch, NearestHit, SlabBatch, SlabBox, SlabHit, SlabOptions, SlabRay, SlabRays,
    intersect_aabb, intersect_rays_into, nearest_aabb, nearest_boxes_into,
};

const INF: f32 = f32::INFINITY;

/// Numbers of rays in columns: origins, directions, `t_near`, `t_far`.
struct Stored<T, const D: usize> {
    columns: Vec<Vec<T>>,
}

impl<T: Number, const D: usize> Stored<T, D> {
    fn new(rays: &[SlabRay<D>]) -> Self {
        let columns = (0..2 * D + 2)
            .map(|k| rays.iter().map(|ray| T::of(f64::from(numbers(ray)[k]))).collect())
            .collect();
        Self { columns }
    }

    fn view(&self) -> SlabRays<'_, D> {
        let column = |k: usize| self.columns[k].as_slice();
        let origin = std::array::from_fn(column);
        let direction = std::array::from_fn(|axis| column(D + axis));
        let view = SlabRays::from_columns(origin, direction).expect("equal columns");
        let view = view.with_t_near(column(2 * D)).expect("one per ray");
        view.with_t_far(column(2 * D + 1)).expect("one per ray")
    }
}

/// The numbers of a ray in the order of rows.
fn numbers<const D: usize>(ray: &SlabRay<D>) -> Vec<f32> {
    let places = ray.origin.iter().chain(&ray.direction);
    places.chain([&ray.t_near, &ray.t_far]).copied().collect()
}

/// The ray cut to the times of the options, as their words have it.
fn cut<const D: usize>(ray: &SlabRay<D>, options: &SlabOptions) -> SlabRay<D> {
    let mut ray = *ray;
    if ray.t_near >= 0.0 && ray.t_near < options.t_near {
        ray.t_near = options.t_near;
    }
    if ray.t_far > options.t_far {
        ray.t_far = options.t_far;
    }
    ray
}

/// Asserts that a number is neither NaN nor -0.0, and gives its bits.
fn clean(x: f32, context: &str) -> u32 {
    assert!(!x.is_nan() && x.to_bits() != (-0.0_f32).to_bits(), "{context}: a result of {x}");
    x.to_bits()
}

fn assert_one_box<const D: usize>(
    rays: &[SlabRay<D>],
    view: SlabRays<'_, D>,
    shape: &SlabBox<D>,
    options: &SlabOptions,
    hits: &mut SlabBatch,
    context: &str,
) {
    let expected: Vec<SlabHit> =
        rays.iter().map(|ray| intersect_aabb(&cut(ray, options), shape)).collect();
    for isa in all_isas() {
        let options = SlabOptions { isa: Some(isa), ..*options };
        intersect_rays_into(view, shape, &options, hits).expect("hits");
        assert_eq!((hits.t_entry.len(), hits.t_exit.len()), (rays.len(), rays.len()), "{context}");
        for (i, hit) in expected.iter().enumerate() {
            let found = (hits.t_entry[i].to_bits(), hits.t_exit[i].to_bits());
            let right = (clean(hit.t_entry, context), clean(hit.t_exit, context));
            let (entry, exit) = (hits.t_entry[i], hits.t_exit[i]);
            assert!(
                found == right,
                "{context}, {options:?}\n  {:?}\n  {shape:?}\n  expected {hit:?}\n  found {entry} to {exit}",
                rays[i]
            );
        }
    }
}

fn assert_nearest<const D: usize>(
    rays: &[SlabRay<D>],
    view: SlabRays<'_, D>,
    boxes: &[SlabBox<D>],
    options: &SlabOptions,
    hits: &mut NearestBatch,
    context: &str,
) {
    let expected: Vec<NearestHit> =
        rays.iter().map(|ray| nearest_aabb(&cut(ray, options), boxes)).collect();
    for isa in all_isas() {
        let options = SlabOptions { isa: Some(isa), ..*options };
        nearest_boxes_into(view, boxes, &options, hits).expect("hits");
        let lengths = [hits.index.len(), hits.t_entry.len(), hits.face.len()];
        assert_eq!(lengths, [rays.len(); 3], "{context}: rows");
        for (i, hit) in expected.iter().enumerate() {
            let found = (hits.index[i], hits.t_entry[i].to_bits(), hits.face[i]);
            let right = (hit.index, clean(hit.t_entry, context), hit.face);
            assert!(
                found == right,
                "{context}, {options:?}\n  {:?}\n  {} boxes\n  expected {hit:?}\n  found {found:?}",
                rays[i],
                boxes.len()
            );
        }
    }
}
