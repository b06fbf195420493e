//! Which voxels heights fill, against their definition; and that a shell holds water.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the numbers of tests are small"
)]

use super::{BUILDING, Columns, GROUND, HeightField, HeightRules, Surface, voxelize_heights};
use crate::aabb::GridBox;
use crate::scene::Scene;

fn field(cells: [usize; 2], height: impl Fn(usize, usize) -> f64) -> HeightField {
    let ground = (0..cells[0] * cells[1]).map(|cell| height(cell % cells[0], cell / cells[0]));
    HeightField { cells, corner: [0, 0], ground: ground.collect(), surface: None }
}

/// A rough land with steps of many voxels.
fn rough(x: usize, y: usize) -> f64 {
    let hash = (x * 73_856_093) ^ (y * 19_349_663);
    (hash % 41) as f64 * 0.7 - 9.0
}

fn made(field: HeightField, rules: &HeightRules) -> Scene {
    voxelize_heights(field, rules).expect("small")
}

#[test]
fn a_voxel_is_filled_where_its_middle_lies_at_or_below_the_height() {
    for (origin, cell_height) in [(0.0, 1.0), (-3.25, 0.5), (100.0, 7.0)] {
        let rules = HeightRules { origin, cell_height, base: Some(-20.0), ..Default::default() };
        let scene = made(field([21, 17], rough), &rules);
        let base = ((-20.0 - origin) / cell_height + 0.5).floor() as i32;
        assert_eq!(scene.bounds().min[2], base, "it begins at the base");
        let mut filled = 0;
        for (x, y) in (0..17).flat_map(|y| (0..21).map(move |x| (x, y))) {
            for k in base..60 {
                let middle = origin + (f64::from(k) + 0.5) * cell_height;
                let expected = middle <= rough(x, y);
                let voxel = [x as i32, y as i32, k];
                assert_eq!(scene.is_occupied(voxel), expected, "{voxel:?} of cells {cell_height}");
                filled += u64::from(expected);
            }
        }
        assert_eq!(scene.voxel_count(), filled, "and no other");
    }
}

#[test]
fn the_lowest_column_has_a_voxel_too() {
    let scene = made(field([3, 3], |x, _| 5.0 + x as f64), &HeightRules::default());
    assert_eq!((scene.bounds().min, scene.bounds().max), ([0, 0, 4], [3, 3, 7]), "one below 5");
    assert_eq!(scene.voxel_count(), 3 * (1 + 2 + 3), "no hole at the lowest");
}

/// Free voxels that can be come to from the top of the box, from face to face.
fn flooded(scene: &Scene) -> Vec<[i32; 3]> {
    let GridBox { min, max } = *scene.bounds();
    let sides = [0, 1, 2].map(|axis| (max[axis] - min[axis]) as usize);
    let index = |voxel: [i32; 3]| {
        let local = [0, 1, 2].map(|axis| (voxel[axis] - min[axis]) as usize);
        (local[2] * sides[1] + local[1]) * sides[0] + local[0]
    };
    let mut seen = vec![false; sides.iter().product()];
    let mut found = Vec::new();
    let mut next: Vec<[i32; 3]> = (min[1]..max[1])
        .flat_map(|y| (min[0]..max[0]).map(move |x| [x, y, max[2] - 1]))
        .filter(|&voxel| !scene.is_occupied(voxel))
        .collect();
    while let Some(voxel) = next.pop() {
        if !scene.bounds().contains(voxel) || scene.is_occupied(voxel) || seen[index(voxel)] {
            continue;
        }
        seen[index(voxel)] = true;
        found.push(voxel);
        for axis in 0..3 {
            for step in [-1, 1] {
                let mut beside = voxel;
                beside[axis] += step;
                next.push(beside);
            }
        }
    }
    found
}

#[test]
fn nothing_comes_below_a_shell() {
    for thickness in [0, 1, 3] {
        let hole = |x: usize, y: usize| if (x, y) == (7, 5) { f64::NAN } else { rough(x, y) };
        let rules = HeightRules { columns: Columns::Shell { thickness }, ..Default::default() };
        let scene = made(field([19, 18], hole), &rules);
        let solid = made(field([19, 18], hole), &HeightRules::default());
        let below = flooded(&scene).into_iter().filter(|&voxel| solid.is_occupied(voxel)).count();
        assert_eq!(below, 0, "a shell of {thickness}");
        assert!(scene.voxel_count() < solid.voxel_count(), "it is hollow");
        scene.for_each_voxel(|voxel, _| assert!(solid.is_occupied(voxel), "{voxel:?} is ground"));
    }
}

#[test]
fn a_flat_shell_is_as_thick_as_asked() {
    for thickness in [1, 2, 5] {
        let rules = HeightRules {
            columns: Columns::Shell { thickness },
            base: Some(0.0),
            ..Default::default()
        };
        let scene = made(field([20, 20], |_, _| 9.0), &rules);
        assert_eq!(scene.voxel_count(), 400 * u64::from(thickness), "{thickness} layers");
        assert!(scene.is_occupied([3, 3, 8]) && !scene.is_occupied([3, 3, 9]), "up to the height");
    }
}

#[test]
fn buildings_stand_on_the_ground() {
    let mut land = field([4, 1], |x, _| x as f64 + 1.0);
    let heights = vec![6.0, 1.0, f64::NAN, 5.4];
    land.surface = Some(Surface { heights, gap: 0.0, material: BUILDING });
    let rules = HeightRules { base: Some(0.0), ..Default::default() };
    let column = |scene: &Scene, x: i32| -> Vec<u16> {
        (0..8).map(|z| scene.material([x, 0, z])).filter(|&material| material > 0).collect()
    };
    let scene = made(land.clone(), &rules);
    let (g, b) = (GROUND, BUILDING);
    assert_eq!(column(&scene, 0), [g, b, b, b, b, b], "up to 6");
    assert_eq!(column(&scene, 1), [g, g], "not above the ground");
    assert_eq!(column(&scene, 2), [g, g, g], "none there");
    assert_eq!(column(&scene, 3), [g, g, g, g, b], "up to 5.4, rounded");
    land.surface = land.surface.map(|surface| Surface { gap: 2.0, ..surface });
    let scene = made(land, &rules);
    assert_eq!(column(&scene, 0), [g, b, b, b], "it begins two above the ground");
    assert!(!scene.is_occupied([0, 0, 2]) && scene.is_occupied([0, 0, 3]), "with a gap");
}

#[test]
fn trees_on_many_tiles_stand_as_on_each_cell() {
    let cells = [37, 21];
    let ground =
        |x: usize, y: usize| if (x + y).is_multiple_of(11) { f64::NAN } else { rough(x, y) };
    let tops = |x: usize, y: usize| match (x * 7 + y) % 5 {
        0 => f64::NAN,
        k => rough(x, y) + [0.0, 1.2, 9.0, 40.5][k - 1],
    };
    let mut land = field(cells, ground);
    let (gap, material) = (2.25, BUILDING);
    land.surface = Some(Surface { heights: field(cells, tops).ground, gap, material });
    let rules = HeightRules { base: Some(-20.0), ..Default::default() };
    let scene = made(land, &rules);
    let level = |height: f64| (height + 0.5).floor() as i32;
    let mut filled = 0;
    for (x, y) in (0..cells[1]).flat_map(|y| (0..cells[0]).map(move |x| (x, y))) {
        let (height, top) = (ground(x, y), tops(x, y));
        let stands = |k: i32| !top.is_nan() && k >= level(height + gap) && k < level(top);
        for k in -20..70 {
            let expected = match k {
                _ if height.is_nan() => 0,
                k if k < level(height) => GROUND,
                k if stands(k) => BUILDING,
                _ => 0,
            };
            let voxel = [x as i32, y as i32, k];
            assert_eq!(scene.material(voxel), expected, "{voxel:?}");
            filled += u64::from(expected > 0);
        }
    }
    assert_eq!(scene.voxel_count(), filled, "and no other");
}

#[test]
fn a_part_is_cut_out_and_threads_change_nothing() {
    let part = GridBox::new([3, 4, -2], [18, 9, 6]).expect("small");
    let whole = made(field([40, 30], rough), &HeightRules::default());
    let rules = HeightRules { bounds: Some(part), threads: 3, ..Default::default() };
    let cut = made(field([40, 30], rough), &rules);
    assert_eq!(*cut.bounds(), part, "the part asked for");
    let mut count = 0;
    whole.for_each_voxel(|voxel, _| {
        let inside = part.contains(voxel);
        count += u64::from(inside);
        assert!(!inside || cut.is_occupied(voxel), "{voxel:?}");
    });
    assert_eq!(cut.voxel_count(), count, "and no other");
}

#[test]
fn what_cannot_be_is_said() {
    let far = field([2, 1], |x, _| if x == 0 { 0.0 } else { -3.4e38 });
    let error = voxelize_heights(far, &HeightRules::default()).expect_err("too far").to_string();
    assert!(error.contains("no data"), "{error}");
    let short = HeightField { cells: [3, 3], ..field([2, 2], rough) };
    let error = voxelize_heights(short, &HeightRules::default()).expect_err("too few").to_string();
    assert!(error.contains("3 x 3 cells"), "{error}");
    let none = HeightField { cells: [0, usize::MAX], ..field([0, 0], rough) };
    let error = voxelize_heights(none, &HeightRules::default()).expect_err("too far").to_string();
    assert!(error.contains("beyond every limit"), "{error}");
    let rules = HeightRules { memory: Some(1 << 20), ..Default::default() };
    let high = field([900, 900], |x, y| rough(x, y) * 50.0);
    let error = voxelize_heights(high, &rules).expect_err("too large").to_string();
    assert!(error.contains("--memory"), "{error}");
    let nothing = field([3, 2], |_, _| f64::NAN);
    assert_eq!(made(nothing, &HeightRules::default()).voxel_count(), 0, "no data at all");
}
