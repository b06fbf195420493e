//! `.las` and `.laz`: exact positions, classes, systems, and files made to do harm.

use voxray::io::{LoadOptions, PointOptions};
use voxray::{ErrorKind, GridBox};

use crate::las_bytes::{LasBytes, Point};
use crate::{Folder, sentence, voxels};

fn unit() -> LoadOptions {
    LoadOptions { voxel_size: Some([1.0; 3]), memory: Some(1 << 28), ..LoadOptions::default() }
}

/// As told, with the grid in place, so that corners of the extent do not move it.
fn placed() -> LoadOptions {
    LoadOptions { origin: Some([0.0; 3]), ..unit() }
}

/// A hundred points that look like a survey.
fn survey() -> Vec<Point> {
    let number = |k: i32| [k * 7 % 50, k * k % 30, k / 10];
    (0..100).map(|k| Point(number(k), [2, 6, 1][k as usize % 3], false)).collect()
}

#[test]
fn axis_self_test() {
    let folder = Folder::new();
    let corners = [Point([0, 0, 0], 2, false), Point([4, 6, 10], 2, false)];
    let points = [corners[0], Point([1, 2, 3], 6, false), corners[1]];
    for file in [LasBytes::new(&points), LasBytes::modern(&points)] {
        for (name, bytes) in [("a.las", file.las()), ("a.laz", file.laz(2))] {
            let (scene, report) = folder.load_with(name, &bytes, &unit()).expect("sound");
            let expected = vec![([0, 0, 0], 3), ([1, 2, 3], 7), ([4, 6, 10], 3)];
            assert_eq!(voxels(&scene), expected, "{name}");
            assert_eq!(scene.bounds().max, [5, 7, 11], "{name}");
            assert_eq!(report.source["points"], 3, "{name}");
            assert!(report.convention.contains("z up"), "{}", report.convention);
            let name = |material| scene.palette().get(material).map(|info| info.name.clone());
            assert_eq!(
                (name(3), name(7)),
                (Some("ground".into()), Some("building".into())),
                "named"
            );
        }
    }
}

#[test]
fn chirality() {
    // One along x, two along y, three along z: a mirrored scene has them otherwise.
    let points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]].map(|at| Point(at, 0, false));
    let loaded = Folder::new().load_with("a.las", &LasBytes::new(&points).las(), &unit());
    let expected = vec![([0, 0, 0], 1), ([0, 0, 3], 1), ([0, 2, 0], 1), ([1, 0, 0], 1)];
    assert_eq!(voxels(&loaded.expect("sound").0), expected, "not mirrored");
}

#[test]
fn las_utm() {
    let folder = Folder::new();
    let mut file = LasBytes::new(&[
        Point([58_890_012, 461_200_050, -325], 2, false),
        Point([58_890_112, 461_200_050, -325], 2, false),
    ]);
    file.scale = [0.01; 3];
    file.offset = [0.003, 0.0, 0.0];
    let fine = LoadOptions { voxel_size: Some([0.01; 3]), ..LoadOptions::default() };
    let (scene, _) = folder.load_with("a.las", &file.las(), &fine).expect("sound");
    assert_eq!(scene.bounds().sides(), [101, 1, 1], "1 m apart in voxels of 1 cm");
    let place = scene.transform().to_world([0.5, 0.5, 0.5]);
    let near = |axis: usize, at: f64| (place[axis] - at).abs() <= 0.01;
    assert!(near(0, 588_900.123) && near(1, 4_612_000.5) && near(2, -3.25), "{place:?}");
}

#[test]
fn what_does_not_count_is_told() {
    let points = [Point([0; 3], 2, false), Point([1, 0, 0], 2, true), Point([2, 0, 0], 7, false)];
    let options = LoadOptions {
        points: PointOptions { classes: Some(vec![2]), ..PointOptions::default() },
        ..placed()
    };
    for file in [LasBytes::new(&points), LasBytes::modern(&points)] {
        let (scene, report) =
            Folder::new().load_with("a.laz", &file.laz(50), &options).expect("sound");
        assert_eq!(voxels(&scene), [([0; 3], 3)], "one is left");
        let skipped: Vec<_> = report.skipped.iter().map(|(why, &n)| (why.as_str(), n)).collect();
        let expected = [("points marked as withheld", 1), ("points of other classes", 1)];
        assert_eq!(skipped, expected, "each for its reason");
    }
}

#[test]
fn compressed_and_plain_files_make_the_same_scene() {
    let folder = Folder::new();
    for file in [LasBytes::new(&survey()), LasBytes::modern(&survey())] {
        let plain = folder.load_with("a.las", &file.las(), &placed()).expect("sound").0;
        for chunk in [1, 7, 100, 50_000] {
            for threads in [1, 3] {
                let options = LoadOptions { threads, ..placed() };
                let packed = folder.load_with("a.laz", &file.laz(chunk), &options);
                let packed = packed.expect("sound").0;
                assert_eq!(voxels(&packed), voxels(&plain), "chunks of {chunk}");
            }
        }
        let part = GridBox::new([10, 5, 2], [30, 25, 9]).expect("small");
        let options = LoadOptions { bounds: Some(part), ..placed() };
        let cut = folder.load_with("a.laz", &file.laz(30), &options).expect("sound").0;
        let inside: Vec<_> =
            voxels(&plain).into_iter().filter(|(voxel, _)| part.contains(*voxel)).collect();
        assert_eq!(voxels(&cut), inside, "a part");
    }
}

#[test]
fn the_coordinate_system_is_told() {
    let keys: Vec<u8> = [1_u16, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 28992]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let text = b"PROJCRS[\"somewhere\"]\0".to_vec();
    let mut file = LasBytes::modern(&survey());
    let crs = |file: &LasBytes| {
        let (scene, _) = Folder::new().load_with("a.las", &file.las(), &unit()).expect("sound");
        scene.georeference().crs.clone()
    };
    assert_eq!(crs(&file), "", "nothing is said");
    file.records = vec![("LASF_Projection", 34735, keys), ("LASF_Projection", 2112, text)];
    assert_eq!(crs(&file), "EPSG:28992", "by keys");
    file.encoding = 16;
    assert_eq!(crs(&file), "PROJCRS[\"somewhere\"]", "by text, as the encoding says");
}

#[test]
fn damaged_files_survive() {
    let folder = Folder::new();
    let few: Vec<_> = survey().into_iter().take(4).collect();
    for file in [LasBytes::new(&few), LasBytes::modern(&few)] {
        folder.survives("a.las", &file.las(), &placed());
        folder.survives("a.laz", &file.laz(3), &placed());
    }
}

#[test]
fn each_fault_is_said_with_its_place() {
    let folder = Folder::new();
    let las = LasBytes::new(&survey()).las();
    let with = |place: usize, bytes: &[u8]| {
        let mut changed = las.clone();
        changed[place..place + bytes.len()].copy_from_slice(bytes);
        changed
    };
    let cases = [
        (with(0, b"LASX"), "does not begin with LASF"),
        (with(24, &[2]), "version 2.2"),
        (with(96, &u32::MAX.to_le_bytes()), "start at byte 4294967295"),
        (with(104, &[11]), "format 11"),
        (with(105, &[19, 0]), "have 19 bytes"),
        (with(107, &u32::MAX.to_le_bytes()), "claims 4294967295 points"),
        (with(131, &[0; 8]), "scale at byte 131"),
        (with(155, &f64::NAN.to_le_bytes()), "offset at byte 155"),
        (with(104, &[0x80]), "no record that says how"),
        (with(100, &u32::MAX.to_le_bytes()), "within its record"),
    ];
    for (bytes, part) in cases {
        let error = sentence(folder.load_with("a.las", &bytes, &unit()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let laz = LasBytes::new(&survey()).laz(10);
    let start =
        usize::try_from(u32::from_le_bytes(laz[96..100].try_into().expect("four"))).expect("small");
    let table = i64::from_le_bytes(laz[start..start + 8].try_into().expect("eight")) as usize;
    let packed = |place: usize, bytes: &[u8]| {
        let mut changed = laz.clone();
        changed[place..place + bytes.len()].copy_from_slice(bytes);
        changed
    };
    let cases = [
        (packed(table + 4, &u32::MAX.to_le_bytes()), "claims 4294967295 chunks"),
        (packed(start, &i64::MAX.to_le_bytes()), "no table of its chunks"),
        (packed(107, &u32::MAX.to_le_bytes()), "chunks hold"),
        (laz[..table].to_vec(), "no table of its chunks"),
    ];
    for (bytes, part) in cases {
        let error = sentence(folder.load_with("a.laz", &bytes, &unit()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
}

#[test]
fn counts_past_64_bits_are_refused() {
    let mut bytes = LasBytes::modern(&survey()).las();
    bytes[247..255].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = sentence(Folder::new().load_with("a.las", &bytes, &unit()));
    assert!(error.contains("claims 18446744073709551615 points"), "{error}");
}

#[test]
fn layers_that_claim_more_than_their_chunk_are_refused() {
    let mut bytes = LasBytes::modern(&survey()).laz(50_000);
    let start = u32::from_le_bytes(bytes[96..100].try_into().expect("four")) as usize;
    // After the place of the table, the first point and the number of points.
    bytes[start + 8 + 30 + 4..][..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = sentence(Folder::new().load_with("a.laz", &bytes, &unit()));
    assert!(error.contains("chunk 0 at byte"), "{error}");
}

#[test]
fn options_of_points_are_for_points() {
    let options = LoadOptions {
        points: PointOptions { min_points: 2, ..PointOptions::default() },
        ..LoadOptions::default()
    };
    let error = Folder::new().load_with("a.vxr", b"", &options).expect_err("not points");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    assert!(error.to_string().contains(".las, .laz, .ply, .pcd, .xyz"), "{error}");
    let error = Folder::new().load_with(
        "a.las",
        &LasBytes::new(&survey()).las(),
        &LoadOptions { memory: Some(1000), ..unit() },
    );
    assert_eq!(
        error.expect_err("too little").kind(),
        ErrorKind::Memory,
        "refused before it starts"
    );
}

#[test]
fn degrees_make_no_cubes() {
    let folder = Folder::new();
    let mut file = LasBytes::new(&survey());
    let keys = [1_u16, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326];
    let keys: Vec<u8> = keys.iter().flat_map(|number| number.to_le_bytes()).collect();
    let text = b"GEOGCS[\"WGS 84\"]\0".to_vec();
    for record in [("LASF_Projection", 34735, keys), ("LASF_Projection", 2112, text)] {
        file.records = vec![record];
        let error = sentence(folder.load("a.las", &file.las()));
        assert!(error.contains("degrees") && error.contains("--voxel-size"), "{error}");
        let told = LoadOptions { voxel_size: Some([1e-5, 1e-5, 1.0]), ..LoadOptions::default() };
        file.scale = [1e-5, 1e-5, 1.0];
        assert!(folder.load_with("a.las", &file.las(), &told).is_ok(), "voxels of told sides");
    }
    let projected = b"PROJCS[\"here\",GEOGCS[\"WGS 84\"]]\0".to_vec();
    file.records = vec![("LASF_Projection", 2112, projected)];
    assert!(folder.load("a.las", &file.las()).is_ok(), "a projected system names degrees too");
}
