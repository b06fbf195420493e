//! Files of rays and pairs, read back as they were made by other hands: every order, byte order, type and width, tables,
//! and files that are damaged.
#![cfg(all(feature = "npy", feature = "csv"))]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use voxray::io::{Dtype, PairReader, RayReader, RayWriter};
use voxray::{Error, ErrorKind, Ray, RayBatch};

/// How an array lies in a file.
#[derive(Debug, Clone, Copy)]
struct Layout {
    f64: bool,
    big: bool,
    fortran: bool,
}

fn layouts() -> impl Iterator<Item = Layout> {
    (0..8).map(|i| Layout { f64: i & 1 > 0, big: i & 2 > 0, fortran: i & 4 > 0 })
}

/// A number that tells its row and column, exact in `f32`.
fn value(row: usize, column: usize) -> f64 {
    f64::from(u32::try_from(row * 8 + column).expect("small")) - 20.25
}

fn array(layout: Layout, rows: usize, width: usize) -> Vec<u8> {
    let order = if layout.big { '>' } else { '<' };
    let item = if layout.f64 { 8 } else { 4 };
    let fortran = if layout.fortran { "True" } else { "False" };
    let mut bytes = header(&format!(
        "{{'descr': '{order}f{item}', 'fortran_order': {fortran}, 'shape': ({rows}, {width}), }}"
    ));
    for i in 0..rows * width {
        let (row, column) =
            if layout.fortran { (i % rows, i / rows) } else { (i / width, i % width) };
        let number = value(row, column);
        #[allow(clippy::cast_possible_truncation, reason = "the values are exact")]
        let mut number = match layout.f64 {
            true => number.to_le_bytes().to_vec(),
            false => (number as f32).to_le_bytes().to_vec(),
        };
        if layout.big {
            number.reverse();
        }
        bytes.extend(number);
    }
    bytes
}

fn header(dictionary: &str) -> Vec<u8> {
    let text = format!("{dictionary:<117}\n");
    let length = u16::try_from(text.len()).expect("short").to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes()].concat()
}

fn place(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file for the test");
    path
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn read(path: &Path, block: usize) -> Result<Vec<Ray>, Error> {
    let mut reader = RayReader::open(path)?;
    let mut rays = Vec::new();
    while let Some(block_read) = reader.next_block(block)? {
        let view = block_read.view();
        assert!((1..=block.max(1)).contains(&view.len()), "block of {} of {block}", view.len());
        rays.extend((0..view.len()).map(|i| view.ray(i)));
    }
    Ok(rays)
}

#[allow(clippy::cast_possible_truncation, reason = "the values are exact")]
fn expected(row: usize, width: usize) -> Ray {
    let at = |column| value(row, column);
    let ray = Ray::new([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
    match width {
        7 => ray.with_t_far(at(6) as f32),
        8 => ray.with_t_near(at(6) as f32).with_t_far(at(7) as f32),
        _ => ray,
    }
}

/// The error that opening or reading gives; it must name the file and be about the input.
fn refusal(path: &Path) -> String {
    let error = read(path, 4).expect_err("a file that is no rays");
    assert_eq!(error.kind(), ErrorKind::Input, "{error}");
    assert_eq!(error.path(), Some(path), "{error}");
    error.to_string()
}

#[test]
fn npy_orders() {
    let folder = folder();
    for (layout, width) in layouts().flat_map(|layout| (6..=8).map(move |width| (layout, width))) {
        for rows in [0, 1, 2, 17] {
            let path = place(&folder, "rays.npy", array(layout, rows, width));
            let reader = RayReader::open(&path).expect("rays");
            assert_eq!(reader.len(), Some(rows as u64), "{layout:?}");
            assert_eq!(reader.is_f64(), layout.f64, "{layout:?}");
            let whole: Vec<_> = (0..rows).map(|row| expected(row, width)).collect();
            for block in (0..=rows + 1).chain([usize::MAX]) {
                let rays = read(&path, block).expect("rays");
                assert_eq!(rays, whole, "{layout:?}, {width} wide, blocks of {block}");
            }
        }
    }
}

#[test]
fn npy_numbers_keep_their_bits() {
    let folder = folder();
    let odd = [f32::NAN, -0.0, f32::INFINITY, f32::MIN_POSITIVE / 2.0, 1e-45, f32::MAX];
    let bits: Vec<u8> = odd.iter().flat_map(|number| number.to_le_bytes()).collect();
    let bytes = [header("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 6), }"), bits];
    let ray = read(&place(&folder, "rays.npy", bytes.concat()), 1).expect("a ray")[0];
    let found = [ray.origin, ray.direction].concat();
    let same = found.iter().zip(odd).all(|(a, b)| a.to_bits() == f64::from(b).to_bits());
    assert!(same, "{found:?}");
}

#[test]
fn pairs_in_every_layout() {
    let folder = folder();
    for layout in layouts() {
        let path = place(&folder, "pairs.npy", array(layout, 9, 6));
        for max in 1..=10 {
            let mut reader = PairReader::open(&path).expect("pairs");
            let mut row = 0;
            while let Some(pairs) = reader.next_block(max).expect("pairs") {
                for pair in pairs {
                    let whole = [0, 1, 2, 3, 4, 5].map(|column| value(row, column));
                    assert_eq!(*pair, whole, "{layout:?}, row {row}, blocks of {max}");
                    row += 1;
                }
            }
            assert_eq!((row, reader.len()), (9, Some(9)), "{layout:?}, blocks of {max}");
        }
    }
    let text = "bx,by,bz,ax,ay,az\n4,5,6,1,2,3\n";
    let mut reader = PairReader::open(&place(&folder, "pairs.csv", text)).expect("pairs");
    assert_eq!(reader.len(), None, "a table does not know");
    let pairs = reader.next_block(8).expect("pairs").expect("one");
    assert_eq!(pairs, [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]], "columns by name");
    let wide = place(&folder, "wide.npy", array(layouts().next().expect("one"), 2, 7));
    let error = PairReader::open(&wide).expect_err("seven numbers").to_string();
    assert!(error.contains("(2, 7)") && error.contains("(n, 6)"), "{error}");
}

#[test]
fn file_cut_short_at_every_byte_is_named() {
    let folder = folder();
    for layout in layouts() {
        let whole = array(layout, 2, 6);
        for len in 0..whole.len() {
            let text = refusal(&place(&folder, "cut.npy", &whole[..len]));
            assert!(text.contains("cut short"), "{len} bytes: {text}");
        }
        let longer = [&whole[..], b"more"].concat();
        let rays = read(&place(&folder, "longer.npy", longer), 4).expect("rays, and what follows");
        assert_eq!(rays.len(), 2, "{layout:?}");
    }
}

#[test]
fn file_cut_short_after_it_was_opened_is_named() {
    let folder = folder();
    let whole = array(layouts().next().expect("one"), 8, 6);
    let path = place(&folder, "shrinking.npy", &whole);
    let mut reader = RayReader::open(&path).expect("rays");
    assert!(reader.next_block(1).expect("a ray").is_some(), "there are eight");
    fs::write(&path, &whole[..200]).expect("a shorter file");
    let error = reader.next_block(7).expect_err("the rest is gone").to_string();
    assert!(error.contains("shrinking.npy") && error.contains("cut short"), "{error}");
}

#[test]
fn header_with_any_byte_changed_is_read_or_refused() {
    let folder = folder();
    let whole = array(layouts().next().expect("one"), 2, 6);
    for (place_changed, byte) in (0..128).flat_map(|i| [0, b'9', b'(', b'\'', 0xff].map(|b| (i, b)))
    {
        let mut bytes = whole.clone();
        bytes[place_changed] = byte;
        if let Err(error) = read(&place(&folder, "changed.npy", &bytes), 4) {
            assert_eq!(error.kind(), ErrorKind::Input, "byte {place_changed} = {byte}: {error}");
        }
    }
}

#[test]
fn wrong_types_and_shapes_say_what_is_expected() {
    let folder = folder();
    let refuse = |descr: &str, shape: &str| {
        let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
        refusal(&place(&folder, "wrong.npy", [header(&text), vec![0; 4096]].concat()))
    };
    for descr in [
        "'<i4'", "'<i8'", "'|u1'", "'<f2'", "'<f16'", "'|b1'", "'<c8'", "'|O'", "'f4'", "''", "'é'",
    ] {
        let text = refuse(descr, "(2, 6)");
        assert!(text.contains(descr) && text.contains("astype"), "{text}");
    }
    let text = refuse("[('x', '<f4')]", "(2, 6)");
    assert!(text.contains("no plain array"), "{text}");
    for shape in ["()", "(6,)", "(12,)", "(2, 5)", "(2, 9)", "(6, 2)", "(2, 2, 3)", "(0, 0)"] {
        let text = refuse("'<f4'", shape);
        assert!(text.contains(shape) && text.contains("(n, 6)"), "{text}");
    }
}

#[test]
fn crafted_dims() {
    let folder = folder();
    for rows in [u64::MAX, u64::MAX / 24 + 1, u64::MAX / 24, 1 << 62, 1 << 40] {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, 6), }}");
        let text = refusal(&place(&folder, "crafted.npy", header(&text)));
        assert!(text.contains(&format!("({rows}, 6)")), "{text}");
    }
    let long = [b"\x93NUMPY\x02\x00", &u32::MAX.to_le_bytes()[..]].concat();
    let text = refusal(&place(&folder, "long.npy", long));
    assert!(text.contains("4294967295"), "{text}");
    let nested = header(&"[({".repeat(3000));
    refusal(&place(&folder, "nested.npy", nested));
}

#[test]
fn other_files_are_refused_by_name() {
    let folder = folder();
    for (name, bytes, expected) in [
        ("text.npy", &b"0.5,0.5,9,0,0,-1\n"[..], "not an .npy file"),
        ("new.npy", b"\x93NUMPY\x09\x00\x00\x00\x00\x00", "version 9"),
        ("rays.npz", b"PK", ".npy arrays and .csv tables"),
        ("rays", b"", ".npy arrays and .csv tables"),
    ] {
        let text = refusal(&place(&folder, name, bytes));
        assert!(text.contains(expected), "{text}");
    }
    assert!(refusal(&folder.path().join("none.npy")).contains("does not exist"), "a missing file");
    fs::create_dir(folder.path().join("folder.npy")).expect("a folder");
    assert!(refusal(&folder.path().join("folder.npy")).contains("not a plain file"), "a folder");
}

#[test]
fn csv_columns_by_name() {
    let folder = folder();
    let first = Ray::new([1.0, 2.0, 3.0], [4.0, 5.0, -6.5]);
    for (text, times) in [
        ("ox,oy,oz,dx,dy,dz\n1,2,3,4,5,-6.5\n", (0.0, f32::INFINITY)),
        ("x,y,z,dx,dy,dz", (0.0, f32::INFINITY)),
        ("dz,t_far,dy,oz,dx,oy,ox\n-6.5,7,5,3,4,2,1", (0.0, 7.0)),
        ("ox,oy,oz,dx,dy,dz,t_near\n1,2,3,4,5,-6.5,0.1\n", (0.1, f32::INFINITY)),
        ("t_near,ox,oy,oz,dx,dy,dz,t_far\n0.1,1,2,3,4,5,-6.5,inf\n", (0.1, f32::INFINITY)),
        (
            "\u{feff} OX ,oy, oz,dx,dy,\"dz\"\r\n\r\n 1,2.0,+3,4e0,\"5\",-65e-1\r\n",
            (0.0, f32::INFINITY),
        ),
    ] {
        let rays = read(&place(&folder, "rays.csv", text), 3).expect(text);
        let whole = first.with_t_near(times.0).with_t_far(times.1);
        let whole = if text.contains('1') { vec![whole] } else { vec![] };
        assert_eq!(rays, whole, "{text}");
    }
    let reader = RayReader::open(&place(&folder, "r.csv", "x,y,z,dx,dy,dz\n")).expect("rays");
    assert!(reader.len().is_none() && reader.is_f64(), "tables are f64 of unknown length");
}

#[test]
fn csv_in_blocks_of_every_size() {
    let folder = folder();
    let row = |row: usize| (0..8).map(|c| value(row, c).to_string()).collect::<Vec<_>>().join(",");
    let rows: Vec<_> = (0..9).map(row).collect();
    let text = format!("ox,oy,oz,dx,dy,dz,t_near,t_far\n{}\n", rows.join("\n"));
    let path = place(&folder, "rays.csv", text);
    let whole: Vec<_> = (0..9).map(|row| expected(row, 8)).collect();
    for block in (0..=10).chain([usize::MAX]) {
        assert_eq!(read(&path, block).expect("rays"), whole, "blocks of {block}");
    }
}

#[test]
fn csv_faults_name_line_and_column() {
    let folder = folder();
    for (text, expected) in [
        ("", "lacks ox"),
        ("1,2,3,4,5,6\n", "lacks ox"),
        ("ox;oy;oz;dx;dy;dz\n", "lacks ox"),
        ("ox,oy,oz,dx,dy\n", "lacks dz"),
        ("ox,oy,oz,dx,dy,dz,tfar\n", "\"tfar\""),
        ("ox,oy,oz,dx,dy,dz,dx\n", "\"dx\""),
        ("ox,oy,oz,dx,dy,dz,x\n", "\"x\""),
        ("ox,oy,oz,dx,dy,dz\n1,2,3,4,5,6\n1,2,3,4,,6\n", "line 3, column dy: \"\""),
        ("x,oy,oz,dx,dy,dz\n1,2,3,4,5,6\n\n1m,2,3,4,5,6\n", "line 4, column x: \"1m\""),
        ("x,oy,oz,dx,dy,dz\r\n1,2,3,4,5,6\r\n\r\n1m,2,3,4,5,6\r\n", "line 4, column x: \"1m\""),
        ("ox,oy,oz,dx,dy,dz\n1,2,3,4,5\n", "line 2 has 5 fields"),
        ("ox,oy,oz,dx,dy,dz\r\n1,2,3,4,5,6\r\n1,2,3,4,5", "line 3 has 5 fields"),
    ] {
        let message = refusal(&place(&folder, "rays.csv", text));
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    refusal(&place(&folder, "bytes.csv", [0xff; 64]));
}

#[test]
fn rays_written_are_rays_read() {
    let folder = folder();
    for (ending, width, dtype) in ["npy", "csv"]
        .iter()
        .flat_map(|e| (6..=8).flat_map(move |w| [Dtype::F32, Dtype::F64].map(|d| (e, w, d))))
    {
        let path = folder.path().join(format!("rays.{ending}"));
        for rows in [0, 1, 4095, 4096, 4097] {
            let whole: Vec<_> = (0..rows).map(|row| expected(row, width)).collect();
            let mut batch = RayBatch::<f64>::default();
            whole.iter().for_each(|ray| batch.push(ray));
            let mut writer = RayWriter::create(&path, width, dtype).expect("a file");
            writer.write(&batch.view().slice(0..rows / 3)).expect("rays");
            writer.write(&batch.view().slice(rows / 3..rows)).expect("rays");
            writer.finish().expect("a file");
            assert_eq!(read(&path, 1000).expect("rays"), whole, "{ending}, {width}, {rows} rows");
        }
    }
}

#[test]
fn times_that_rows_cannot_hold_are_not_dropped() {
    let folder = folder();
    let base = Ray::new([0.0; 3], [1.0; 3]);
    for (width, ray, lost) in [
        (6, base.with_t_far(3.0), Some("t_far")),
        (6, base.with_t_near(1.0), Some("t_near")),
        (7, base.with_t_near(1.0), Some("t_near")),
        (7, base.with_t_far(3.0), None),
        (8, base.with_t_near(1.0).with_t_far(f32::NAN), None),
    ] {
        let mut batch = RayBatch::<f32>::default();
        batch.push(&base);
        batch.push(&ray);
        let path = folder.path().join("rays.npy");
        let mut writer = RayWriter::create(&path, width, Dtype::F32).expect("a file");
        match (writer.write(&batch.view()), lost) {
            (Ok(()), None) => {}
            (Err(error), Some(time)) => {
                let text = error.to_string();
                assert!(text.contains("ray 1 ") && text.contains(time), "{text}");
            }
            (result, _) => panic!("{width} numbers, {ray:?}: {result:?}"),
        }
    }
    for (name, width) in [("rays.npz", 6), ("rays.txt", 6), ("rays.npy", 5)] {
        let error =
            RayWriter::create(&folder.path().join(name), width, Dtype::F32).expect_err(name);
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    }
    let error =
        RayWriter::create(&folder.path().join("r.npy"), 6, Dtype::I32).expect_err("integers");
    assert!(error.to_string().contains("I32"), "{error}");
}
