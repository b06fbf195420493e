//! Wavefront objects.

use voxray::io::{MeshOptions, Up};

use crate::mesh::{as_it_is, hand, hand_voxels, laid_down, told};
use crate::{Folder, sentence, voxels};

fn hand_text(place: impl Fn([f64; 3]) -> [f64; 3]) -> String {
    let mut text = String::from("# a hand\n");
    for corners in hand() {
        for [x, y, z] in corners.map(&place) {
            text += &format!("v {x} {y} {z}\n");
        }
        text += "f -3 -2 -1\n";
    }
    text
}

#[test]
fn one_triangle_and_three() {
    let folder = Folder::new();
    let text = hand_text(|point| point);
    let (scene, report) = folder.load_with("a.obj", text.as_bytes(), &as_it_is()).expect("sound");
    assert_eq!(voxels(&scene), hand_voxels(), "z up");
    assert!(report.convention.contains("z up"), "{}", report.convention);
    assert_eq!(scene.bounds().max, [5, 7, 11], "the box is tight");
    let text = hand_text(laid_down);
    let options = told(MeshOptions { up: Some(Up::Y), ..MeshOptions::default() });
    let (scene, report) = folder.load_with("a.obj", text.as_bytes(), &options).expect("sound");
    assert_eq!(voxels(&scene), hand_voxels(), "y up, not mirrored");
    assert!(report.convention.contains("(x, -z, y)"), "{}", report.convention);
}

#[test]
fn indices_materials_and_long_lines() {
    let folder = Folder::new();
    folder.write(
        "colors.mtl",
        b"# of the mesh\nnewmtl red\nKd 1 0 0\nnewmtl lamp\nKd 1 1 0.5\nKe 4 4 2\nd 0.5\nnewmtl spare\nKd 0 0 0\n",
    );
    let text = b"mtllib colors.mtl\no first\nv .2 .2 .2\r\nv .8 .2 .2\nv .2 .8 .2\nvt 0 0\nvn 0 0 1\n\
        f 1//1 2/1/1 \\\n3/1\nusemtl lamp\nv 1.2 .2 .2 1\nv 1.8 .2 .2 1 0 0\nv 1.2 .8 .2\nf -3 -2 -1 # here\n\
        usemtl red\nv 2.2 .2 .2\nv 2.8 .2 .2\nv 2.2 .8 .2\nf 7 8 9\nf 7 8\nl 1 2\ncurv 1 2\n";
    let (scene, report) = folder.load_with("a.obj", text, &as_it_is()).expect("sound");
    assert_eq!(voxels(&scene), [([0, 0, 0], 1), ([1, 0, 0], 2), ([2, 0, 0], 3)], "in order");
    let info = |material| scene.palette().get(material).expect("named");
    assert_eq!(
        (info(2).name.as_str(), info(2).color),
        ("lamp", Some([255, 255, 128, 128])),
        "as told"
    );
    assert!(
        (info(2).emission - 4.0).abs() < 1e-6 && info(2).glass,
        "it glows, and lets light through"
    );
    assert_eq!((info(3).name.as_str(), info(3).color), ("red", Some([255, 0, 0, 255])), "as told");
    assert_eq!(report.source["faces"], 4, "and one of two corners");
    assert_eq!(report.skipped["faces of fewer than 3 corners"], 1, "said");
    assert_eq!(report.skipped["lines and points"], 1, "said");
    assert_eq!(report.skipped["statements that are not known"], 1, "said");
}

#[test]
fn libraries_elsewhere_are_not_opened() {
    let folder = Folder::new();
    let text = b"mtllib ../other.mtl\nmtllib /etc/hosts\nmtllib absent.mtl\nv 1 2 3\n";
    let report = folder.load("a.obj", text).expect("sound").1;
    assert_eq!(report.skipped["material libraries in other folders"], 2, "both");
    assert_eq!(report.skipped["material libraries that are not there"], 1, "the third");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    for (text, named) in [
        ("v 1 2\n", "line 1: the z of a vertex is missing"),
        ("v 1 2 3\nv 1 nan 3\n", "line 2: the y of a vertex"),
        ("v 1 2 inf\n", "no finite number"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "line 4: a face has the corner \"4\""),
        ("v 0 0 0\nf 1 1 0\n", "corner \"0\""),
        ("v 0 0 0\nf 1 1 -2\n", "corner \"-2\""),
        ("v 0 0 0\nf 1 1 -9223372036854775808\n", "corner"),
        ("v 0 0 0\nf 1 1 99999999999999999999\n", "corner"),
        ("v 0 0 0\nv 1e300 0 0\nf 1 2 1\nv 5 5 5\n", "voxel"),
        ("hello\n", "no .obj"),
        ("", "is empty"),
        ("# nothing\n\n", "holds no vertices"),
        ("f 1 2 3\nv 0 0 0\n", "there is no vertex above it"),
        ("v 0 0 0\nf 1 1 2\n", "the only vertex above it is 1"),
    ] {
        let error = sentence(folder.load_with("a.obj", text.as_bytes(), &as_it_is()));
        assert!(error.contains(named), "{text:?}: {error}");
    }
}

#[test]
fn damage_is_survived() {
    let folder = Folder::new();
    let text = "mtllib a.mtl\nusemtl m\nv 0 0 0\nv 4 0 0\nv 4 3 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4 5\nf -1 -2//3 -3\n";
    folder.survives("a.obj", text.as_bytes(), &as_it_is());
}

#[test]
fn a_library_named_often_is_read_once() {
    let text = "mtllib absent.mtl\n".repeat(50) + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let report = Folder::new().load("a.obj", text.as_bytes()).expect("sound").1;
    assert_eq!(report.skipped["material libraries that are not there"], 1, "the same one");
}

#[test]
fn glow_beyond_all_numbers_is_finite() {
    let folder = Folder::new();
    folder.write("a.mtl", b"newmtl sun\nKe 1e300 0 0\n");
    let text = b"mtllib a.mtl\nusemtl sun\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let scene = folder.load("a.obj", text).expect("sound").0;
    let glow = scene.palette().get(2).expect("named").emission;
    assert!(glow > 0.0 && glow.is_finite(), "{glow}");
}

#[test]
fn a_byte_order_mark_hides_no_vertex() {
    let text = "\u{feff}v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n";
    let report = Folder::new().load("a.obj", text.as_bytes()).expect("sound").1;
    assert_eq!(report.source["vertices"], 4, "the first one too");
}

#[test]
fn one_statement_names_several_libraries_and_names_hold_spaces() {
    let folder = Folder::new();
    folder.write("a b.mtl", b"newmtl red\nKd 1 0 0\n");
    folder.write("c.mtl", b"newmtl green\nKd 0 1 0\n");
    let rest = "usemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl green\nf 1 2 3\n";
    for (statement, read, absent) in [
        ("mtllib a b.mtl\n", [true, false], 0),
        ("mtllib a b.mtl c.mtl\n", [true, true], 0),
        ("mtllib c.mtl a b.mtl d.mtl\n", [true, true], 1),
        ("mtllib d e.MTL ../c.mtl\n", [false, false], 1),
    ] {
        let text = format!("{statement}{rest}");
        let (scene, report) = folder.load("a.obj", text.as_bytes()).expect("sound");
        let color = |material| scene.palette().get(material).and_then(|info| info.color);
        let expected = [[255, 0, 0, 255], [0, 255, 0, 255]];
        let expected = [0, 1].map(|k| read[k].then_some(expected[k]));
        assert_eq!([color(2), color(3)], expected, "{statement}");
        let skipped = report.skipped.get("material libraries that are not there");
        assert_eq!(skipped.copied().unwrap_or(0), absent, "{statement}");
    }
}
