//! Rasters of heights of many more cells than their files have bytes.
#![allow(clippy::cast_possible_truncation, reason = "the heights of tests are small")]

use std::io::Write;
use std::path::{Path, PathBuf};

use voxray::io::{ColumnKind, LoadOptions, TerrainOptions};

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
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, LoadOptions)> {
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
