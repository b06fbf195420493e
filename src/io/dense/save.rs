//! Writes a scene's box as a dense array, row by row.

use std::io::{BufWriter, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::error::{Error, Result};
use crate::io::atomic::{AtomicFile, write_whole};
use crate::io::npy_header::render;
use crate::io::place_arrays::{Member, place_members};
use crate::io::row::read_row;
use crate::scene::Scene;
use crate::space::Transform;

/// Bytes written at once.
const BUFFER: usize = 1 << 18;

/// Saves an `.npy`.
pub(in crate::io) fn save_npy(scene: &Scene, path: &Path) -> Result<()> {
    write_whole(path, |out| write_array(scene, out))
}

/// Saves an `.npz` with the array `voxels`, and where it lies if that is not where any array lies.
pub(in crate::io) fn save_npz(scene: &Scene, path: &Path, compress: bool) -> Result<()> {
    let method = if compress { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let options = SimpleFileOptions::default()
        .compression_method(method)
        // No clock: the same scene makes the same file.
        .last_modified_time(DateTime::default())
        .large_file(2 * scene.bounds().volume() > u64::from(u32::MAX) / 2);
    let mut zip = ZipWriter::new(AtomicFile::create(path)?);
    zip.start_file("voxels.npy", options).map_err(|error| zip_error(&error))?;
    let mut out = BufWriter::with_capacity(BUFFER, &mut zip);
    write_array(scene, &mut out).and_then(|()| out.flush()).map_err(|error| zip_error(&error))?;
    drop(out);
    for (name, bytes) in place_of(scene) {
        zip.start_file(format!("{name}.npy"), options).map_err(|error| zip_error(&error))?;
        zip.write_all(&bytes).map_err(|error| zip_error(&error))?;
    }
    zip.finish().map_err(|error| zip_error(&error))?.finish()
}

/// Index 0 of the array is the lower corner of the box.
fn place_of(scene: &Scene) -> Vec<Member> {
    let transform = scene.transform();
    let origin = transform.to_world(scene.bounds().min.map(f64::from));
    let transform = Transform { origin, ..*transform };
    if transform.is_identity() && scene.georeference().is_empty() {
        return Vec::new();
    }
    place_members(&transform, scene.georeference())
}

fn zip_error(error: &dyn std::error::Error) -> Error {
    Error::output(format!("cannot be written ({error}); free space there or name another place"))
}

/// The array of the scene's box: `[x, y, z]`, C order, u8 where all materials fit, else u16.
fn write_array(scene: &Scene, out: &mut impl Write) -> std::io::Result<()> {
    let sides = scene.bounds().sides();
    let wide = scene.materials().highest() > u16::from(u8::MAX);
    let shape = sides.map(|side| u64::from(side.unsigned_abs()));
    out.write_all(&render(if wide { "<u2" } else { "|u1" }, &shape))?;
    let mut row = vec![0; sides[2].unsigned_abs() as usize];
    let mut narrow = vec![0; row.len()];
    for x in 0..sides[0] {
        for y in 0..sides[1] {
            read_row(scene, 2, [x, y, 0], &mut row);
            if wide {
                row.iter_mut().for_each(|material| *material = material.to_le());
                out.write_all(bytemuck::cast_slice(&row))?;
            } else {
                narrow
                    .iter_mut()
                    .zip(&row)
                    .for_each(|(byte, &material)| *byte = low_byte(material));
                out.write_all(&narrow)?;
            }
        }
    }
    Ok(())
}

#[allow(clippy::cast_possible_truncation, reason = "no material is above 255 here")]
fn low_byte(material: u16) -> u8 {
    material as u8
}
