//! What `.vox` files mean: rotations, palettes, layers, models.

use voxray::io::LoadOptions;
use voxray::{ErrorKind, GridBox};

use crate::vox_bytes::{VoxBytes, chunk};
use crate::{Folder, sentence, voxels};

/// The matrix of a rotation byte, by the format's description; none where the byte is no rotation or mirrors.
fn rotation(byte: u8) -> Option<[[f64; 3]; 3]> {
    let (first, second) = (usize::from(byte & 3), usize::from(byte >> 2 & 3));
    if first == second || first > 2 || second > 2 || byte >= 128 {
        return None;
    }
    let mut matrix = [[0.0; 3]; 3];
    for (row, column) in [first, second, 3 - first - second].into_iter().enumerate() {
        matrix[row][column] = if byte >> (4 + row) & 1 == 1 { -1.0 } else { 1.0 };
    }
    let [a, b, c] = matrix;
    let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    let determinant = a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2];
    (determinant > 0.0).then_some(matrix)
}

fn apply(matrix: &[[f64; 3]; 3], point: [f64; 3], moved: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|row| {
        let product: f64 = (0..3).map(|column| matrix[row][column] * point[column]).sum();
        product + moved[row]
    })
}

/// A model, nested in two groups, each turned and moved.
fn nested(sides: [u32; 3], voxels: &[[u8; 4]], outer: u8, inner: u8) -> Vec<u8> {
    VoxBytes::default()
        .model(sides, voxels)
        .transform(0, &[], 1, -1, &[])
        .group(1, &[2])
        .transform(2, &[], 3, -1, &[("_r", &outer.to_string()), ("_t", "10 -20 30")])
        .group(3, &[4])
        .transform(4, &[], 5, 0, &[("_t", "-1 2 5"), ("_r", &inner.to_string())])
        .shape(5, &[0])
        .bytes()
}

#[test]
fn vox_rotations() {
    let folder = Folder::new();
    let rotations: Vec<u8> = (0..=255).filter(|&byte| rotation(byte).is_some()).collect();
    assert_eq!(rotations.len(), 24, "the turns of a cube");
    for sides in [[3_u8; 3], [4; 3], [2, 3, 4], [3, 4, 5], [5, 2, 3]] {
        let [x, y, z] = sides.map(|side| side - 1);
        let model = [[0, 0, 0, 1], [1, 0, 0, 2], [0, y, 0, 3], [1, 1, 1, 4], [x, y, z, 5]];
        for &outer in &rotations {
            for &inner in &rotations {
                let bytes = nested(sides.map(u32::from), &model, outer, inner);
                let scene = folder.load("a.vox", &bytes).expect("a sound file").0;
                // The middle of a voxel, from the corner nearest to the middle of the model, turned and moved.
                let mut expected: Vec<_> = model
                    .iter()
                    .map(|&[x, y, z, color]| {
                        let voxel = [x, y, z];
                        let middle =
                            [0, 1, 2].map(|k| f64::from(voxel[k]) + 0.5 - f64::from(sides[k] / 2));
                        let [inner, outer] =
                            [inner, outer].map(|byte| rotation(byte).expect("one"));
                        let point = apply(&inner, middle, [-1.0, 2.0, 5.0]);
                        let point = apply(&outer, point, [10.0, -20.0, 30.0]);
                        (point.map(|k| k.floor() as i32), u16::from(color))
                    })
                    .collect();
                expected.sort_unstable();
                assert_eq!(voxels(&scene), expected, "{sides:?}, {outer} after {inner}");
                // Turned, the box has the same sides in another order, and the corners (0, 0, 0) and (x, y, z) in it.
                let turned = [inner, outer].map(|byte| rotation(byte).expect("one"));
                let spans = sides.map(f64::from);
                let spans = apply(&turned[1], apply(&turned[0], spans, [0.0; 3]), [0.0; 3]);
                let spans = spans.map(|side| side.abs() as i32);
                assert_eq!(scene.bounds().sides(), spans, "{sides:?}, {outer} after {inner}");
            }
        }
    }
}

#[test]
fn the_rotation_of_the_formats_description_is_as_written_there() {
    // x' = y, y' = -z, z' = -x is the byte 105; worked out by hand for the voxel (0, 1, 2) of a 3^3 model.
    let bytes = VoxBytes::default()
        .model([3; 3], &[[0, 1, 2, 9]])
        .transform(0, &[], 1, -1, &[("_r", "105")])
        .shape(1, &[0])
        .bytes();
    let scene = Folder::new().load("a.vox", &bytes).expect("a sound file").0;
    assert_eq!(voxels(&scene), [([0, -2, 0], 9)], "(-.5, .5, 1.5) goes to (.5, -1.5, .5)");
}

#[test]
fn vox_unknown_chunk() {
    let bytes = VoxBytes::default()
        .raw(chunk("ZZZZ", &[1; 37]))
        .model([2; 3], &[[1, 0, 1, 3]])
        .raw(chunk("odd\x01", b"SIZE and more"))
        .raw(chunk("ZZZZ", &[]))
        .raw(chunk("MATL", &[0; 8]))
        .bytes();
    let (scene, report) = Folder::new().load("a.vox", &bytes).expect("a sound file");
    assert_eq!(voxels(&scene), [([1, 0, 1], 3)], "the model is there");
    let skipped: Vec<_> =
        report.skipped.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    assert_eq!(
        skipped,
        [("chunk ZZZZ", 2), ("chunk odd\\x01", 1)],
        "and what was not read is named"
    );
}

#[test]
fn vox_empty_model() {
    let folder = Folder::new();
    let empty = VoxBytes::default().model([5, 6, 7], &[]);
    let (scene, report) = folder.load("a.vox", &empty.clone().bytes()).expect("legal");
    assert_eq!((scene.voxel_count(), scene.bounds().max), (0, [5, 6, 7]), "its box is declared");
    assert_eq!(report.source["models"], 1, "a model without voxels is one");
    let scene = folder.load("a.vox", &VoxBytes::default().bytes()).expect("legal").0;
    assert!(scene.bounds().is_empty(), "a file without models");
    let scene = folder.load("a.vox", &empty.model([0; 3], &[]).bytes()).expect("legal").0;
    assert_eq!(scene.bounds().max, [5, 6, 7], "a model without sides");
}

#[test]
fn vox_palette() {
    let folder = Folder::new();
    let model = VoxBytes::default().model([3, 1, 1], &[[0, 0, 0, 1], [1, 0, 0, 255], [2, 0, 0, 0]]);
    let (scene, report) = folder.load("a.vox", &model.clone().bytes()).expect("a sound file");
    assert_eq!(voxels(&scene), [([0, 0, 0], 1), ([1, 0, 0], 255)], "index 0 is empty");
    assert_eq!(report.skipped["voxels of colour 0, which is empty"], 1, "and said so");
    let color =
        |scene: &voxray::Scene, index| scene.palette().get(index).and_then(|info| info.color);
    assert_eq!(
        color(&scene, 1),
        Some([255, 255, 255, 255]),
        "the default palette starts with white"
    );
    assert_eq!(color(&scene, 255), Some([0x11, 0x11, 0x11, 255]), "and ends with nearly black");

    let colors: Vec<u8> = (0..=255).flat_map(|k| [k, 255 - k, 7, 200]).collect();
    let bytes = model.raw(chunk("RGBA", &colors)).bytes();
    let scene = folder.load("a.vox", &bytes).expect("a sound file").0;
    assert_eq!(color(&scene, 1), Some([0, 255, 7, 200]), "palette[0]");
    assert_eq!(color(&scene, 255), Some([254, 1, 7, 200]), "palette[254]");
    assert_eq!(color(&scene, 0), None, "index 0 has no colour");
}

#[test]
fn vox_no_pack() {
    let folder = Folder::new();
    let models = VoxBytes::default().model([2; 3], &[[0, 0, 0, 1]]).model([4; 3], &[[3, 3, 3, 2]]);
    let (scene, report) = folder.load("a.vox", &models.clone().bytes()).expect("a sound file");
    assert_eq!(voxels(&scene), [([0, 0, 0], 1), ([3, 3, 3], 2)], "both at the origin");
    assert_eq!(report.source["models"], 2, "all are read");

    let packed = VoxBytes::default()
        .raw(chunk("PACK", &2_u32.to_le_bytes()))
        .raw(models.bytes()[20..].to_vec());
    let (scene, report) = folder.load("a.vox", &packed.bytes()).expect("a sound file");
    assert_eq!(voxels(&scene), [([0, 0, 0], 1)], "with a PACK chunk they are frames");
    assert_eq!(report.skipped["animation frames after the first"], 1, "the others are counted");
}

/// Three models of one voxel: one shown, one hidden itself, one on a hidden layer.
fn with_hidden_parts() -> VoxBytes {
    VoxBytes::default()
        .model([1; 3], &[[0, 0, 0, 7]])
        .transform(0, &[], 1, -1, &[])
        .group(1, &[2, 3, 4, 5, 90])
        .transform(2, &[], 6, 0, &[("_t", "1 1 1")])
        .transform(3, &[("_hidden", "1")], 6, 0, &[("_t", "2 2 2")])
        .transform(4, &[("_name", "sunk")], 6, 5, &[("_t", "3 3 3")])
        .transform(5, &[], 7, 0, &[("_t", "4 4 4")])
        .shape(6, &[0, 0])
        .shape(7, &[12])
        .layer(0, &[("_name", "shown")])
        .layer(5, &[("_hidden", "1")])
}

#[test]
fn hidden_parts_and_missing_parts_are_counted() {
    let (scene, report) = Folder::new().load("a.vox", &with_hidden_parts().bytes()).expect("sound");
    assert_eq!(voxels(&scene), [([1, 1, 1], 7)], "one is shown");
    let skipped: Vec<_> =
        report.skipped.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    assert_eq!(
        skipped,
        [
            ("animation frames after the first", 1),
            ("hidden instances", 2),
            ("hidden voxels", 2),
            ("references to missing models", 1),
            ("references to missing nodes", 1),
        ],
        "each reason with its count"
    );
}

#[test]
fn later_of_two_overlapping_voxels_stays() {
    let bytes = VoxBytes::default()
        .model([2, 1, 1], &[[0, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 4]])
        .model([1; 3], &[[0, 0, 0, 2]])
        .transform(0, &[], 1, -1, &[])
        .group(1, &[2, 3])
        .transform(2, &[], 4, 0, &[])
        .transform(3, &[], 5, 0, &[("_t", "-1 0 0")])
        .shape(4, &[0])
        .shape(5, &[1])
        .bytes();
    let (scene, report) = Folder::new().load("a.vox", &bytes).expect("a sound file");
    assert_eq!(voxels(&scene), [([-1, 0, 0], 2), ([0, 0, 0], 4)], "the later ones");
    assert_eq!((report.source["placed_voxels"], report.source["overlapping"]), (4, 2), "counted");
}

#[test]
fn a_part_placement_and_axes_are_as_asked_for() {
    let folder = Folder::new();
    let bytes = VoxBytes::default().model([40; 3], &[[0, 0, 0, 1], [30, 31, 32, 2]]).bytes();
    let bounds = GridBox::new([20; 3], [40; 3]).expect("small");
    let options = LoadOptions {
        bounds: Some(bounds),
        voxel_size: Some([0.5, 0.5, 2.0]),
        origin: Some([1e6, 0.0, -3.0]),
        ..LoadOptions::default()
    };
    let scene = folder.load_with("a.vox", &bytes, &options).expect("a sound file").0;
    assert_eq!((voxels(&scene), *scene.bounds()), (vec![([30, 31, 32], 2)], bounds), "the part");
    assert_eq!(scene.transform().to_world([2.0, 2.0, 2.0]), [1_000_001.0, 1.0, 1.0], "its place");
    let options = LoadOptions { axes: "zyx".parse().expect("axes"), ..LoadOptions::default() };
    let error = folder.load_with("a.vox", &bytes, &options).expect_err("it says itself");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    let options = LoadOptions { voxel_size: Some([1.0, 0.0, 1.0]), ..LoadOptions::default() };
    sentence(folder.load_with("a.vox", &bytes, &options));
}
