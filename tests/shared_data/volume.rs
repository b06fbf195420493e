//! Volumes of others.

use crate::{load, shared};

#[test]
fn a_labelled_volume() {
    let Some(path) = shared("volume/frogtissue.mhd") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(scene.bounds().sides(), [500, 470, 136], "its sizes");
    assert_eq!(scene.voxel_count(), 1_156_957, "numbers that are not 0");
    assert_eq!(scene.transform().voxel_size, [1.0, 1.0, 1.5], "its spacing");
    assert_eq!(report.source["numbers"], 500 * 470 * 136, "all of them");
}
