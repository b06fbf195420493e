//! Random small scenes and rays, and what is true of every row whatever they are.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{Layout, Stored, all_columns, all_isas, assert_rows_equal, grid_box, noise, row};
use proptest::prelude::*;
use voxray::{Face, Hit, Options, Ray, Scene, Status};

fn scenes() -> impl Strategy<Value = Scene> {
    let share = prop_oneof![Just(0.0), Just(0.002), Just(0.05), Just(0.5), Just(2.0)];
    let side = || prop_oneof![1..6_i32, 1..70_i32];
    ([-50..50_i32, -50..50, -50..50], [side(), side(), side()], share, any::<u64>())
        .prop_map(|(min, sides, share, seed)| noise(grid_box(min, sides), share, seed))
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        -60.0..80.0,
        (-120..160_i32).prop_map(|k| f64::from(k) * 0.5),
        (-60..80_i32, -3..4_i32).prop_map(|(k, bits)| f64::from(k) + f64::from(bits) * 1e-6),
        -1e5..1e5,
    ]
}

fn component() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -1.0..1.0,
        2 => Just(0.0),
        2 => (-2..3_i32).prop_map(f64::from),
        1 => (-1.0..1.0, -140..20_i32).prop_map(|(d, e)| d * 2.0_f64.powi(e)),
    ]
}

fn times() -> impl Strategy<Value = (f32, f32)> {
    prop_oneof![
        3 => Just((0.0, f32::INFINITY)),
        1 => (0.0..100.0_f32).prop_map(|near| (near, f32::INFINITY)),
        1 => (0.0..100.0_f32).prop_map(|far| (0.0, far)),
        1 => (0.0..50.0_f32, 0.0..50.0_f32).prop_map(|(near, more)| (near, near + more)),
    ]
}

fn rays() -> impl Strategy<Value = Ray> {
    let place = [coordinate(), coordinate(), coordinate()];
    (place, [component(), component(), component()], times())
        .prop_map(|(origin, direction, (t_near, t_far))| Ray { origin, direction, t_near, t_far })
}

/// The voxel that lies before a face.
fn before(voxel: [i32; 3], face: Face) -> [i32; 3] {
    [0, 1, 2].map(|a| voxel[a] + face.normal()[a])
}

/// What is wrong with the row of a ray, if anything.
fn fault(scene: &Scene, ray: &Ray, hit: &Hit) -> Option<&'static str> {
    let has_hit = hit.t_hit < f32::INFINITY;
    let is_one = |status: Status, other: bool| (hit.status == status) == other;
    if has_hit != hit.status.is_hit() {
        return Some("t_hit and status disagree");
    }
    if !is_one(Status::Invalid, !ray.is_valid()) {
        return Some("invalid, or not, by mistake");
    }
    if !has_hit {
        let none = Hit::none(hit.status, hit.steps);
        let same = (none.voxel, none.face, none.material) == (hit.voxel, hit.face, hit.material);
        return (!same || !hit.point[0].is_nan()).then_some("a row of no hit says more");
    }
    if !(ray.t_near <= hit.t_hit && hit.t_hit <= ray.t_far) {
        return Some("the time is out of range");
    }
    if !scene.is_occupied(hit.voxel) || scene.material(hit.voxel) != hit.material {
        return Some("the voxel is empty or of another material");
    }
    let low = hit.voxel.map(f64::from);
    if !(0..3).all(|a| low[a] <= hit.point[a] && hit.point[a] <= low[a] + 1.0) {
        return Some("the point is not in the voxel");
    }
    match hit.face {
        None => (hit.status != Status::Inside || hit.steps != 0).then_some("no face, yet entered"),
        Some(face) => face_fault(scene, ray, hit, face),
    }
}

fn face_fault(scene: &Scene, ray: &Ray, hit: &Hit, face: Face) -> Option<&'static str> {
    let axis = face.axis();
    let plane = f64::from(hit.voxel[axis] + i32::from(face.is_positive()));
    if hit.point[axis] != plane {
        return Some("the point is not on the face");
    }
    if (ray.direction[axis] > 0.0) == face.is_positive() || ray.direction[axis] == 0.0 {
        return Some("the face does not look against the ray");
    }
    let entered_within = hit.steps > 0 && scene.is_occupied(before(hit.voxel, face));
    entered_within.then_some("the voxel before the face is filled")
}

/// The first voxel of a ray that starts at time 0 in the middle of a voxel of the box.
fn starts_within(scene: &Scene, ray: &Ray) -> Option<[i32; 3]> {
    let voxel = ray.origin.map(|x| x.floor() as i32);
    let off_planes = ray.origin.iter().all(|x| (0.001..0.999).contains(&(x - x.floor())));
    (ray.t_near == 0.0 && off_planes && scene.bounds().contains(voxel)).then_some(voxel)
}

fn distance(a: [i32; 3], b: [i32; 3]) -> u32 {
    (0..3).map(|axis| a[axis].abs_diff(b[axis])).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_make_sense(scene in scenes(), rays in prop::collection::vec(rays(), 1..40), skip_inside: bool) {
        for isa in all_isas() {
            let options = Options { isa: Some(isa), skip_inside, ..all_columns() };
            let stored = Stored::<f64>::new(&rays, Layout::Rows(8));
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            let occluded = scene.test_occlusions(stored.view(), &options).expect("a cast");
            for (index, ray) in rays.iter().enumerate() {
                let hit = row(&hits, index);
                prop_assert_eq!(fault(&scene, ray, &hit), None, "{} {:?} {:?}", isa, ray, hit);
                prop_assert_eq!(occluded[index], u8::from(hit.t_hit < f32::INFINITY), "{:?}", ray);
                if let (Some(first), true) = (starts_within(&scene, ray), hit.status.is_hit()) {
                    prop_assert_eq!(hit.steps, distance(first, hit.voxel), "steps of {:?}", ray);
                }
            }
        }
    }

    #[test]
    fn rows_equal_the_reference(
        scene in scenes(),
        rays in prop::collection::vec(rays(), 1..40),
        skip_inside: bool,
        max_steps in prop_oneof![Just(u32::MAX), 0..30_u32],
    ) {
        for isa in all_isas() {
            let options = Options { isa: Some(isa), skip_inside, max_steps, ..all_columns() };
            let expected = common::reference_rows(&scene, &rays, &options);
            let stored = Stored::<f64>::new(&rays, Layout::Columns(8));
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            assert_rows_equal(&expected, &hits, &rays, isa.name());
        }
    }

    #[test]
    fn a_budget_ends_the_walk_that_needs_more(scene in scenes(), ray in rays(), max_steps in 0..200_u32) {
        let limited = Options { max_steps, ..all_columns() };
        let free = common::cast_everywhere(&scene, &ray, &all_columns());
        let cut = common::cast_everywhere(&scene, &ray, &limited);
        if free.steps <= max_steps {
            prop_assert_eq!((cut.status, cut.steps, cut.voxel), (free.status, free.steps, free.voxel));
        } else {
            prop_assert_eq!((cut.status, cut.steps), (Status::Budget, max_steps));
        }
    }
}
