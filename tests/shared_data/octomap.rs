//! Octrees of the makers of `OctoMap`.

use voxray::io::{LoadOptions, OctreeOptions, Unknown, load_scene};

use crate::{load, shared};

#[test]
fn a_binary_octree() {
    let Some(path) = shared("octomap/geb079.bt") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(scene.voxel_count(), 185_673, "occupied voxels, as an independent decoder");
    assert_eq!(scene.bounds().sides(), [487, 187, 39], "the box");
    assert_eq!(report.source["occupied_leaves"], 143_729, "occupied leaves");
    assert_eq!(report.source["free"], 950_759, "voxels known to be free");
    assert_eq!(report.source["nodes"], 532_566, "as many as its header says");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    assert_eq!(scene.transform().voxel_size, [0.08; 3], "its resolution");

    let octree = OctreeOptions { unknown: Unknown::Material, ..OctreeOptions::default() };
    let options = LoadOptions { octree, ..LoadOptions::default() };
    let (scene, report) = load_scene(&path, &options).expect("a sound file");
    let counts = scene.material_counts();
    assert_eq!(counts[&1], 185_673, "occupied");
    assert_eq!(counts[&2], report.source["unknown"], "unknown");
    assert_eq!(counts[&2], 487 * 187 * 39 - 185_673 - 950_759, "all but the known");
}

#[test]
fn an_octree_with_probabilities() {
    let Some(path) = shared("octomap/ecmrv4_withfree.ot") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(scene.voxel_count(), 42_960, "occupied voxels, as an independent decoder");
    assert_eq!(report.source["occupied_leaves"], 20_000, "occupied leaves");
    assert_eq!(report.source["free"], 274_880, "voxels known to be free");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
}
