//! Opens arrays: maps an `.npy`, unpacks an `.npz`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::{CompressionMethod, ZipArchive};

use super::element::{Element, Kind, with_element};
use super::fill::DenseArray;
use super::layout::DenseLayout;
use super::rule::Materials;
use crate::budget;
use crate::error::{Error, Result};
use crate::io::measured::build_measured;
use crate::io::npy_header::NpyHeader;
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::place_arrays::{is_place, read_place};
use crate::io::plain_file::open_plain;
use crate::memory::MappedFile;
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
    build(bytes, 0, (kind, &layout), options, LoadReport::new("npy", ""))
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
    drop(entry);
    let (transform, place) = read_place(&mut archive)?;
    let (scene, report) =
        build(&bytes, wanted, (kind, &layout), options, LoadReport::new("npz", ""))?;
    Ok((scene.with_transform(transform).with_georeference(place), report))
}

fn read_header(
    file: &mut impl Read,
    options: &LoadOptions,
) -> Result<(NpyHeader, Kind, DenseLayout)> {
    let header = NpyHeader::read(file)?;
    let kind = Kind::parse(&header.descr)?;
    let layout = DenseLayout::new(&header.shape, header.fortran_order, options.axes)?;
    Ok((header, kind, layout))
}

/// The index of the array to load.
fn choose_member(archive: &ZipArchive<BufReader<File>>) -> Result<usize> {
    let names: Vec<String> = (0..archive.len())
        .filter_map(|member| archive.name_for_index(member)?.ok().map(|name| name.into_owned()))
        .collect();
    let arrays = names.iter().filter_map(|name| name.strip_suffix(".npy"));
    let arrays: Vec<&str> = arrays.filter(|name| !is_place(name)).collect();
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

/// The scene of these numbers, of which `held` bytes are in memory.
fn build(
    bytes: &[u8],
    held: u64,
    (kind, layout): (Kind, &DenseLayout),
    options: &LoadOptions,
    mut report: LoadReport,
) -> Result<(Scene, LoadReport)> {
    let bounds = options.part_of(layout.bounds()?)?;
    let array = DenseArray { bytes, first: 0, layout, bounds, rule: &Materials };
    let scene = with_element!(kind, E => build_as::<E>(&array, held, options))?;
    report.convention = format!(
        "array indices count {}, z up; voxels of 1 m unless told otherwise; index 0 is grid position 0",
        options.axes
    );
    report.count("numbers", layout.len());
    Ok((scene, report))
}

fn build_as<E: Element>(
    array: &DenseArray<'_, Materials>,
    held: u64,
    options: &LoadOptions,
) -> Result<Scene> {
    build_measured(array.bounds, array.bounds.volume(), held, options, |corner, chunk| {
        array.fill::<E>(corner, chunk)
    })
}

/// A number of bytes as a length in memory; one that does not fit is beyond every length.
fn index(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
