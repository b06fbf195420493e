//! Lines of sight: symmetric, not hidden by the target's own face, and right from afar.

use voxray::visibility::{SightBatch, line_of_sight};
use voxray::{GridBox, Isa, NO_VOXEL, Options, Scene, SceneBuilder, Space, Transform};

/// Printed by every assertion.
const SEED: u64 = 20_261_129;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64) / (1_u64 << 53) as f64
    }

    fn point(&mut self, low: f64, high: f64) -> [f64; 3] {
        [0, 1, 2].map(|_| low + (high - low) * self.unit())
    }
}

fn grid(isa: Isa) -> Options {
    Options { space: Space::Grid, isa: Some(isa), ..Options::default() }
}

fn see(scene: &Scene, pairs: &[[f64; 6]]) -> SightBatch {
    let mut isas = Isa::available();
    let first = isas.next().expect("scalar is always there");
    let sight = line_of_sight(scene, pairs, &grid(first)).expect("valid options");
    for isa in isas {
        let other = line_of_sight(scene, pairs, &grid(isa)).expect("valid options");
        assert_eq!(sight.visible, other.visible, "verdicts of {isa}");
        assert_eq!(sight.t_hit, other.t_hit, "times of {isa}");
        assert_eq!(sight.voxel, other.voxel, "blockers of {isa}");
    }
    sight
}

fn dusty() -> Scene {
    let bounds = GridBox::new([-10, 4, -30], [31, 40, 7]).expect("a small box");
    Scene::from_fn(bounds, 0, |[x, y, z]| u16::from((x * 7 + y * 13 + z * 29).rem_euclid(31) == 0))
        .expect("a scene")
}

fn join(a: [f64; 3], b: [f64; 3]) -> [f64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

#[test]
fn a_sees_b_exactly_if_b_sees_a() {
    let scene = dusty();
    let mut random = Random(SEED);
    for (low, high) in [(-10.0, 40.0), (-200.0, 200.0), (-1e7, 1e7)] {
        let ends: Vec<_> = (0..20_000)
            .map(|index| {
                let (mut a, b) = (random.point(low, high), random.point(-10.0, 35.0));
                if index % 3 == 0 {
                    a = a.map(f64::round);
                }
                (a, b)
            })
            .collect();
        let there: Vec<_> = ends.iter().map(|&(a, b)| join(a, b)).collect();
        let back: Vec<_> = ends.iter().map(|&(a, b)| join(b, a)).collect();
        let (there, back) = (see(&scene, &there), see(&scene, &back));
        assert_eq!(there.visible, back.visible, "seed {SEED}, from {low} to {high}");
        assert!(there.visible.contains(&0), "some are hidden");
        assert!(there.visible.contains(&1), "some are seen");
        for index in 0..ends.len() {
            let hidden = there.visible[index] == 0;
            assert_eq!(hidden, there.t_hit[index] <= 1.0, "a blocker has a time, pair {index}");
            assert_eq!(
                hidden,
                there.voxel[index] != [NO_VOXEL; 3],
                "a blocker has a voxel, pair {index}"
            );
        }
    }
}

#[test]
fn target_on_a_face_is_not_hidden_by_its_own_voxel() {
    let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([16, 16, 16]).expect("a box"));
    builder.insert([8, 8, 8], 3).expect("a voxel");
    let scene = builder.build().expect("a scene");
    let eye = [2.5, 3.25, 4.75];
    let pairs = [
        join(eye, [8.0, 8.5, 8.5]), // on the near face
        join(eye, [8.5, 8.5, 8.5]), // within
        join(eye, [9.0, 8.5, 8.5]), // on the far face
        join(eye, [8.0, 8.0, 8.0]), // on the near corner
        join(eye, eye),             // the same point, free
        join([8.5; 3], [8.5; 3]),   // the same point, within
        join([1.0, 1.0, f64::NAN], eye),
    ];
    let sight = see(&scene, &pairs);
    assert_eq!(sight.visible, [1, 0, 0, 1, 1, 0, 255], "by hand");
    assert_eq!(sight.voxel[1], [8, 8, 8], "the blocker");
    assert_eq!(sight.voxel[0], [NO_VOXEL; 3], "nothing is in the way");
}

#[test]
fn first_blocker_from_a_is_named_from_both_ends() {
    let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([32, 4, 4]).expect("a box"));
    builder.insert([8, 1, 1], 1).expect("a voxel");
    builder.insert([20, 1, 1], 1).expect("a voxel");
    let scene = builder.build().expect("a scene");
    let (a, b) = ([0.0, 1.5, 1.5], [32.0, 1.5, 1.5]);
    let sight = see(&scene, &[join(a, b), join(b, a)]);
    assert_eq!(sight.voxel, [[8, 1, 1], [20, 1, 1]], "the nearer one from each end");
    assert_eq!(sight.t_hit, [8.0 / 32.0, 11.0 / 32.0], "a part of the way");
}

/// A plane between voxels that the whole segment lies in belongs to the voxels above it.
#[test]
fn sight_within_a_plane_is_that_of_the_voxels_above_it() {
    let scene = dusty();
    let mut random = Random(SEED);
    let (mut on_planes, mut within) = (Vec::new(), Vec::new());
    for index in 0..20_000 {
        let (mut a, mut b) = (random.point(-12.0, 40.0), random.point(-12.0, 40.0));
        let axis = index % 3;
        a[axis] = a[axis].round();
        b[axis] = a[axis];
        on_planes.push(join(a, b));
        a[axis] += 0.5;
        b[axis] += 0.5;
        within.push(join(a, b));
    }
    let (on_planes, within) = (see(&scene, &on_planes), see(&scene, &within));
    assert!(on_planes.visible == within.visible, "seed {SEED}: verdicts");
    assert!(on_planes.voxel == within.voxel, "seed {SEED}: blockers");
    assert!(on_planes.visible.contains(&0), "some are hidden");
}

#[test]
fn very_long_segments_are_not_taken_for_points() {
    let scene =
        Scene::from_fn(GridBox::with_sides([16, 16, 16]).expect("a box"), 0, |[x, _, _]| {
            u16::from(x == 8)
        });
    let scene = scene.expect("a wall");
    for far in [1e6, 1e12, 1e20, 1e300, 1.7e308] {
        let sight =
            see(&scene, &[[-far, 5.5, 5.5, far, 5.5, 5.5], [far, 20.5, 5.5, -far, 20.5, 5.5]]);
        assert_eq!(sight.visible, [0, 1], "through the wall and beside the box, from {far}");
        assert!((sight.t_hit[0] - 0.5).abs() < 1e-5, "half way from {far}: {}", sight.t_hit[0]);
    }
}

#[test]
fn far_ends_see_as_near_ones_do() {
    let scene = dusty();
    let mut random = Random(SEED);
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for _ in 0..5000 {
        let b = random.point(0.0, 25.0);
        let way = random.point(-1.0, 1.0);
        let at = |distance: f64| [0, 1, 2].map(|axis| b[axis] + way[axis] * distance);
        if way.iter().any(|d| d.abs() > 0.5) {
            near.push(join(at(200.0), b));
            far.push(join(at(2e6), b));
        }
    }
    let (near, far) = (see(&scene, &near), see(&scene, &far));
    let differing = near.visible.iter().zip(&far.visible).filter(|(n, f)| n != f).count();
    assert!(
        differing * 1000 < near.visible.len(),
        "seed {SEED}: {differing} differ, at grazing edges only"
    );
}

#[test]
fn world_and_grid_coordinates_agree() {
    let transform = Transform::new([64.0, -32.0, 8.0], [0.5; 3]).expect("a transform");
    let scene = dusty().with_transform(transform);
    let mut random = Random(SEED);
    // Multiples of 1/1024 are exact in both.
    let exact = |x: f64| (x * 1024.0).round() / 1024.0;
    let ends: Vec<_> = (0..2000)
        .map(|_| (random.point(-9.0, 30.0).map(exact), random.point(4.0, 30.0).map(exact)))
        .collect();
    let in_grid: Vec<_> = ends.iter().map(|&(a, b)| join(a, b)).collect();
    let in_world: Vec<_> =
        ends.iter().map(|&(a, b)| join(transform.to_world(a), transform.to_world(b))).collect();
    let world = line_of_sight(&scene, &in_world, &Options::default()).expect("valid options");
    assert_eq!(see(&scene, &in_grid).visible, world.visible, "seed {SEED}");
}

#[test]
fn empty_scene_hides_nothing() {
    let scene = SceneBuilder::new().build().expect("an empty scene");
    let sight = see(&scene, &[[0.0, 0.0, 0.0, 5.0, 5.0, 5.0], [0.0; 6]]);
    assert_eq!(sight.visible, [1, 1], "there is nothing in the way");
}
