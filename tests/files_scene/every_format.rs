//! What holds for all formats: nothing is mirrored, what is saved loads again, files appear whole or not at all.

use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene, writable_endings};
use voxray::{ErrorKind, GridBox, Scene, SceneBuilder};

use crate::vox_bytes::VoxBytes;
use crate::{Folder, voxels};

/// The endings of the formats that hold voxels: written and read again they are the same scene. Meshes hold surfaces.
fn voxel_endings() -> impl Iterator<Item = &'static str> {
    writable_endings().into_iter().filter(|ending| !["obj", "glb"].contains(ending))
}

/// A scene with many materials, in a box that starts anywhere and has no handy size.
fn mixed(min: [i32; 3], sides: [i32; 3], highest: i32) -> Scene {
    let max = [0, 1, 2].map(|axis| min[axis] + sides[axis]);
    let material = |[x, y, z]: [i32; 3]| {
        let hash =
            x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        if hash & 3 == 0 { (1 + (hash >> 2).rem_euclid(highest)) as u16 } else { 0 }
    };
    Scene::from_fn(GridBox::new(min, max).expect("small"), 0, material).expect("small")
}

#[test]
fn chirality() {
    let folder = Folder::new();
    // One voxel along x, two along y, three along z, from a corner: a mirrored scene has them otherwise.
    let expected = vec![([0, 0, 0], 9), ([0, 0, 3], 3), ([0, 2, 0], 2), ([1, 0, 0], 1)];
    let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([2, 3, 4]).expect("small"));
    expected.iter().for_each(|&(voxel, material)| builder.insert(voxel, material).expect("small"));
    let scene = builder.build().expect("small");
    for ending in voxel_endings() {
        let path = folder.path(&format!("a.{ending}"));
        save_scene(&scene, &path, &SaveOptions::default()).expect("it can be saved");
        let (loaded, report) = load_scene(&path, &LoadOptions::default()).expect("it was saved");
        assert_eq!(voxels(&loaded), expected, ".{ending}");
        assert!(report.convention.contains("z up"), "{}", report.convention);
    }
    // As another program writes it.
    let model = [[0, 0, 0, 9], [1, 0, 0, 1], [0, 2, 0, 2], [0, 0, 3, 3]];
    let bytes = VoxBytes::default().model([2, 3, 4], &model).bytes();
    assert_eq!(voxels(&folder.load("b.vox", &bytes).expect("sound").0), expected, "a .vox file");
}

#[test]
fn what_is_saved_loads_again() {
    let folder = Folder::new();
    for (min, sides, highest) in [
        ([0, 0, 0], [33, 18, 50], 255),
        ([0, 0, 0], [5, 300, 7], 65_535),
        ([0, 0, 0], [1, 1, 1], 1),
        ([-40, 7, -1_000_000], [300, 20, 260], 200),
        ([3, 3, 3], [0, 5, 5], 1),
    ] {
        let scene = mixed(min, sides, highest);
        for ending in voxel_endings() {
            let path = folder.path(&format!("a.{ending}"));
            let saved = save_scene(
                &scene,
                &path,
                &SaveOptions { compress: sides[0] > 9, ..SaveOptions::default() },
            );
            if ["vox", "binvox"].contains(&ending) && highest > 255 {
                let error = saved.expect_err("too many materials");
                assert!(error.to_string().contains("1 to 255"), "{error}");
                continue;
            }
            saved.expect("it can be saved");
            let loaded = load_scene(&path, &LoadOptions::default()).expect("it was saved").0;
            // An array has no place of its own, and a .binvox file has one in the world alone.
            let moved = if ending.starts_with("np") || ending == "binvox" { min } else { [0; 3] };
            let place = |voxel: [i32; 3]| [0, 1, 2].map(|axis| voxel[axis] + moved[axis]);
            let found: Vec<_> = voxels(&loaded)
                .into_iter()
                .map(|(voxel, material)| (place(voxel), material))
                .collect();
            assert_eq!(found, voxels(&scene), ".{ending} of {sides:?}");
            if sides[0] > 0 {
                assert_eq!(place(loaded.bounds().min), min, ".{ending} of {sides:?}");
                assert_eq!(loaded.bounds().sides(), sides, ".{ending} of {sides:?}");
            }
        }
    }
}

#[test]
fn a_saved_array_is_as_narrow_as_its_materials() {
    let folder = Folder::new();
    for (highest, bytes) in [(255, 128 + 1000), (256, 128 + 2000)] {
        let scene = Scene::from_fn(GridBox::with_sides([10; 3]).expect("small"), 0, |_| highest);
        let path = folder.path("a.npy");
        save_scene(&scene.expect("small"), &path, &SaveOptions::default()).expect("saved");
        let length = std::fs::metadata(&path).expect("it is there").len();
        assert_eq!(length, bytes, "materials up to {highest}");
    }
}

#[test]
fn colours_go_through_a_vox_file() {
    let folder = Folder::new();
    let mut palette = voxray::Palette::default();
    palette.set_color(3, [1, 2, 3, 255]);
    palette.set_color(255, [9, 8, 7, 6]);
    let scene = mixed([0; 3], [4; 3], 5).with_palette(palette);
    let path = folder.path("a.vox");
    save_scene(&scene, &path, &SaveOptions::default()).expect("saved");
    let loaded = load_scene(&path, &LoadOptions::default()).expect("it was saved").0;
    let color = |index| loaded.palette().get(index).and_then(|info| info.color);
    assert_eq!((color(3), color(255)), (Some([1, 2, 3, 255]), Some([9, 8, 7, 6])), "as they were");
}

#[test]
fn an_ending_that_is_unknown_is_answered_with_those_that_are() {
    let folder = Folder::new();
    for name in ["a.txt", "a", ".vox", "a.vox.bak"] {
        let path = folder.write(name, b"");
        let error = load_scene(&path, &LoadOptions::default()).expect_err(name);
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        assert!(error.to_string().contains(".npy, .npz, .vox, .vxr"), "{error}");
    }
    for ending in voxel_endings() {
        let path = folder.path(&format!("absent.{ending}"));
        let error = load_scene(&path, &LoadOptions::default()).expect_err("no such file");
        assert_eq!(error.kind(), ErrorKind::Input, "{error}");
        let error = load_scene(&folder.path("."), &LoadOptions::default()).expect_err("a folder");
        assert!(!error.to_string().is_empty(), "it says something");
    }
}

#[test]
fn a_save_that_fails_leaves_what_was_there() {
    let folder = Folder::new();
    let path = folder.write("a.vox", b"precious");
    let scene = mixed([0; 3], [9; 3], 300);
    save_scene(&scene, &path, &SaveOptions::default()).expect_err("too many materials");
    assert_eq!(std::fs::read(&path).expect("it is there"), b"precious", "untouched");
    for ending in writable_endings() {
        let path = folder.path("absent").join(format!("a.{ending}"));
        let error = save_scene(&mixed([0; 3], [2; 3], 1), &path, &SaveOptions::default());
        assert_eq!(error.expect_err("no such folder").kind(), ErrorKind::Output, ".{ending}");
    }
    let names = std::fs::read_dir(path.parent().expect("a folder")).expect("it is there");
    assert_eq!(names.count(), 1, "no other file is left");
}

#[test]
fn a_folder_is_no_file_to_save_to() {
    let folder = Folder::new();
    let path = folder.path("scene.vxr");
    std::fs::create_dir(&path).expect("a new folder");
    let error = save_scene(&mixed([0; 3], [2; 3], 1), &path, &SaveOptions::default());
    let error = error.expect_err("a folder");
    assert_eq!(error.kind(), ErrorKind::Output, "{error}");
    assert!(error.to_string().contains("is a folder"), "{error}");
}
