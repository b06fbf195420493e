//! Opens arrays: maps an `.npy`, unpacks an `.npz`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::{CompressionMethod, ZipArchive};

use super::element::Kind;
use super::layout::DenseLayout;
use super::rule::Materials;
use super::slabs::{Part, Slabs};
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
    let bounds = options.part_of(layout.bounds()?)?;
    let part = Part { kind, layout: &layout, bounds, options };
    let fill = part.filler(bytes, 0, &Materials);
    let scene = build_measured(bounds, bounds.volume(), 0, options, fill)?;
    Ok((scene, tell(LoadReport::new("npy", ""), &layout, options)))
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
    let bounds = options.part_of(layout.bounds()?)?;
    let part = Part { kind, layout: &layout, bounds, options };
    let slabs = slabs_of(&header, &part);
    if !slabs.surely_fit(packed)? {
        slabs.measure(&mut entry)?;
        drop(entry);
        entry = archive.by_index(member).map_err(|error| unpack_error(&error))?;
        NpyHeader::read(&mut entry)?;
    }
    let (scene, after) = slabs.build(&mut entry)?;
    if after > 0 {
        return Err(Error::input("holds more than it says; the file is damaged"));
    }
    drop(entry);
    let (transform, place) = read_place(&mut archive)?;
    let report = tell(LoadReport::new("npz", ""), &layout, options);
    Ok((scene.with_transform(transform).with_georeference(place), report))
}

/// An array is unpacked a slab at a time.
fn slabs_of<'a>(header: &NpyHeader, part: &'a Part<'a>) -> Slabs<'a, Materials> {
    let mut sizes = [0; 3];
    sizes.iter_mut().zip(&header.shape).for_each(|(size, &told)| *size = told);
    if !header.fortran_order {
        sizes.reverse();
    }
    let slowest = if header.fortran_order { 2 } else { 0 };
    Slabs { part, sizes, slowest, rule: &Materials }
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

fn unpack_error(error: &dyn std::error::Error) -> Error {
    Error::input(format!("cannot be unpacked ({error}); save it again with numpy.savez"))
}

/// Says how indices count, and how many numbers there are.
fn tell(mut report: LoadReport, layout: &DenseLayout, options: &LoadOptions) -> LoadReport {
    report.convention = format!(
        "array indices count {}, z up; voxels of 1 m unless told otherwise; index 0 is grid position 0",
        options.axes
    );
    report.count("numbers", layout.len());
    report
}

/// A number of bytes as a length in memory; one that does not fit is beyond every length.
fn index(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
