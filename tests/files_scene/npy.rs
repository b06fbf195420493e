//! Dense arrays: orders, kinds of number, axes.

use voxray::io::LoadOptions;
use voxray::{ErrorKind, GridBox};

use crate::{Folder, sentence, voxels};

/// The header of an array.
pub(crate) fn header(descr: &str, fortran: bool, shape: &str) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    bytes.extend(format!("{text:<117}\n").bytes());
    bytes
}

/// An array of bytes.
pub(crate) fn array(descr: &str, fortran: bool, shape: &str, numbers: &[u8]) -> Vec<u8> {
    [header(descr, fortran, shape), numbers.to_vec()].concat()
}

fn axes(text: &str) -> LoadOptions {
    LoadOptions { axes: text.parse().expect("axes"), ..LoadOptions::default() }
}

#[test]
fn npy_orders() {
    let folder = Folder::new();
    let numbers: Vec<u16> = (1..=30).collect();
    // The number at [i, j, k] of an array of shape (2, 3, 5).
    let number = |fortran: bool, [i, j, k]: [i32; 3]| {
        if fortran { 1 + i + 2 * (j + 3 * k) } else { 1 + 5 * (3 * i + j) + k }
    };
    for fortran in [false, true] {
        for (descr, bytes) in [
            ("|u1", numbers.iter().map(|&n| n as u8).collect::<Vec<u8>>()),
            ("|i1", numbers.iter().map(|&n| n as u8).collect()),
            ("<u2", numbers.iter().flat_map(|n| n.to_le_bytes()).collect()),
            (">u2", numbers.iter().flat_map(|n| n.to_be_bytes()).collect()),
            (">i2", numbers.iter().flat_map(|n| n.to_be_bytes()).collect()),
            ("<i4", numbers.iter().flat_map(|&n| i32::from(n).to_le_bytes()).collect()),
            (">u4", numbers.iter().flat_map(|&n| u32::from(n).to_be_bytes()).collect()),
            ("<i8", numbers.iter().flat_map(|&n| i64::from(n).to_le_bytes()).collect()),
            (">i8", numbers.iter().flat_map(|&n| i64::from(n).to_be_bytes()).collect()),
            ("<u8", numbers.iter().flat_map(|&n| u64::from(n).to_le_bytes()).collect()),
        ] {
            let (scene, report) = folder
                .load("a.npy", &array(descr, fortran, "(2, 3, 5)", &bytes))
                .expect("a sound array");
            assert_eq!(scene.bounds(), &GridBox::with_sides([2, 3, 5]).expect("small"), "{descr}");
            assert_eq!((report.format, report.source["numbers"]), ("npy", 30), "{descr}");
            assert_eq!(scene.voxel_count(), 30, "{descr}");
            scene.for_each_voxel(|voxel, material| {
                assert_eq!(i32::from(material), number(fortran, voxel), "{descr} {voxel:?}");
            });
        }
    }
}

#[test]
fn npy_bool_byte_of_2_is_an_error_by_name() {
    let folder = Folder::new();
    let mut bytes = [0; 30];
    bytes[7] = 1;
    let scene = folder.load("a.npy", &array("|b1", false, "(2, 3, 5)", &bytes)).expect("sound").0;
    assert_eq!(voxels(&scene), [([0, 1, 2], 1)], "number 7 is [0, 1, 2]");
    bytes[22] = 2;
    let error = sentence(folder.load("a.npy", &array("|b1", false, "(2, 3, 5)", &bytes)));
    assert!(error.contains("bool byte 2 at [1, 1, 2]"), "{error}");
}

#[test]
fn values_that_are_no_material_are_named_with_their_index() {
    let folder = Folder::new();
    let mut numbers = vec![0_i64; 20 * 3 * 40];
    numbers[(17 * 3 + 2) * 40 + 31] = 65_535;
    let bytes = |numbers: &[i64]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        array("<i8", false, "(20, 3, 40)", &bytes)
    };
    let scene = folder.load("a.npy", &bytes(&numbers)).expect("the last material").0;
    assert_eq!(voxels(&scene), [([17, 2, 31], 65_535)], "the last material");
    for wrong in [65_536, -1, i64::MIN, i64::MAX, 1 << 32] {
        numbers[(17 * 3 + 2) * 40 + 31] = wrong;
        let error = sentence(folder.load("a.npy", &bytes(&numbers)));
        assert!(error.contains(&format!("value {wrong} at [17, 2, 31]")), "{error}");
        let options = axes("-z-y-x");
        let error = sentence(folder.load_with("a.npy", &bytes(&numbers), &options));
        assert!(error.contains(&format!("value {wrong} at [17, 2, 31]")), "turned: {error}");
    }
}

#[test]
fn axis_self_test() {
    let folder = Folder::new();
    let mut numbers = vec![0; 5 * 7 * 11];
    numbers[(7 + 2) * 11 + 3] = 9;
    let bytes = array("|u1", false, "(5, 7, 11)", &numbers);
    let scene = folder.load("a.npy", &bytes).expect("a sound array").0;
    assert_eq!(voxels(&scene), [([1, 2, 3], 9)], "index is position");
    for (order, voxel, sides) in [
        ("zyx", [3, 2, 1], [11, 7, 5]),
        ("-zyx", [3, 2, 3], [11, 7, 5]),
        ("yzx", [3, 1, 2], [11, 5, 7]),
        ("xy-z", [1, 2, 7], [5, 7, 11]),
        ("-x-y-z", [3, 4, 7], [5, 7, 11]),
    ] {
        let (scene, report) = folder.load_with("a.npy", &bytes, &axes(order)).expect("sound");
        assert_eq!(voxels(&scene), [(voxel, 9)], "{order}");
        assert_eq!(scene.bounds().max, sides, "{order}");
        assert!(report.convention.contains(order), "{}", report.convention);
    }
}

#[test]
fn every_voxel_of_a_large_array_is_found_in_any_order() {
    let folder = Folder::new();
    let sides = [35_i32, 21, 50];
    let value = |[i, j, k]: [i32; 3]| {
        let mixed = i.wrapping_mul(7919) ^ j.wrapping_mul(104_729) ^ k.wrapping_mul(1_299_709);
        if mixed % 3 == 0 { (mixed >> 3) as u8 } else { 0 }
    };
    for fortran in [false, true] {
        let mut numbers = vec![0; (35 * 21 * 50) as usize];
        let mut expected = Vec::new();
        for i in 0..35 {
            for j in 0..21 {
                for k in 0..50 {
                    let place = if fortran { i + 35 * (j + 21 * k) } else { (i * 21 + j) * 50 + k };
                    numbers[place as usize] = value([i, j, k]);
                    expected.push([i, j, k]);
                }
            }
        }
        let bytes = array("|u1", fortran, "(35, 21, 50)", &numbers);
        for order in ["xyz", "zyx", "y-zx", "-x-y-z", "zx-y"] {
            let scene = folder.load_with("a.npy", &bytes, &axes(order)).expect("sound").0;
            let order: voxray::io::Axes = order.parse().expect("axes");
            for &index in &expected {
                let mut voxel = [0; 3];
                for n in 0..3 {
                    let flipped = order.flipped()[n];
                    voxel[order.order()[n]] =
                        if flipped { sides[n] - 1 - index[n] } else { index[n] };
                }
                let material = u16::from(value(index));
                assert_eq!(scene.material(voxel), material, "{order} {fortran} {index:?}");
            }
        }
    }
}

#[test]
fn sides_of_zero_are_an_empty_scene() {
    let folder = Folder::new();
    for shape in ["(0, 3, 5)", "(3, 0, 5)", "(3, 5, 0)", "(0, 0, 0)"] {
        for fortran in [false, true] {
            let loaded = folder.load_with("a.npy", &header("|u1", fortran, shape), &axes("-zy-x"));
            assert_eq!(loaded.expect("legal").0.voxel_count(), 0, "{shape}");
        }
    }
}

#[test]
fn what_is_no_scene_is_said_so() {
    let folder = Folder::new();
    for (bytes, part) in [
        (array("<f4", false, "(1, 1, 1)", &[0; 4]), "bool or integers"),
        (array("|u1", false, "(16,)", &[0; 16]), "1 indices"),
        (array("|u1", false, "(2, 2, 2, 2)", &[0; 16]), "4 indices"),
        (array("|u1", false, "(2, 2, 2)", &[0; 7]), "cut short"),
        (b"PK not numpy".to_vec(), "does not start as one"),
        (Vec::new(), "cut short"),
    ] {
        let error = sentence(folder.load("a.npy", &bytes));
        assert!(error.contains(part) && error.contains("a.npy"), "{error}");
    }
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    let folder = Folder::new();
    let bytes = array("<u2", false, "(2, 3, 5)", &[1; 60]);
    for length in 0..bytes.len() {
        sentence(folder.load("a.npy", &bytes[..length]));
    }
}

#[test]
fn a_box_loads_that_part_alone() {
    let folder = Folder::new();
    let numbers: Vec<u8> = (0..40 * 40 * 40).map(|n: u32| (n % 7) as u8).collect();
    let bytes = array("|u1", false, "(40, 40, 40)", &numbers);
    let whole = folder.load("a.npy", &bytes).expect("sound").0;
    let bounds = GridBox::new([3, 17, 5], [30, 40, 100]).expect("small");
    let options = LoadOptions { bounds: Some(bounds), ..axes("xyz") };
    let part = folder.load_with("a.npy", &bytes, &options).expect("sound").0;
    assert_eq!(
        (part.bounds().min, part.bounds().max),
        ([3, 17, 5], [30, 40, 40]),
        "what both have"
    );
    let within: Vec<_> =
        voxels(&whole).into_iter().filter(|(voxel, _)| bounds.contains(*voxel)).collect();
    assert_eq!(voxels(&part), within, "the same voxels at the same places");

    let away = GridBox::new([50, 0, 0], [60, 9, 9]).expect("small");
    let options = LoadOptions { bounds: Some(away), ..axes("xyz") };
    let error = folder.load_with("a.npy", &bytes, &options).expect_err("nothing there");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
}
