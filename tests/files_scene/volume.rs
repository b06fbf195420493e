//! Volumes: where voxels come to lie, which numbers are filled, and what is refused.

use voxray::io::{LabelRange, LoadOptions, VolumeOptions};
use voxray::{Error, ErrorKind, GridBox, Scene};

use crate::volume_bytes::{Nifti, SIZES, bytes_with, gzip_stored, mha, nrrd, telling};
use crate::{Folder, sentence, voxels};

type Found = Vec<([i32; 3], u16)>;

const BYTES: &str = "type: uchar\nencoding: raw\n";

/// The telling voxels, each moved.
fn told(place: impl Fn([i32; 3]) -> [i32; 3]) -> Found {
    let all = [([1, 2, 3], 9), ([4, 0, 0], 1), ([0, 6, 0], 2), ([0, 0, 10], 3)];
    let mut found: Found = all.iter().map(|&(voxel, value)| (place(voxel), value)).collect();
    found.sort_unstable();
    found
}

/// Half a turn about z.
fn turned([x, y, z]: [i32; 3]) -> [i32; 3] {
    [4 - x, 6 - y, z]
}

fn load(name: &str, bytes: &[u8]) -> Scene {
    let (scene, report) = Folder::new().load(name, bytes).expect("a sound file");
    assert!(report.convention.contains("z up"), "{}", report.convention);
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    scene
}

fn with(volume: VolumeOptions) -> LoadOptions {
    LoadOptions { volume, ..LoadOptions::default() }
}

fn threshold(value: f64) -> LoadOptions {
    with(VolumeOptions { threshold: Some(value), labels: None })
}

fn says(result: Result<(Scene, voxray::io::LoadReport), Error>, part: &str) {
    let error = sentence(result);
    assert!(error.contains(part), "{error}: should say {part}");
}

#[test]
fn nrrd_lies_where_its_directions_say() {
    let straight = "space directions: (2,0,0) (0,3,0) (0,0,4)\nspace origin: (10,20,30)\n";
    for (space, place, origin) in [
        ("", (|v| v) as fn([i32; 3]) -> [i32; 3], [9.0, 18.5, 28.0]),
        ("space: right-anterior-superior\n", |v| v, [9.0, 18.5, 28.0]),
        ("space: scanner-xyz\n", |v| v, [9.0, 18.5, 28.0]),
        ("space: LPS\n", turned, [-10.0 - 8.0 - 1.0, -20.0 - 18.0 - 1.5, 28.0]),
        ("space: left-anterior-superior\n", |[x, y, z]| [4 - x, y, z], [-19.0, 18.5, 28.0]),
        ("space: 3D-left-handed\n", |[x, y, z]| [x, 6 - y, z], [9.0, -39.5, 28.0]),
    ] {
        let scene = load("a.nrrd", &nrrd(&format!("{BYTES}{space}{straight}"), &telling()));
        assert_eq!(voxels(&scene), told(place), "{space}");
        assert_eq!(scene.transform().voxel_size, [2.0, 3.0, 4.0], "{space}");
        assert_eq!(scene.transform().origin, origin, "{space}: half a voxel before the first");
    }
    let plain = load("a.nrrd", &nrrd(&format!("{BYTES}spacings: 1 1 2.5\n"), &telling()));
    assert_eq!(voxels(&plain), told(|v| v), "as it stands");
    assert_eq!(plain.transform().origin, [0.0; 3], "no place is said");
    assert_eq!(plain.transform().voxel_size, [1.0, 1.0, 2.5], "spacings");
}

#[test]
fn indices_that_run_otherwise_are_laid_where_they_run() {
    // Sagittal: to the back, up, and to the left.
    let lines = "space: RAS\nspace directions: (0,-1,0) (0,0,1) (-1,0,0)\nspace origin: (0,0,0)\n";
    let scene = load("a.nrrd", &nrrd(&format!("{BYTES}{lines}"), &telling()));
    assert_eq!(scene.bounds().sides(), [11, 5, 7], "left-right, front-back, up");
    assert_eq!(voxels(&scene), told(|[i, j, k]| [10 - k, 4 - i, j]), "not mirrored");
    assert_eq!(scene.transform().origin, [-10.5, -4.5, -0.5], "the far corner");
}

#[test]
fn remarks_of_nrrd_may_have_colons_in_their_keys() {
    let lines = "0008:0060:=MR\n0008:0070:=a: b\nspacings: 1 1 2\n";
    let scene = load("a.nrrd", &nrrd(&format!("{BYTES}{lines}"), &telling()));
    assert_eq!(scene.transform().voxel_size, [1.0, 1.0, 2.0], "the field after them");
    assert_eq!(voxels(&scene), told(|v| v), "the numbers");
}

#[test]
fn nrrd_units_become_metres() {
    let lines = "space: RAS\nspace directions: (2,0,0) (0,2,0) (0,0,2)\nspace origin: (1,1,1)\nspace units: \"mm\" \"mm\" \"mm\"\n";
    let scene = load("a.nrrd", &nrrd(&format!("{BYTES}{lines}"), &telling()));
    assert_eq!(scene.transform().voxel_size, [0.002; 3], "2 mm");
    assert_eq!(scene.transform().origin, [0.0; 3], "half a voxel before 1 mm");
}

#[test]
fn numbers_may_be_packed_or_text_or_elsewhere() {
    let ways: [(&str, Vec<u8>); 6] = [
        ("gzip", GZIP.to_vec()),
        ("gz", gzip_stored(&bytes_with(&[([1, 2, 3], 9)]))),
        ("bzip2", BZIP2.to_vec()),
        ("text", text(|_| " ")),
        ("ascii", text(|k| if k % 5 == 0 { "\n" } else { "  " })),
        (
            "hex",
            bytes_with(&[([1, 2, 3], 9)])
                .iter()
                .flat_map(|k| format!("{k:02X}\n").into_bytes())
                .collect(),
        ),
    ];
    for (encoding, bytes) in ways {
        let lines = format!("type: uint8\nencoding: {encoding}\n");
        let scene = load("a.nrrd", &nrrd(&lines, &bytes));
        assert_eq!(voxels(&scene), [([1, 2, 3], 9)], "{encoding}");
    }
    let folder = Folder::new();
    folder.write("b.raw", &[b"two\nlines\nxx", &telling()[..]].concat());
    for skip in ["line skip: 2\nbyte skip: 2\n", "byte skip: 12\n", "byteskip: -1\n"] {
        let head = nrrd(&format!("{BYTES}{skip}data file: b.raw\n"), b"");
        let scene = folder.load("a.nhdr", &head).expect("sound").0;
        assert_eq!(voxels(&scene), told(|v| v), "{skip}");
    }
    folder.write("b.txt", &[b"two\n9 9 ", &text(|_| " ")[..]].concat());
    for skip in ["line skip: 1\nbyte skip: 4\n", "byte skip: 8\n"] {
        let lines = format!("type: uchar\nencoding: text\n{skip}data file: b.txt\n");
        let scene = folder.load("a.nhdr", &nrrd(&lines, b"")).expect("sound").0;
        assert_eq!(voxels(&scene), [([1, 2, 3], 9)], "text: {skip}");
    }
    let lines = "type: uchar\nencoding: hex\nbyte skip: 18446744073709551615\ndata file: b.txt\n";
    says(folder.load("a.nhdr", &nrrd(lines, b"")), "0 are there");
    let zlib = mha("ElementType = MET_UCHAR\nCompressedData = True\n", ZLIB);
    assert_eq!(voxels(&load("a.mha", &zlib)), [([1, 2, 3], 9)], "zlib");
    let packed = Nifti::first(false).with(&bytes_with(&[([1, 2, 3], 9)]));
    assert_eq!(voxels(&load("a.nii.gz", &gzip_stored(&packed))), [([1, 2, 3], 9)], "gzip");
    assert_eq!(voxels(&load("a.nii", &gzip_stored(&packed))), [([1, 2, 3], 9)], "by its bytes");
}

fn text(blank: impl Fn(usize) -> &'static str) -> Vec<u8> {
    let numbers = bytes_with(&[([1, 2, 3], 9)]);
    let words = numbers.iter().enumerate().map(|(k, number)| format!("{number}{}", blank(k)));
    words.collect::<String>().into_bytes()
}

#[test]
fn metaimage_lies_where_its_matrix_says() {
    let lines = "ElementType = MET_UCHAR\nElementSpacing = 2 3 4\nOffset = 10 20 30\n";
    for (more, place, origin) in [
        ("", (|v| v) as fn([i32; 3]) -> [i32; 3], [9.0, 18.5, 28.0]),
        ("AnatomicalOrientation = ???\n", |v| v, [9.0, 18.5, 28.0]),
        ("AnatomicalOrientation = RAI\n", turned, [-19.0, -39.5, 28.0]),
        ("AnatomicalOrientation = LPI\n", |v| v, [-10.0 - 1.0, -20.0 - 1.5, 28.0]),
        (
            "TransformMatrix = 1 0 0 0 1 0 0 0 -1\n",
            |[x, y, z]| [x, y, 10 - z],
            [9.0, 18.5, 30.0 - 40.0 - 2.0],
        ),
    ] {
        let scene = load("a.mha", &mha(&format!("{lines}{more}"), &telling()));
        assert_eq!(voxels(&scene), told(place), "{more}");
        assert_eq!(scene.transform().origin, origin, "{more}");
        assert_eq!(scene.transform().voxel_size, [2.0, 3.0, 4.0], "{more}");
    }
    let rows = "ElementType = MET_UCHAR\nTransformMatrix = 0 1 0 0 0 1 1 0 0\n";
    let scene = load("a.mha", &mha(rows, &telling()));
    assert_eq!(voxels(&scene), told(|[i, j, k]| [k, i, j]), "each three numbers are a direction");
    let folder = Folder::new();
    folder.write("b.raw", &telling());
    let head = mha("ElementType = MET_UCHAR\n", b"");
    let head = String::from_utf8(head).expect("text").replace("LOCAL", "b.raw");
    assert_eq!(
        voxels(&folder.load("a.mhd", head.as_bytes()).expect("sound").0),
        told(|v| v),
        "beside"
    );
}

#[test]
fn nifti_lies_where_its_transforms_say() {
    for big in [false, true] {
        for start in [Nifti::first(big), Nifti::second(big)] {
            assert_eq!(voxels(&load("a.nii", &start.with(&telling()))), told(|v| v), "{big}");
            let mut head = start.clone();
            head.sform([[-2.0, 0.0, 0.0, 10.0], [0.0, 0.0, 4.0, 20.0], [0.0, 3.0, 0.0, 30.0]]);
            let scene = load("a.nii", &head.with(&telling()));
            assert_eq!(voxels(&scene), told(|[i, j, k]| [4 - i, k, j]), "{big}: as sform says");
            let near = |found: [f64; 3], wanted: [f64; 3]| {
                (0..3).all(|a| (found[a] - wanted[a]).abs() < 1e-12)
            };
            let transform = scene.transform();
            assert!(near(transform.voxel_size, [0.002, 0.004, 0.003]), "{transform:?} in metres");
            assert!(near(transform.origin, [0.001, 0.018, 0.0285]), "{transform:?} in metres");
        }
        let mut head = Nifti::first(big);
        // Half a turn about z.
        head.qform([0.0, 0.0, 1.0], [0.0; 3], 1.0);
        assert_eq!(voxels(&load("a.nii", &head.with(&telling()))), told(turned), "{big}: qform");
        head.qform([0.0; 3], [0.0; 3], -1.0);
        let scene = load("a.nii", &head.with(&telling()));
        assert_eq!(voxels(&scene), told(|[x, y, z]| [x, y, 10 - z]), "{big}: the third backwards");
    }
    let folder = Folder::new();
    let mut head = Nifti::first(false);
    head.bytes[344..348].copy_from_slice(b"ni1\0");
    head.float(108, 0.0);
    folder.write("a.img", &telling());
    let scene = folder.load("a.hdr", &head.bytes[..348]).expect("a pair").0;
    assert_eq!(voxels(&scene), told(|v| v), "numbers in a file of their own");
}

#[test]
fn oblique_directions_are_said() {
    let lines =
        "space: RAS\nspace directions: (1,0.1,0) (-0.1,1,0) (0,0,1)\nspace origin: (0,0,0)\n";
    let (_, report) =
        Folder::new().load("a.nrrd", &nrrd(&format!("{BYTES}{lines}"), &telling())).expect("sound");
    assert!(report.convention.contains("5.71 degrees off"), "{}", report.convention);
}

#[test]
fn every_kind_of_number_is_read() {
    let values: Vec<i64> = telling().iter().map(|&k| i64::from(k)).collect();
    let bytes = |size: usize, big: bool| -> Vec<u8> {
        let of = |value: &i64| {
            let mut bytes = value.to_le_bytes()[..size].to_vec();
            if big {
                bytes.reverse();
            }
            bytes
        };
        values.iter().flat_map(of).collect()
    };
    let floats = |big: bool| -> Vec<u8> {
        let of = |&k: &i64| if big { (k as f32).to_be_bytes() } else { (k as f32).to_le_bytes() };
        values.iter().flat_map(of).collect()
    };
    let doubles: Vec<u8> = values.iter().flat_map(|&k| (k as f64).to_be_bytes()).collect();
    let one: Found = told(|v| v).into_iter().map(|(voxel, _)| (voxel, 1)).collect();
    for big in [false, true] {
        let endian =
            if big { "endian: big\nencoding: raw\n" } else { "endian: little\nencoding: raw\n" };
        for (name, size) in [
            ("short", 2),
            ("uint16_t", 2),
            ("int", 4),
            ("unsigned int", 4),
            ("int64", 8),
            ("unsigned long long", 8),
        ] {
            let scene =
                load("a.nrrd", &nrrd(&format!("type: {name}\n{endian}"), &bytes(size, big)));
            assert_eq!(voxels(&scene), told(|v| v), "{name}, big {big}");
        }
        let scene = load("a.nrrd", &nrrd(&format!("type: float\n{endian}"), &floats(big)));
        assert_eq!(voxels(&scene), one, "floats that are not 0, big {big}");
        let mut head = Nifti::first(big);
        for (datatype, size) in [(256, 1), (4, 2), (512, 2), (8, 4), (768, 4), (1024, 8), (1280, 8)]
        {
            head.datatype(datatype);
            assert_eq!(
                voxels(&load("a.nii", &head.with(&bytes(size, big)))),
                told(|v| v),
                "{datatype}"
            );
        }
        let order = format!("BinaryDataByteOrderMSB = {}\n", if big { "True" } else { "False" });
        for (name, size) in
            [("CHAR", 1), ("SHORT", 2), ("USHORT", 2), ("LONG", 4), ("UINT", 4), ("ULONG_LONG", 8)]
        {
            let lines = format!("ElementType = MET_{name}\n{order}");
            assert_eq!(
                voxels(&load("a.mha", &mha(&lines, &bytes(size, big)))),
                told(|v| v),
                "{name}"
            );
        }
    }
    let lines = "ElementType = MET_DOUBLE\nElementByteOrderMSB = True\n";
    assert_eq!(voxels(&load("a.mha", &mha(lines, &doubles))), one, "doubles");
}

#[test]
fn thresholds_and_labels_choose_what_is_filled() {
    let folder = Folder::new();
    let count = |bytes: &[u8], options: &LoadOptions| {
        folder.load_with("a.nrrd", bytes, options).expect("sound").0.voxel_count()
    };
    let bytes = nrrd(BYTES, &telling());
    let all = 5 * 7 * 11;
    for (lowest, filled) in [(-1.0, all), (0.0, all), (0.5, 4), (2.0, 3), (9.0, 1), (9.5, 0)] {
        assert_eq!(count(&bytes, &threshold(lowest)), filled, "from {lowest} on");
    }
    let labels = |list: &[&str]| {
        let ranges = list.iter().map(|text| text.parse::<LabelRange>().expect("a range")).collect();
        with(VolumeOptions { threshold: None, labels: Some(ranges) })
    };
    let (scene, report) =
        folder.load_with("a.nrrd", &bytes, &labels(&["2-3", "9"])).expect("sound");
    assert_eq!(voxels(&scene).len(), 3, "2, 3 and 9");
    assert_eq!(report.skipped["voxels of labels that were not asked for"], 1, "1");
    // Values that are no labels.
    let numbers = telling().into_iter().map(i32::from).map(|k| {
        if k == 1 {
            -5
        } else if k == 2 {
            70_000
        } else {
            k
        }
    });
    let numbers: Vec<u8> = numbers.flat_map(|k| k.to_le_bytes()).collect();
    let wide = nrrd("type: int\nendian: little\nencoding: raw\n", &numbers);
    let capped = LoadOptions { memory: Some(40_000), ..LoadOptions::default() };
    for options in [LoadOptions::default(), capped] {
        let (scene, report) = folder.load_with("a.nrrd", &wide, &options).expect("sound");
        assert_eq!(scene.voxel_count(), 2, "3 and 9");
        let skipped: Vec<_> = report.skipped.into_values().collect();
        assert_eq!(skipped, [2], "-5 and 70000, counted once");
    }
    assert_eq!(count(&wide, &threshold(9.0)), 2, "9 and 70000");
    let both = with(VolumeOptions { threshold: Some(1.0), labels: Some(Vec::new()) });
    let error = folder.load_with("a.nrrd", &bytes, &both).expect_err("both");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    for text in ["0", "3-2", "70000", "a", "1-", ""] {
        assert!(text.parse::<LabelRange>().is_err(), "{text:?} is no range");
    }
    let error =
        folder.load_with("a.npy", b"", &threshold(1.0)).expect_err("not for arrays").to_string();
    assert!(error.contains("--threshold") && error.contains(".nrrd"), "{error}");
}

#[test]
fn scaled_numbers_are_values() {
    let folder = Folder::new();
    let mut head = Nifti::second(true);
    // Values are 0.5 k - 1: of 1, 2, 3, 9 and 0 they are -0.5, 0, 0.5, 3.5 and -1.
    head.scale(0.5, -1.0);
    let bytes = head.with(&telling());
    let filled = |options: &LoadOptions| {
        folder.load_with("a.nii", &bytes, options).expect("sound").0.voxel_count()
    };
    let all = 5 * 7 * 11;
    assert_eq!(filled(&LoadOptions::default()), all - 1, "all that is not 0");
    for (lowest, count) in [(-1.0, all), (-0.75, 4), (0.0, 3), (0.5, 2), (3.5, 1), (4.0, 0)] {
        assert_eq!(filled(&threshold(lowest)), count, "from {lowest} on");
    }
    let unscaled = {
        head.scale(0.0, 7.0);
        head.with(&telling())
    };
    assert_eq!(voxels(&load("a.nii", &unscaled)), told(|v| v), "a slope of 0 says nothing");
    let lines = "ElementType = MET_UCHAR\nElementToIntensityFunctionSlope = 2\nElementToIntensityFunctionOffset = 1\n";
    let labels = with(VolumeOptions {
        threshold: None,
        labels: Some(vec![LabelRange { first: 7, last: 19 }]),
    });
    let (scene, _) = folder.load_with("a.mha", &mha(lines, &telling()), &labels).expect("sound");
    assert_eq!(voxels(&scene), [([0, 0, 10], 7), ([1, 2, 3], 19)], "2 k + 1");
}

#[test]
fn a_part_is_what_the_whole_has_there() {
    let bounds = Some(GridBox::new([1, 0, 3], [9, 9, 99]).expect("small"));
    let options = LoadOptions { bounds, ..LoadOptions::default() };
    let (scene, _) =
        Folder::new().load_with("a.nrrd", &nrrd(BYTES, &telling()), &options).expect("sound");
    assert_eq!(voxels(&scene), [([1, 2, 3], 9)], "in the part");
    assert_eq!(
        (scene.bounds().min, scene.bounds().max),
        ([1, 0, 3], [5, 7, 11]),
        "cut at the volume"
    );
    assert_eq!(SIZES, [5, 7, 11], "the sizes of the volume");
}

/// The bytes with a 9 at (1, 2, 3), packed by other programs.
const BZIP2: &[u8] = &[
    0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xad, 0x5e, 0x74, 0x9b, 0x00, 0x00,
    0x00, 0xc0, 0x80, 0xc0, 0x20, 0x40, 0x00, 0x00, 0x08, 0x20, 0x00, 0x21, 0x21, 0xa0, 0xcd, 0x34,
    0x71, 0x88, 0x34, 0xe2, 0xee, 0x48, 0xa7, 0x0a, 0x12, 0x15, 0xab, 0xce, 0x93, 0x60,
];
const GZIP: &[u8] = &[
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x63, 0x60, 0xa0, 0x3f, 0xe0, 0x64,
    0x18, 0x05, 0x70, 0x00, 0x00, 0x3a, 0xed, 0xd5, 0xe2, 0x81, 0x01, 0x00, 0x00,
];
const ZLIB: &[u8] = &[
    0x78, 0x9c, 0x63, 0x60, 0xa0, 0x3f, 0xe0, 0x1c, 0x00, 0x3b, 0x07, 0x2d, 0x00, 0x00, 0x0a, 0xf6,
    0x00, 0x0a,
];

#[test]
fn damaged_volumes_survive() {
    let folder = Folder::new();
    let options = LoadOptions { memory: Some(1 << 22), threads: 1, ..LoadOptions::default() };
    let lines = "space: LPS\nspace directions: (1,0,0) (0,1,0) (0,0,1)\n";
    folder.survives(
        "a.nrrd",
        &nrrd(&format!("type: uchar\nencoding: gzip\n{lines}"), GZIP),
        &options,
    );
    folder.survives("b.nrrd", &nrrd("type: uchar\nencoding: bzip2\n", BZIP2), &options);
    let small = b"NRRD0001\ntype: short\nendian: big\ndimension: 3\nsizes: 1 2 2\nencoding: text\n\n1 -2 3 4";
    folder.survives("c.nrrd", small, &options);
    let lines =
        "ElementType = MET_UCHAR\nCompressedData = True\nTransformMatrix = 1 0 0 0 1 0 0 0 1\n";
    folder.survives("a.mha", &mha(lines, ZLIB), &options);
    let mut head = Nifti::first(false);
    head.qform([0.0, 0.6, 0.8], [1.0, 2.0, 3.0], 1.0);
    head.put(42, &1_i16.to_be_bytes());
    head.put(44, &2_i16.to_be_bytes());
    head.put(46, &2_i16.to_be_bytes());
    folder.survives("a.nii", &head.with(&[1, 0, 2, 3]), &options);
    folder.survives("a.nii.gz", &gzip_stored(&head.with(&[1, 0, 2, 3])), &options);
}

/// Of a header whose numbers stand in a file beside it, the header may be damaged, or the numbers cut short.
#[test]
fn damaged_headers_of_volumes_in_two_files_survive() {
    let folder = Folder::new();
    let options = LoadOptions { memory: Some(1 << 22), threads: 1, ..LoadOptions::default() };
    let numbers = telling();
    folder.write("b.raw", &numbers);
    let mhd = String::from_utf8(mha("ElementType = MET_UCHAR\n", b"")).expect("text");
    let mhd = mhd.replace("LOCAL", "b.raw").into_bytes();
    let nhdr = nrrd(&format!("{BYTES}data file: b.raw\n"), b"");
    for (name, head) in [("a.mhd", &mhd), ("a.nhdr", &nhdr)] {
        folder.survives(name, head, &options);
        for length in 0..numbers.len() {
            folder.write("b.raw", &numbers[..length]);
            sentence(folder.load_with(name, head, &options));
        }
        folder.write("b.raw", &numbers);
    }
    let mut head = Nifti::first(false);
    head.bytes[344..348].copy_from_slice(b"ni1\0");
    head.float(108, 0.0);
    folder.write("a.img", &numbers);
    folder.survives("a.hdr", &head.bytes[..348], &options);
}

#[test]
fn sizes_beyond_everything_are_refused_before_memory_is_taken() {
    let folder = Folder::new();
    for sizes in [
        "4294967296 4294967296 4",
        "18446744073709551615 2 2",
        "131073 1 1",
        "99999999999999999999 1 1",
    ] {
        let bytes = format!(
            "NRRD0004\ntype: double\nendian: little\ndimension: 3\nsizes: {sizes}\nencoding: gzip\n\n"
        );
        let error = sentence(folder.load("a.nrrd", bytes.as_bytes()));
        assert!(error.contains("2^17") || error.contains("\"sizes\""), "{error}");
        let bytes = format!(
            "NDims = 3\nDimSize = {sizes}\nElementType = MET_DOUBLE\nElementDataFile = LOCAL\n"
        );
        let error = sentence(folder.load("a.mha", bytes.as_bytes()));
        assert!(error.contains("2^17") || error.contains("DimSize"), "{error}");
    }
    let large = "type: double\nendian: little\ndimension: 3\nsizes: 131072 131072 131072\n";
    for encoding in ["raw", "gzip", "text", "hex"] {
        let bytes = format!("NRRD0004\n{large}encoding: {encoding}\n\n12345678");
        says(
            folder.load("a.nrrd", bytes.as_bytes()),
            "is cut short: its numbers take 18014398509481984 bytes",
        );
    }
    // A stream of bzip2 has no bound: the budget is what refuses.
    let large = large.replace("131072", "8192");
    let bytes = format!("NRRD0004\n{large}encoding: bzip2\n\nBZh9");
    let capped = LoadOptions { memory: Some(1 << 20), ..LoadOptions::default() };
    let error = folder.load_with("a.nrrd", bytes.as_bytes(), &capped).expect_err("too large");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
}

#[test]
fn what_is_wrong_is_said_with_its_field() {
    let folder = Folder::new();
    let cut = &telling()[..384];
    says(
        folder.load("a.nrrd", &nrrd(BYTES, cut)),
        "take 385 bytes by the header, and 384 are there",
    );
    says(folder.load("a.mha", &mha("ElementType = MET_UCHAR\n", cut)), "385 bytes");
    says(folder.load("a.nii", &Nifti::first(false).with(cut)), "385 bytes");
    says(folder.load("a.nrrd", &nrrd("type: uchar\nencoding: gzip\n", &GZIP[..20])), "unpacked");
    says(
        folder.load("a.nrrd", &nrrd("type: uchar\nencoding: lzma\n", b"")),
        "\"lzma\" as \"encoding\"",
    );
    says(
        folder.load("a.nrrd", &nrrd("type: block\nencoding: raw\n", b"")),
        "\"block\" as \"type\"",
    );
    says(folder.load("a.nrrd", &nrrd("type: short\nencoding: raw\n", b"")), "\"endian\"");
    says(
        folder.load("a.nrrd", &nrrd(&format!("{BYTES}data file: ../b.raw\n"), b"")),
        "same folder",
    );
    says(folder.load("a.nrrd", &nrrd(&format!("{BYTES}data file: LIST\n"), b"")), "several files");
    says(
        folder.load("a.nrrd", &nrrd(&format!("{BYTES}data file: gone.raw\n"), b"")),
        "gone.raw: does not exist",
    );
    says(folder.load("a.nrrd", b"P5 not a volume"), "is no NRRD file");
    says(
        folder.load(
            "a.nrrd",
            &nrrd(&format!("{BYTES}space directions: (1,0,0) (2,0,0) (0,0,1)\n"), &telling()),
        ),
        "span no space",
    );
    let four = b"NRRD0005\ntype: uchar\ndimension: 4\nsizes: 3 5 7 11\nencoding: raw\n\n";
    says(folder.load("a.nrrd", four), "three axes");
    let kind = |more: &str| folder.load("a.mha", &mha(more, b""));
    says(kind("ElementType = MET_UCHAR_ARRAY\n"), "\"MET_UCHAR_ARRAY\"");
    says(kind("ElementType = MET_UCHAR\nElementNumberOfChannels = 3\n"), "3 numbers a voxel");
    says(kind("ElementType = MET_UCHAR\nTransformMatrix = 1 0 0 1\n"), "TransformMatrix");
    says(kind(""), "no line ElementType");
    let mut head = Nifti::first(false);
    for (datatype, name) in [(128, "colours"), (32, "complex"), (1, "single bits"), (77, "unknown")]
    {
        head.datatype(datatype);
        says(folder.load("a.nii", &head.with(&telling())), name);
    }
    head.datatype(2);
    head.float(108, 100.5);
    says(folder.load("a.nii", &head.with(&telling())), "vox_offset");
    head.bytes[344] = 0;
    says(folder.load("a.hdr", &head.with(&telling())), "Analyze 7.5");
    let after = nrrd(BYTES, &[&telling()[..], b"more"].concat());
    let (_, report) = folder.load("a.nrrd", &after).expect("sound");
    assert_eq!(report.skipped["bytes after the numbers"], 4, "said");
}

#[test]
fn packed_numbers_make_the_same_scene_whichever_way_they_run() {
    let folder = Folder::new();
    // More than one slab, the last of them partly full.
    let numbers: Vec<u8> =
        (0..19_u32 * 33 * 50).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let head = "NRRD0005\ntype: int8\ndimension: 3\nsizes: 19 33 50\n";
    for directions in [
        "(1,0,0) (0,1,0) (0,0,1)",
        "(1,0,0) (0,1,0) (0,0,-1)",
        "(0,0,1) (1,0,0) (0,-1,0)",
        "(0,-1,0) (0,0,1) (1,0,0)",
        "(0,1,0) (0,0,1) (-1,0,0)",
    ] {
        let lines = format!("{head}space: RAS\nspace directions: {directions}\n");
        let raw = [format!("{lines}encoding: raw\n\n").as_bytes(), &numbers].concat();
        let packed =
            [format!("{lines}encoding: gzip\n\n").as_bytes(), &gzip_stored(&numbers)].concat();
        let part = GridBox::new([2, 3, 5], [18, 19, 40]).expect("small");
        for bounds in [None, Some(part)] {
            for memory in [None, Some(600_000)] {
                let options = LoadOptions { bounds, memory, ..LoadOptions::default() };
                let load = |bytes| folder.load_with("a.nrrd", bytes, &options).expect("sound");
                let (expected, found) = (load(&raw), load(&packed));
                assert_eq!(voxels(&found.0), voxels(&expected.0), "{directions} {bounds:?}");
                assert_eq!(found.0.bounds(), expected.0.bounds(), "{directions} {bounds:?}");
                assert_eq!(found.1, expected.1, "{directions} {bounds:?} {memory:?}");
            }
        }
    }
}
