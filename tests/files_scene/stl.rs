//! Stereolithography files.

use voxray::io::{MeshOptions, Up};

use crate::mesh::{as_it_is, hand, hand_voxels, laid_down, told};
use crate::{Folder, sentence, voxels};

fn text(triangles: &[[[f64; 3]; 3]]) -> String {
    let mut text = String::from("solid hand\n");
    for corners in triangles {
        text += " facet normal 0 0 1\n  outer loop\n";
        for [x, y, z] in corners {
            text += &format!("   vertex {x} {y} {z:e}\n");
        }
        text += "  endloop\n endfacet\n";
    }
    text + "endsolid hand\n"
}

fn bytes(title: &[u8], triangles: &[[[f64; 3]; 3]]) -> Vec<u8> {
    let mut bytes = title.to_vec();
    bytes.resize(80, 0);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for corners in triangles {
        bytes.extend([0; 12]);
        bytes.extend(corners.iter().flatten().flat_map(|&x| (x as f32).to_le_bytes()));
        bytes.extend([7, 9]);
    }
    bytes
}

#[test]
fn one_triangle_and_three() {
    let folder = Folder::new();
    let lying: Vec<_> = hand().into_iter().map(|corners| corners.map(laid_down)).collect();
    let up = told(MeshOptions { up: Some(Up::Y), ..MeshOptions::default() });
    for (triangles, options) in [(hand(), as_it_is()), (lying, up)] {
        for file in [
            text(&triangles).into_bytes(),
            bytes(b"made by hand", &triangles),
            // Some programs begin files of bytes with the word of texts.
            bytes(b"solid hand", &triangles),
        ] {
            let (scene, report) = folder.load_with("a.stl", &file, &options).expect("sound");
            assert_eq!(voxels(&scene), hand_voxels(), "{}", report.convention);
            assert_eq!((report.source["faces"], report.source["vertices"]), (3, 9), "as many");
        }
    }
}

#[test]
fn bytes_behind_a_file_that_begins_as_a_text_are_told() {
    let mut file = bytes(b"solid hand", &hand());
    file.extend([1, 2, 3]);
    let (scene, report) = Folder::new().load_with("a.stl", &file, &as_it_is()).expect("sound");
    assert_eq!(voxels(&scene), hand_voxels(), "read as bytes");
    assert_eq!(report.skipped["bytes after the last face"], 3, "told");
}

#[test]
fn corners_at_one_place_are_one_vertex() {
    let folder = Folder::new();
    let [a, b, c] = [[0.0, -0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]];
    let file = bytes(b"", &[[a, b, c], [b, c, [0.0, 0.0, 0.0]]]);
    let report = folder.load_with("a.stl", &file, &as_it_is()).expect("sound").1;
    assert_eq!((report.source["vertices"], report.source["open_edges"]), (3, 0), "two sides");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    let sound = bytes(b"", &hand());
    let mut claims = sound.clone();
    claims[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut nan = sound.clone();
    nan[84 + 50 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let words = text(&hand());
    for (file, named) in [
        (claims, "take 214748364834 bytes"),
        (nan, "face 1 (from 0)"),
        (b"solid a\nfacet normal 0 0 1\nvertex 1 2\n".to_vec(), "line 3"),
        (b"solid a\nfacet\nvertex 1 2 3\nendfacet\nendsolid".to_vec(), "1 vertices"),
        (b"solid a\nwhat is this\n".to_vec(), "\"what\""),
        (words.replace("endsolid hand", "").into_bytes(), "endsolid"),
        (b"nothing".to_vec(), "no .stl"),
    ] {
        let error = sentence(folder.load_with("a.stl", &file, &as_it_is()));
        assert!(error.contains(named), "{error}");
    }
    let mut longer = sound;
    longer.extend([0; 5]);
    let report = folder.load_with("a.stl", &longer, &as_it_is()).expect("sound").1;
    assert_eq!(report.skipped["bytes after the last face"], 5, "said");
}

#[test]
fn damage_is_survived() {
    let folder = Folder::new();
    folder.survives("a.stl", &bytes(b"made by hand", &hand()[..2]), &as_it_is());
    folder.survives("b.stl", text(&hand()[..1]).as_bytes(), &as_it_is());
}
