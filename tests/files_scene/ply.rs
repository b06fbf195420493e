//! Polygon files with faces.

use voxray::io::{MeshOptions, Up};

use crate::mesh::{as_it_is, hand, hand_voxels, laid_down, told};
use crate::{Folder, sentence, voxels};

const HEADER: &str = "comment by hand\nelement camera 1\nproperty list uchar short view\nproperty char c\n\
    element vertex 9\nproperty uchar red\nproperty float x\nproperty double y\nproperty float z\n\
    element face 3\nproperty int flags\nproperty list uchar uint vertex_indices\nelement nothing 1000000000000000\nend_header\n";

fn text(triangles: &[[[f64; 3]; 3]]) -> Vec<u8> {
    let mut text = format!("ply\nformat ascii 1.0\n{HEADER}2 -5 7 1\n");
    for [x, y, z] in triangles.iter().flatten() {
        text += &format!("200 {x} {y} {z}\n");
    }
    text += "0 3 0 1 2\n0 3 3 4 5\n0 3 6 7 8\n";
    text.into_bytes()
}

/// Numbers in one byte order: of each the bytes from the lowest on.
fn bytes(triangles: &[[[f64; 3]; 3]], big: bool) -> Vec<u8> {
    let name = if big { "binary_big_endian" } else { "binary_little_endian" };
    let mut file = format!("ply\nformat {name} 1.0\n{HEADER}").into_bytes();
    let mut put = |number: &[u8]| {
        let ordered: Vec<u8> =
            if big { number.iter().rev().copied().collect() } else { number.to_vec() };
        file.extend(ordered);
    };
    put(&[2]);
    put(&(-5_i16).to_le_bytes());
    put(&7_i16.to_le_bytes());
    put(&[1]);
    for [x, y, z] in triangles.iter().flatten() {
        put(&[200]);
        put(&(*x as f32).to_le_bytes());
        put(&y.to_le_bytes());
        put(&(*z as f32).to_le_bytes());
    }
    for face in 0..3_u32 {
        put(&0_i32.to_le_bytes());
        put(&[3]);
        (0..3).for_each(|k| put(&(3 * face + k).to_le_bytes()));
    }
    file
}

#[test]
fn one_triangle_and_three() {
    let folder = Folder::new();
    let lying: Vec<_> = hand().into_iter().map(|corners| corners.map(laid_down)).collect();
    let up = told(MeshOptions { up: Some(Up::Y), ..MeshOptions::default() });
    for (triangles, options) in [(hand(), as_it_is()), (lying, up)] {
        for file in [text(&triangles), bytes(&triangles, false), bytes(&triangles, true)] {
            let (scene, report) = folder.load_with("a.ply", &file, &options).expect("sound");
            assert_eq!(voxels(&scene), hand_voxels(), "{}", report.convention);
            assert_eq!((report.source["faces"], report.source["vertices"]), (3, 9), "as many");
            assert_eq!(report.skipped["rows of other elements"], 1, "the camera");
        }
    }
}

#[test]
fn polygons_are_cut() {
    let folder = Folder::new();
    // An L of five unit squares in the plane z = 0.5.
    let file = "ply\nformat ascii 1.0\nelement vertex 6\nproperty int x\nproperty int y\nproperty float z\n\
        element face 1\nproperty list int int vertex_index\nend_header\n\
        0 0 .5\n3 0 .5\n3 1 .5\n1 1 .5\n1 3 .5\n0 3 .5\n6 0 1 2 3 4 5\n";
    let scene = folder.load_with("a.ply", file.as_bytes(), &as_it_is()).expect("sound").0;
    let occupied = |x, y| scene.is_occupied([x, y, 0]);
    assert!(occupied(2, 0) && occupied(0, 2) && !occupied(2, 2), "the notch stays free");
}

#[test]
fn faces_are_found_behind_a_long_header() {
    let comments = "comment by hand\n".repeat(6000);
    let file = String::from_utf8(text(&hand())).expect("text");
    let file = file.replacen("comment by hand\n", &comments, 1);
    let (scene, _) = Folder::new().load_with("a.ply", file.as_bytes(), &as_it_is()).expect("sound");
    assert_eq!(voxels(&scene), hand_voxels(), "a mesh, not its corners as points");
}

#[test]
fn long_lists_that_are_not_wanted_are_passed_over() {
    let mut file = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
        property float z\nelement face 1\nproperty list uint uchar mask\nproperty list uint uchar vertex_indices\nend_header\n"
        .to_vec();
    let head = file.len();
    [0.5_f32, 0.5, 0.5, 2.5, 0.5, 0.5, 0.5, 2.5, 0.5]
        .iter()
        .for_each(|x| file.extend(x.to_le_bytes()));
    let long = (1_u32 << 20) + 1;
    file.extend(long.to_le_bytes());
    file.resize(file.len() + long as usize, 9);
    file.extend([3, 0, 0, 0, 0, 1, 2]);
    let folder = Folder::new();
    let scene = folder.load_with("a.ply", &file, &as_it_is()).expect("sound").0;
    assert!(scene.is_occupied([1, 1, 0]), "the triangle");
    let header = String::from_utf8(file[..head].to_vec()).expect("text");
    let swapped = header.replace("vertex_indices", "other").replace("mask", "vertex_indices");
    file.splice(..head, swapped.into_bytes());
    let error = sentence(folder.load_with("a.ply", &file, &as_it_is()));
    assert!(error.contains("1048577 numbers"), "{error}");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    let with = |from: &str, to: &str| {
        String::from_utf8(text(&hand())).expect("text").replacen(from, to, 1).into_bytes()
    };
    for (file, named) in [
        (b"plyx\n".to_vec(), "ply"),
        (b"ply\nformat ascii 1.0\n".to_vec(), "header"),
        (with("ascii", "binary_middle_endian"), "binary_middle_endian"),
        (with("element face 3", "element face -3"), "element face -3"),
        (with("property int flags", "property word flags"), "property word flags"),
        (with("float x", "float u"), "property x"),
        (with("uint vertex_indices", "uint corners"), "vertex_indices"),
        (with("0 3 0 1 2", "0 3 0 1 9"), "face 0 (from 0) has the corner 9"),
        (with("0 3 0 1 2", "0 3 0 1 1.5"), "corner 1.5"),
        (with("0 3 0 1 2", "0 -3 0 1 2"), "-3 numbers"),
        (with("element face 3", "element face 4000000000000000000"), "cut short"),
        (with("200 1.25", "200 nan"), "vertex 0"),
        (with("200 1.25", "200 one"), "\"one\""),
    ] {
        let error = sentence(folder.load_with("a.ply", &file, &as_it_is()));
        assert!(error.contains(named), "{named}: {error}");
    }
}

#[test]
fn damage_is_survived() {
    let folder = Folder::new();
    folder.survives("a.ply", &bytes(&hand(), true), &as_it_is());
    folder.survives("b.ply", &text(&hand()), &as_it_is());
}

#[test]
fn colours_that_are_not_kept_are_counted() {
    let folder = Folder::new();
    let (_, report) = folder.load_with("a.ply", &text(&hand()), &as_it_is()).expect("sound");
    assert_eq!(report.skipped["colours of vertices"], 9, "of a mesh");
    let points = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n\
        property uchar red\nend_header\n0 0 0 9\n1 1 1 9\n";
    let (_, report) = folder.load("a.ply", points.as_bytes()).expect("sound");
    assert_eq!(report.skipped["colours of points"], 2, "of points");
}
