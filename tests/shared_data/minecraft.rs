//! Worlds, schematics and litematics that the game and its editors wrote, with counts by an independent decoder.

use voxray::GridBox;
use voxray::io::{LoadOptions, load_blocks, load_scene};

use super::{load, shared};

#[test]
fn worlds_of_numbers() {
    for (name, chunks, blocks) in [("bodiam_castle", 256, 174_251), ("backstreets", 64, 230_864)] {
        let Some(path) = shared(&format!("minecraft/{name}")) else { return };
        let report = load(&path).expect("a sound world").1;
        assert_eq!((report.source["chunks"], report.source["blocks"]), (chunks, blocks), "{name}");
        assert_eq!((report.source["regions"], report.source["unknown"]), (4, 0), "{name}");
    }
}

#[test]
fn a_region_of_sections() {
    let Some(path) = shared("minecraft/1.19.4.mca") else { return };
    let (scene, report) = load(&path).expect("a sound region");
    assert_eq!((report.source["chunks"], report.source["blocks"]), (676, 8_896_316), "as counted");
    assert_eq!(report.source["unknown"], 0, "the table is about all of it");
    assert_eq!(scene.bounds().min[2], -64 * 4, "down to bedrock");
    let passed = |reason: &String| reason.contains("hit with --");
    assert!(report.skipped.keys().all(passed), "nothing else: {:?}", report.skipped);

    // A part of it is the same as that part of the whole.
    let bounds = GridBox::new([400, -804, 100], [460, -700, 300]).expect("small");
    let part = load_scene(&path, &LoadOptions { bounds: Some(bounds), ..LoadOptions::default() });
    let part = part.expect("a sound region").0;
    assert_eq!(*part.bounds(), bounds, "of whole blocks");
    let mut filled = 0;
    for x in (400..460).step_by(3) {
        for y in (-804..-700).step_by(3) {
            for z in (100..300).step_by(3) {
                let name = |scene: &voxray::Scene| {
                    scene.palette().get(scene.material([x, y, z])).map(|info| info.name.clone())
                };
                assert_eq!(name(&part), name(&scene), "voxel {:?}", [x, y, z]);
                filled += u32::from(part.is_occupied([x, y, z]));
            }
        }
    }
    assert!(filled > 1000, "{filled} samples are of blocks");
}

#[test]
fn schematics_and_litematics() {
    for (name, blocks, sides) in [
        ("Station.schematic", 797_742, [113, 227, 121]),
        ("gol.litematic", 570_906, [66, 133, 133]),
    ] {
        let Some(path) = shared(&format!("minecraft/{name}")) else { return };
        let (scene, report) = load(&path).expect("a sound file");
        assert_eq!((report.source["blocks"], report.source["unknown"]), (blocks, 0), "{name}");
        assert_eq!(scene.bounds().sides(), sides.map(|side| 4 * side), "{name}");
        let world = load_blocks(&path, &LoadOptions::default()).expect("a sound file").0;
        assert_eq!(world.len(), blocks, "{name}");
    }
}

#[test]
fn broken_files_end_in_one_sentence_or_in_what_is_sound() {
    let Some(path) = shared("malformed/stone_cube.schem") else { return };
    let options = LoadOptions { memory: Some(8 << 30), ..LoadOptions::default() };
    let error = load_scene(&path, &options).expect_err("a billion blocks").to_string();
    assert!(error.contains("GiB") && error.contains("--box"), "{error}");

    // The trees of its three chunks are whole, and the ends of their streams are missing.
    let Some(path) = shared("malformed/r.2.2.mca") else { return };
    let report = load(&path).expect("the blocks are there").1;
    assert_eq!(report.source["chunks"], 3, "all three");
    assert_eq!(report.skipped["checksums of chunks that are cut off"], 3, "{:?}", report.skipped);
}
