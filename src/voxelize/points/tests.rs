//! What a voxel of points is, against a plain count.
#![allow(clippy::cast_possible_truncation, reason = "the numbers of tests are small")]

use std::collections::BTreeMap;

use super::{PointGrid, PointSource, SourcePoint, material_of_class, voxelize_points};
use crate::aabb::GridBox;
use crate::error::Result;
use crate::scene::Scene;

/// Points with classes, in parts of so many.
struct Cloud {
    points: Vec<([f64; 3], u8)>,
    part: usize,
}

impl PointSource for Cloud {
    fn part_count(&self) -> usize {
        self.points.len().div_ceil(self.part)
    }

    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let points = self.points.chunks(self.part).nth(part).expect("a part that was counted");
        points.iter().for_each(|&(position, class)| {
            visit(SourcePoint { position, class, withheld: false });
        });
        Ok(())
    }
}

fn voxels(scene: &Scene) -> BTreeMap<[i32; 3], u16> {
    let mut found = BTreeMap::new();
    scene.for_each_voxel(|voxel, material| {
        found.insert(voxel, material);
    });
    found
}

/// Points on a coarse lattice, so that many share a voxel, far from the origin.
fn crowd(count: u32) -> Vec<([f64; 3], u8)> {
    let mut state = 7_u32;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let point = |_| {
        let position = [588_900.123, -4_612_000.5, -3.25].map(|x| x + f64::from(draw(700)) * 0.01);
        (position, [2, 6, 6, 1][draw(4) as usize])
    };
    (0..count).map(point).collect()
}

#[test]
fn every_voxel_is_the_plain_count() {
    let points = crowd(3000);
    for min_points in [0, 1, 2, 40] {
        let size = [0.5, 0.25, 1.0];
        let grid = PointGrid { voxel_size: Some(size), min_points, ..PointGrid::default() };
        let cloud = Cloud { points: points.clone(), part: 700 };
        let (scene, counts) = voxelize_points(&cloud, &grid).expect("small");
        let origin = scene.transform().origin;
        // Points and sides are whole millimetres.
        let millimetres = |x: f64| (x * 1000.0).round() as i64;
        let mut plain: BTreeMap<[i32; 3], BTreeMap<u8, u32>> = BTreeMap::new();
        for &(position, class) in &points {
            let voxel = [0, 1, 2].map(|axis| {
                let [at, zero] = [position[axis], origin[axis]].map(millimetres);
                (at - zero).div_euclid(millimetres(size[axis])) as i32
            });
            *plain.entry(voxel).or_default().entry(class).or_default() += 1;
        }
        let enough = |classes: &BTreeMap<u8, u32>| classes.values().sum::<u32>() >= min_points;
        let sparse = plain.values().filter(|classes| !enough(classes)).count();
        let expected: BTreeMap<_, _> = plain
            .iter()
            .filter(|(_, classes)| enough(classes))
            .map(|(&voxel, classes)| {
                let most = classes.values().max().copied().unwrap_or_default();
                let lowest = classes.iter().find(|&(_, &count)| count == most);
                (voxel, material_of_class(*lowest.expect("there is one").0))
            })
            .collect();
        assert_eq!(voxels(&scene), expected, "at least {min_points} points");
        assert_eq!(counts.sparse_voxels, sparse as u64, "at least {min_points} points");
    }
}

#[test]
fn order_parts_and_threads_change_nothing() {
    let points = crowd(2000);
    let reversed: Vec<_> = points.iter().rev().copied().collect();
    let made = |points: &[([f64; 3], u8)], part: usize, threads: usize| {
        let grid = PointGrid { voxel_size: Some([0.5; 3]), threads, ..PointGrid::default() };
        let scene = voxelize_points(&Cloud { points: points.to_vec(), part }, &grid);
        voxels(&scene.expect("small").0)
    };
    let first = made(&points, 2000, 1);
    for (order, part, threads) in [(&reversed, 2000, 1), (&points, 1, 2), (&reversed, 77, 3)] {
        assert_eq!(made(order, part, threads), first, "parts of {part}, {threads} threads");
    }
}

#[test]
fn more_points_on_a_spot_than_an_entry_holds() {
    let mut points = vec![([0.5; 3], 9); 100];
    points.extend(vec![([0.5; 3], 4); 101]);
    let grid = PointGrid { voxel_size: Some([1.0; 3]), ..PointGrid::default() };
    let made = |min_points: u32| {
        let cloud = Cloud { points: points.clone(), part: 150 };
        let grid = PointGrid { min_points, ..grid.clone() };
        voxels(&voxelize_points(&cloud, &grid).expect("small").0)
    };
    assert_eq!(made(201), BTreeMap::from([([0; 3], 5)]), "101 of 201 are of class 4");
    assert_eq!(made(202), BTreeMap::new(), "one too few");
}

#[test]
fn a_tie_goes_to_the_lower_class() {
    let points = vec![([0.5; 3], 6), ([0.5; 3], 2), ([0.5; 3], 2), ([0.5; 3], 6)];
    let grid = PointGrid { voxel_size: Some([1.0; 3]), ..PointGrid::default() };
    let scene = voxelize_points(&Cloud { points, part: 1 }, &grid).expect("small").0;
    assert_eq!(scene.material([0; 3]), 3, "ground, not building");
}

#[test]
fn tiles_of_one_survey_share_a_grid() {
    let grid = PointGrid { voxel_size: Some([0.5, 0.5, 0.25]), ..PointGrid::default() };
    for x in [588_900.123, 588_900.623, -0.01] {
        let scene = voxelize_points(&[[x, 1.0, 0.3]][..], &grid).expect("small").0;
        let origin = scene.transform().origin;
        assert_eq!(origin, [(x / 0.5).floor() * 0.5, 1.0, 0.25], "a multiple of the size");
        assert!(scene.is_occupied([0; 3]), "the lowest voxel");
    }
}

/// The points k / 10 of a range, along x.
fn tenths(range: std::ops::Range<i32>) -> Vec<[f64; 3]> {
    range.map(|k| [f64::from(k) / 10.0, 0.0, 0.0]).collect()
}

#[test]
fn a_decimal_grid_has_a_voxel_for_each_point() {
    for start in [0, -30, 41_234_567, -1_999_999_999] {
        for origin in [None, Some([f64::from(start) / 10.0, 0.0, 0.0])] {
            let grid = PointGrid { voxel_size: Some([0.1; 3]), origin, ..PointGrid::default() };
            let scene = voxelize_points(&tenths(start..start + 200)[..], &grid).expect("small").0;
            let expected: BTreeMap<_, _> = (0..200).map(|x| ([x, 0, 0], 1)).collect();
            assert_eq!(voxels(&scene), expected, "200 points from {start} tenths, {origin:?}");
        }
    }
    // What lies clearly below a face stays below.
    let grid = PointGrid { voxel_size: Some([0.1; 3]), ..PointGrid::default() };
    let points = [[0.0; 3], [0.299_99, 0.0, 0.0], [0.299_999_9, 0.0, 0.0]];
    let scene = voxelize_points(&points[..], &grid).expect("small").0;
    let found: Vec<_> = voxels(&scene).into_keys().collect();
    assert_eq!(found, [[0; 3], [2, 0, 0], [3, 0, 0]], "rounded by less than 2^-16 voxel");
}

#[test]
fn a_point_has_the_same_voxel_in_every_tile() {
    let grid = PointGrid { voxel_size: Some([0.1; 3]), ..PointGrid::default() };
    for shift in [0, 461_200_000, -1_234_567_890] {
        for start in 0..40 {
            let scene = voxelize_points(&tenths(shift + start..shift + 40)[..], &grid);
            let scene = scene.expect("small").0;
            let first = (scene.transform().origin[0] * 10.0).round() as i32;
            let global: Vec<i32> = voxels(&scene).keys().map(|voxel| first + voxel[0]).collect();
            let expected: Vec<i32> = (shift + start..shift + 40).collect();
            assert_eq!(global, expected, "a tile that begins at {start}");
            let origin = scene.transform().origin[0];
            assert_eq!(origin, f64::from(first) * 0.1, "a whole multiple of the size");
        }
    }
}

#[test]
fn a_resolution_is_the_longest_side() {
    for resolution in [1, 3, 255, 1000] {
        let points = [[588_900.123, 0.0, 0.0], [588_910.7, 3.3, 7.1], [588_905.0, 0.1, 2.0]];
        let grid = PointGrid { resolution: Some(resolution), ..PointGrid::default() };
        let scene = voxelize_points(&points[..], &grid).expect("small").0;
        assert_eq!(scene.bounds().min, [0; 3], "it begins at the lowest point");
        assert_eq!(scene.bounds().longest_side().unsigned_abs(), resolution, "voxels along x");
    }
    let one = voxelize_points(&[[5.0; 3]; 3][..], &PointGrid::default()).expect("small").0;
    assert_eq!((one.voxel_count(), one.transform().voxel_size), (1, [1.0; 3]), "no extent");
}

#[test]
fn what_does_not_count_is_told() {
    let nan = [f64::NAN, 0.0, 0.0];
    let points = vec![([0.5; 3], 2), (nan, 2), ([1.5, 0.5, 0.5], 6), ([0.5, 1.5, 0.5], 2)];
    let grid = PointGrid {
        voxel_size: Some([1.0; 3]),
        classes: Some(vec![2]),
        bounds: Some(GridBox::with_sides([1; 3]).expect("small")),
        ..PointGrid::default()
    };
    let (scene, counts) = voxelize_points(&Cloud { points, part: 2 }, &grid).expect("small");
    assert_eq!(scene.voxel_count(), 1, "one is left");
    let told = (counts.points, counts.not_finite, counts.other_classes, counts.outside_box);
    assert_eq!(told, (4, 1, 1, 1), "each for its reason");
    let grid = PointGrid { classes: Some(vec![77]), ..grid };
    let none = voxelize_points(&[[0.0; 3]][..], &grid).expect("legal").0;
    assert!(none.bounds().is_empty(), "nothing is left");
}

#[test]
fn a_grid_beyond_the_limits_is_refused() {
    let points = [[0.0; 3], [1e9, 0.0, 0.0]];
    let far = PointGrid { voxel_size: Some([1.0; 3]), ..PointGrid::default() };
    let error = voxelize_points(&points[..], &far).expect_err("too long").to_string();
    assert!(error.contains("2^17"), "{error}");
    let fine = PointGrid { voxel_size: Some([1e-3; 3]), ..PointGrid::default() };
    let error = voxelize_points(&points[..], &fine).expect_err("too far").to_string();
    assert!(error.contains("--voxel-size"), "{error}");
    for resolution in [0, 1 << 18] {
        let grid = PointGrid { resolution: Some(resolution), ..PointGrid::default() };
        let error = voxelize_points(&points[..], &grid).expect_err("no such grid").to_string();
        assert!(error.contains("1 to 131072"), "{error}");
    }
}
