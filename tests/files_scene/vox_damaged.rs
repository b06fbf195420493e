//! `.vox` files that are damaged or made to do harm: one sentence, or what is sound; never a panic or a wait.

use voxray::ErrorKind;
use voxray::io::LoadOptions;

use crate::vox_bytes::{VoxBytes, chunk};
use crate::{Folder, sentence, voxels};

/// A small file with one of everything.
fn whole() -> Vec<u8> {
    let colors: Vec<u8> = (0..=255).flat_map(|k| [k; 4]).collect();
    VoxBytes::default()
        .model([3; 3], &[[0, 1, 2, 3], [2, 2, 2, 255]])
        .transform(0, &[], 1, -1, &[])
        .group(1, &[2])
        .transform(2, &[("_name", "a")], 3, 0, &[("_r", "40"), ("_t", "5 6 7")])
        .shape(3, &[0])
        .layer(0, &[("_name", "0")])
        .raw(chunk("RGBA", &colors))
        .bytes()
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    let folder = Folder::new();
    let bytes = whole();
    folder.load("a.vox", &bytes).expect("it is sound when whole");
    for length in 0..bytes.len() {
        sentence(folder.load("a.vox", &bytes[..length]));
    }
}

#[test]
fn any_wrong_byte_is_an_error_or_another_scene() {
    let folder = Folder::new();
    let bytes = whole();
    // Colours are any bytes; before them every byte tells something.
    for place in 0..bytes.len() - 1024 {
        for flip in [1, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[place] ^= flip;
            if let Ok((scene, _)) = folder.load("a.vox", &wrong) {
                assert!(scene.voxel_count() <= 2, "byte {place} made voxels");
            }
        }
    }
}

#[test]
fn voxels_outside_their_model_are_counted() {
    let bytes = VoxBytes::default().model([2; 3], &[[0, 0, 2, 1], [1, 1, 1, 1], [255, 0, 0, 0]]);
    let (scene, report) = Folder::new().load("a.vox", &bytes.bytes()).expect("the rest is sound");
    assert_eq!(voxels(&scene), [([1, 1, 1], 1)], "the sound voxel");
    assert_eq!(report.skipped["voxels outside their model"], 2, "the others");
}

#[test]
fn each_fault_is_said_with_its_place() {
    let folder = Folder::new();
    let start = VoxBytes::default;
    let voxel = || start().model([1; 3], &[[0, 0, 0, 1]]);
    let placed = |frame: &[(&str, &str)]| voxel().transform(0, &[], 1, -1, frame).shape(1, &[0]);
    let size = || chunk("SIZE", &[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    let cases = [
        (start().raw(chunk("XYZI", &[0; 4])), "XYZI at byte 20 has no SIZE"),
        (start().raw(size()).raw(size()), "SIZE at byte 44 follows another SIZE"),
        (start().raw(size()), "SIZE chunk without its voxels"),
        (
            start().raw(size()).raw(chunk("XYZI", &[9, 0, 0, 0, 1, 1, 1, 1])),
            "claims 9 voxels and holds 1",
        ),
        (start().raw(chunk("SIZE", &[1; 5])), "too short"),
        (voxel().raw(chunk("RGBA", &[1; 1000])), "256 colours"),
        (voxel().raw(chunk("nTRN", &[0; 9])), "nTRN at byte 64 is damaged"),
        (voxel().raw(chunk("nGRP", &[0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])), "damaged"),
        (voxel().raw(chunk("LAYR", &[1, 2])), "too short"),
        (voxel().transform(3, &[], 4, -1, &[]).shape(4, &[0]), "none of number 0"),
        (placed(&[]).shape(1, &[0]), "second node of the number 1"),
        (placed(&[("_r", "0")]), "rotation \"0\""),
        (placed(&[("_r", "131")]), "rotation \"131\""),
        (placed(&[("_r", "x")]), "rotation \"x\""),
        (placed(&[("_t", "1 2")]), "node 0 has the translation \"1 2\""),
        (placed(&[("_t", "99999999999 2 3")]), "translation"),
        (placed(&[("_t", "2147483647 0 0")]), "limit of -2^30 to 2^30"),
    ];
    for (file, part) in cases {
        let error = sentence(folder.load("a.vox", &file.bytes()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let nothing = b"VOX \x96\0\0\0PAIN\0\0\0\0\0\0\0\0";
    assert!(sentence(folder.load("a.vox", nothing)).contains("no MAIN chunk"), "another chunk");
}

#[test]
fn circles_and_endless_nesting_are_noticed() {
    let folder = Folder::new();
    let start = || VoxBytes::default().model([1; 3], &[[0, 0, 0, 1]]);
    let mut deep = start();
    let mut chains = start().transform(0, &[], 1, -1, &[]);
    for node in 0..1000 {
        deep = deep.transform(node, &[], node + 1, -1, &[]);
    }
    // Each group is counted before the one that holds it, so that no single count goes deep.
    let groups: Vec<i64> = (2..1000).rev().collect();
    chains = chains.group(1, &groups);
    for node in 2..1000 {
        chains = chains.group(node, &[node + 1]);
    }
    for (what, file) in [
        ("itself", start().transform(0, &[], 0, -1, &[])),
        ("two nodes", start().transform(0, &[], 1, -1, &[]).group(1, &[0, 0, 0])),
        ("a long line", deep.shape(1000, &[0])),
        ("a line counted from its end", chains.shape(1000, &[0])),
    ] {
        let error = sentence(folder.load("a.vox", &file.bytes()));
        assert!(error.contains("256 levels"), "{what}: {error}");
    }
}

#[test]
fn a_graph_that_multiplies_is_counted_before_it_is_built() {
    let folder = Folder::new();
    let doubling = |levels: i64| {
        let mut file =
            VoxBytes::default().model([1; 3], &[[0, 0, 0, 1]]).transform(0, &[], 1, -1, &[]);
        for node in 1..levels {
            file = file.group(node, &[node + 1; 2]);
        }
        file
    };
    let error = sentence(folder.load("a.vox", &doubling(200).shape(200, &[0]).bytes()));
    assert!(error.contains("at most 4194304"), "{error}");
    // Two million models of one voxel in one place: more than this memory holds.
    let options = LoadOptions { memory: Some(64 << 20), ..LoadOptions::default() };
    let many = doubling(22).shape(22, &[0]).bytes();
    let error = folder.load_with("a.vox", &many, &options).expect_err("too many");
    assert_eq!(error.kind(), ErrorKind::Memory, "{error}");
    // As many paths, but to nothing: no path is gone twice.
    let (scene, report) =
        folder.load("a.vox", &doubling(200).shape(200, &[]).bytes()).expect("legal");
    assert_eq!((scene.voxel_count(), report.source["instances"]), (0, 0), "nothing is placed");
}

#[test]
fn chunks_nested_without_end_do_not_exhaust_the_stack() {
    let mut nested = Vec::new();
    for _ in 0..200_000_u32 {
        let size = u32::try_from(nested.len()).expect("small").to_le_bytes();
        // Built from the inside would copy it all each time: headers first, sizes set below.
        nested.extend([b"XXXX".as_slice(), &[0; 4], &size].concat());
    }
    let total = nested.len();
    for (place, header) in nested.chunks_mut(12).enumerate() {
        let below = u32::try_from(total - 12 * (place + 1)).expect("small");
        header[8..].copy_from_slice(&below.to_le_bytes());
    }
    let file = VoxBytes::default().raw(nested).model([1; 3], &[[0, 0, 0, 5]]);
    let (scene, report) = Folder::new().load("a.vox", &file.bytes()).expect("a sound file");
    assert_eq!(voxels(&scene), [([0, 0, 0], 5)], "the model behind it");
    assert_eq!(report.skipped["chunk XXXX"], 1, "one chunk, with all that is in it");
}
