//! Writes a scene's tables as they are.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use bytemuck::cast_slice;
use xxhash_rust::xxh3::Xxh3Default;

use super::header::{ALIGN, BODY, Header, Span, Spans, TABLES};
use super::{palette, place};
use crate::error::{Error, Result};
use crate::grid::{BoxBounds, UNNAMED_MATERIAL};
use crate::io::atomic::AtomicFile;
use crate::scene::Scene;

/// Saves a `.vxr` file.
pub(in crate::io) fn save(scene: &Scene, path: &Path) -> Result<()> {
    refuse_big_endian()?;
    let palette = palette::to_bytes(scene.palette())?;
    let place = place::to_bytes(scene.georeference())?;
    let (entries, values) = scene.materials().tables();
    let (shapes, boxes) = scene.shapes().map_or((&[][..], &[][..]), |s| (s.entries(), s.boxes()));
    let tables: [&[u8]; TABLES] = [
        cast_slice(scene.grid().records()),
        cast_slice(scene.grid().words()),
        cast_slice(entries),
        cast_slice(values),
        cast_slice(shapes),
        cast_slice(boxes),
        &palette,
        &place,
    ];
    let (spans, file_bytes) = lay_out(tables);
    let mut sum = Xxh3Default::new();
    let mut out = BufWriter::with_capacity(1 << 20, AtomicFile::create(path)?);
    // In memory already, so reading the tables twice costs less than going back in the file.
    let written = write_body(tables, |bytes| {
        sum.update(bytes);
        Ok(())
    });
    let header = Header {
        bounds: *scene.bounds(),
        transform: *scene.transform(),
        voxels: scene.voxel_count(),
        uniform: scene.materials().as_uniform().map(|material| material.max(UNNAMED_MATERIAL)),
        spans,
        file_bytes,
        body_sum: sum.digest(),
    };
    let written = written
        .and_then(|()| out.write_all(&header.to_bytes()))
        .and_then(|()| write_body(tables, |bytes| out.write_all(bytes)))
        .and_then(|()| out.flush());
    written.map_err(|error| out.get_ref().error(&error))?;
    out.into_inner().map_err(|error| Error::output(error.to_string()))?.finish()
}

/// The tables are mapped as they are, so that their byte order is the machine's.
pub(super) fn refuse_big_endian() -> Result<()> {
    if cfg!(target_endian = "big") {
        return Err(Error::usage("a .vxr file is little-endian and this machine is not; use .npz"));
    }
    Ok(())
}

/// Where the tables go, and where the file ends.
fn lay_out(tables: [&[u8]; TABLES]) -> (Spans, u64) {
    let sizes = [8, 8, 4, 2, 4, size_of::<BoxBounds>() as u64, 1, 1];
    let mut end = BODY as u64;
    let mut spans = [Span::default(); TABLES];
    for ((span, table), size) in spans.iter_mut().zip(tables).zip(sizes) {
        let bytes = table.len() as u64;
        *span = Span { first_byte: end, entries: bytes / size };
        end = (end + bytes).next_multiple_of(ALIGN as u64);
    }
    let [records, words, entries, values, shapes, boxes, palette, place] = spans;
    (Spans { records, words, entries, values, shapes, boxes, palette, place }, end)
}

/// Gives `write` the body piece by piece.
fn write_body(
    tables: [&[u8]; TABLES],
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    const ZEROS: [u8; ALIGN] = [0; ALIGN];
    for table in tables {
        write(table)?;
        let pad = table.len().next_multiple_of(ALIGN) - table.len();
        write(&ZEROS[..pad])?;
    }
    Ok(())
}
