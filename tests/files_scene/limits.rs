//! Sizes beyond 32 bits, beyond 64 bits and beyond memory. Large files are sparse: they take no space.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use voxray::io::{LoadOptions, load_scene};
use voxray::{ErrorKind, GridBox};

use crate::npy::header;
use crate::vox_bytes::{VoxBytes, chunk};
use crate::{Folder, sentence, voxels};

/// A file of zeros of this shape, with a 7 at one number.
fn sparse(folder: &Folder, sides: [u64; 3], fortran: bool, number: u64) -> PathBuf {
    let [x, y, z] = sides;
    let head = header("|u1", fortran, &format!("({x}, {y}, {z})"));
    let path = folder.write("sparse.npy", &head);
    let mut file = OpenOptions::new().write(true).open(&path).expect("it was just written");
    file.set_len(head.len() as u64 + x * y * z).expect("a sparse file");
    file.seek(SeekFrom::Start(head.len() as u64 + number)).expect("a plain file");
    file.write_all(&[7]).expect("a plain file");
    path
}

#[test]
fn dims_overflow() {
    let folder = Folder::new();
    for sides in [[46_341, 46_341, 1], [2048, 2048, 2048], [1536, 1536, 1297]] {
        for fortran in [false, true] {
            let [x, y, z] = sides;
            let voxel = [x - 2, y - 1, z - 1];
            let number = if fortran {
                voxel[0] + x * (voxel[1] + y * voxel[2])
            } else {
                (voxel[0] * y + voxel[1]) * z + voxel[2]
            };
            let path = sparse(&folder, sides, fortran, number);
            let max = sides.map(|side| i32::try_from(side).expect("small"));
            let bounds = GridBox::new(max.map(|side| (side - 33).max(0)), max).expect("small");
            let options = LoadOptions { bounds: Some(bounds), ..LoadOptions::default() };
            let scene = load_scene(&path, &options).expect("a sound file").0;
            let voxel = voxel.map(|k| i32::try_from(k).expect("small"));
            assert_eq!(voxels(&scene), [(voxel, 7)], "{sides:?}, Fortran order {fortran}");
        }
    }
}

#[test]
fn crafted_dims() {
    let folder = Folder::new();
    for shape in [
        "(4294967296, 4294967296, 1)",
        "(4611686018427387904, 4611686018427387904, 4)",
        "(18446744073709551615, 2, 1)",
        "(0, 9223372036854775808, 9223372036854775808)",
        "(131073, 1, 1)",
    ] {
        let error = sentence(folder.load("crafted.npy", &header("|u1", false, shape)));
        assert!(error.contains("crafted.npy") && error.contains("2^17"), "{error}");
    }
    let error =
        sentence(folder.load("a.npy", &header("|u1", false, "(99999999999999999999, 1, 1)")));
    assert!(error.contains("no plain array"), "{error}");
    let error = sentence(folder.load("a.npy", &header("<i8", true, "(131072, 131072, 131072)")));
    assert!(error.contains("18014398509481984 bytes"), "{error}");

    let size = chunk("SIZE", &[3_u32, 33_554_435, 64_511].map(u32::to_le_bytes).concat());
    let error = sentence(folder.load("crafted.vox", &VoxBytes::default().raw(size).bytes()));
    assert!(error.contains("crafted.vox") && error.contains("at most 256"), "{error}");
}

#[test]
fn memory_cap() {
    let folder = Folder::new();
    let capped = |memory: u64| LoadOptions { memory: Some(memory), ..LoadOptions::default() };
    let refused = |result: Result<_, voxray::Error>| {
        let error = result.map(drop).expect_err("more than is allowed");
        assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
        let message = error.to_string();
        assert!(message.contains("needs about") && message.contains("--memory"), "{message}");
        assert!(message.contains("--box"), "{message}");
    };
    // Refused by the size of the box alone, without looking at 8 GiB of numbers.
    let huge = sparse(&folder, [2048; 3], false, 0);
    refused(load_scene(&huge, &capped(1 << 20)));

    // An array whose bytes could be too many, but are not: it is measured, and loads.
    let mut numbers = vec![0_u8; 64 * 64 * 64];
    let array = |numbers: &[u8]| [header("|u1", false, "(64, 64, 64)"), numbers.to_vec()].concat();
    let scene = folder.load_with("few.npy", &array(&numbers), &capped(10_000)).expect("it fits").0;
    assert_eq!(scene.voxel_count(), 0, "an empty array");
    numbers.iter_mut().zip(0_u32..).for_each(|(number, n)| *number = (n % 200) as u8 + 1);
    refused(folder.load_with("full.npy", &array(&numbers), &capped(10_000)));

    let model = VoxBytes::default().model([9, 9, 9], &[[0, 0, 0, 1], [8, 8, 8, 1]]).bytes();
    refused(folder.load_with("two.vox", &model, &capped(50)));
}
