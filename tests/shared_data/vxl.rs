//! A map of Ace of Spades of others.

use crate::{load, shared};

#[test]
fn a_whole_map() {
    let Some(path) = shared("vxl/Title.vxl") else { return };
    let (scene, report) = load(&path).expect("a sound file");
    assert_eq!(scene.voxel_count(), 3_778_939, "as an independent decoder");
    assert_eq!((report.source["solid"], report.source["colours"]), (3_778_939, 168), "as there");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    // Of some columns, as the file counts: the first solid voxel from above, and its grey.
    for (x, y, down, grey) in [
        (100, 200, 43, 87),
        (0, 0, 56, 101),
        (511, 511, 57, 99),
        (300, 17, 63, 99),
        (256, 430, 28, 123),
    ] {
        let top = [x, 511 - y, 63 - down];
        let color = scene.palette().get(scene.material(top)).and_then(|info| info.color);
        assert_eq!(color, Some([grey, grey, grey, 255]), "the top of column {x}, {y}");
        let over = (top[2] + 1..64).filter(|&z| scene.is_occupied([top[0], top[1], z]));
        assert_eq!(over.count(), 0, "air above column {x}, {y}");
    }
}
