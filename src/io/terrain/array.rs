//! `.npy` and `.npz` arrays of two dimensions as heights: \[row, column\], row 0 the northernmost.
//!
//! An `.npz` holds the heights as its only array of two dimensions, or as `elevation`. Single numbers beside it are read
//! by name: `xmin` and `xmax`, `ymin` and `ymax` are the outer edges (the larger y is north, whichever it is called), `dx`
//! and `dy` the sides of a cell, `nodata` the number that means no data. Edges within the ranges of longitude and
//! latitude, with cells of less than 0.02, are taken for degrees, as no other place is so small.

use std::io::{Cursor, Read};
use std::path::Path;

use zip::{CompressionMethod, ZipArchive};

use super::frame::{Frame, Heights, Window};
use super::options::TerrainOptions;
use crate::budget;
use crate::error::{Error, Result};
use crate::io::axes::Axes;
use crate::io::dense;
use crate::io::npy_header::NpyHeader;
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::place_arrays::is_place;
use crate::io::plain_file::open_plain;
use crate::scene::Scene;

/// Loads an `.npy`: of two dimensions as heights, else as a dense array.
pub(in crate::io) fn load_npy(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    match NpyHeader::read(&mut open_plain(path)?) {
        Ok(header) if header.shape.len() == 2 => {
            refuse_axes(options).and_then(|()| super::load(path, options))
        }
        _ => refuse_terrain(options).and_then(|()| dense::load_npy(path, options)),
    }
}

/// Loads an `.npz`: as heights where it holds no array of three dimensions and one of two, else as a dense array.
pub(in crate::io) fn load_npz(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let is_raster = || -> Result<bool> {
        let mut archive = archive(std::io::BufReader::new(open_plain(path)?))?;
        let arrays = arrays(&mut archive)?;
        let any = |size: usize| arrays.iter().any(|array| array.header.shape.len() == size);
        Ok(any(2) && !any(3))
    };
    if is_raster().unwrap_or(false) {
        refuse_axes(options)?;
        super::load(path, options)
    } else {
        refuse_terrain(options)?;
        dense::load_npz(path, options)
    }
}

/// What is told of heights says nothing of an array of voxels.
fn refuse_terrain(options: &LoadOptions) -> Result<()> {
    if options.terrain == TerrainOptions::default() {
        return Ok(());
    }
    Err(Error::usage(
        "holds voxels, not heights, so that nothing can be told of its columns or surface; leave that out",
    ))
}

/// The order of axes says nothing of heights.
fn refuse_axes(options: &LoadOptions) -> Result<()> {
    if options.axes == Axes::default() {
        return Ok(());
    }
    Err(Error::usage(
        "holds heights, [row, column] from the north-west, of which the order of axes (--axes) says nothing; leave it out",
    ))
}

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    letter: u8,
    size: usize,
    big: bool,
}

impl Kind {
    fn parse(descr: &str) -> Result<Self> {
        let unknown = || {
            let shown: String = descr.chars().take(40).collect();
            Error::input(format!(
                "holds numbers of type {shown:?}; heights are integers or floats of up to 64 bits; convert it with astype"
            ))
        };
        let bytes = descr.as_bytes();
        let &[order, letter, size] = bytes else { return Err(unknown()) };
        let size = usize::from(size.wrapping_sub(b'0'));
        let sound = match letter {
            b'i' | b'u' => matches!(size, 1 | 2 | 4 | 8),
            b'f' => matches!(size, 4 | 8),
            _ => false,
        };
        let big = match order {
            b'>' => true,
            b'<' | b'|' => false,
            b'=' => cfg!(target_endian = "big"),
            _ => return Err(unknown()),
        };
        if sound { Ok(Self { letter, size, big }) } else { Err(unknown()) }
    }

    /// The number that these bytes stand for; NaN where there are too few.
    fn read(self, bytes: &[u8]) -> f64 {
        macro_rules! number {
            ($kind:ty) => {
                bytes.first_chunk().map_or(f64::NAN, |&bytes| {
                    let read = if self.big {
                        <$kind>::from_be_bytes(bytes)
                    } else {
                        <$kind>::from_le_bytes(bytes)
                    };
                    read as f64
                })
            };
        }
        match (self.letter, self.size) {
            (b'i', 1) => number!(i8),
            (b'i', 2) => number!(i16),
            (b'i', 4) => number!(i32),
            (b'i', 8) => number!(i64),
            (b'u', 1) => number!(u8),
            (b'u', 2) => number!(u16),
            (b'u', 4) => number!(u32),
            (b'u', 8) => number!(u64),
            (b'f', 4) => number!(f32),
            _ => number!(f64),
        }
    }
}

/// An array whose heights have not been read.
pub(super) struct Array {
    bytes: Vec<u8>,
    start: usize,
    kind: Kind,
    fortran_order: bool,
}

/// Opens the bytes of an `.npy` file.
pub(super) fn open_npy(bytes: Vec<u8>) -> Result<(Frame, Array)> {
    let header = NpyHeader::read(&mut bytes.as_slice())?;
    let [rows, columns] = header.shape[..] else {
        return Err(Error::input(format!(
            "has the shape {}; heights are an array of two dimensions, [row, column]",
            header.shape_text()
        )));
    };
    let frame = Frame::of_cells(columns, rows)?;
    let kind = Kind::parse(&header.descr)?;
    let start = usize::try_from(header.data_start).unwrap_or(usize::MAX);
    let there = bytes.len().saturating_sub(start) as u64;
    let wanted = header.data_bytes(kind.size as u64);
    if wanted.is_none_or(|wanted| wanted > there) {
        return Err(Error::input(format!(
            "is cut short: an array of shape {} takes more than the {there} bytes that are there; write it again",
            header.shape_text()
        )));
    }
    Ok((frame, Array { bytes, start, kind, fortran_order: header.fortran_order }))
}

impl Array {
    /// Reads the heights of a window.
    pub(super) fn read(&self, frame: &Frame, window: &Window, heights: &mut Heights) {
        let (down, along) = if self.fortran_order { (1, frame.rows) } else { (frame.columns, 1) };
        for row in window.file_rows() {
            let numbers = window.x.clone().map(|column| {
                let place = self.start + (row * down + column * along) * self.kind.size;
                self.kind.read(self.bytes.get(place..).unwrap_or_default())
            });
            heights.set_row(row, window.x.start, numbers);
        }
    }
}

/// An array of an archive.
struct Member {
    index: usize,
    name: String,
    header: NpyHeader,
}

/// More members are no raster.
const MOST_MEMBERS: usize = 256;

fn archive<R: Read + std::io::Seek>(source: R) -> Result<ZipArchive<R>> {
    ZipArchive::new(source).map_err(|error| {
        Error::input(format!("is not a sound .npz file ({error}); save it again with numpy.savez"))
    })
}

/// The arrays of an archive, by their headers, without those that say where a grid lies.
fn arrays<R: Read + std::io::Seek>(archive: &mut ZipArchive<R>) -> Result<Vec<Member>> {
    let mut members = Vec::new();
    for index in 0..archive.len().min(MOST_MEMBERS) {
        let mut entry = archive.by_index(index).map_err(|error| unpack_error(&error))?;
        let name = entry.name().map_err(|error| unpack_error(&error))?;
        let Some(name) = name.strip_suffix(".npy").map(str::to_owned) else { continue };
        if is_place(&name) {
            continue;
        }
        let header = NpyHeader::read(&mut entry)?;
        members.push(Member { index, name, header });
    }
    Ok(members)
}

fn unpack_error(error: &dyn std::error::Error) -> Error {
    let said = error.to_string().replace('\n', " ");
    Error::input(format!(
        "cannot be unpacked ({}); save it again with numpy.savez",
        said.trim_end_matches('.')
    ))
}

/// Opens the bytes of an `.npz` file.
pub(super) fn open_npz(bytes: Vec<u8>, options: &LoadOptions) -> Result<(Frame, Array)> {
    let mut archive = archive(Cursor::new(bytes))?;
    let members = arrays(&mut archive)?;
    let rasters: Vec<&Member> =
        members.iter().filter(|member| member.header.shape.len() == 2).collect();
    let raster = match rasters[..] {
        [only] => only,
        _ => rasters.iter().find(|member| member.name == "elevation").copied().ok_or_else(|| {
            Error::input(format!(
                "holds {} arrays of two dimensions; name the heights elevation, or save them alone",
                rasters.len()
            ))
        })?,
    };
    let unpacked = unpack(&mut archive, raster, options)?;
    let (mut frame, array) = open_npy(unpacked)?;
    let mut number = |name: &str| -> Result<Option<f64>> {
        let wanted = |member: &&Member| member.name == name && is_single(&member.header);
        let Some(member) = members.iter().find(wanted) else { return Ok(None) };
        let bytes = unpack(&mut archive, member, options)?;
        let start = usize::try_from(member.header.data_start).unwrap_or(usize::MAX);
        let kind = Kind::parse(&member.header.descr)?;
        Ok(Some(kind.read(bytes.get(start..).unwrap_or_default())))
    };
    let edges = [[number("xmin")?, number("xmax")?], [number("ymin")?, number("ymax")?]];
    let sides = [number("dx")?, number("dy")?];
    frame.nodata = number("nodata")?;
    place(&mut frame, edges, sides);
    Ok((frame, array))
}

fn is_single(header: &NpyHeader) -> bool {
    header.shape.iter().all(|&size| size == 1)
}

/// Places a raster by what an archive says beside it.
fn place(frame: &mut Frame, edges: [[Option<f64>; 2]; 2], sides: [Option<f64>; 2]) {
    let cells = [frame.columns, frame.rows];
    let mut cell = [None; 2];
    for axis in 0..2 {
        let [low, high] = edges[axis];
        let span = low.zip(high).map(|(low, high)| (high - low).abs());
        cell[axis] = sides[axis].map(f64::abs).or(span.map(|span| span / cells[axis] as f64));
        if let Some(edge) = low.zip(high).map(|(low, high)| low.min(high)).or(low) {
            frame.corner[axis] = edge;
        }
    }
    let [width, height] = [cell[0].or(cell[1]), cell[1].or(cell[0])];
    frame.cell = width.zip(height).map(|(width, height)| [width, height]);
    let all = edges.iter().flatten().all(Option::is_some);
    let within = |axis: usize, most: f64| {
        edges[axis].iter().flatten().all(|edge| (-most..=most).contains(edge))
    };
    let fine = frame.cell.is_some_and(|cell| cell.iter().all(|&side| side < 0.02));
    frame.is_geographic = all && within(0, 180.0) && within(1, 90.0) && fine;
}

/// The bytes of a member, header and all.
fn unpack(
    archive: &mut ZipArchive<Cursor<Vec<u8>>>,
    member: &Member,
    options: &LoadOptions,
) -> Result<Vec<u8>> {
    let kind = Kind::parse(&member.header.descr)?;
    let entry = archive.by_index(member.index).map_err(|error| unpack_error(&error))?;
    let wanted = member.header.data_bytes(kind.size as u64);
    let wanted = wanted.and_then(|bytes| bytes.checked_add(member.header.data_start));
    let plain = entry.compression() == CompressionMethod::Stored;
    // Deflate shrinks to 1/1032 at best: a claim beyond that is no reason to take memory.
    let growth = if plain { 1 } else { 1032 };
    let reachable = entry.compressed_size().saturating_mul(growth);
    let wanted = wanted.filter(|&wanted| wanted <= reachable).ok_or_else(|| {
        Error::input(format!(
            "holds {} of shape {}, more than its bytes can unpack to; the file is damaged",
            member.name.chars().filter(|letter| !letter.is_control()).take(40).collect::<String>(),
            member.header.shape_text()
        ))
    })?;
    budget::check(wanted, options.memory)?;
    let mut bytes = Vec::new();
    entry.take(wanted).read_to_end(&mut bytes).map_err(|error| unpack_error(&error))?;
    Ok(bytes)
}
