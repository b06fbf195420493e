//! Rays that have gone wrong elsewhere, one test each, with right values derived by hand. Every ray is cast on every
//! path there is: the reference, alone and in batches, on each instruction set.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{
    Kind, Layout, Rng, Stored, all_columns, all_isas, assert_row_equal, assert_rows_equal,
    cast_everywhere, grid_box, grid_directions, noise, of_voxels, rays_of, reference_rows, row,
    seed,
};
use voxray::{
    Columns, Face, Hit, HitBatch, Isa, Options, Ray, RayView, Scene, SceneBuilder, Status,
};

/// The row of a ray in grid space, equal on every path.
fn cast(scene: &Scene, origin: [f64; 3], direction: [f64; 3]) -> Hit {
    cast_everywhere(scene, &Ray::new(origin, direction), &all_columns())
}

/// A box of 16^3 voxels at the origin with these filled.
fn box16(voxels: &[[i32; 3]]) -> Scene {
    of_voxels(grid_box([0; 3], [16; 3]), voxels)
}

#[track_caller]
fn assert_hit(hit: &Hit, t_hit: f32, voxel: [i32; 3], face: Face, steps: u32) {
    let found = (hit.status, hit.t_hit, hit.voxel, hit.face, hit.steps);
    assert_eq!(found, (Status::Hit, t_hit, voxel, Some(face), steps), "the row of the hit");
}

#[track_caller]
fn assert_miss(hit: &Hit, status: Status, steps: u32) {
    assert_row_equal(
        &Hit::none(status, steps),
        hit,
        &Ray::new([0.0; 3], [0.0; 3]),
        "a row of none",
    );
}

/// `value` at place `axis` of three, `others` else.
fn along<T: Copy>(axis: usize, value: T, others: [T; 3]) -> [T; 3] {
    [0, 1, 2].map(|a| if a == axis { value } else { others[a] })
}

#[test]
fn edge_line() {
    for axis in 0..3 {
        let far = along(axis, 6, [3, 4, 5]);
        let neighbours: Vec<[i32; 3]> = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]
            .map(|back| [0, 1, 2].map(|a| if a == axis { 6 } else { far[a] - back[a] }))
            .into_iter()
            .filter(|&voxel| voxel != far)
            .collect();
        let (row, beside) = (box16(&[far]), box16(&neighbours));
        let low = along(axis, -2.0, [3.0, 4.0, 5.0]);
        let high = along(axis, 20.0, [3.0, 4.0, 5.0]);
        let (up, down) = (along(axis, 1.0, [0.0; 3]), along(axis, -1.0, [0.0; 3]));
        assert_hit(&cast(&row, low, up), 8.0, far, Face::entered(axis, false), 6);
        assert_hit(&cast(&row, high, down), 13.0, far, Face::entered(axis, true), 9);
        assert_miss(&cast(&beside, low, up), Status::Escaped, 15);
        assert_miss(&cast(&beside, high, down), Status::Escaped, 15);
    }
}

#[test]
fn parallel_outside() {
    let scene = noise(grid_box([0; 3], [16; 3]), 2.0, 0);
    for axis in 0..3 {
        let beside = (axis + 1) % 3;
        for place in [-3.0, -1e-30, 16.0, 16.5, 40.0] {
            let origin = along(beside, place, along(axis, -5.0, [8.5; 3]));
            for speed in [1.0, -1.0] {
                let hit = cast(&scene, origin, along(axis, speed, [0.0; 3]));
                assert_miss(&hit, Status::Outside, 0);
            }
        }
    }
}

#[test]
fn negative_zero() {
    let scene = box16(&[[3, 9, 3], [0, 4, 4], [0, 0, 0]]);
    let same = |origin: [f64; 3], with_minus: [f64; 3]| {
        let plain = cast(&scene, origin.map(|x| x + 0.0), with_minus.map(|d| d + 0.0));
        let minus = cast(&scene, origin, with_minus);
        assert_row_equal(&plain, &minus, &Ray::new(origin, with_minus), "with and without minus");
        plain
    };
    let up = same([3.0, 0.5, 3.0], [-0.0, 1.0, 0.0]);
    assert_hit(&up, 8.5, [3, 9, 3], Face::NegY, 9);
    let back = same([9.5, 4.0, 4.0], [-1.0, -0.0, -0.0]);
    assert_hit(&back, 8.5, [0, 4, 4], Face::PosX, 9);
    let corner = same([-0.0, -0.0, -0.0], [-0.0, 1.0, -0.0]);
    assert_hit(&corner, 0.0, [0, 0, 0], Face::NegY, 0);
    let options = Options { t_near: -0.0, ..all_columns() };
    let ray = Ray::new([0.5; 3], [1.0, -0.0, 0.0]).with_t_near(-0.0);
    let inside = cast_everywhere(&scene, &ray, &options);
    assert_eq!((inside.status, inside.t_hit.to_bits()), (Status::Inside, 0), "t_hit is +0.0");
}

#[test]
fn zero_axis_never_chosen() {
    // All filled but one column along y: a ray that wandered would hit its wall.
    let bounds = grid_box([0; 3], [40, 4000, 40]);
    let scene = Scene::from_fn(bounds, 1, |[x, _, z]| u16::from((x, z) != (17, 23)))
        .expect("a scene within the limits");
    for origin in [[17.5, -1.0, 23.5], [17.0, 0.0, 23.0], [17.999_999, 0.25, 23.000_001]] {
        assert_miss(&cast(&scene, origin, [0.0, 1.0, 0.0]), Status::Escaped, 3999);
    }
}

#[test]
fn parallel_on_plane() {
    let column = |x: i32| of_voxels(grid_box([-4; 3], [16; 3]), &[[x, 6, 1]]);
    let start = |x: f64| [x, -4.0, 1.5];
    for (plane, voxel) in [(5.0, 5), (-2.0, -2), (0.0, 0), (-4.0, -4)] {
        let hit = cast(&column(voxel), start(plane), [0.0, 1.0, 0.0]);
        assert_hit(&hit, 10.0, [voxel, 6, 1], Face::NegY, 10);
        if voxel > -4 {
            let below = cast(&column(voxel - 1), start(plane), [0.0, 1.0, 0.0]);
            assert_miss(&below, Status::Escaped, 15);
        }
    }
    assert_miss(&cast(&column(11), start(12.0), [0.0, 1.0, 0.0]), Status::Outside, 0);
}

#[test]
fn tiny_component() {
    let scene = box16(&[[10, 3, 4]]);
    let small = [
        [1.0, 1e-31, 0.0],
        [1.0, -1e-31, 0.0],
        [1.0, 1e-38, 1e-45],
        [1.0, -1e-38, -1e-45],
        [2.0_f64.powi(-40), 2.0_f64.powi(-137), -2.0_f64.powi(-140)],
    ];
    for direction in small {
        // On the planes y = 3 and z = 4: a parallel axis stays in the floor voxel, whatever its sign.
        let hit = cast(&scene, [0.5, 3.0, 4.0], direction);
        let t = (9.5 / direction[0]) as f32;
        assert_hit(&hit, t, [10, 3, 4], Face::NegX, 10);
    }
    // 2^-90 of the largest is small, but no parallel axis: it leads off a plane, and nowhere else.
    let off_plane = [2.0_f64.powi(-40), -2.0_f64.powi(-130), 0.0];
    let t = 9.5 * 2.0_f32.powi(40);
    assert_hit(&cast(&scene, [0.5, 3.5, 4.5], off_plane), t, [10, 3, 4], Face::NegX, 10);
    assert_hit(&cast(&scene, [0.5, 4.0, 4.5], off_plane), t, [10, 3, 4], Face::NegX, 10);
    assert_miss(&cast(&scene, [0.5, 3.0, 4.5], off_plane), Status::Escaped, 15);
}

#[test]
fn tiny_direction_of_any_kind_has_times_up_to_the_largest_number() {
    let scene = box16(&[[2, 3, 4], [5, 8, 8]]);
    let d = 2.0_f64.powi(-127);
    let hit = cast(&scene, [0.5, 3.5, 4.5], [d, 0.0, 0.0]);
    assert_hit(&hit, 1.5 * 2.0_f32.powi(127), [2, 3, 4], Face::NegX, 2);
    let hit = cast(&scene, [0.5, 3.5, 4.5], [1e-38, 0.0, 0.0]);
    assert_hit(&hit, hit.t_hit, [2, 3, 4], Face::NegX, 2);
    assert!((hit.t_hit / 1.5e38 - 1.0).abs() < 1e-6, "t of about 1.5e38, not {}", hit.t_hit);
    // From x = 3 on the times, 2.5 * 2^127 and more, are no f32: those events are not taken. The way out, later still, is
    // not after the end at +inf.
    let beyond = cast(&scene, [0.5, 8.5, 8.5], [d, 0.0, 0.0]);
    assert_miss(&beyond, Status::Escaped, 2);
}

#[test]
fn exit_tie() {
    let scene = box16(&[[2, 15, 0]]);
    // x = 1 at 0.5, y = 15 at 0.5, and at 1.5 x = 2 and the box's y = 16 together.
    assert_miss(&cast(&scene, [0.5, 14.5, 0.5], [1.0, 1.0, 0.0]), Status::Escaped, 2);
}

#[test]
fn start_on_face() {
    for voxel in [[4, 4, 4], [0, 0, 0], [15, 15, 15], [0, 7, 15]] {
        let scene = box16(&[voxel]);
        let centre = voxel.map(|k| f64::from(k) + 0.5);
        for axis in 0..3 {
            for backward in [false, true] {
                let plane = f64::from(voxel[axis] + i32::from(backward));
                let on_face = along(axis, plane, centre);
                let speed = if backward { -1.0 } else { 1.0 };
                let face = Face::entered(axis, backward);
                for slant in [0.0, 0.25, -1e-3] {
                    let into = along(axis, speed, [slant; 3]);
                    assert_hit(&cast(&scene, on_face, into), 0.0, voxel, face, 0);
                    // The other way it leaves the voxel, and never hits it.
                    let away = cast(&scene, on_face, into.map(|d| -d));
                    assert_eq!(away.t_hit, f32::INFINITY, "leaves {voxel:?} by {face:?}");
                }
            }
        }
    }
}

#[test]
fn own_time_back() {
    let bounds = grid_box([-30, 5, -7], [60, 47, 80]);
    let scene = noise(bounds, 0.02, 9);
    let mut rng = Rng::new(seed());
    let mut hits = 0;
    for sides in [1.5, 3.0, 100.0, 1e4, 1e6, 1e7] {
        for ray in rays_of(Kind::Far(sides), &bounds, 300, &mut rng) {
            let hit = scene.cast_ray_reference(&ray, &all_columns());
            if hit.status == Status::Hit {
                let again = cast_everywhere(&scene, &ray.with_t_far(hit.t_hit), &all_columns());
                assert_row_equal(&hit, &again, &ray, &format!("seed {}", seed()));
                hits += 1;
            }
        }
    }
    assert!(hits > 500, "of 1800 rays most hit, not {hits}");
}

#[test]
fn empty_scene_inf() {
    let nothing = SceneBuilder::new().build().expect("a scene of no voxel and no size");
    let vast = of_voxels(grid_box([-1000; 3], [2000; 3]), &[]);
    for direction in grid_directions() {
        let direction = direction.map(f64::from);
        assert_miss(&cast(&nothing, [0.0; 3], direction), Status::Outside, 0);
        let inside = cast(&vast, [0.5; 3], direction);
        assert_eq!(inside.status, Status::Escaped, "from the middle along {direction:?}");
        assert_miss(&cast(&vast, direction.map(|d| 1500.0 * d), direction), Status::Outside, 0);
    }
    let rows: Vec<f32> = (0..100).flat_map(|k| [k as f32, 0.5, 0.5, 1.0, 0.7, -0.3]).collect();
    let view = RayView::from_rows(&rows, 6).expect("whole rows");
    let hits = vast.cast_rays(view, &all_columns()).expect("a cast");
    let lookups = hits.summary.work().lookups;
    assert!(lookups <= 800, "100 rays through nothing took {lookups} look-ups");
}

#[test]
fn end_on_plane() {
    let scene = box16(&[[5, 4, 4], [0, 8, 8]]);
    let cast = |ray: Ray, t_far: f32| {
        let by_ray = cast_everywhere(&scene, &ray.with_t_far(t_far), &all_columns());
        let by_options = cast_everywhere(&scene, &ray, &Options { t_far, ..all_columns() });
        assert_row_equal(&by_ray, &by_options, &ray, "the end given by ray or by option");
        by_ray
    };
    let within = Ray::new([0.5, 4.5, 4.5], [1.0, 0.0, 0.0]);
    assert_hit(&cast(within, 4.5), 4.5, [5, 4, 4], Face::NegX, 5);
    assert_miss(&cast(within, 4.5_f32.next_down()), Status::Clear, 4);
    let from_outside = Ray::new([-3.0, 8.5, 8.5], [1.0, 0.0, 0.0]);
    assert_hit(&cast(from_outside, 3.0), 3.0, [0, 8, 8], Face::NegX, 0);
    assert_miss(&cast(from_outside, 3.0_f32.next_down()), Status::Outside, 0);
}

#[test]
fn zero_direction() {
    let scene = box16(&[[0, 0, 0]]);
    for direction in [[0.0; 3], [-0.0; 3], [0.0, -0.0, 0.0]] {
        assert_miss(&cast(&scene, [0.5; 3], direction), Status::Invalid, 0);
    }
}

/// Casts 17 good rays among which those of `spoil` are spoilt, as f32 and f64 and on every instruction set.
fn assert_spoilt(spoil: &[(usize, usize, f64)]) {
    let scene = box16(&[[5, 4, 4]]);
    let good = Ray { t_near: 1.0, t_far: 9.0, ..Ray::new([0.5, 4.5, 4.5], [1.0, 0.0, 0.0]) };
    let mut numbers = vec![[0.5, 4.5, 4.5, 1.0, 0.0, 0.0, 1.0, 9.0_f64]; 17];
    for &(ray, place, value) in spoil {
        numbers[ray][place] = value;
    }
    let doubles = numbers.concat();
    let singles: Vec<f32> = doubles.iter().map(|&x| x as f32).collect();
    let expected_hit = scene.cast_ray_reference(&good, &all_columns());
    assert_hit(&expected_hit, 4.5, [5, 4, 4], Face::NegX, 4);
    let spoilt = |index| spoil.iter().any(|&(ray, ..)| ray == index);
    let none = Hit::none(Status::Invalid, 0);
    let expected: Vec<Hit> =
        (0..17).map(|index| if spoilt(index) { none } else { expected_hit }).collect();
    for isa in all_isas() {
        let options = Options { isa: Some(isa), ..all_columns() };
        for view in [RayView::from_rows(&doubles, 8), RayView::from_rows(&singles, 8)] {
            let hits = scene.cast_rays(view.expect("whole rows"), &options).expect("a cast");
            assert_rows_equal(&expected, &hits, &[good; 17], &format!("{isa}, {spoil:?}"));
        }
    }
}

#[test]
fn nan_anywhere() {
    for place in 0..8 {
        assert_spoilt(&[(3, place, f64::NAN)]);
    }
    let each: Vec<_> = (0..8).map(|place| (2 * place + 1, place, f64::NAN)).collect();
    assert_spoilt(&each);
}

#[test]
fn inf_direction() {
    for infinity in [f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..6 {
            assert_spoilt(&[(0, place, infinity), (16, place, infinity)]);
        }
        assert_spoilt(&[(7, 3, infinity), (7, 4, infinity), (7, 5, -infinity)]);
    }
    assert_spoilt(&[(4, 6, -1.0), (5, 6, -1e-45)]);
}

#[test]
fn truncation() {
    let bounds = grid_box([-4; 3], [8; 3]);
    let origin = [-0.5, 0.5, 0.5];
    let at_minus_one = cast(&of_voxels(bounds, &[[-1, 0, 0]]), origin, [1.0, 0.0, 0.0]);
    let found = (at_minus_one.status, at_minus_one.voxel, at_minus_one.t_hit);
    assert_eq!(found, (Status::Inside, [-1, 0, 0], 0.0), "starts in voxel -1");
    let next = cast(&of_voxels(bounds, &[[0, 0, 0]]), origin, [1.0, 0.0, 0.0]);
    assert_hit(&next, 0.5, [0, 0, 0], Face::NegX, 1);
}

#[test]
fn octant_symmetry() {
    let bounds = grid_box([0; 3], [45, 52, 38]);
    let sides = bounds.sides();
    let flip_voxel = |flip: usize, voxel: [i32; 3]| {
        [0, 1, 2].map(|a| if flip >> a & 1 == 1 { sides[a] - 1 - voxel[a] } else { voxel[a] })
    };
    let scene = noise(bounds, 0.01, 3);
    let mut rng = Rng::new(seed());
    // Multiples of 1/8, so that side - origin is exact.
    let rays: Vec<Ray> = rays_of(Kind::Outside, &bounds, 500, &mut rng)
        .into_iter()
        .map(|ray| Ray { origin: ray.origin.map(|x| (8.0 * x).round() / 8.0), ..ray })
        .filter(|ray| ray.direction.iter().all(|&d| d != 0.0))
        .collect();
    for flip in 0..8 {
        let material = |voxel| scene.material(flip_voxel(flip, voxel));
        let mirrored = Scene::from_fn(bounds, 1, material).expect("a scene within the limits");
        for ray in &rays {
            let origin = |a: usize| {
                if flip >> a & 1 == 1 { f64::from(sides[a]) - ray.origin[a] } else { ray.origin[a] }
            };
            let sign =
                |a: usize| if flip >> a & 1 == 1 { -ray.direction[a] } else { ray.direction[a] };
            let there = cast(&scene, ray.origin, ray.direction);
            let here = cast(&mirrored, [0, 1, 2].map(origin), [0, 1, 2].map(sign));
            let same = (here.t_hit.to_bits(), here.status, here.steps, here.material)
                == (there.t_hit.to_bits(), there.status, there.steps, there.material);
            assert!(same, "seed {}, octant {flip}, {ray:?}: {there:?}, {here:?}", seed());
            if there.status.is_hit() {
                assert_eq!(here.voxel, flip_voxel(flip, there.voxel), "mirrored voxel of {ray:?}");
                let turned = there.face.map(|f| f.is_positive() ^ (flip >> f.axis() & 1 == 1));
                assert_eq!(here.face.map(Face::is_positive), turned, "mirrored face of {ray:?}");
            }
        }
    }
}

/// Where a ray from (0.5, 0.5, 0.5) meets the walls around [-8, 8)^3. Planes ahead are 7.5 away upwards, 8.5 downwards.
fn wall_hit(direction: [i32; 3]) -> (f32, [i32; 3], Face) {
    let upward = (0..3).find(|&a| direction[a] > 0);
    let first = upward.or_else(|| (0..3).find(|&a| direction[a] < 0)).expect("it moves");
    let t = if upward.is_some() { 7.5 } else { 8.5 };
    let voxel = [0, 1, 2].map(|a| match direction[a] {
        0 => 0,
        1 if a == first => 8,
        // Its plane has the same time as the wall's, and comes after it.
        1 => 7,
        _ if a == first => -9,
        _ if upward.is_none() => -8,
        // It stands at -7 exactly: crossed already if its axis comes before the wall's.
        _ => {
            if a < first {
                -8
            } else {
                -7
            }
        }
    });
    (t, voxel, Face::entered(first, direction[first] < 0))
}

#[test]
fn origin_inside_box() {
    let bounds = grid_box([-9; 3], [18; 3]);
    let is_wall = |voxel: [i32; 3]| voxel.iter().any(|&k| k == -9 || k == 8);
    let scene = Scene::from_fn(bounds, 1, |voxel| u16::from(is_wall(voxel))).expect("small");
    for direction in grid_directions() {
        let hit = cast(&scene, [0.5; 3], direction.map(f64::from));
        let found = (hit.t_hit, hit.voxel, hit.face.expect("it crosses faces"));
        assert_eq!(found, wall_hit(direction), "along {direction:?}");
    }
}

#[test]
fn whole_number_origin() {
    let full = noise(grid_box([0; 3], [16; 3]), 2.0, 0);
    for direction in grid_directions() {
        let hit = cast(&full, [3.0, 5.0, 7.0], direction.map(f64::from));
        let at = |a: usize| [3, 5, 7][a] - i32::from(direction[a] < 0);
        let last = (0..3).rev().find(|&a| direction[a] != 0).expect("it moves");
        let face = Face::entered(last, direction[last] < 0);
        assert_hit(&hit, 0.0, [0, 1, 2].map(at), face, 0);
    }
}

#[test]
fn diagonal_wall() {
    let scene = box16(&[[0, 0, 0], [1, 1, 0]]);
    let there = cast(&scene, [0.5, 1.5, 0.5], [1.0, -1.0, 0.0]);
    assert_hit(&there, 0.5, [1, 1, 0], Face::NegX, 1);
    let back = cast(&scene, [1.5, 0.5, 0.5], [-1.0, 1.0, 0.0]);
    assert_hit(&back, 0.5, [0, 0, 0], Face::PosX, 1);
}

#[test]
fn corner_hit() {
    let scene = box16(&[[5, 5, 5]]);
    // x, then y, then z at the same time: the voxel behind the corner is entered by z, last.
    let up = cast(&scene, [2.0; 3], [1.0; 3]);
    assert_hit(&up, 3.0, [5, 5, 5], Face::NegZ, 9);
    let up = cast(&scene, [-3.0; 3], [1.0; 3]);
    assert_hit(&up, 8.0, [5, 5, 5], Face::NegZ, 15);
    let down = cast(&scene, [9.0; 3], [-1.0; 3]);
    assert_hit(&down, 3.0, [5, 5, 5], Face::PosZ, 9);
}

#[test]
fn origin_inside_solid() {
    let block = (0..64).map(|k| [k % 4, k / 4 % 4, k / 16]);
    let voxels: Vec<[i32; 3]> = block.chain([[10, 2, 2]]).collect();
    let scene = box16(&voxels);
    let skip = Options { skip_inside: true, ..all_columns() };
    for t_near in [0.0, 0.25] {
        let ray = Ray::new([1.5, 2.5, 2.5], [1.0, 0.0, 0.0]).with_t_near(t_near);
        let hit = cast_everywhere(&scene, &ray, &all_columns());
        let found = (hit.status, hit.t_hit, hit.voxel, hit.face, hit.steps);
        assert_eq!(found, (Status::Inside, t_near, [1, 2, 2], None, 0), "starts in the block");
        // Out at 4, and on to 10.
        assert_hit(&cast_everywhere(&scene, &ray, &skip), 8.5, [10, 2, 2], Face::NegX, 9);
    }
    // From a plane within the block the first voxel is entered through its face, so nothing is skipped.
    let ray = Ray::new([2.0; 3], [1.0, 0.0, 0.0]);
    for options in [all_columns(), skip] {
        assert_hit(&cast_everywhere(&scene, &ray, &options), 0.0, [2, 2, 2], Face::NegX, 0);
    }
}

#[test]
fn unnormalised() {
    let bounds = grid_box([0; 3], [32; 3]);
    let wall = Scene::from_fn(bounds, 1, |[x, ..]| u16::from(x == 20)).expect("small");
    for (speed, t_hit) in [(10.0, 2.0), (1.0, 20.0), (0.5, 40.0)] {
        let hit = cast(&wall, [0.0, 0.5, 0.5], [speed, 0.0, 0.0]);
        assert_hit(&hit, t_hit, [20, 0, 0], Face::NegX, 20);
    }
}

#[test]
fn stale_values() {
    let scene = box16(&[[5, 4, 4]]);
    let hit = Ray::new([0.5, 4.5, 4.5], [1.0, 0.0, 0.0]);
    let miss = Ray::new([0.5, 9.5, 4.5], [1.0, 0.0, 0.0]);
    for isa in all_isas() {
        let options = Options { isa: Some(isa), ..all_columns() };
        let mut hits = HitBatch::default();
        for rays in [[hit; 4], [hit, miss, hit, miss], [miss; 4], [miss, hit, miss, hit]] {
            let stored = Stored::<f32>::new(&rays, Layout::Rows(6));
            scene.cast_rays_into(stored.view(), &options, &mut hits).expect("a cast");
            let expected = reference_rows(&scene, &rays, &options);
            assert_rows_equal(&expected, &hits, &rays, &format!("{isa}, memory used again"));
            for (index, ray) in rays.iter().enumerate() {
                let rows = row(&hits, index);
                let here = if *ray == hit { [5, 4, 4] } else { [i32::MIN; 3] };
                assert_eq!(rows.voxel, here, "row {index} is of this batch");
                assert_eq!(rows.point[0].is_nan(), *ray == miss, "the point of row {index}");
            }
        }
    }
}

#[test]
fn batch_equals_single() {
    let bounds = grid_box([-13, 4, 0], [60, 37, 45]);
    let scene = noise(bounds, 0.02, 5);
    let mut rng = Rng::new(seed());
    let rays: Vec<Ray> =
        Kind::ALL.iter().flat_map(|&kind| rays_of(kind, &bounds, 300, &mut rng)).collect();
    let backwards: Vec<Ray> = rays.iter().rev().copied().collect();
    let singles: Vec<Hit> = reference_rows(&scene, &rays, &all_columns());
    let reversed: Vec<Hit> = singles.iter().rev().copied().collect();
    for isa in all_isas() {
        for threads in [1, 2, 5] {
            let options = Options { isa: Some(isa), threads, ..all_columns() };
            for (order, rows) in [(&rays, &singles), (&backwards, &reversed)] {
                let stored = Stored::<f64>::new(order, Layout::Columns(8));
                let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
                let context = format!("seed {}, {isa}, {threads} threads", seed());
                assert_rows_equal(rows, &hits, order, &context);
                assert_splits_equal(&scene, stored.view(), rows, order, &options);
            }
        }
    }
}

fn assert_splits_equal(
    scene: &Scene,
    view: RayView<'_>,
    rows: &[Hit],
    rays: &[Ray],
    options: &Options,
) {
    for cut in [1, 16, 1000, rays.len() - 1] {
        for part in [0..cut, cut..rays.len()] {
            let hits = scene.cast_rays(view.slice(part.clone()), options).expect("a cast");
            let context = format!("seed {}, {options:?}, cut at {cut}", seed());
            assert_rows_equal(&rows[part.clone()], &hits, &rays[part], &context);
        }
    }
}

#[test]
fn far_origin() {
    // Ground below z = 10; the rays come from above, each to the middle of the top of a voxel.
    let bounds = grid_box([-32; 3], [64; 3]);
    let ground = Scene::from_fn(bounds, 1, |[.., z]| u16::from(z < 10)).expect("small");
    let mut rng = Rng::new(seed());
    for _ in 0..200 {
        let voxel = [rng.int(-32, 31), rng.int(-32, 31), 9];
        let target = [f64::from(voxel[0]) + 0.5, f64::from(voxel[1]) + 0.5, 10.0];
        let direction = [rng.within(-0.6, 0.6), rng.within(-0.6, 0.6), -1.0];
        for lengths in [10.0, 1e4, 1e6, 1e7] {
            let t = 64.0 * lengths;
            let origin = [0, 1, 2].map(|a| target[a] - t * direction[a]);
            let hit = cast(&ground, origin, direction);
            let context = format!("seed {}, {lengths} lengths, {origin:?} {direction:?}", seed());
            assert_eq!((hit.voxel, hit.face), (voxel, Some(Face::PosZ)), "{context}");
            assert!((f64::from(hit.t_hit) / t - 1.0).abs() < 1e-6, "{context}: {}", hit.t_hit);
        }
    }
}

/// Rays straight down onto a ground whose height is the column's x mod 7 + 1.
fn assert_big_batch(n: usize, isas: &[Isa]) {
    let bounds = grid_box([0; 3], [70, 16, 16]);
    let ground = Scene::from_fn(bounds, 1, |[x, _, z]| u16::from(z <= x % 7)).expect("small");
    let x: Vec<f32> = (0..n).map(|k| (k % 70) as f32 + 0.5).collect();
    let constant = |value: f32| vec![value; n];
    let (middle, zero, down) = (constant(8.5), constant(0.0), constant(-1.0));
    let view = RayView::from_columns([&x, &middle, &middle], [&zero, &zero, &down]).expect("equal");
    for &isa in isas {
        let columns = Columns::T_HIT | Columns::STATUS;
        let options = Options { isa: Some(isa), columns, threads: 2, ..all_columns() };
        let hits = ground.cast_rays(view, &options).expect("a cast");
        assert_eq!((hits.t_hit.len(), hits.status.len()), (n, n), "n in, n out");
        assert_eq!(hits.summary.count(Status::Hit), n as u64, "{isa}: all of {n} hit");
        let right = |(k, &t): (usize, &f32)| t == 7.5 - (k % 70 % 7) as f32;
        let wrong = hits.t_hit.iter().enumerate().find(|&row| !right(row));
        assert_eq!(wrong, None, "{isa}: a row of {n} with another time");
        assert!(
            hits.status.iter().all(|&s| s == Status::Hit as u8),
            "{isa}: all of {n} rows say so"
        );
    }
}

#[test]
fn big_batch() {
    for n in [0, 1, 15, 16, 17, 4095, 4096, 4097, 100_000] {
        assert_big_batch(n, &all_isas());
    }
    assert_big_batch(20_000_000, &[Isa::best()]);
}

#[test]
fn near_tie() {
    let bounds = grid_box([0; 3], [64; 3]);
    let (x_first, y_first) = (of_voxels(bounds, &[[40, 39, 0]]), of_voxels(bounds, &[[39, 40, 0]]));
    let nudged = |by: f64| ([0.5, 0.5 + by, 0.5], [1.0, 1.0, 0.0]);
    // Both planes at 39.5: x before y. With y nearer by 2^-24, 40 - y still rounds to 39.5.
    for by in [0.0, 2.0_f64.powi(-24)] {
        let (origin, direction) = nudged(by);
        let hit = cast(&x_first, origin, direction);
        assert_hit(&hit, 39.5, [40, 39, 0], Face::NegX, 79);
        assert_miss(&cast(&y_first, origin, direction), Status::Escaped, 125 + 1);
    }
    // With y nearer by 2^-18 the times are neighbours: y before x.
    let (origin, direction) = nudged(2.0_f64.powi(-18));
    let hit = cast(&y_first, origin, direction);
    assert_hit(&hit, 39.5_f32.next_down(), [39, 40, 0], Face::NegY, 79);
    assert_miss(&cast(&x_first, origin, direction), Status::Escaped, 125 + 1);
}
