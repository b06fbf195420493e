//! `voxray convert`: every format into every other, and back.

use serde_json::Value;

use super::Place;

const ENDINGS: [&str; 5] = ["npy", "npz", "vox", "vxr", "binvox"];

/// Voxels per material number, and the box.
fn content(info: &Value) -> (Vec<(u64, u64)>, Value) {
    let number = |material: &Value, key: &str| material[key].as_u64().expect("a number");
    let materials = info["materials"].as_array().expect("an array");
    let counts = materials.iter().map(|m| (number(m, "number"), number(m, "voxels"))).collect();
    (counts, info["box"].clone())
}

#[test]
fn every_format_into_every_other_keeps_voxels_and_materials() {
    let place = Place::new();
    for file in ["hills.vox", "streets.vxr", "sponge.npy", "dust.npz"] {
        let source = format!("datasets/{file}");
        let expected = content(&place.info(&source));
        for through in ENDINGS {
            place.ok(&format!("convert {source} through.{through}"));
            assert_eq!(
                content(&place.info(&format!("through.{through}"))),
                expected,
                "{file} to .{through}"
            );
            for to in ENDINGS {
                place.ok(&format!("convert through.{through} to.{to} --quiet"));
                assert_eq!(
                    content(&place.info(&format!("to.{to}"))),
                    expected,
                    "{file}, .{through}, .{to}"
                );
            }
        }
    }
}

/// Counts could agree with voxels in other places; rays see where they are.
#[test]
fn rays_see_the_same_in_every_format() {
    let place = Place::new();
    place.ok("cast datasets/hills.vox datasets/rays.npy -o hits.npz --quiet");
    let expected = place.read("hits.npz");
    for ending in ENDINGS {
        place.ok(&format!("convert datasets/hills.vox hills.{ending}"));
        place.ok(&format!("cast hills.{ending} datasets/rays.npy -o hits.npz --quiet"));
        assert!(place.read("hits.npz") == expected, ".{ending}");
    }
}

#[test]
fn vxr_keeps_the_place_in_the_world_and_names() {
    let place = Place::new();
    place.ok("convert demo:city?size=64 city.vxr --voxel-size 0.5 --origin 10,-20,30");
    let info = place.info("city.vxr");
    assert_eq!(info["voxel_size"], serde_json::json!([0.5, 0.5, 0.5]), "voxel_size");
    assert_eq!(info["origin"], serde_json::json!([10.0, -20.0, 30.0]), "origin");
    let names = |info: &Value| {
        let materials = info["materials"].as_array().expect("an array");
        materials.iter().map(|m| (m["name"].clone(), m["color"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(names(&info), names(&place.info("demo:city?size=64")), "names and colours");
}

#[test]
fn part_of_a_scene_is_converted() {
    let place = Place::new();
    place.ok("convert datasets/sponge.npy part.vxr --box 9,0,0,18,27,9");
    let info = place.info("part.vxr");
    assert_eq!(info["box"], serde_json::json!({"min": [9, 0, 0], "max": [18, 27, 9]}), "box");
    assert_eq!(
        info["voxels"],
        20 * 20 * 2 + 20 * 20 - 20 * 20,
        "two full cells of 9 and the hole between"
    );
}

#[test]
fn what_a_format_does_not_keep_is_said() {
    let place = Place::new();
    let told = |words: &str| {
        let told = place.ok(&format!("convert demo:city?size=32 {words}")).stderr;
        let lost = told.lines().filter_map(|line| line.strip_prefix("  not kept by this format: "));
        lost.map(|lost| lost.split(';').next().unwrap_or(lost).to_string()).collect::<Vec<_>>()
    };
    let colors = "names and colours of materials";
    let lies = "where the scene lies";
    for (ending, away, expected) in [
        ("vxr", true, vec![]),
        ("npy", false, vec![colors]),
        ("npy", true, vec![lies, colors]),
        ("npz", true, vec![colors]),
        ("vox", false, vec!["names of materials"]),
        ("VOX", true, vec![lies, "names of materials"]),
        ("binvox", true, vec![colors]),
        ("obj", true, vec!["voxels: a mesh has the surface alone"]),
        ("glb", false, vec!["voxels: a mesh has the surface alone"]),
    ] {
        let away = if away { " --origin 10,20,30 --voxel-size 0.5" } else { "" };
        assert_eq!(told(&format!("city.{ending}{away}")), expected, ".{ending}{away}");
    }
    assert!(place.names().contains(&"city.mtl".to_string()), "a .obj has its materials beside it");
}

/// The lower corner of the box, and voxels of another size, come through.
#[test]
fn binvox_and_npz_keep_the_place_in_the_world() {
    let place = Place::new();
    for ending in ["binvox", "npz"] {
        place.ok(&format!(
            "convert datasets/sponge.npy a.{ending} --box 9,0,0,18,27,9 --voxel-size 0.1 --origin 5,6,7"
        ));
        let info = place.info(&format!("a.{ending}"));
        assert_eq!(info["voxel_size"], serde_json::json!([0.1, 0.1, 0.1]), ".{ending}: voxel_size");
        assert_eq!(info["origin"], serde_json::json!([5.9, 6.0, 7.0]), ".{ending}: corner at 9");
    }
}
