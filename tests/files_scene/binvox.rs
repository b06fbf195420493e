//! `.binvox`: order, header, runs, and both versions.

use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene};
use voxray::{ErrorKind, GridBox, Scene, Transform};

use crate::{Folder, sentence, voxels};

/// A file of these sides along x, y and z, with its numbers in order.
fn file(version: u8, [x, y, z]: [i32; 3], lines: &str, runs: &[[u8; 2]]) -> Vec<u8> {
    let head = format!("#binvox {version}\ndim {x} {z} {y}\n{lines}data\n");
    [head.as_bytes(), &runs.concat()].concat()
}

/// The runs of these filled voxels (position and value) among empty ones, straight from the format's definition of a
/// voxel's number, `x * width * height + z * width + y`.
fn runs([nx, ny, nz]: [i32; 3], filled: &[([i32; 3], u8)]) -> Vec<[u8; 2]> {
    let (width, height) = (ny, nz);
    let mut values = vec![0; (nx * ny * nz) as usize];
    for &([x, y, z], value) in filled {
        values[(x * width * height + z * width + y) as usize] = value;
    }
    values.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(255)).map(runs_of).collect()
}

fn runs_of(run: &[u8]) -> [u8; 2] {
    [run[0], run.len() as u8]
}

#[test]
fn binvox_order() {
    let folder = Folder::new();
    for sides in [[8; 3], [5, 7, 11]] {
        let bytes = file(1, sides, "", &runs(sides, &[([1, 2, 3], 1)]));
        let (scene, report) = folder.load("a.binvox", &bytes).expect("a sound file");
        assert_eq!(voxels(&scene), [([1, 2, 3], 1)], "of {sides:?}");
        assert_eq!(scene.bounds().sides(), sides, "the box is what dim says");
        assert_eq!(report.source["filled"], 1, "counted");
    }
    // By hand: y runs fastest, then z, then x. Voxel (1, 2, 3) of 5 x 7 x 11 has 1 * 77 + 3 * 7 + 2 = 100 before it.
    let by_hand = file(1, [5, 7, 11], "", &[[0, 100], [1, 1], [0, 255], [0, 29]]);
    assert_eq!(voxels(&folder.load("a.binvox", &by_hand).expect("sound").0), [([1, 2, 3], 1)]);
}

#[test]
fn nothing_is_mirrored() {
    let sides = [4, 5, 6];
    let filled = [([0, 0, 0], 9), ([0, 0, 3], 3), ([0, 2, 0], 2), ([1, 0, 0], 1)];
    let bytes = file(2, sides, "", &runs(sides, &filled));
    let scene = Folder::new().load("a.binvox", &bytes).expect("a sound file").0;
    assert_eq!(voxels(&scene), filled.map(|(voxel, value)| (voxel, u16::from(value))));
}

#[test]
fn the_header_says_where_the_box_lies() {
    let folder = Folder::new();
    let lines = "translate -1.5 2 1e3\nscale 22\n";
    let bytes = file(1, [5, 7, 11], lines, &runs([5, 7, 11], &[([1, 2, 3], 1)]));
    let scene = folder.load("a.binvox", &bytes).expect("a sound file").0;
    let expected = Transform::new([-1.5, 2.0, 1000.0], [2.0; 3]).expect("sound");
    assert_eq!(*scene.transform(), expected, "scale / longest side, from translate");
    // Windows line ends, lines in another order, one that is not known, and none of translate and scale.
    let text = "#binvox 1\r\nauthor me\r\nscale 3\r\ndim 1 1 3\r\n\r\ndata\r\n";
    let (scene, report) =
        folder.load("a.binvox", &[text.as_bytes(), &[1, 3]].concat()).expect("sound");
    assert_eq!((scene.voxel_count(), scene.bounds().sides()), (3, [1, 3, 1]), "dim is x, z, y");
    assert_eq!(scene.transform().voxel_size, [1.0; 3], "3 / 3");
    assert_eq!(report.skipped["unknown lines of the header"], 1, "and said so");
}

/// Runs cross rows, slices and chunks, and parts are cut out anywhere.
#[test]
fn runs_are_found_from_anywhere() {
    let folder = Folder::new();
    let sides = [19, 37, 23];
    let hash = |x: i32, y: i32, z: i32| (x * 31 + y * 17 + z * 57 + x * y * z) % 29;
    let filled = |x: i32, y: i32, z: i32| hash(x, y, z) < 3 || (z == 20 && x > 3) || x == 18;
    let expected = Scene::from_fn(GridBox::with_sides(sides).expect("small"), 0, |[x, y, z]| {
        u16::from(filled(x, y, z))
    })
    .expect("small");
    let all: Vec<_> = voxels(&expected).iter().map(|&(voxel, _)| (voxel, 1)).collect();
    let bytes = file(1, sides, "", &runs(sides, &all));
    let scene = folder.load("a.binvox", &bytes).expect("a sound file").0;
    assert_eq!(voxels(&scene), voxels(&expected), "the whole");
    for (min, max) in
        [([3, 5, 7], [19, 37, 23]), ([0, 17, 0], [18, 36, 9]), ([18, 0, 22], [19, 2, 23])]
    {
        let bounds = GridBox::new(min, max).expect("small");
        let options = LoadOptions { bounds: Some(bounds), ..LoadOptions::default() };
        let part = folder.load_with("a.binvox", &bytes, &options).expect("a sound file").0;
        let within: Vec<_> =
            voxels(&expected).into_iter().filter(|&(voxel, _)| bounds.contains(voxel)).collect();
        assert_eq!((voxels(&part), *part.bounds()), (within, bounds), "{min:?} to {max:?}");
    }
}

#[test]
fn faults_are_said_with_their_place() {
    let folder = Folder::new();
    let sound = |runs: &[[u8; 2]]| file(1, [2; 3], "", runs);
    let text = |text: &str| text.as_bytes().to_vec();
    let head = file(1, [2; 3], "", &[]).len();
    for (bytes, part) in [
        (sound(&[[0, 3], [1, 6]]), format!("byte {} has 6 voxels, and 5 are left", head + 2)),
        (sound(&[[0, 3], [1, 4]]), "7 of 8 voxels".into()),
        (sound(&[[0, 3], [2, 5]]), format!("byte {} has the value 2", head + 2)),
        (text("#binvox 3\ndim 2 2 2\ndata\n"), "version \"3\"".into()),
        (text("VOX "), "\"#binvox 1\"".into()),
        (text(""), "\"#binvox 1\"".into()),
        (text("#binvox 1\ndata\n"), "no line dim".into()),
        (text("#binvox 1\ndim 2 2\ndata\n"), "\"dim 2 2\" at byte 10 must have three".into()),
        (text("#binvox 1\ndim 2 2 2 2\ndata\n"), "must have three".into()),
        (text("#binvox 1\ndim 2 -2 2\ndata\n"), "2^17".into()),
        (text("#binvox 1\ndim 18446744073709551617 1 1\ndata\n"), "must have three".into()),
        (text("#binvox 1\ndim 200000 1 1\ndata\n"), "2^17".into()),
        (text("#binvox 1\ndim 2 2 2\nscale 0\ndata\n"), "voxel size".into()),
        (text("#binvox 1\ndim 2 2 2\nscale x\ndata\n"), "1 finite numbers".into()),
        (text("#binvox 1\ndim 2 2 2\ntranslate 1 2 inf\ndata\n"), "3 finite numbers".into()),
        (text("#binvox 1\ndim 2 2 2\n"), "no line \"data\"".into()),
    ] {
        let error = sentence(folder.load("a.binvox", &bytes));
        assert!(error.contains(&part), "{error}: should say {part}");
    }
    // What does no harm is counted.
    let odd = sound(&[[0, 3], [1, 0], [1, 5], [7, 7]]);
    let (scene, report) = folder.load("a.binvox", &odd).expect("sound");
    assert_eq!(scene.voxel_count(), 5, "the runs before the end");
    let skipped: Vec<_> =
        report.skipped.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    assert_eq!(skipped, [("bytes after the last voxel", 2), ("runs of no voxels", 1)]);
}

#[test]
fn claims_do_not_take_memory() {
    let folder = Folder::new();
    // 2^51 voxels, of which the file has none: neither the box nor the runs may be unfolded.
    let huge = b"#binvox 1\ndim 131072 131072 131072\ndata\n\x01\xff";
    let capped = LoadOptions { memory: Some(1 << 28), ..LoadOptions::default() };
    sentence(folder.load_with("a.binvox", huge, &capped));
    // A box that fits, all of it filled: 2 bytes unfold to 255 voxels, and the scene would not fit.
    let full: Vec<[u8; 2]> = (0..256 * 256).map(|_| [1, 255]).chain([[1, 255]; 258]).collect();
    let mut bytes = file(1, [256; 3], "", &full);
    bytes.truncate(bytes.len() - 2);
    bytes.extend([1, 1]);
    let low = LoadOptions { memory: Some(1 << 20), ..LoadOptions::default() };
    let error = folder.load_with("a.binvox", &bytes, &low).map(drop).expect_err("too large");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    assert!(error.to_string().contains("--box"), "{error}");
    let scene = folder.load_with("a.binvox", &bytes, &capped).expect("it fits").0;
    assert_eq!(scene.voxel_count(), 1 << 24, "all are filled");
}

#[test]
fn a_binvox_file_survives() {
    let sides = [3, 4, 5];
    let filled = [([0, 0, 0], 1), ([0, 1, 0], 1), ([2, 3, 4], 1)];
    let bytes = file(1, sides, "translate 1 -2 3\nscale 10\n", &runs(sides, &filled));
    let options = LoadOptions { memory: Some(1 << 28), ..LoadOptions::default() };
    Folder::new().survives("a.binvox", &bytes, &options);
}

#[test]
fn what_is_saved_has_its_place_and_materials() {
    let folder = Folder::new();
    let path = folder.path("a.binvox");
    let bounds = GridBox::new([-3, 10, 7], [30, 14, 19]).expect("small");
    let place = Transform::new([1e6 + 0.1, -0.3, 1e-3], [0.1; 3]).expect("sound");
    for highest in [1, 255] {
        let fill = |[x, y, z]: [i32; 3]| {
            ((x * x + 3 * y + z * x) % 3 == 0) as u16
                * (1 + (x * y * z).unsigned_abs() as u16 % highest)
        };
        let scene = Scene::from_fn(bounds, 0, fill).expect("small").with_transform(place);
        save_scene(&scene, &path, &SaveOptions::default()).expect("it can be saved");
        let bytes = std::fs::read(&path).expect("it was saved");
        let version = if highest == 1 { "#binvox 1\n" } else { "#binvox 2\n" };
        assert!(bytes.starts_with(version.as_bytes()), "version 1 where it will do");
        let loaded = load_scene(&path, &LoadOptions::default()).expect("it was saved").0;
        let moved: Vec<_> = voxels(&loaded)
            .into_iter()
            .map(|(voxel, material)| ([0, 1, 2].map(|k| voxel[k] + bounds.min[k]), material))
            .collect();
        assert_eq!(moved, voxels(&scene), "up to material {highest}");
        assert_eq!(loaded.transform().voxel_size, [0.1; 3], "to the last bit");
        let corner = place.to_world(bounds.min.map(f64::from));
        assert_eq!(loaded.transform().origin, corner, "the corner stays where it is");
    }
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let folder = Folder::new();
    let path = folder.path("a.binvox");
    let scene = |material: u16| {
        Scene::from_fn(GridBox::with_sides([2; 3]).expect("small"), 0, |_| material).expect("small")
    };
    let refused = |scene: &Scene| {
        let error = save_scene(scene, &path, &SaveOptions::default()).expect_err("refused");
        assert!(!path.exists(), "nothing is written");
        error.to_string()
    };
    assert!(refused(&scene(256)).contains("1 to 255"), "too many materials");
    let flat = Transform::new([0.0; 3], [1.0, 1.0, 0.5]).expect("sound");
    assert!(refused(&scene(1).with_transform(flat)).contains("cubes"), "voxels that are none");
}
