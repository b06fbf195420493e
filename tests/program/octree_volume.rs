//! Flags of octrees and volumes.

use super::Place;

#[test]
fn an_octree_tells_occupied_free_and_unknown_apart() {
    let place = Place::new();
    // The root has one divided child, that one an occupied and a free child, 2^14 voxels wide: only parts of them fit.
    let head = "# Octomap OcTree binary file\nid OcTree\nsize 4\nres 0.5\ndata\n";
    place.write("a.bt", [head.as_bytes(), &[3, 0, 0b0110, 0]].concat());
    let part = "--box -16390,-32768,-32768,-16380,-32766,-32765";
    // Child 0 is occupied, child 1, the next along x, is free.
    let info = place.info(&format!("a.bt {part}"));
    assert_eq!(info["voxels"], 6 * 6, "x from -16390 to -16384");
    assert_eq!(info["source"]["occupied_leaves"], 1, "{info}");
    let free = place.info(&format!("a.bt {part} --free material"));
    assert_eq!(free["voxels"], 10 * 6, "{free}");
    assert_eq!(free["materials"][1]["name"], "free", "{free}");
    assert_eq!(free["voxel_size"][2], 0.5, "{free}");
    let unknown = place.info(&format!("a.bt {part} --unknown solid"));
    assert_eq!(unknown["voxels"], 6 * 6, "nothing there is unknown: {unknown}");
    let wrong = place.run("info a.bt --unknown maybe");
    assert_eq!(wrong.code, Some(1), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("empty, solid or material"), "{}", wrong.stderr);
    let sentence = place.refused(1, &format!("info a.bt {part} --threshold 0.7"));
    assert!(sentence.contains("no probabilities"), "{sentence}");
}

#[test]
fn a_volume_is_filled_by_threshold_or_labels() {
    let place = Place::new();
    let head = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 5 1 1\nencoding: text\n\n";
    place.write("a.nrrd", format!("{head}0 1 2 3 200\n"));
    assert_eq!(place.info("a.nrrd")["materials"].as_array().map(Vec::len), Some(4), "labels");
    assert_eq!(place.info("a.nrrd --threshold 2.5")["voxels"], 2, "3 and 200");
    assert_eq!(place.info("a.nrrd --threshold -1")["voxels"], 5, "all");
    assert_eq!(place.info("a.nrrd --labels 1,3-200")["voxels"], 3, "1, 3 and 200");
    let sentence = place.refused(1, "info a.nrrd --threshold 1 --labels 2");
    assert!(sentence.contains("leave one out"), "{sentence}");
    let sentence = place.refused(1, "info a.nrrd --unknown solid");
    assert!(sentence.contains("--unknown") && sentence.contains(".bt, .ot"), "{sentence}");
    let sentence = place.refused(1, "info demo:room --labels 2");
    assert!(sentence.contains("--labels"), "{sentence}");
}
