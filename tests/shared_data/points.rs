//! A town from the air.

use std::time::Instant;

use voxray::io::{LoadOptions, load_scene};

use crate::shared;

#[test]
fn a_town_from_the_air() {
    let Some(path) = shared("las/ahn3_cropped_1.laz") else { return };
    let bytes = std::fs::read(&path).expect("it is there");
    // The extent that the header says: max x, min x, max y, min y, max z, min z.
    let number =
        |place: usize| f64::from_le_bytes(bytes[place..place + 8].try_into().expect("eight"));
    let min = [187, 203, 219].map(number);
    let max = [179, 195, 211].map(number);
    for size in [0.5, 1.0] {
        let options = LoadOptions { voxel_size: Some([size; 3]), ..LoadOptions::default() };
        let start = Instant::now();
        let (scene, report) = load_scene(&path, &options).expect("a sound file");
        eprintln!("voxels of {size} m: {} in {:.2?}", scene.voxel_count(), start.elapsed());
        assert_eq!(report.source["points"], 640_510, "as an independent decoder");
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
        let origin = min.map(|x| (x / size).floor() * size);
        assert_eq!(scene.transform().origin, origin, "a multiple of the size");
        #[allow(clippy::cast_possible_truncation, reason = "a small whole number")]
        let high = [0, 1, 2].map(|axis| ((max[axis] - origin[axis]) / size).floor() as i32 + 1);
        assert_eq!((scene.bounds().min, scene.bounds().max), ([0; 3], high), "the extent");
        let counts = scene.material_counts();
        assert!(counts[&3] > 1000 && counts[&7] > 1000, "ground and buildings: {counts:?}");
        // Buildings stand above the ground.
        let (mut sums, mut voxels) = ([0_i64; 2], [0_i64; 2]);
        scene.for_each_voxel(|voxel, material| {
            if let Some(kind) = [3, 7].iter().position(|&kind| kind == material) {
                sums[kind] += i64::from(voxel[2]);
                voxels[kind] += 1;
            }
        });
        assert!(sums[1] / voxels[1] > sums[0] / voxels[0], "z is up: {sums:?} {voxels:?}");
    }
}
