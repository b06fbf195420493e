//! `.ply`, `.pcd` and `.xyz` as points.

use voxray::io::LoadOptions;

use crate::{Folder, sentence, voxels};

fn placed() -> LoadOptions {
    LoadOptions {
        voxel_size: Some([1.0; 3]),
        origin: Some([0.0; 3]),
        memory: Some(1 << 28),
        ..LoadOptions::default()
    }
}

/// The points of all files here: a corner, one at (1, 2, 3), and three that tell left from right; with classes.
const POINTS: [([f64; 3], u8); 5] = [
    ([0.5, 0.5, 0.5], 2),
    ([1.5, 2.5, 3.5], 6),
    ([1.5, 0.5, 0.5], 9),
    ([0.5, 2.5, 0.5], 2),
    ([0.5, 0.5, 3.5], 0),
];

fn expected(with_classes: bool) -> Vec<([i32; 3], u16)> {
    let mut expected: Vec<_> = POINTS
        .iter()
        .map(|&(at, class)| {
            (at.map(|x| x as i32), if with_classes { u16::from(class) + 1 } else { 1 })
        })
        .collect();
    expected.sort_unstable();
    expected
}

fn found(name: &str, bytes: &[u8]) -> Vec<([i32; 3], u16)> {
    let (scene, report) = Folder::new().load_with(name, bytes, &placed()).expect("sound");
    assert_eq!(report.source["points"], 5, "{name}");
    voxels(&scene)
}

fn ply_header(form: &str) -> String {
    format!(
        "ply\nformat {form} 1.0\ncomment z up\nelement vertex 5\nproperty double x\nproperty uchar red\nproperty float y\nproperty float z\nproperty int scalar_Classification\nelement edge 1\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

fn ply_binary(big: bool) -> Vec<u8> {
    let form = if big { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = ply_header(form).into_bytes();
    let mut push = |mut number: Vec<u8>| {
        if big {
            number.reverse();
        }
        bytes.extend(number);
    };
    for ([x, y, z], class) in POINTS {
        push(x.to_le_bytes().to_vec());
        push(vec![77]);
        push((y as f32).to_le_bytes().to_vec());
        push((z as f32).to_le_bytes().to_vec());
        push(i32::from(class).to_le_bytes().to_vec());
    }
    bytes.extend([0]);
    bytes
}

fn ply_text() -> Vec<u8> {
    let lines = POINTS.iter().map(|([x, y, z], class)| format!("{x} 77 {y} {z} {class}\r\n"));
    (ply_header("ascii") + &lines.collect::<String>() + "3 0 1 2\n").into_bytes()
}

/// Vertices that hold a list, behind another element that does.
fn ply_lists() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\nelement strip 2\nproperty list uchar short a\nelement vertex 5\nproperty list uint uchar n\nproperty float x\nproperty float y\nproperty float z\nend_header\n".to_vec();
    bytes.extend([1, 9, 9, 0]);
    for (index, (at, _)) in (0_u32..).zip(POINTS) {
        bytes.extend(index.to_le_bytes());
        bytes.extend((0..index).map(|_| 5));
        at.iter().for_each(|&x| bytes.extend((x as f32).to_le_bytes()));
    }
    bytes
}

#[test]
fn ply_of_every_form_is_read_where_it_lies() {
    assert_eq!(found("a.ply", &ply_text()), expected(true), "text");
    assert_eq!(found("a.ply", &ply_binary(false)), expected(true), "little-endian");
    assert_eq!(found("a.ply", &ply_binary(true)), expected(true), "big-endian");
    assert_eq!(found("a.ply", &ply_lists()), expected(false), "lists are passed over");
}

/// Vertices as text whose lists stand before and between their numbers, more than are read at a time.
#[test]
fn ply_text_with_lists_is_read_in_parts() {
    let rows = 70_000;
    let mut text = format!(
        "ply\nformat ascii 1.0\nelement strip 1\nproperty list int int a\nelement vertex {rows}\nproperty list uchar int n\nproperty double x\nproperty list uchar int m\nproperty double y\nproperty double z\nproperty uchar label\nend_header\n3 7 8\n9\n"
    );
    for row in 0..rows {
        let lists = ["0", "1 77", "2 88 99"];
        text += &format!("{} {row}.5 {} 0.5\n0.5 6\n", lists[row % 3], lists[row / 3 % 3]);
    }
    for threads in [1, 3] {
        let options = LoadOptions { threads, ..placed() };
        let (scene, report) =
            Folder::new().load_with("a.ply", text.as_bytes(), &options).expect("sound");
        assert_eq!(report.source["points"], rows as u64, "all of them");
        let expected: Vec<_> = (0..rows as i32).map(|x| ([x, 0, 0], 7)).collect();
        assert_eq!(voxels(&scene), expected, "a row of buildings");
    }
    let wrong = text.replacen("69999.5", "69999,5", 1);
    let error = sentence(Folder::new().load_with("a.ply", wrong.as_bytes(), &placed()));
    assert!(error.contains("vertex 69999") && error.contains("line 140013"), "{error}");
}

#[test]
fn ply_comments_may_be_in_any_code_page() {
    let text = String::from_utf8(ply_text()).expect("text");
    let bytes: Vec<u8> =
        text.replace("z up", "H\u{f6}he").chars().map(|letter| letter as u8).collect();
    assert_eq!(found("a.ply", &bytes), expected(true), "Latin-1");
}

#[test]
fn damaged_ply_survives() {
    let folder = Folder::new();
    for bytes in [ply_text(), ply_binary(true), ply_lists()] {
        folder.survives("a.ply", &bytes, &placed());
    }
    let header = |body: &str| format!("ply\nformat binary_little_endian 1.0\n{body}end_header\n");
    let xyz = "property float x\nproperty float y\nproperty float z\n";
    for (text, part) in [
        ("plz\n".to_owned(), "not a .ply file"),
        (header("element face 3\n"), "no element named vertex"),
        (header("element vertex 3\nproperty float x\n"), "no numbers x, y and z"),
        (header(&format!("element vertex 18446744073709551615\n{xyz}")), "cut short"),
        (header(&format!("element vertex 99999999999999999999\n{xyz}")), "line 3"),
        (header("element vertex 3\nproperty half x\n"), "line 4"),
        (header(&format!("element vertex 9\nproperty list double char q\n{xyz}")), "cut short"),
        ("ply\nformat ascii 1.0\nelement vertex 2\n".to_owned(), "no end_header"),
    ] {
        let error = sentence(folder.load_with("a.ply", text.as_bytes(), &placed()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let text = String::from_utf8(ply_text()).expect("text").replace("1.5 77 2.5", "1.5 77 two");
    let error = sentence(folder.load_with("a.ply", text.as_bytes(), &placed()));
    assert!(error.contains("line 14"), "{error}");
}

fn pcd_header(data: &str) -> String {
    format!(
        "# .PCD v0.7\nVERSION 0.7\nFIELDS normal x y z label\nSIZE 4 4 4 8 2\nTYPE F F F F U\nCOUNT 3 1 1 1 1\nWIDTH 5\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 5\nDATA {data}\n"
    )
}

fn pcd_text() -> Vec<u8> {
    let lines = POINTS.iter().map(|([x, y, z], class)| format!("0 0 1 {x} {y} {z} {class}\n"));
    (pcd_header("ascii") + &lines.collect::<String>()).into_bytes()
}

fn pcd_binary() -> Vec<u8> {
    let mut bytes = pcd_header("binary").into_bytes();
    for ([x, y, z], class) in POINTS {
        bytes.extend([7; 12]);
        bytes.extend((x as f32).to_le_bytes());
        bytes.extend((y as f32).to_le_bytes());
        bytes.extend(z.to_le_bytes());
        bytes.extend(u16::from(class).to_le_bytes());
    }
    bytes
}

fn pcd_compressed() -> Vec<u8> {
    let mut columns = vec![7_u8; 60];
    POINTS.iter().for_each(|([x, ..], _)| columns.extend((*x as f32).to_le_bytes()));
    POINTS.iter().for_each(|([_, y, _], _)| columns.extend((*y as f32).to_le_bytes()));
    POINTS.iter().for_each(|([.., z], _)| columns.extend(z.to_le_bytes()));
    POINTS.iter().for_each(|(_, class)| columns.extend(u16::from(*class).to_le_bytes()));
    // One byte as it is, 59 copied from one back, the rest as it is.
    let mut packed = vec![0, 7, 0b1110_0000, 50, 0];
    for plain in columns[60..].chunks(32) {
        packed.push(plain.len() as u8 - 1);
        packed.extend(plain);
    }
    let mut bytes = pcd_header("binary_compressed").into_bytes();
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend((columns.len() as u32).to_le_bytes());
    bytes.extend(packed);
    bytes
}

#[test]
fn pcd_of_every_form_is_read_where_it_lies() {
    assert_eq!(found("a.pcd", &pcd_text()), expected(true), "text");
    assert_eq!(found("a.pcd", &pcd_binary()), expected(true), "records");
    assert_eq!(found("a.pcd", &pcd_compressed()), expected(true), "columns");
}

#[test]
fn damaged_pcd_survives() {
    let folder = Folder::new();
    for bytes in [pcd_text(), pcd_binary(), pcd_compressed()] {
        folder.survives("a.pcd", &bytes, &placed());
    }
    let text = String::from_utf8(pcd_binary()[..pcd_header("binary").len()].to_vec());
    let text = text.expect("text");
    for (from, to, part) in [
        ("POINTS 5", "POINTS 18446744073709551615", "claims 18446744073709551615 points"),
        ("POINTS 5", "POINTS five", "POINTS is \"five\""),
        ("FIELDS normal x", "FIELDS normal w", "names no x, y and z"),
        ("COUNT 3 1", "COUNT 3 0", "names no x, y and z"),
        ("COUNT 3 1", "COUNT 99999 1", "99999 numbers"),
        ("SIZE 4 4", "SIZE 4 3", "size \"3\""),
        ("TYPE F F F F U", "TYPE F F", "do not name the same fields"),
        ("DATA binary", "DATA packed", "DATA is \"packed\""),
        ("WIDTH 5", "BREADTH 5", "line 7"),
        ("DATA binary\n", "", "no DATA line"),
    ] {
        let changed = text.replace(from, to);
        let error = sentence(folder.load_with("a.pcd", changed.as_bytes(), &placed()));
        assert!(error.contains(part), "{error}: should say {part}");
    }
    let mut bomb =
        pcd_header("binary_compressed").replace("POINTS 5", "POINTS 100000000").into_bytes();
    bomb.extend(4_u32.to_le_bytes());
    bomb.extend(3_000_000_000_u32.to_le_bytes());
    bomb.extend([0; 4]);
    let error = sentence(folder.load_with("a.pcd", &bomb, &placed()));
    assert!(error.contains("too few"), "{error}");
}

fn lines(separator: &str) -> String {
    let words = |([x, y, z], class): &([f64; 3], u8)| {
        [x.to_string(), y.to_string(), z.to_string(), "8".into(), class.to_string()]
    };
    POINTS.iter().map(|point| words(point).join(separator) + "\n").collect()
}

#[test]
fn xyz_with_any_separator_is_read_where_it_lies() {
    for separator in [" ", "\t", ",", ";", "  ", ", "] {
        let text = format!("# a comment\n\n{}", lines(separator));
        assert_eq!(found("a.xyz", text.as_bytes()), expected(false), "between {separator:?}");
        let text =
            format!("X{separator}Y{separator}Z{separator}R{separator}Class\n{}", lines(separator));
        assert_eq!(found("a.xyz", text.as_bytes()), expected(true), "named, {separator:?}");
    }
    let counted = format!("5\n{}", lines(" "));
    assert_eq!(found("a.xyz", counted.as_bytes()), expected(false), "a count is no point");
    let windows = format!("\u{feff}{}", lines(" ").replace('\n', "\r\n"));
    assert_eq!(found("a.xyz", windows.as_bytes()), expected(false), "as some editors write it");
    let turned: String = POINTS.iter().map(|([x, y, z], _)| format!("{z} {y} {x}\n")).collect();
    let turned = format!("z y x\n{turned}");
    assert_eq!(found("a.xyz", turned.as_bytes()), expected(false), "columns by name");
}

#[test]
fn damaged_xyz_survives() {
    let folder = Folder::new();
    folder.survives("a.xyz", lines(" ").as_bytes(), &placed());
    let error = sentence(folder.load_with("a.xyz", b"1 2 3\n4 5 6\n7 x 9\n", &placed()));
    assert!(error.contains("line 3 is \"7 x 9\""), "{error}");
    let error = sentence(folder.load_with("a.xyz", b"1 2 3\n4 5\n", &placed()));
    assert!(error.contains("line 2"), "{error}");
    let error = sentence(folder.load_with("a.xyz", b"1 2 3\n\0", &placed()));
    assert!(error.contains("not text"), "{error}");
    let (scene, report) =
        folder.load_with("a.xyz", b"1 2 3\nnan 2 3\n1e999 0 0\n", &placed()).expect("legal");
    assert_eq!(scene.voxel_count(), 1, "one is somewhere");
    assert_eq!(report.skipped["points that are not finite"], 2, "two are not");
}

#[test]
fn text_of_many_parts_is_the_same_for_any_threads() {
    let text: String =
        (0..200_000).map(|k| format!("{}.25 {}.5 {}\n", k % 211, k % 173, k % 59)).collect();
    let made = |threads: usize| {
        let options = LoadOptions { threads, ..placed() };
        voxels(&Folder::new().load_with("a.xyz", text.as_bytes(), &options).expect("sound").0)
    };
    assert_eq!(made(1), made(3), "parts of a megabyte");
    let wrong = text.replacen("\n100.25 ", "\nA.25 ", 900);
    let line = wrong.lines().position(|line| line.starts_with('A')).expect("there is one") + 1;
    let error = sentence(Folder::new().load_with("a.xyz", wrong.as_bytes(), &placed()));
    assert!(error.contains(&format!("line {line} ")), "{error}: the first is line {line}");
}

#[test]
fn a_text_without_points_is_refused() {
    let folder = Folder::new();
    for text in ["", "\u{feff}", "# a comment\n\n// another\n", "x y z\n", "3\n", "x y z\n# none\n"]
    {
        let error = sentence(folder.load("a.xyz", text.as_bytes()));
        assert!(error.contains("holds no points"), "{text:?}: {error}");
    }
}
