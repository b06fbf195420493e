//! A scanned mesh, and a block of a town.

use voxray::io::{LoadOptions, MeshOptions, load_scene};
use voxray::voxelize::Fill;

use crate::{load, shared};

#[test]
fn a_scan_with_holes() {
    let Some(path) = shared("mesh/stanford-bunny.obj") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    let counts = ["vertices", "faces", "open_edges"].map(|name| report.source[name]);
    assert_eq!(counts, [35_947, 69_451, 223], "as an independent decoder");
    assert_eq!(scene.bounds().longest_side(), 256, "as many voxels as nothing else is told");
    let mesh = MeshOptions { fill: Some(Fill::Solid), ..MeshOptions::default() };
    let error = load_scene(&path, &LoadOptions { mesh, ..LoadOptions::default() });
    let error = error.expect_err("it has holes").to_string();
    assert!(error.contains("223 edges in 5 holes"), "{error}");
}

#[test]
fn a_block_of_a_town() {
    let Some(path) = shared("mesh/testarea.obj") else { return };
    let options = LoadOptions { voxel_size: Some([0.5; 3]), ..LoadOptions::default() };
    let (scene, report) = load_scene(&path, &options).expect("a sound file");
    let counts = ["vertices", "faces", "open_edges"].map(|name| report.source[name]);
    assert_eq!(counts, [14_760, 28_619, 950], "as an independent decoder");
    assert_eq!(scene.bounds().min, [0; 3], "the origin is moved to the mesh");
    let names: Vec<&str> = scene.palette().iter().map(|(_, info)| info.name.as_str()).collect();
    assert!(names.contains(&"Building") && names.contains(&"Road"), "{names:?}");
    assert_eq!(report.skipped["material libraries that are not there"], 1, "3dfier.mtl");
}
