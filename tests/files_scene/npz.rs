//! Arrays in containers.

use std::io::Write;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::npy::{array, header};
use crate::{Folder, sentence, voxels};

/// A container of these members.
fn container(members: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = SimpleFileOptions::default().compression_method(method);
        zip.start_file(*name, options).expect("in memory");
        zip.write_all(bytes).expect("in memory");
    }
    zip.finish().expect("in memory").into_inner()
}

fn one_voxel(material: u8) -> Vec<u8> {
    let mut numbers = [0; 30];
    numbers[29] = material;
    array("|u1", false, "(2, 3, 5)", &numbers)
}

#[test]
fn the_only_array_or_the_one_named_voxels_is_loaded() {
    let folder = Folder::new();
    let (first, second) = (one_voxel(4), one_voxel(5));
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let alone = container(&[("arr_0.npy", &first)], method);
        let (scene, report) = folder.load("a.npz", &alone).expect("one array");
        assert_eq!((voxels(&scene), report.format), (vec![([1, 2, 4], 4)], "npz"), "{method}");
        let named = container(&[("arr_0.npy", &first), ("voxels.npy", &second)], method);
        let scene = folder.load("a.npz", &named).expect("one is named").0;
        assert_eq!(voxels(&scene), [([1, 2, 4], 5)], "{method}");
    }
}

#[test]
fn where_a_scene_lies_is_no_array_to_choose() {
    let folder = Folder::new();
    let bytes = one_voxel(4);
    let floats: Vec<u8> = [1.5_f32, -2.0, 3.0].into_iter().flat_map(f32::to_le_bytes).collect();
    let origin = array("<f4", false, "(3,)", &floats);
    let members: &[(&str, &[u8])] = &[("scene_origin.npy", &origin), ("arr_0.npy", &bytes)];
    let file = container(members, CompressionMethod::Deflated);
    let scene = folder.load("a.npz", &file).expect("one array and its place").0;
    assert_eq!(voxels(&scene), [([1, 2, 4], 4)], "of arr_0");
    assert_eq!(scene.transform().origin, [1.5, -2.0, 3.0], "of 32 bits");
    let heights = array("|u1", false, "(2, 2)", &[1, 2, 3, 4]);
    let odd = array("<f4", false, "(1, 1)", &floats[..4]);
    let members: &[(&str, &[u8])] = &[("scene_origin.npy", &odd), ("arr_0.npy", &heights)];
    let file = container(members, CompressionMethod::Stored);
    let told = folder.load("a.npz", &file).map(|(_, report)| report.format);
    assert!(told.is_ok(), "the only heights: {told:?}");
    let alone = container(&[("scene_origin.npy", &origin)], CompressionMethod::Stored);
    assert!(sentence(folder.load("a.npz", &alone)).contains("holds no array"), "a place alone");
}

#[test]
fn a_choice_of_arrays_is_an_error_that_names_them() {
    let folder = Folder::new();
    let bytes = one_voxel(4);
    let members: &[(&str, &[u8])] = &[("left.npy", &bytes), ("right.npy", &bytes)];
    let error = sentence(folder.load("a.npz", &container(members, CompressionMethod::Stored)));
    assert!(error.contains("left, right"), "{error}");
    let nothing = container(&[("readme.txt", b"hello")], CompressionMethod::Stored);
    let error = sentence(folder.load("a.npz", &nothing));
    assert!(error.contains("holds no array"), "{error}");
}

#[test]
fn a_member_that_claims_more_than_it_holds_is_refused() {
    let folder = Folder::new();
    let mut bytes = header("|u1", false, "(100000, 100000, 100000)");
    bytes.extend([0; 1000]);
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let error = sentence(folder.load("a.npz", &container(&[("a.npy", &bytes)], method)));
        assert!(error.contains("1000000000000000 bytes"), "{error}");
    }
}

#[test]
fn a_claim_that_no_packing_reaches_takes_no_memory() {
    let folder = Folder::new();
    let array = array("|u1", false, "(1000, 1000, 1000)", &[0; 1000]);
    let mut bytes = container(&[("a.npy", &array)], CompressionMethod::Deflated);
    // Both places that say how long the member is unpacked now say what the array's shape does.
    let (honest, claimed) = (1128_u32.to_le_bytes(), 1_000_000_128_u32.to_le_bytes());
    let places: Vec<usize> =
        (0..bytes.len() - 4).filter(|&place| bytes[place..place + 4] == honest).collect();
    assert_eq!(places.len(), 2, "at the member and in the directory");
    places.iter().for_each(|&place| bytes[place..place + 4].copy_from_slice(&claimed));
    let error = sentence(folder.load("a.npz", &bytes));
    assert!(error.contains("does not hold as many"), "{error}");
}

#[test]
fn a_container_cut_anywhere_or_with_any_wrong_byte_is_no_panic() {
    let folder = Folder::new();
    let sound = container(&[("a.npy", &one_voxel(4))], CompressionMethod::Deflated);
    for length in 0..sound.len() {
        sentence(folder.load("a.npz", &sound[..length]));
    }
    for place in 0..sound.len() {
        let mut wrong = sound.clone();
        wrong[place] ^= 0x41;
        // A date or a flag may differ without harm; what loads must be the array.
        if let Ok((scene, _)) = folder.load("a.npz", &wrong) {
            assert_eq!(voxels(&scene), [([1, 2, 4], 4)], "byte {place}");
        }
    }
}
