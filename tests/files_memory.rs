//! Peak memory of the readers: at most 64 MiB and 4 times (file + built scene). One test, as it measures the process.
#![cfg(feature = "formats")]
#![allow(clippy::cast_possible_truncation, reason = "the heights of tests are small")]

use std::io::Write;
use std::path::{Path, PathBuf};

use peak_alloc::PeakAlloc;
use voxray::demo::DemoSpec;
use voxray::io::{ColumnKind, LoadOptions, SaveOptions, TerrainOptions, load_scene, save_scene};
use voxray::{ErrorKind, readable_bytes};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ALWAYS: u64 = 64 << 20;

/// All bytes of a file, or of the files of a folder.
fn file_bytes(path: &Path) -> u64 {
    if path.is_dir() {
        let entries = path.read_dir().expect("a folder");
        return entries.map(|entry| file_bytes(&entry.expect("an entry").path())).sum();
    }
    path.metadata().expect("a file").len()
}

/// Loads a file and compares the peak with what it is made of; of a file that does not load only the file counts. Whether
/// it loads.
fn check(path: &Path, options: &LoadOptions) -> bool {
    let before = MEMORY.current_usage() as u64;
    MEMORY.reset_peak_usage();
    let loaded = load_scene(path, options);
    let peak = (MEMORY.peak_usage() as u64).saturating_sub(before);
    let scene = loaded.as_ref().map_or(0, |(scene, _)| scene.bytes());
    let second = options.terrain.surface.as_deref().map_or(0, file_bytes);
    let allowed = ALWAYS + 4 * (file_bytes(path) + second + scene);
    let [shown, most] = [peak, allowed].map(readable_bytes);
    eprintln!("{}: peak {shown}, allowed {most}", path.display());
    assert!(peak <= allowed, "{}: {shown} at the peak, allowed {most}", path.display());
    loaded.is_ok()
}

/// Files of the project's own writers, of scenes that are large, sparse, or of many materials.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let scenes = [
        ("city", "demo:city?size=256&height=128"),
        ("dust", "demo:noise?size=256&p=0.01"),
        ("village", "demo:village?size=128"),
    ];
    for (name, spec) in scenes {
        let scene = spec.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a scene");
        for ending in voxray::io::writable_endings() {
            let path = folder.join(format!("{name}.{ending}"));
            match save_scene(&scene, &path, &SaveOptions::default()) {
                Ok(()) => files.push(path),
                // Not every format holds every scene.
                Err(error) => assert_eq!(error.kind(), ErrorKind::Input, "{error}"),
            }
        }
    }
    files
}

/// Cells along a side of a raster.
const SIDE: u32 = 4000;

type Height = fn(u32) -> f32;

/// Heights of a cell that files pack to little or nothing, and such as they do not.
const HEIGHTS: [(&str, Height); 4] = [
    ("flat", |_| 123.0),
    ("steps", |cell| (cell % SIDE / 40 % 25 + cell / SIDE / 60 % 10) as f32 * 0.5),
    ("rough", |cell| (cell.wrapping_mul(2_654_435_761) >> 25) as f32),
    ("holes", |cell| if cell / SIDE % 100 < 90 { f32::NAN } else { 7.5 }),
];

fn tiff_of(height: Height, path: &Path) {
    use tiff::encoder::{Compression, DeflateLevel, TiffEncoder, colortype::Gray32Float};
    let file = std::fs::File::create(path).expect("a file");
    let encoder = TiffEncoder::new(file).expect("a head");
    let mut encoder = encoder.with_compression(Compression::Deflate(DeflateLevel::Fast));
    let heights: Vec<f32> = (0..SIDE * SIDE).map(height).collect();
    encoder.write_image::<Gray32Float>(SIDE, SIDE, &heights).expect("a file");
}

/// In C order or Fortran order, of 64 bits.
fn npz_of(height: Height, fortran_order: bool, path: &Path) {
    let order = if fortran_order { "True" } else { "False" };
    let mut head =
        format!("{{'descr': '<f8', 'fortran_order': {order}, 'shape': ({SIDE}, {SIDE}), }}");
    head.extend(std::iter::repeat_n(' ', 117 - head.len()));
    let file = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut archive = zip::ZipWriter::new(file);
    archive.start_file("heights.npy", zip::write::SimpleFileOptions::default()).expect("a member");
    archive.write_all(b"\x93NUMPY\x01\0\x76\0").expect("a member");
    archive.write_all(head.as_bytes()).expect("a member");
    archive.write_all(b"\n").expect("a member");
    for row in 0..SIDE {
        let cells = row * SIDE..(row + 1) * SIDE;
        let row: Vec<u8> = cells.flat_map(|cell| f64::from(height(cell)).to_le_bytes()).collect();
        archive.write_all(&row).expect("a member");
    }
    archive.finish().expect("a file");
}

fn png_of(height: Height, path: &Path) {
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a head");
    let pixels: Vec<u8> = (0..SIDE * SIDE).map(|cell| height(cell) as u8).collect();
    writer.write_image_data(&pixels).expect("a file");
}

/// Rasters of many more heights than their files have bytes; on one of them a second stands.
fn rasters(folder: &Path) -> Vec<(PathBuf, LoadOptions)> {
    let mut files = Vec::new();
    for (name, height) in HEIGHTS {
        let path = folder.join(format!("{name}.tif"));
        tiff_of(height, &path);
        files.push((path, LoadOptions::default()));
    }
    let [png, npz, fortran] =
        ["flat.png", "steps.npz", "fortran.npz"].map(|name| folder.join(name));
    let [(_, flat), (_, steps), ..] = HEIGHTS;
    png_of(flat, &png);
    npz_of(steps, false, &npz);
    npz_of(flat, true, &fortran);
    let shell = ColumnKind::Shell { thickness: 1 };
    let terrain = TerrainOptions {
        columns: shell,
        surface: Some(npz.clone()),
        surface_above_ground: true,
        ..TerrainOptions::default()
    };
    let pair = LoadOptions { terrain, ..LoadOptions::default() };
    files.push((folder.join("steps.tif"), pair));
    files.extend([png, npz].map(|path| (path, LoadOptions::default())));
    files.push((fortran, LoadOptions::default()));
    files
}

/// Files of others, where they are at hand.
fn shared_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let Ok(kinds) = folder.read_dir() else {
        eprintln!("skipped: {} is not there, so its files were not read", folder.display());
        return Vec::new();
    };
    let folders = kinds.map(|kind| kind.expect("an entry").path()).filter(|path| path.is_dir());
    folders
        .flat_map(|kind| kind.read_dir().expect("a folder"))
        .map(|e| e.expect("a file").path())
        .collect()
}

#[test]
fn peaks_stay_within_file_and_scene() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let readable = voxray::io::readable_endings();
    let is_readable = |path: &Path| {
        let name = path.to_string_lossy();
        path.is_dir() || readable.iter().any(|ending| name.ends_with(&format!(".{ending}")))
    };
    let mut files = own_files(folder.path());
    assert!(files.len() > 8, "{} files of our own", files.len());
    files.extend(shared_files());
    let plain = LoadOptions::default();
    files.iter().filter(|path| is_readable(path)).for_each(|path| _ = check(path, &plain));
    for (path, options) in rasters(folder.path()) {
        // Its rows lie across, so that all of them would have to be held.
        let is_refused = path.ends_with("fortran.npz");
        assert_eq!(check(&path, &options), !is_refused, "{} loads", path.display());
    }
}
