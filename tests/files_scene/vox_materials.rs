//! Light and glass in `.vox` files, palettes that are shown in another order, and animations.

use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene};
use voxray::{GridBox, MaterialInfo, Palette, Scene};

use crate::vox_bytes::{VoxBytes, chunk, dictionary};
use crate::{Folder, voxels};

/// A MATL chunk.
fn matl(index: u32, words: &[(&str, &str)]) -> Vec<u8> {
    chunk("MATL", &[index.to_le_bytes().to_vec(), dictionary(words)].concat())
}

/// A MATT chunk, of files before 0.99.
fn matt(index: u32, kind: u32, weight: f32) -> Vec<u8> {
    let words = [index, kind, weight.to_bits(), 0].map(u32::to_le_bytes);
    chunk("MATT", &words.concat())
}

fn info(scene: &Scene, material: u16) -> MaterialInfo {
    scene.palette().get(material).cloned().unwrap_or_default()
}

fn shine(scene: &Scene, material: u16) -> (f32, bool) {
    let info = info(scene, material);
    (info.emission, info.glass)
}

#[test]
fn materials_glow_or_are_of_glass() {
    let bytes = VoxBytes::default()
        .model([2; 3], &[[0, 0, 0, 1]])
        .raw(matl(1, &[("_type", "_emit"), ("_emit", "0.5"), ("_flux", "2")]))
        .raw(matl(2, &[("_type", "_emit"), ("_weight", "0.25")]))
        .raw(matl(3, &[("_type", "_glass"), ("_alpha", "0.9"), ("_emit", "1")]))
        .raw(matl(4, &[("_type", "_diffuse"), ("_emit", "1"), ("_flux", "3"), ("_weight", "1")]))
        .raw(matl(5, &[("_type", "_blend"), ("_trans", "0.3")]))
        .raw(matl(6, &[("_type", "_blend"), ("_trans", "0")]))
        .raw(matl(255, &[("_type", "_emit"), ("_emit", "1")]))
        .raw(matl(256, &[("_type", "_emit"), ("_emit", "1")]))
        .raw(matt(7, 3, 0.75))
        .raw(matt(8, 2, 0.5))
        .raw(matt(9, 0, 1.0))
        .raw(chunk("MATT", &[1; 7]))
        .raw(chunk("MATL", &[1; 7]))
        .bytes();
    let (scene, report) = Folder::new().load("a.vox", &bytes).expect("a sound file");
    for (material, expected) in [
        (1, (2.0, false)),
        (2, (0.25, false)),
        (3, (0.0, true)),
        (4, (0.0, false)),
        (5, (0.0, true)),
        (6, (0.0, false)),
        (7, (0.75, false)),
        (8, (0.0, true)),
        (9, (0.0, false)),
        (10, (0.0, false)),
        (255, (1.0, false)),
    ] {
        assert_eq!(shine(&scene, material), expected, "material {material}");
        assert!(info(&scene, material).color.is_some(), "material {material} keeps its colour");
    }
    assert_eq!(scene.palette().get(256), None, "there is no index 256");
    assert_eq!(report.skipped["damaged materials"], 2, "and the voxels are there");
    assert_eq!(voxels(&scene), [([0, 0, 0], 1)], "as without materials");
}

#[test]
fn light_and_glass_go_through_a_vox_file() {
    let folder = Folder::new();
    let mut palette = Palette::default();
    for (material, emission, glass) in
        [(1, 0.0, true), (2, 0.3, false), (3, 7.7, false), (255, 99.0, false)]
    {
        let color = Some([material as u8, 2, 3, 255]);
        palette
            .insert(material, MaterialInfo { color, emission, glass, ..MaterialInfo::default() });
    }
    let bounds = GridBox::with_sides([4; 3]).expect("small");
    let scene = Scene::from_fn(bounds, 0, |[x, ..]| 1 + x as u16).expect("small");
    let scene = scene.with_palette(palette);
    let path = folder.path("a.vox");
    save_scene(&scene, &path, &SaveOptions::default()).expect("saved");
    let loaded = load_scene(&path, &LoadOptions::default()).expect("it was saved").0;
    for material in [1, 2, 3, 255] {
        assert_eq!(info(&loaded, material), info(&scene, material), "material {material}");
    }
    assert_eq!(shine(&loaded, 4), (0.0, false), "the others do not shine");
}

/// The map from places on the screen to colours changes neither: a voxel of index 3 has the third colour.
#[test]
fn the_order_on_the_screen_changes_no_colour() {
    let colors: Vec<u8> = (0..=255).flat_map(|k| [k, 0, 0, 255]).collect();
    let order: Vec<u8> = (0..=255_u8).map(|k| k.wrapping_mul(77).wrapping_add(5)).collect();
    let bytes = VoxBytes::default()
        .model([2; 3], &[[1, 0, 0, 3]])
        .raw(chunk("RGBA", &colors))
        .raw(chunk("IMAP", &order))
        .raw(matl(3, &[("_type", "_glass")]))
        .bytes();
    let (scene, report) = Folder::new().load("a.vox", &bytes).expect("a sound file");
    assert_eq!(voxels(&scene), [([1, 0, 0], 3)], "the index of the file");
    let expected =
        MaterialInfo { color: Some([2, 0, 0, 255]), glass: true, ..MaterialInfo::default() };
    assert_eq!(info(&scene, 3), expected, "palette[2], and the material of that index");
    assert!(report.skipped.is_empty(), "nothing is lost: {:?}", report.skipped);
}

/// Frames are told apart by their numbers, not by where they stand.
#[test]
fn the_frame_of_the_lowest_number_counts() {
    let words = |numbers: &[i32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let frame = |number: &str, moved: &str| dictionary(&[("_f", number), ("_t", moved)]);
    let transform = [
        words(&[0]),
        dictionary(&[]),
        words(&[1, -1, -1, 3]),
        frame("9", "9 9 9"),
        frame("2", "5 6 7"),
        frame("11", "8 8 8"),
    ];
    let shape = [
        words(&[1]),
        dictionary(&[]),
        words(&[2]),
        words(&[0]),
        dictionary(&[("_f", "4")]),
        words(&[1]),
        dictionary(&[("_f", "0")]),
    ];
    let bytes = VoxBytes::default()
        .model([1; 3], &[[0, 0, 0, 1]])
        .model([1; 3], &[[0, 0, 0, 2]])
        .raw(chunk("nTRN", &transform.concat()))
        .raw(chunk("nSHP", &shape.concat()))
        .bytes();
    let (scene, report) = Folder::new().load("a.vox", &bytes).expect("a sound file");
    assert_eq!(voxels(&scene), [([5, 6, 7], 2)], "frame 2 of the place, frame 0 of the model");
    assert_eq!(report.skipped["animation frames after the first"], 3, "the others are counted");
}
