//! `MagicaVoxel` files of others.

use voxray::io::LoadReport;

use crate::{load, shared};

fn counts(report: &LoadReport, names: [&str; 5]) -> [u64; 5] {
    names.map(|name| report.source[name])
}

const COUNTED: [&str; 5] = ["models", "model_voxels", "instances", "placed_voxels", "overlapping"];

#[test]
fn one_large_model() {
    let Some(path) = shared("vox/flyingapts.vox") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(counts(&report, COUNTED), [1, 439_886, 1, 439_886, 0], "as an independent decoder");
    assert_eq!(scene.voxel_count(), 439_886, "no two in one cell");
    assert_eq!(scene.bounds().sides(), [256, 256, 183], "the model's size");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
}

/// The pivot rule shows here: seven turned instances have an odd side on a mirrored axis. With the pivot at a corner of
/// the voxel grid two walls of 5 x 64 x 64 stand flush with what leans on them; with the pivot in the middle of a voxel
/// they would be pushed one voxel into it, and 271 more voxels would overlap.
#[test]
fn a_nested_scene_whose_parts_fit() {
    let Some(path) = shared("vox/study.vox") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    let hidden = 21;
    assert_eq!(
        counts(&report, COUNTED),
        [16, 259_281, 53, 784_192 - hidden, 784_192 - 751_185],
        "as an independent decoder, without what is hidden"
    );
    assert_eq!(scene.voxel_count(), 751_185 - hidden, "cells");
    let skipped: Vec<_> =
        report.skipped.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    assert_eq!(skipped, [("hidden instances", 1), ("hidden voxels", hidden)], "one part is hidden");
    assert_eq!(scene.bounds().sides(), [325, 274, 151], "the visible part of the world");
    let glowing = scene.palette().iter().filter(|(_, info)| info.emission > 0.0).count();
    let glass = scene.palette().iter().filter(|(_, info)| info.glass).count();
    assert_eq!((glowing, glass), (9, 3), "10 glow, one of them with no strength");
    let lamp = scene.palette().get(15).map(|info| info.emission);
    assert_eq!(lamp, Some(1.4), "_emit 0.7, _flux 1");
}

#[test]
fn many_turned_instances() {
    let Some(path) = shared("vox/test_multiple_model_scene.vox") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(counts(&report, COUNTED), [41, 6053, 104, 12_926, 0], "as an independent decoder");
    assert_eq!(scene.bounds().sides(), [106, 106, 16], "the world");
}

#[test]
fn broken_files_end_in_one_sentence_or_in_what_is_sound() {
    for (name, part) in [
        ("in-excessive-model-size.vox", "3 x 33554435 x 64511"),
        ("in-overflowing-scene-graph.vox", "reaches past the end"),
        ("not_a.vox", "not a MagicaVoxel file"),
        ("slab6_vox_test.vox", "not a MagicaVoxel file"),
    ] {
        let Some(path) = shared(&format!("malformed/{name}")) else { return };
        let error = load(&path).expect_err(name).to_string();
        assert!(error.contains(part) && error.contains(name), "{error}");
    }
    let Some(path) = shared("malformed/castle.vox") else { return };
    let (scene, report) = load(&path).expect("the rest is sound");
    assert_eq!(report.skipped["voxels outside their model"], 138, "138 lie above its 20 layers");
    assert_eq!(scene.voxel_count(), 2490, "the others are there");
}
