//! Opens arrays: maps an `.npy`, unpacks an `.npz`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use zip::{CompressionMethod, ZipArchive};

use super::element::{Element, Kind, with_element};
use super::fill::DenseArray;
use super::layout::DenseLayout;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkStrip, ChunkVoxels, chunk_counts};
use crate::io::npy_header::NpyHeader;
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::plain_file::open_plain;
use crate::memory::MappedFile;
use crate::pool::run_in_pool;
use crate::scene::Scene;

/// Loads a dense `.npy`.
pub(in crate::io) fn load_npy(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let mut file = open_plain(path)?;
    let (header, kind, layout) = read_header(&mut BufReader::new(&mut file), options)?;
    let mapped = MappedFile::open(&file)?;
    let bytes = mapped.bytes().get(index(header.data_start)..).unwrap_or_default();
    let wanted = layout.len() * kind.size();
    if (bytes.len() as u64) < wanted {
        return Err(Error::input(format!(
            "is cut short: an array of shape {} takes {wanted} bytes, and {} are there; write it again",
            header.shape_text(),
            bytes.len()
        )));
    }
    build(bytes, kind, &layout, options, LoadReport::new("npy", ""))
}

/// Loads the array of an `.npz`: the only one, or the one named `voxels`.
pub(in crate::io) fn load_npz(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let mut archive = ZipArchive::new(BufReader::new(open_plain(path)?)).map_err(|error| {
        Error::input(format!("is not a sound .npz file ({error}); save it again with numpy.savez"))
    })?;
    let member = choose_member(&archive)?;
    let mut entry = archive.by_index(member).map_err(|error| unpack_error(&error))?;
    let (claimed, packed) = (entry.size(), entry.compressed_size());
    let plain = entry.compression() == CompressionMethod::Stored;
    let (header, kind, layout) = read_header(&mut entry, options)?;
    let wanted = layout.len() * kind.size();
    // Deflate shrinks to 1/1032 at best: a claim beyond that is no reason to take memory.
    let reachable = if plain { packed } else { packed.saturating_mul(1032) };
    if claimed != header.data_start + wanted || claimed > reachable {
        return Err(Error::input(format!(
            "holds an array of shape {} that takes {wanted} bytes, but does not hold as many; the file is damaged",
            header.shape_text()
        )));
    }
    budget::check(wanted, options.memory)?;
    let bytes = unpack(&mut entry, wanted)?;
    let options = LoadOptions {
        memory: options.memory.map(|cap| cap.saturating_sub(wanted)),
        ..options.clone()
    };
    build(&bytes, kind, &layout, &options, LoadReport::new("npz", ""))
}

fn read_header(
    file: &mut impl Read,
    options: &LoadOptions,
) -> Result<(NpyHeader, Kind, DenseLayout)> {
    let header = NpyHeader::read(file)?;
    let kind = Kind::parse(&header.descr)?;
    let layout = DenseLayout::new(&header, options.axes)?;
    Ok((header, kind, layout))
}

/// The index of the array to load.
fn choose_member(archive: &ZipArchive<BufReader<File>>) -> Result<usize> {
    let names: Vec<String> = (0..archive.len())
        .filter_map(|member| archive.name_for_index(member)?.ok().map(|name| name.into_owned()))
        .collect();
    let arrays: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".npy")).collect();
    let name = match arrays[..] {
        [only] => only,
        _ if arrays.contains(&"voxels") => "voxels",
        [] => return Err(Error::input("holds no array; save one with numpy.savez")),
        _ => {
            let shown = arrays.iter().take(8).copied().collect::<Vec<_>>().join(", ");
            return Err(Error::input(format!(
                "holds {} arrays ({shown}); name the one to load voxels, or save it alone",
                arrays.len()
            )));
        }
    };
    archive.index_for_name(&format!("{name}.npy")).ok_or_else(|| Error::input("is damaged"))
}

fn unpack(entry: &mut impl Read, bytes: u64) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    unpacked.try_reserve_exact(index(bytes)).map_err(|_| {
        Error::memory(format!("needs {bytes} bytes for the unpacked array, and the system refuses"))
    })?;
    let read =
        entry.take(bytes).read_to_end(&mut unpacked).map_err(|error| unpack_error(&error))?;
    if read as u64 != bytes {
        return Err(Error::input("is cut short; write it again"));
    }
    // The check sum is compared when the end of the member is read.
    match entry.read(&mut [0]).map_err(|error| unpack_error(&error))? {
        0 => Ok(unpacked),
        _ => Err(Error::input("holds more than it says; the file is damaged")),
    }
}

fn unpack_error(error: &dyn std::error::Error) -> Error {
    Error::input(format!("cannot be unpacked ({error}); save it again with numpy.savez"))
}

/// The scene of these numbers.
fn build(
    bytes: &[u8],
    kind: Kind,
    layout: &DenseLayout,
    options: &LoadOptions,
    mut report: LoadReport,
) -> Result<(Scene, LoadReport)> {
    let bounds = options.part_of(layout.bounds()?)?;
    let array = DenseArray { bytes, layout, bounds };
    let scene = with_element!(kind, E => build_as::<E>(&array, options))?;
    report.convention = format!(
        "array indices count {}, z up; voxels of 1 m unless told otherwise; index 0 is grid position 0",
        options.axes
    );
    report.count("numbers", layout.len());
    Ok((scene, report))
}

fn build_as<E: Element>(array: &DenseArray<'_>, options: &LoadOptions) -> Result<Scene> {
    budget::check(Extent::at_most(&array.bounds, 0)?.build_bytes(), options.memory)?;
    let most = Extent::at_most(&array.bounds, array.bounds.volume())?;
    if most.build_bytes() > budget::allowed_bytes(options.memory) {
        // It may still fit: few arrays are full, or mixed throughout. Look before taking anything.
        budget::check(measure::<E>(array, options.threads)?.build_bytes(), options.memory)?;
    }
    Scene::from_chunks(array.bounds, options.threads, |corner, chunk| {
        array.fill::<E>(corner, chunk)
    })
}

/// What the scene will hold, by a first pass over the numbers.
fn measure<E: Element>(array: &DenseArray<'_>, threads: usize) -> Result<Extent> {
    let most = Extent::at_most(&array.bounds, 0)?;
    let [nx, ny, nz] = chunk_counts(&array.bounds)?;
    let (words, values) = (AtomicU64::new(0), AtomicU64::new(0));
    let measure_row = |row: usize| -> Result<()> {
        let mut strip = ChunkStrip::default();
        let mut chunk = ChunkVoxels::default();
        for cx in 0..nx {
            chunk.clear();
            array.fill::<E>(corner(&array.bounds, [cx, row % ny, row / ny]), &mut chunk)?;
            strip.push(&chunk)?;
        }
        let (more_words, more_values) = strip.table_lens();
        words.fetch_add(more_words as u64, Ordering::Relaxed);
        values.fetch_add(more_values as u64, Ordering::Relaxed);
        Ok(())
    };
    let rows = if nx == 0 { 0 } else { ny * nz };
    run_in_pool(threads, || (0..rows).into_par_iter().try_for_each(measure_row))??;
    Ok(Extent { words: words.into_inner(), values: values.into_inner(), ..most })
}

/// The grid position of a chunk's lower corner.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "at most 2^13 chunks a side"
)]
fn corner(bounds: &GridBox, chunk: [usize; 3]) -> [i32; 3] {
    [0, 1, 2].map(|axis| bounds.min[axis] + chunk[axis] as i32 * CHUNK_SIDE)
}

/// A number of bytes as a length in memory; one that does not fit is beyond every length.
fn index(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
