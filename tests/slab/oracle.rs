//! Real arithmetic, in f64, by the same idea and no more: where the times are apart by more than the rounding of `f32`, it
//! decides as the plain function does, and the times agree.

use voxray::slab::{SlabBox, SlabRay, intersect_aabb};

use super::common::{Rng, seed};

/// The rounding of a time of the plain function, relative: a difference, an inverse and a product, each rounded once.
const ROUNDING: f64 = 3.01 / (1_u32 << 24) as f64;

/// The latest near time and the earliest far one.
fn times(ray: &SlabRay<3>, shape: &SlabBox<3>) -> [f64; 2] {
    let (mut entry, mut exit) = (f64::from(ray.t_near), f64::from(ray.t_far));
    for axis in 0..3 {
        let (o, d) = (f64::from(ray.origin[axis]), f64::from(ray.direction[axis]));
        let planes = [shape.min[axis], shape.max[axis]].map(|plane| (f64::from(plane) - o) / d);
        entry = entry.max(planes[0].min(planes[1]));
        exit = exit.min(planes[0].max(planes[1]));
    }
    [entry, exit]
}

/// A box, and a ray from anywhere towards a point in or about it.
fn ray_and_box(rng: &mut Rng) -> (SlabRay<3>, SlabBox<3>) {
    let center: [f64; 3] = std::array::from_fn(|_| rng.within(-4.0, 4.0));
    let half: [f64; 3] = std::array::from_fn(|_| rng.within(0.01, 3.0));
    let corner = |sign: f64| std::array::from_fn(|a| (center[a] + sign * half[a]) as f32);
    let shape = SlabBox::new(corner(-1.0), corner(1.0));
    let origin: [f32; 3] = std::array::from_fn(|_| rng.within(-10.0, 10.0) as f32);
    let target: [f64; 3] = std::array::from_fn(|a| center[a] + half[a] * rng.within(-1.5, 1.5));
    let direction = std::array::from_fn(|a| (target[a] - f64::from(origin[a])) as f32);
    (SlabRay { t_far: 1.5, ..SlabRay::new(origin, direction) }, shape)
}

#[test]
fn real_arithmetic_agrees() {
    let mut rng = Rng::new(seed() + 8);
    let (mut met, mut missed) = (0, 0);
    for turn in 0..300_000 {
        let (ray, shape) = ray_and_box(&mut rng);
        let (found, [entry, exit]) = (intersect_aabb(&ray, &shape), times(&ray, &shape));
        let error = |t: f64| t.abs() * ROUNDING;
        let sure = (entry - exit).abs() > error(entry) + error(exit);
        let context = format!("seed {}, turn {turn}: {ray:?}, {shape:?}", seed());
        if sure {
            assert_eq!(found.is_hit(), entry < exit, "{context}: in from {entry} to {exit}");
        }
        if found.is_hit() {
            let off = [f64::from(found.t_entry) - entry, f64::from(found.t_exit) - exit];
            assert!(off[0].abs() <= error(entry), "{context}: entry off by {}", off[0]);
            assert!(off[1].abs() <= error(exit), "{context}: exit off by {}", off[1]);
            met += 1;
        } else {
            missed += 1;
        }
    }
    assert!(met > 50_000 && missed > 50_000, "both are common: {met} met, {missed} missed");
}
