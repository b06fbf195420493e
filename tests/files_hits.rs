//! Files of results, read back by other hands; and outputs that fail or are given up: they leave nothing behind.
#![cfg(all(feature = "npy", feature = "csv"))]

use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Write};
use std::path::Path;

use tempfile::TempDir;
use voxray::io::{AtomicFile, ColumnData, Dtype, HitWriter, TableColumn, TableWriter};
use voxray::{Columns, ErrorKind, Face, Hit, HitBatch, NO_VOXEL, Observer, Status};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// Hits and misses, one of each kind of number.
fn hit(row: i32) -> Hit {
    let small = u16::try_from(row % 1000).expect("small");
    let t_hit = f32::from(small) * 0.1;
    match row % 3 {
        0 => Hit {
            t_hit,
            voxel: [row, -row, 1 << 29],
            face: Some(Face::ALL[usize::from(small) % 6]),
            material: small,
            status: Status::Hit,
            steps: 3_000_000_000,
            point: [f64::from(row) / 3.0, -1e300, 1e-300],
        },
        1 => Hit::none(Status::Escaped, 7),
        _ => Hit { t_hit, ..Hit::none(Status::Inside, 0) },
    }
}

fn batch(columns: Columns, rows: std::ops::Range<i32>) -> HitBatch {
    let mut hits = HitBatch::with_columns(columns, 0);
    let has = |column| columns.contains(column);
    for hit in rows.map(hit) {
        let face = hit.face.map_or(255, |face| face as u8);
        has(Columns::T_HIT).then(|| hits.t_hit.push(hit.t_hit));
        has(Columns::VOXEL).then(|| hits.voxel.push(hit.voxel));
        has(Columns::FACE).then(|| hits.face.push(face));
        has(Columns::MATERIAL).then(|| hits.material.push(hit.material));
        has(Columns::STATUS).then(|| hits.status.push(hit.status as u8));
        has(Columns::STEPS).then(|| hits.steps.push(hit.steps));
        has(Columns::POINT).then(|| hits.point.push(hit.point));
        has(Columns::OCCLUDED).then(|| hits.occluded.push(u8::from(hit.t_hit < f32::INFINITY)));
    }
    hits
}

/// Writes the rows in blocks of different sizes.
fn write(path: &Path, columns: Columns, rows: i32, known: bool) {
    let announced = known.then(|| u64::try_from(rows).expect("a count"));
    let mut writer = HitWriter::create(path, columns, announced).expect("a file");
    for (start, end) in [(0, rows / 5), (rows / 5, rows / 5), (rows / 5, rows)] {
        writer.write(&batch(columns, start..end)).expect("hits");
    }
    assert!(!path.exists(), "a file that is not finished has no name");
    writer.finish().expect("a file");
}

fn numbers<T: npyz::Deserialize>(array: &[u8]) -> (Vec<u64>, Vec<T>) {
    let file = npyz::NpyFile::new(Cursor::new(array)).expect("an array");
    assert_eq!(file.order(), npyz::Order::C, "in C order");
    assert_eq!(array.len() as u64 % 64, file.len() * size_of::<T>() as u64 % 64, "aligned");
    (file.shape().to_vec(), file.into_vec().expect("numbers of this type"))
}

/// Everything in the folder, hidden files too.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> = entries.map(name).map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn npz_has_one_array_per_column() {
    let folder = folder();
    for (rows, known) in [(0, true), (1, false), (5, true), (20_011, false), (20_011, true)] {
        let path = folder.path().join("hits.npz");
        write(&path, Columns::ALL, rows, known);
        let mut archive = zip::ZipArchive::new(File::open(&path).expect("it")).expect("a zip");
        let mut member = |name: &str| {
            let mut bytes = Vec::new();
            let mut file = archive.by_name(&format!("{name}.npy")).expect(name);
            assert_eq!(file.compression(), zip::CompressionMethod::Stored, "{name}");
            file.read_to_end(&mut bytes).expect("the right checksum");
            bytes
        };
        let n = u64::try_from(rows).expect("a count");
        let expected = batch(Columns::ALL, 0..rows);
        assert_eq!(numbers(&member("t_hit")), (vec![n], expected.t_hit), "{rows}");
        let voxel = expected.voxel.as_flattened().to_vec();
        assert_eq!(numbers(&member("voxel")), (vec![n, 3], voxel), "{rows}");
        assert_eq!(numbers(&member("face")), (vec![n], expected.face), "{rows}");
        assert_eq!(numbers(&member("material")), (vec![n], expected.material), "{rows}");
        assert_eq!(numbers(&member("status")), (vec![n], expected.status), "{rows}");
        assert_eq!(numbers(&member("steps")), (vec![n], expected.steps), "{rows}");
        let (shape, point) = numbers::<f64>(&member("point"));
        let bits = |points: &[f64]| points.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(shape, [n, 3], "{rows}");
        assert_eq!(bits(&point), bits(expected.point.as_flattened()), "{rows}");
        assert_eq!(archive.len(), 7, "no more members");
        assert_eq!(names(&folder), ["hits.npz"], "nothing else is left");
        fs::remove_file(&path).expect("its removal");
    }
}

#[test]
fn npz_has_the_columns_asked_for_and_the_same_bytes_each_time() {
    let folder = folder();
    let columns = Columns::STATUS | Columns::T_HIT;
    let [first, second] = ["a.npz", "b.npz"].map(|name| folder.path().join(name));
    write(&first, columns, 1000, true);
    write(&second, columns, 1000, false);
    let archive = zip::ZipArchive::new(File::open(&first).expect("it")).expect("a zip");
    let members: Vec<_> = archive.file_names().map(|name| name.expect("UTF-8")).collect();
    assert_eq!(members, ["t_hit.npy", "status.npy"], "in the order of the columns");
    assert_eq!(fs::read(first).expect("it"), fs::read(second).expect("it"), "byte for byte");
}

#[test]
fn npy_holds_the_only_column() {
    let folder = folder();
    for (rows, known) in [(0, false), (1, true), (30_001, false)] {
        let path = folder.path().join("voxel.NPY");
        write(&path, Columns::VOXEL, rows, known);
        let (shape, voxels) = numbers::<i32>(&fs::read(&path).expect("it"));
        assert_eq!(shape, [u64::try_from(rows).expect("a count"), 3], "{rows}");
        assert_eq!(voxels, batch(Columns::VOXEL, 0..rows).voxel.as_flattened(), "{rows}");
        fs::remove_file(&path).expect("its removal");
    }
    let path = folder.path().join("occluded.npy");
    write(&path, Columns::OCCLUDED, 7, true);
    let occluded = batch(Columns::OCCLUDED, 0..7).occluded;
    assert_eq!(numbers(&fs::read(&path).expect("it")), (vec![7], occluded), "any hit");
    let path = folder.path().join("hits.npy");
    let error = HitWriter::create(&path, Columns::default(), None).expect_err("five columns");
    assert!(error.to_string().contains("one column, not 5"), "{error}");
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
}

#[test]
fn csv_reads_back_to_the_same_bits() {
    let folder = folder();
    let path = folder.path().join("hits.csv");
    write(&path, Columns::ALL, 3000, false);
    let mut reader = csv::Reader::from_reader(BufReader::new(File::open(&path).expect("it")));
    let names = reader.headers().expect("a header").iter().collect::<Vec<_>>().join(",");
    assert_eq!(
        names,
        "t_hit,voxel_x,voxel_y,voxel_z,face,material,status,steps,point_x,point_y,point_z"
    );
    let mut rows = 0;
    for (record, row) in reader.records().zip(0..) {
        let record = record.expect("a row");
        let expected = hit(row);
        let float = |i: usize| record[i].parse::<f64>().expect("a number");
        assert_eq!(record[0].parse(), Ok(expected.t_hit), "row {row}");
        for axis in 0..3 {
            assert_eq!(record[1 + axis].parse(), Ok(expected.voxel[axis]), "row {row}");
            assert_eq!(float(8 + axis).to_bits(), expected.point[axis].to_bits(), "row {row}");
        }
        assert_eq!(record[4].parse(), Ok(expected.face.map_or(255, |f| f as u8)), "row {row}");
        assert_eq!(record[5].parse(), Ok(expected.material), "row {row}");
        assert_eq!(record[6].parse(), Ok(expected.status as u8), "row {row}");
        assert_eq!(record[7].parse(), Ok(expected.steps), "row {row}");
        rows += 1;
    }
    assert_eq!(rows, 3000, "n in, n out");
    let text = fs::read_to_string(&path).expect("text");
    let miss = format!("inf,{NO_VOXEL},{NO_VOXEL},{NO_VOXEL},255,0,0,7,nan,nan,nan");
    assert_eq!(text.lines().nth(2), Some(miss.as_str()), "a miss");
    assert!(text.contains(",-1e300,1e-300\n"), "no hundreds of zeros");
}

#[test]
fn blocks_must_fit_the_columns() {
    let folder = folder();
    let path = folder.path().join("table.npz");
    let columns = vec![
        TableColumn::scalar("visible", Dtype::U8),
        TableColumn::vector("voxel", Dtype::I32, &["x", "y", "z"]),
    ];
    let mut table = TableWriter::create(&path, columns, None).expect("a file");
    for wrong in [
        &[ColumnData::U8(&[1])][..],
        &[ColumnData::U8(&[1, 2]), ColumnData::I32(&[1, 2, 3])],
        &[ColumnData::U8(&[1]), ColumnData::I32(&[1, 2])],
        &[ColumnData::U8(&[1]), ColumnData::U32(&[1, 2, 3])],
        &[ColumnData::U8(&[1]), ColumnData::I32(&[1, 2, 3]), ColumnData::U8(&[1])],
    ] {
        let error = table.write(wrong).expect_err("a block that does not fit");
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    }
    table.write(&[ColumnData::U8(&[1]), ColumnData::I32(&[1, 2, 3])]).expect("a block that fits");
    table.finish().expect("a file");
    let mut archive = zip::ZipArchive::new(File::open(&path).expect("it")).expect("a zip");
    let mut bytes = Vec::new();
    archive.by_name("voxel.npy").expect("it").read_to_end(&mut bytes).expect("its bytes");
    assert_eq!(numbers::<i32>(&bytes), (vec![1, 3], vec![1, 2, 3]), "only what fits");
    let error = HitWriter::create(&path, Columns::NONE, None).expect_err("no columns");
    assert!(error.to_string().contains("no columns"), "{error}");
}

#[test]
fn unwritable_output() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "").expect("a file");
    fs::create_dir(at("folder.npz")).expect("a folder");
    for (path, kind, expected) in [
        (at("folder.npz"), ErrorKind::Output, "name a file in it"),
        (at("missing/hits.npz"), ErrorKind::Output, "does not exist; create it"),
        (at("file/hits.npz"), ErrorKind::Output, "is not a folder"),
        (at("hits.txt"), ErrorKind::Usage, ".npz, .npy or .csv"),
        (at("hits"), ErrorKind::Usage, ".npz, .npy or .csv"),
    ] {
        let error = HitWriter::create(&path, Columns::T_HIT, None).expect_err("no file");
        assert_eq!((error.kind(), error.path()), (kind, Some(&*path)), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    for path in [Path::new("/"), Path::new(""), Path::new("..")] {
        let error = AtomicFile::create(path).expect_err("no file");
        assert_eq!(error.kind(), ErrorKind::Output, "{error}");
    }
    assert_eq!(names(&folder), ["file", "folder.npz"], "nothing is left");
}

#[cfg(unix)]
#[test]
fn devices_are_not_replaced() {
    let error = AtomicFile::create(Path::new("/dev/null")).expect_err("a device");
    assert!(error.to_string().contains("device"), "{error}");
}

/// Says stop when it has been asked `.0` times.
struct StopAfter(std::sync::atomic::AtomicU32);

impl Observer for StopAfter {
    fn is_cancelled(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn interrupted_output_leaves_nothing_and_keeps_what_was_there() {
    let folder = folder();
    for name in ["hits.npz", "hits.npy", "hits.csv"] {
        let path = folder.path().join(name);
        fs::write(&path, "before").expect("an older file");
        let start = |rows| {
            let mut writer = HitWriter::create(&path, Columns::T_HIT, rows).expect("a file");
            writer.write(&batch(Columns::T_HIT, 0..100_000)).expect("hits");
            writer
        };
        drop(start(None));
        let error = start(Some(100_001)).finish().expect_err("one row is missing");
        assert!(error.to_string().contains("100000 rows"), "{error}");
        assert_eq!(fs::read(&path).expect("it"), b"before", "{name}");
        assert_eq!(names(&folder), [name], "nothing else is left");
        start(Some(100_000)).finish().expect("a new file");
        assert_ne!(fs::read(&path).expect("it"), b"before", "{name}");
        assert_eq!(names(&folder), [name], "nothing else is left");
        fs::remove_file(&path).expect("its removal");
    }
}

#[test]
fn cancelled_archive_leaves_nothing() {
    let folder = folder();
    for asked in 0..4 {
        let path = folder.path().join("hits.npz");
        let mut writer = HitWriter::create(&path, Columns::default(), None).expect("a file");
        writer.write(&batch(Columns::default(), 0..1000)).expect("hits");
        let error = writer.finish_observed(&StopAfter(asked.into())).expect_err("stopped");
        assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
        assert!(names(&folder).is_empty(), "after {asked} questions: {:?}", names(&folder));
    }
}

#[cfg(unix)]
#[test]
fn link_stays_a_link() {
    let folder = folder();
    let [target, link] = ["real.txt", "link.txt"].map(|name| folder.path().join(name));
    fs::write(&target, "before").expect("a file");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let mut file = AtomicFile::create(&link).expect("a file");
    file.write_all(b"after").expect("bytes");
    file.finish().expect("a file");
    assert_eq!(fs::read(&target).expect("it"), b"after", "the file behind the link");
    assert!(fs::symlink_metadata(&link).expect("it").is_symlink(), "still a link");
}
