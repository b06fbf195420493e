//! `.npz` archives with an array of two dimensions as heights: the only one, or `elevation`.
//!
//! Single numbers beside it are read by name: `xmin` and `xmax`, `ymin` and `ymax` are the outer edges (the larger y is
//! north, whichever it is called), `dx` and `dy` the sides of a cell, `nodata` the number that means no data. Edges within
//! the ranges of longitude and latitude, with cells of less than 0.02, are taken for degrees, as no other place is so small.
//!
//! Rows are unpacked one by one; an array in Fortran order, whose rows lie across, is unpacked whole.

use std::io::{Cursor, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use zip::read::ZipFile;
use zip::{CompressionMethod, ZipArchive};

use super::array::{Array, cut_short, frame_of, open_npy};
use super::frame::{Frame, Window};
use super::kind::Kind;
use super::rows::{Rows, check_held};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::npy_header::NpyHeader;
use crate::io::options::LoadOptions;
use crate::io::place_arrays::is_place;
use crate::io::plain_file::open_plain;

/// Whether an archive holds an array of two dimensions and none of three.
pub(super) fn holds_heights(path: &Path) -> Result<bool> {
    let mut archive = archive(std::io::BufReader::new(open_plain(path)?))?;
    let arrays = arrays(&mut archive)?;
    let any = |size: usize| arrays.iter().any(|array| array.header.shape.len() == size);
    Ok(any(2) && !any(3))
}

/// An array of an archive whose rows have not been read.
pub(super) enum Heights {
    /// In Fortran order: unpacked.
    Held(Array),
    Packed(Packed),
}

/// An array in C order, packed.
pub(super) struct Packed {
    archive: Source,
    member: Member,
    kind: Kind,
}

type Source = ZipArchive<Cursor<Vec<u8>>>;

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
pub(super) fn open_npz(bytes: Vec<u8>, options: &LoadOptions) -> Result<(Frame, Heights)> {
    let length = bytes.len() as u64;
    let mut archive = archive(Cursor::new(bytes))?;
    let mut members = arrays(&mut archive)?;
    let mut number = |name: &str| -> Result<Option<f64>> {
        let wanted = |member: &&Member| member.name == name && is_single(&member.header);
        let Some(member) = members.iter().find(wanted) else { return Ok(None) };
        let bytes = unpack(&mut archive, member)?;
        let start = usize::try_from(member.header.data_start).unwrap_or(usize::MAX);
        let kind = Kind::parse(&member.header.descr)?;
        Ok(Some(kind.read(bytes.get(start..).unwrap_or_default())))
    };
    let edges = [[number("xmin")?, number("xmax")?], [number("ymin")?, number("ymax")?]];
    let sides = [number("dx")?, number("dy")?];
    let nodata = number("nodata")?;
    let member = members.swap_remove(raster(&members)?);
    let mut frame = frame_of(&member.header)?;
    frame.nodata = nodata;
    place(&mut frame, edges, sides);
    let kind = Kind::parse(&member.header.descr)?;
    let wanted = unpacked_bytes(&mut archive, &member)?;
    if !member.header.fortran_order {
        return Ok((frame, Heights::Packed(Packed { archive, member, kind })));
    }
    let remedy = "save it in C order (numpy.ascontiguousarray)";
    check_held("its array in Fortran order", wanted, length, 0, remedy)?;
    budget::check(wanted, options.memory)?;
    Ok((frame, Heights::Held(open_npy(unpack(&mut archive, &member)?)?.1)))
}

/// Which member the heights are.
fn raster(members: &[Member]) -> Result<usize> {
    let is_raster = |index: &usize| members[*index].header.shape.len() == 2;
    let rasters: Vec<usize> = (0..members.len()).filter(is_raster).collect();
    if let [only] = rasters[..] {
        return Ok(only);
    }
    rasters.iter().copied().find(|&index| members[index].name == "elevation").ok_or_else(|| {
        Error::input(format!(
            "holds {} arrays of two dimensions; name the heights elevation, or save them alone",
            rasters.len()
        ))
    })
}

impl Packed {
    /// The rows of a window.
    pub(super) fn rows(&mut self, frame: &Frame, needed: &Window) -> Result<impl Rows + '_> {
        let Self { archive, member, kind } = self;
        let stride = frame.columns * kind.size;
        let rows = needed.file_rows();
        let mut entry = archive.by_index(member.index).map_err(|error| unpack_error(&error))?;
        let before = member.header.data_start + rows.start as u64 * stride as u64;
        let mut skipped = entry.by_ref().take(before);
        std::io::copy(&mut skipped, &mut std::io::sink()).map_err(|error| unpack_error(&error))?;
        let is_last = rows.end == frame.rows;
        let line = vec![0; stride];
        Ok(PackedRows {
            entry,
            header: &member.header,
            kind: *kind,
            x: needed.x.clone(),
            line,
            left: rows.len(),
            is_last,
        })
    }
}

struct PackedRows<'a> {
    entry: ZipFile<'a, Cursor<Vec<u8>>>,
    header: &'a NpyHeader,
    kind: Kind,
    x: Range<usize>,
    /// The bytes of a row.
    line: Vec<u8>,
    /// Rows that were not read yet, and whether the last of them is the last of all.
    left: usize,
    is_last: bool,
}

impl Rows for PackedRows<'_> {
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()> {
        self.entry.read_exact(&mut self.line).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => cut_short(self.header),
            _ => unpack_error(&error),
        })?;
        let within = self.x.start * self.kind.size..self.x.end * self.kind.size;
        let line = self.line[within].chunks_exact(self.kind.size);
        numbers.iter_mut().zip(line).for_each(|(number, bytes)| *number = self.kind.read(bytes));
        self.left -= 1;
        if self.left == 0 && self.is_last {
            // Behind the last row, for the checksum.
            self.entry.read(&mut [0]).map_err(|error| unpack_error(&error))?;
        }
        Ok(())
    }
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
}

/// How many bytes a member unpacks to, header and all.
///
/// # Errors
/// Where they are more than it can hold.
fn unpacked_bytes(archive: &mut Source, member: &Member) -> Result<u64> {
    let kind = Kind::parse(&member.header.descr)?;
    let entry = archive.by_index(member.index).map_err(|error| unpack_error(&error))?;
    let wanted = member.header.data_bytes(kind.size as u64);
    let wanted = wanted.and_then(|bytes| bytes.checked_add(member.header.data_start));
    let plain = entry.compression() == CompressionMethod::Stored;
    // Deflate shrinks to 1/1032 at best: a claim beyond that is no reason to take memory.
    let growth = if plain { 1 } else { 1032 };
    let reachable = entry.compressed_size().saturating_mul(growth);
    wanted.filter(|&wanted| wanted <= reachable).ok_or_else(|| {
        Error::input(format!(
            "holds {} of shape {}, more than its bytes can unpack to; the file is damaged",
            member.name.chars().filter(|letter| !letter.is_control()).take(40).collect::<String>(),
            member.header.shape_text()
        ))
    })
}

/// The bytes of a member, header and all.
fn unpack(archive: &mut Source, member: &Member) -> Result<Vec<u8>> {
    let wanted = unpacked_bytes(archive, member)?;
    let entry = archive.by_index(member.index).map_err(|error| unpack_error(&error))?;
    let mut bytes = Vec::new();
    entry.take(wanted).read_to_end(&mut bytes).map_err(|error| unpack_error(&error))?;
    Ok(bytes)
}
