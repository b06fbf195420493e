//! The rules, case by case, each on every path.

use voxray::NO_FACE;
use voxray::slab::{
    NO_BOX, NearestBatch, NearestHit, SlabBatch, SlabBox, SlabHit, SlabOptions, SlabRay,
    intersect_aabb, nearest_aabb,
};

use super::{INF, Stored, assert_nearest, assert_one_box, numbers};

/// What every path says of a ray and a box: all the same.
fn everywhere<const D: usize>(ray: SlabRay<D>, shape: SlabBox<D>) -> SlabHit {
    let hit = intersect_aabb(&ray, &shape);
    let (mut one, mut many) = (SlabBatch::default(), NearestBatch::default());
    for count in [1, 17] {
        let rays = vec![ray; count];
        let stored = Stored::<f32, D>::new(&rays);
        let options = SlabOptions::default();
        assert_one_box(&rays, stored.view(), &shape, &options, &mut one, "named case");
        assert_nearest(&rays, stored.view(), &[shape], &options, &mut many, "named case");
    }
    let index = if hit.is_hit() { 0 } else { NO_BOX };
    let nearest = NearestHit { index, t_entry: hit.t_entry, face: hit.face };
    assert_eq!(nearest_aabb(&ray, &[shape]), nearest, "of one box the nearest is the one");
    hit
}

fn hit(t_entry: f32, t_exit: f32, face: u8) -> SlabHit {
    SlabHit { t_entry, t_exit, face }
}

const UNIT: SlabBox<3> = SlabBox::new([0.0; 3], [1.0; 3]);

#[test]
fn inside_enters_at_the_start_through_no_face() {
    let ray = SlabRay::new([0.5; 3], [0.0, 0.0, -2.0]);
    assert_eq!(everywhere(ray, UNIT), hit(0.0, 0.25, NO_FACE), "from the middle");
    let late = SlabRay { t_near: 0.125, ..ray };
    assert_eq!(everywhere(late, UNIT), hit(0.125, 0.25, NO_FACE), "from a later start");
    let short = SlabRay { t_far: 0.125, ..ray };
    assert_eq!(everywhere(short, UNIT), hit(0.0, 0.125, NO_FACE), "to an earlier end");
}

#[test]
fn through_each_face() {
    for axis in 0..3 {
        for backward in [false, true] {
            let (mut origin, mut direction) = ([0.5; 3], [0.0; 3]);
            (origin[axis], direction[axis]) = if backward { (3.0, -0.5) } else { (-2.0, 0.5) };
            let face = 2 * axis as u8 + u8::from(backward);
            let found = everywhere(SlabRay::new(origin, direction), UNIT);
            assert_eq!(found, hit(4.0, 6.0, face), "axis {axis}, backward {backward}");
            direction[axis] = -direction[axis];
            let found = everywhere(SlabRay::new(origin, direction), UNIT);
            assert_eq!(found, SlabHit::NONE, "away, axis {axis}, backward {backward}");
        }
    }
}

#[test]
fn on_each_face_going_in_out_and_along() {
    for axis in 0..3 {
        for upper in [false, true] {
            let (mut origin, mut inward) = ([0.5; 3], [0.0; 3]);
            (origin[axis], inward[axis]) = if upper { (1.0, -1.0) } else { (0.0, 1.0) };
            let face = 2 * axis as u8 + u8::from(upper);
            let name = format!("axis {axis}, upper {upper}");
            let found = everywhere(SlabRay::new(origin, inward), UNIT);
            assert_eq!(found, hit(0.0, 1.0, face), "in, {name}");
            let found = everywhere(SlabRay::new(origin, inward.map(|d| 0.0 - d)), UNIT);
            assert_eq!(found, hit(0.0, 0.0, NO_FACE), "out, {name}");
            for zero in [0.0, -0.0, 2e-39, -2e-39] {
                let mut along = [zero; 3];
                along[(axis + 1) % 3] = 0.25;
                let found = everywhere(SlabRay::new(origin, along), UNIT);
                let right = if upper { SlabHit::NONE } else { hit(0.0, 2.0, NO_FACE) };
                assert_eq!(found, right, "along with {zero}, {name}");
            }
        }
    }
}

#[test]
fn parallel_inside_and_outside() {
    for zero in [0.0, -0.0] {
        let ray = |y: f32| SlabRay::new([-1.0, y, 0.5], [1.0, zero, zero]);
        assert_eq!(everywhere(ray(0.5), UNIT), hit(1.0, 2.0, 0), "inside");
        assert_eq!(everywhere(ray(-0.0), UNIT), hit(1.0, 2.0, 0), "on the lower face, at -0.0");
        for y in [-1e-45, 1.0, 2.0, -3e38] {
            assert_eq!(everywhere(ray(y), UNIT), SlabHit::NONE, "outside, at {y}");
        }
        assert_eq!(everywhere(ray(1.0_f32.next_down()), UNIT), hit(1.0, 2.0, 0), "just inside");
    }
}

/// A box [-0.0, ...] begins where one that begins at 0.0 does.
#[test]
fn negative_zero_is_zero() {
    let lower = SlabBox::new([-0.0; 3], [1.0; 3]);
    for direction in [[1.0, 0.0, 0.0], [1.0, -0.0, -0.0], [-1.0, -0.0, 0.0], [1.0, 1.0, -1.0]] {
        for x in [0.0, 1.0] {
            let plus = everywhere(SlabRay::new([x, 0.0, 0.0], direction), UNIT);
            assert_eq!(everywhere(SlabRay::new([x, -0.0, -0.0], direction), lower), plus, "{x}");
        }
    }
    let ray = SlabRay { t_near: -0.0, t_far: -0.0, ..SlabRay::new([0.5; 3], [1.0; 3]) };
    assert_eq!(everywhere(ray, UNIT), hit(0.0, 0.0, NO_FACE), "times of -0.0 are 0");
}

#[test]
fn corners_and_edges_are_met() {
    let corner = SlabRay::new([-1.0, -1.0, 2.0], [1.0, 1.0, -1.0]);
    assert_eq!(everywhere(corner, UNIT), hit(1.0, 2.0, 5), "a corner: the face of the last axis");
    let touched = SlabRay::new([-1.0, 1.0, 0.5], [1.0, -1.0, 0.0]);
    assert_eq!(everywhere(touched, UNIT), hit(1.0, 1.0, 0), "an edge, in passing");
    let missed = SlabRay::new([-1.0, 1.0, 0.5], [1.0, -1.0, 0.0]);
    let above = SlabBox::new([0.0, 1e-6, 0.0], [1.0; 3]);
    assert_eq!(everywhere(missed, above), SlabHit::NONE, "an edge, just not");
}

#[test]
fn the_far_end_exactly_at_the_entry() {
    let ray = SlabRay::new([-1.0, 0.5, 0.5], [0.3, 0.0, 0.0]);
    let entry = everywhere(ray, UNIT).t_entry;
    let found = everywhere(SlabRay { t_far: entry, ..ray }, UNIT);
    assert_eq!(found, hit(entry, entry, 0), "it is enough");
    let found = everywhere(SlabRay { t_far: entry.next_down(), ..ray }, UNIT);
    assert_eq!(found, SlabHit::NONE, "one bit less is not");
    let exit = everywhere(ray, UNIT).t_exit;
    let found = everywhere(SlabRay { t_near: exit, ..ray }, UNIT);
    assert_eq!(found, hit(exit, exit, NO_FACE), "the start exactly at the exit");
    let found = everywhere(SlabRay { t_near: exit.next_up(), ..ray }, UNIT);
    assert_eq!(found, SlabHit::NONE, "one bit more");
}

#[test]
fn a_start_exactly_at_the_entry_keeps_the_face() {
    let ray = SlabRay { t_near: 4.0, ..SlabRay::new([-2.0, 0.5, 0.5], [0.5, 0.0, 0.0]) };
    assert_eq!(everywhere(ray, UNIT), hit(4.0, 6.0, 0), "the plane crossed at the start counts");
}

#[test]
fn boxes_without_thickness() {
    let plate = SlabBox::new([0.0, 0.0, 0.5], [1.0, 1.0, 0.5]);
    let down = SlabRay::new([0.5, 0.5, 1.5], [0.0, 0.0, -0.5]);
    assert_eq!(everywhere(down, plate), hit(2.0, 2.0, 5), "met across");
    let within = SlabRay::new([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0]);
    assert_eq!(everywhere(within, plate), SlabHit::NONE, "not along");
    let point = SlabBox::new([0.5; 3], [0.5; 3]);
    let towards = SlabRay::new([0.0; 3], [0.25; 3]);
    assert_eq!(everywhere(towards, point), hit(2.0, 2.0, 4), "a point");
}

#[test]
fn boxes_without_an_end() {
    let half = SlabBox::new([-INF, 0.0, -INF], [INF; 3]);
    let up = SlabRay::new([5.0, -3.0, -7.0], [0.0, 1.5, -1.0]);
    assert_eq!(everywhere(up, half), hit(2.0, INF, 2), "half of space");
    let all = SlabBox::new([-INF; 3], [INF; 3]);
    assert_eq!(everywhere(up, all), hit(0.0, INF, NO_FACE), "all of it");
    let late = SlabRay { t_near: INF, ..up };
    assert_eq!(everywhere(late, all), SlabHit::NONE, "an infinite entry is none");
}

#[test]
fn nan_anywhere_meets_nothing() {
    let good = SlabRay { t_far: 9.0, ..SlabRay::new([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0]) };
    assert_eq!(everywhere(good, UNIT), hit(1.0, 2.0, 0), "the ray without NaN");
    for place in 0..8 {
        let mut row = numbers(&good);
        row[place] = f32::NAN;
        let &[ox, oy, oz, dx, dy, dz, t_near, t_far] = row.as_slice() else {
            unreachable!("eight numbers")
        };
        let ray = SlabRay { origin: [ox, oy, oz], direction: [dx, dy, dz], t_near, t_far };
        assert_eq!(everywhere(ray, UNIT), SlabHit::NONE, "NaN at place {place} of the ray");
    }
    for axis in 0..3 {
        let (mut low, mut high) = (UNIT, UNIT);
        low.min[axis] = f32::NAN;
        high.max[axis] = f32::NAN;
        assert_eq!(everywhere(good, low), SlabHit::NONE, "NaN below, axis {axis}");
        assert_eq!(everywhere(good, high), SlabHit::NONE, "NaN above, axis {axis}");
    }
}

#[test]
fn what_is_no_ray_or_no_box_meets_nothing() {
    let good = SlabRay::new([0.5; 3], [1.0, 0.0, 0.0]);
    let all = SlabBox::new([-INF; 3], [INF; 3]);
    for ray in [
        SlabRay { direction: [0.0, -0.0, 0.0], ..good },
        SlabRay { direction: [INF, 0.0, 0.0], ..good },
        SlabRay { direction: [1.0, -INF, 0.0], ..good },
        SlabRay { origin: [INF, 0.5, 0.5], ..good },
        SlabRay { origin: [0.5, 0.5, -INF], ..good },
        SlabRay { t_near: -1e-45, ..good },
        SlabRay { t_near: -INF, ..good },
    ] {
        assert_eq!(everywhere(ray, UNIT), SlabHit::NONE, "{ray:?}");
        assert_eq!(everywhere(ray, all), SlabHit::NONE, "{ray:?} in all of space");
    }
    for axis in 0..3 {
        let mut inverted = UNIT;
        (inverted.min[axis], inverted.max[axis]) = (1.0, 1.0_f32.next_down());
        assert_eq!(everywhere(good, inverted), SlabHit::NONE, "inverted, axis {axis}");
    }
    let backwards = SlabRay { t_near: 2.0, t_far: 1.0, ..good };
    assert_eq!(everywhere(backwards, all), SlabHit::NONE, "an end before the start");
}

/// Components so small that planes are crossed after the end of all numbers.
#[test]
fn tiny_and_huge_components() {
    let slow = SlabRay::new([-1.0, 0.5, 0.5], [1e-38, 0.0, 0.0]);
    let found = everywhere(slow, UNIT);
    assert!(found.is_hit() && found.t_entry > 9e37, "a slow ray gets there: {found:?}");
    let slower = SlabRay::new([-100.0, 0.5, 0.5], [1e-38, 0.0, 0.0]);
    assert_eq!(everywhere(slower, UNIT), SlabHit::NONE, "a slower one never");
    let still = SlabRay::new([0.5; 3], [2e-39, 0.0, -2e-39]);
    assert_eq!(everywhere(still, UNIT), hit(0.0, INF, NO_FACE), "one that moves on no axis");
    let fast = SlabRay::new([-1.0, 0.5, 0.5], [f32::MAX, 0.0, 0.0]);
    let found = everywhere(fast, UNIT);
    assert!(found.is_hit() && found.t_entry < 1e-38, "a fast one at once: {found:?}");
    let apart = SlabBox::new([-f32::MAX; 3], [f32::MAX; 3]);
    let end = SlabRay::new([f32::MAX, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    assert_eq!(everywhere(end, apart), hit(0.0, INF, 1), "a way longer than any number");
}

#[test]
fn of_many_boxes_that_tie_the_first_is_taken() {
    let ray = SlabRay::new([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0]);
    let far = SlabBox::new([3.0, 0.0, 0.0], [4.0, 1.0, 1.0]);
    let none = SlabBox::new([1.0; 3], [0.0; 3]);
    let mut boxes = vec![far; 600];
    boxes[1] = none;
    boxes[5] = UNIT;
    boxes[7] = UNIT;
    boxes[599] = SlabBox::new([0.0, 0.25, 0.25], [9.0, 0.75, 0.75]);
    let rays = vec![ray; 40];
    let stored = Stored::<f32, 3>::new(&rays);
    let options = SlabOptions::default();
    let mut hits = NearestBatch::default();
    assert_nearest(&rays, stored.view(), &boxes, &options, &mut hits, "ties");
    assert_eq!(
        (hits.index[39], hits.t_entry[39], hits.face[39]),
        (5, 1.0, 0),
        "the first of three"
    );
    let within = vec![SlabRay::new([0.5; 3], [-1.0, 0.0, 0.0]); 3];
    let stored = Stored::<f32, 3>::new(&within);
    assert_nearest(&within, stored.view(), &boxes, &options, &mut hits, "inside");
    assert_eq!((hits.index[2], hits.face[2]), (5, NO_FACE), "of those around the origin, too");
    assert_nearest(&within, stored.view(), &[], &options, &mut hits, "no boxes");
}
