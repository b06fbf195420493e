//! The scenes stay what they are, and are what they say.

use super::hash::Field;
use super::*;
use crate::error::ErrorKind;
use crate::grid::Shapes;
use crate::scene::Scene;

fn build(spec: &str, threads: usize) -> Scene {
    spec.parse::<DemoSpec>().and_then(|spec| spec.build(threads)).expect("the spec is sound")
}

/// A sum over all voxels and their materials that no change of one of them keeps, whatever their order.
fn checksum(scene: &Scene) -> u64 {
    let mut sum = 0_u64;
    scene.for_each_voxel(|voxel, material| {
        sum = sum.wrapping_add(Field::new(u64::from(material), 99).at(voxel));
    });
    sum
}

#[test]
fn scenes_stay_the_same_bits_on_any_number_of_threads() {
    let pinned = [
        ("terrain?size=128", 197_291, 0x76f956fec16052bc),
        ("terrain?size=90&height=70&seed=9", 98952, 0x6028d77c11cd26e4),
        ("city?size=128", 55857, 0xdd08ab71923c94ba),
        ("city?size=150&height=90&seed=2", 88971, 0xee503a485bdb6dd7),
        ("noise?size=64", 13134, 0xff313ec1d9ea2f99),
        ("noise?size=50&height=33&p=0.3&seed=3", 24898, 0x450023320bf018b9),
        ("menger?level=3", 8000, 0x81946af15363b567),
        ("cave?size=64", 173_508, 0x828bdf7736287595),
        ("room?size=128", 144_345, 0x546c597b1d188fac),
        ("village?size=200", 770_696, 0x950c001e9d0c6df2),
        ("village?size=99&seed=3&fluids=0&shapes=0", 194_624, 0x1e99efb3211549b2),
    ];
    let found = pinned.map(|(spec, ..)| {
        let scenes = [1, 3].map(|threads| build(spec, threads));
        assert_eq!(scenes[0].grid().words(), scenes[1].grid().words(), "{spec} on 1 and 3 threads");
        let shapes = scenes.each_ref().map(|scene| scene.shapes().map(Shapes::entries));
        assert_eq!(shapes[0], shapes[1], "shapes of {spec} on 1 and 3 threads");
        let sums = scenes.each_ref().map(checksum);
        assert_eq!(sums[0], sums[1], "materials of {spec} on 1 and 3 threads");
        (spec, scenes[0].voxel_count(), sums[0])
    });
    assert_eq!(found, pinned, "voxels and checksums are pinned: a scene of a name never changes");
}

#[test]
fn every_named_material_has_a_name_and_a_color() {
    for name in DemoSpec::NAMES {
        let spec =
            if name == "menger" { "menger?level=4".into() } else { format!("{name}?size=80") };
        let scene = build(&spec, 0);
        let mut seen = std::collections::BTreeSet::new();
        scene.for_each_voxel(|_, material| {
            seen.insert(material);
        });
        for material in seen {
            let info = scene.palette().get(material);
            let known = info.is_some_and(|info| !info.name.is_empty() && info.color.is_some());
            assert!(known, "material {material} of {spec}");
        }
    }
}

#[test]
fn terrain_has_a_shell_of_twelve_below_the_highest_noise() {
    let scene = build("terrain?size=200&height=200&seed=4", 0);
    let mut shells = 0;
    for (x, y) in (0..200).flat_map(|y| (0..200).map(move |x| (x, y))) {
        let column: Vec<i32> = (0..200).filter(|&z| scene.is_occupied([x, y, z])).collect();
        assert!(!column.is_empty() && column[0] < 144, "ground below 0.72 of 200 at {x}, {y}");
        shells += i32::from(column.len() == 12 && column[11] - column[0] == 11);
    }
    assert!(shells > 36_000, "columns beside trees are 12 thick: {shells} of 40000");
}

#[test]
fn terrain_has_a_tree_per_400_columns() {
    let scene = build("terrain?size=200", 0);
    let bark = scene.palette().iter().find(|(_, info)| info.name == "bark").expect("named").0;
    let mut trunks = 0;
    scene.for_each_voxel(|_, material| trunks += i32::from(material == bark));
    assert!((680..=700).contains(&trunks), "100 trunks of 7, a few under crowns: {trunks}");
}

#[test]
fn terrain_has_no_gap_even_where_it_is_far_too_steep() {
    let scene = build("terrain?size=64&height=4000", 0);
    let is_ground = |material| (1..FIRST_TREE_MATERIAL).contains(&material);
    let highest = |x, y| (0..4000).rev().find(|&z| is_ground(scene.material([x, y, z])));
    for (x, y) in (0..63).flat_map(|y| (0..63).map(move |x| (x, y))) {
        let (Some(here), Some(next)) = (highest(x, y), highest(x + 1, y)) else { continue };
        let (low, high, upper) = if here < next { (here, next, x + 1) } else { (next, here, x) };
        let solid = (low..=high).all(|z| scene.is_occupied([upper, y, z]));
        assert!(solid, "the step from {low} to {high} at {x}, {y} is closed");
    }
}

/// Bark and leaves are numbered from here on.
const FIRST_TREE_MATERIAL: u16 = 9;

#[test]
fn city_has_a_hollow_building_in_every_lot() {
    let scene = build("city?size=400&height=200", 0);
    for (x, y) in (0..10).flat_map(|y| (0..10).map(move |x| (40 * x + 20, 40 * y + 20))) {
        let floors = (2..200).filter(|&z| scene.is_occupied([x, y, z])).count();
        assert!((2..60).contains(&floors), "floors, a roof and air between: {floors} at {x}, {y}");
        assert!(
            scene.is_occupied([x, y, 14]) || scene.is_occupied([x, y, 2]),
            "a floor at {x}, {y}"
        );
    }
}

#[test]
fn noise_has_its_share() {
    for (spec, share) in [("noise?size=96", 0.05), ("noise?size=96&p=0.005&seed=8", 0.005)] {
        let volume = 96_f64.powi(3);
        let sigma = (volume * share * (1.0 - share)).sqrt();
        let off = (build(spec, 0).voxel_count() as f64 - volume * share) / sigma;
        assert!(off.abs() < 3.0, "{spec} is {off} sigma off");
    }
    assert_eq!(build("noise?size=20&p=1", 0).voxel_count(), 8000, "all");
    assert_eq!(build("noise?size=20&p=0", 0).voxel_count(), 0, "none");
}

#[test]
fn menger_has_twenty_to_the_level() {
    for level in 1..=5 {
        let scene = build(&format!("menger?level={level}"), 0);
        assert_eq!(scene.voxel_count(), 20_u64.pow(level), "level {level}");
        assert_eq!(scene.bounds().sides(), [3_i32.pow(level); 3], "level {level}");
    }
}

#[test]
fn cave_is_about_half_full() {
    let scene = build("cave?size=192", 0);
    let share = scene.voxel_count() as f64 / scene.bounds().volume() as f64;
    assert!((0.4..0.6).contains(&share), "{share} of the box is rock");
}

#[test]
fn room_is_closed_but_for_the_window() {
    let scene = build("room", 0);
    let [nx, ny, nz] = scene.bounds().sides();
    assert_eq!([nx, ny, nz], [256, 256, 96], "the usual size");
    let open = |voxel| !scene.is_occupied(voxel);
    let holes =
        |x: i32| (0..ny).flat_map(|y| (0..nz).map(move |z| [x, y, z])).filter(|&v| open(v)).count();
    assert_eq!(holes(0), 0, "the wall with the door");
    assert_eq!(holes(255), 96 * 46, "the wall with the window");
    for (u, z) in (0..256).flat_map(|u| (0..nz).map(move |z| (u, z))) {
        assert!(!open([u, 0, z]) && !open([u, 255, z]), "the walls along x at {u}, {z}");
    }
    for (x, y) in (0..256).flat_map(|y| (0..256).map(move |x| (x, y))) {
        assert!(!open([x, y, 0]) && !open([x, y, 95]), "floor and ceiling at {x}, {y}");
    }
}

#[test]
fn name_is_read_back_as_it_is_written() {
    for text in [
        "demo:terrain",
        "city?seed=7",
        "noise?p=0.25&size=40",
        "menger",
        "cave",
        "room",
        "village?fluids=0",
    ] {
        let spec: DemoSpec = text.parse().expect("sound");
        assert_eq!(spec.to_string().parse::<DemoSpec>().expect("its own name"), spec, "{text}");
    }
}

#[test]
fn fault_in_a_name_is_one_sentence_with_what_there_is() {
    let cases = [
        ("demo:forest", "terrain, city, noise, menger, cave, room, village"),
        ("demo:terrain?sise=4", "the keys of this scene are size, height, seed"),
        ("demo:terrain?size=64&size=65", "given twice"),
        ("demo:terrain?size", "key=value"),
        ("demo:terrain?size=big", "a number from 16 to 131072"),
        ("demo:terrain?size=-5", "a number from 16 to 131072"),
        ("demo:noise?p=1.5", "a number from 0 to 1"),
        ("demo:noise?p=NaN", "a number from 0 to 1"),
        ("demo:menger?level=8", "a number from 1 to 7"),
        ("demo:menger?size=81", "the keys of this scene are level"),
    ];
    for (text, part) in cases {
        let error = text.parse::<DemoSpec>().expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Usage, "{text}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn scene_that_does_not_fit_is_refused_before_it_is_made() {
    let spec: DemoSpec = "cave?size=15000".parse().expect("sound");
    let error = spec.build(0).expect_err("3 TB");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
}

#[test]
fn village_is_hit_as_its_keys_say() {
    let types = |spec: &str| {
        let scene = build(spec, 0);
        let mut seen = std::collections::BTreeSet::new();
        scene.for_each_voxel(|_, material| {
            seen.insert(scene.palette().get(material).expect("named").name.clone());
        });
        (seen, scene)
    };
    let (all, shaped) = types("village?size=480");
    for name in ["water", "tall grass", "torch", "stone slab", "roof", "fence post", "door"] {
        assert!(all.contains(name), "{name} is somewhere among {all:?}");
    }
    let (dry, _) = types("village?size=480&fluids=0");
    assert!(!dry.contains("water") && dry.contains("torch"), "without fluids: {dry:?}");
    let (bare, _) = types("village?size=480&passable=0");
    assert!(bare.contains("water") && !bare.contains("torch"), "without plants: {bare:?}");
    let (_, cubes) = types("village?size=480&shapes=0");
    assert!(cubes.voxel_count() > shaped.voxel_count(), "cubes are larger than slabs");
    assert!(cubes.shapes().expect("of cubes").all_exact(), "cubes are their voxels");
    assert!(!shaped.shapes().expect("of fences").all_exact(), "fences are not");
}
