//! A `.binvox` file of others.

use voxray::io::{SaveOptions, save_scene};

use crate::{load, shared};

/// A quadcopter on its legs: rotors above, legs below, so that the mesh had z up.
#[test]
fn a_large_sparse_cube() {
    let Some(path) = shared("binvox/pelican.binvox") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(scene.voxel_count(), 396_812, "as an independent decoder");
    assert_eq!(report.source["filled"], 396_812, "as an independent decoder");
    assert_eq!(scene.bounds().sides(), [678; 3], "its box");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    assert_eq!(scene.transform().origin, [-227.907, -338.691, -84.0], "translate");
    assert_eq!(scene.transform().voxel_size, [677.382 / 678.0; 3], "scale / side");
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    scene.for_each_voxel(|voxel, _| {
        low = [0, 1, 2].map(|k| low[k].min(voxel[k]));
        high = [0, 1, 2].map(|k| high[k].max(voxel[k]));
    });
    assert_eq!((low, high), ([0; 3], [455, 677, 184]), "wider along y than along x, and flat");
}

#[test]
fn written_again_it_has_the_same_runs() {
    let Some(path) = shared("binvox/pelican.binvox") else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let again = folder.path().join("again.binvox");
    save_scene(&load(&path).expect("sound").0, &again, &SaveOptions::default()).expect("saved");
    let runs = |path| {
        let bytes = std::fs::read(path).expect("a file");
        let head = bytes.windows(5).position(|five| five == b"data\n").expect("a header");
        bytes[head + 5..].to_vec()
    };
    assert!(runs(&again) == runs(&path), "byte for byte");
}
