//! `voxray info`: what it says of a scene, as JSON and as text.

use serde_json::{Value, json};

use super::Place;

const KEYS: [&str; 15] = [
    "box",
    "bricks",
    "bytes",
    "chunks",
    "convention",
    "extent",
    "filled",
    "format",
    "georeference",
    "materials",
    "origin",
    "skipped",
    "source",
    "voxel_size",
    "voxels",
];

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<_> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn json_of_every_dataset_has_all_keys() {
    let place = Place::new();
    for (file, voxels, sides) in [
        ("hills.vox", 29029, [64, 64, 32]),
        ("streets.vxr", 11690, [64, 64, 48]),
        ("sponge.npy", 8000, [27, 27, 27]),
        ("dust.npz", 1312, [40, 40, 40]),
        ("hamlet.vxr", 306_724, [128, 128, 128]),
    ] {
        let info = place.info(&format!("datasets/{file}"));
        assert_eq!(keys(&info), KEYS, "{file}");
        assert_eq!(info["voxels"], voxels, "{file}");
        assert_eq!(info["box"], json!({"min": [0, 0, 0], "max": sides}), "{file}");
        // A block is a unit of the world.
        let side = if file == "hamlet.vxr" { 0.25 } else { 1.0 };
        assert_eq!(info["voxel_size"], json!([side, side, side]), "{file}");
        assert_eq!(info["origin"], json!([0.0, 0.0, 0.0]), "{file}");
        let extent = sides.map(|s| s as f64 * side);
        assert_eq!(info["extent"], json!({"min": [0.0, 0.0, 0.0], "max": extent}), "{file}");
        assert_eq!(info["format"], file[file.len() - 3..], "{file}");
        let chunks: i64 = sides.iter().map(|side: &i64| (side + 15) / 16).product();
        assert_eq!(info["chunks"], chunks, "{file}");
        assert_eq!(info["bytes"]["chunk_records"], 16 * chunks, "{file}: 16 bytes per chunk");
        let bricks = info["bricks"].as_u64().expect("a number");
        assert_eq!(info["bytes"]["occupancy_words"], 8 * bricks, "{file}: 8 bytes per brick");
        let materials = info["materials"].as_array().expect("an array");
        let counted: u64 = materials.iter().map(|m| m["voxels"].as_u64().expect("a number")).sum();
        assert_eq!(counted, voxels, "{file}: every voxel has a material");
        assert!(info["source"].is_object() && info["skipped"] == json!({}), "{file}: {info}");
    }
}

#[test]
fn a_scene_worked_out_by_hand() {
    let place = Place::new();
    place.write("one.npy", super::npy::one_voxel());
    let info = place.info("one.npy --voxel-size 0.5,0.5,2 --origin=-1,2,3.5");
    assert_eq!((&info["voxels"], &info["bricks"]), (&json!(1), &json!(1)), "one of each");
    assert_eq!(info["box"], json!({"min": [0, 0, 0], "max": [10, 4, 4]}), "the array's box");
    assert_eq!(info["materials"], json!([{"number": 7, "voxels": 1}]), "its number");
    assert_eq!(info["voxel_size"], json!([0.5, 0.5, 2.0]), "as told");
    assert_eq!(info["origin"], json!([-1.0, 2.0, 3.5]), "as told");
    let part = place.info("one.npy --box 4,0,0,100,4,4");
    assert_eq!(part["box"], json!({"min": [4, 0, 0], "max": [10, 4, 4]}), "cut at the array");
}

/// An axis that is told wrong, or a mirror, shows here.
#[test]
fn axes_are_as_they_are_told() {
    let place = Place::new();
    let mut dense = [0; 5 * 7 * 11];
    dense[(7 + 2) * 11 + 3] = 9;
    place.write("axes.npy", super::npy::npy("|u1", "5, 7, 11", &dense));
    for (axes, sides, voxel) in [
        ("xyz", [5, 7, 11], [1, 2, 3]),
        ("zyx", [11, 7, 5], [3, 2, 1]),
        ("yxz", [7, 5, 11], [2, 1, 3]),
        ("-xy-z", [5, 7, 11], [3, 2, 7]),
    ] {
        assert_eq!(
            place.info(&format!("axes.npy --axes={axes}"))["box"]["max"],
            json!(sides),
            "{axes}"
        );
        let [x, y, z] = voxel;
        let only =
            format!("axes.npy --axes={axes} --box {x},{y},{z},{},{},{}", x + 1, y + 1, z + 1);
        assert_eq!(place.info(&only)["voxels"], 1, "{axes}: at {voxel:?}");
    }
}

#[test]
fn text_says_the_same_to_people() {
    let place = Place::new();
    let text = place.ok("info datasets/streets.vxr").stdout;
    for part in [
        "datasets/streets.vxr: 11690 voxels in a box of 64 x 64 x 48",
        "voxel size   [1.0, 1.0, 1.0]",
        "48 chunks, 424 bricks",
        "white plaster    1930 voxels",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = place.info("datasets/streets.vxr");
    let named =
        json["materials"].as_array().expect("an array").iter().any(|m| m["name"] == "glass");
    assert!(named, "materials have their names: {json}");
}

#[test]
fn demo_scenes_are_told_too() {
    let info = Place::new().info("demo:menger?level=3");
    assert_eq!((&info["voxels"], &info["format"]), (&json!(8000), &json!("demo")), "{info}");
}

#[test]
#[cfg(unix)]
fn names_do_not_steer_the_terminal() {
    let place = Place::new();
    let mesh = "usemtl a\u{1b}[31m\u{9b}m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let name = "red\u{1b}[31m.obj";
    place.write(name, mesh);
    let told = place.ok(&format!("info {name}")).stdout;
    assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
    assert!(told.contains(r"a\u{1b}[31m\u{9b}m"), "written out: {told}");
    assert_eq!(place.info(name)["materials"][0]["name"], "a\u{1b}[31m\u{9b}m", "as it is");
    place.write(name, "f 1 2 3\n");
    let told = place.refused(2, &format!("info {name}"));
    assert!(told.contains(r"red\u{1b}[31m.obj") && !told.contains('\u{1b}'), "{told:?}");
}
