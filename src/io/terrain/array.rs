//! `.npy` arrays of two dimensions as heights: \[row, column\], row 0 the northernmost; and whether an `.npy` or `.npz` holds
//! heights or voxels.

use std::ops::Range;
use std::path::Path;

use super::frame::{Frame, Window};
use super::kind::Kind;
use super::npz::holds_heights;
use super::options::TerrainOptions;
use super::rows::Rows;
use crate::error::{Error, Result};
use crate::io::axes::Axes;
use crate::io::dense;
use crate::io::npy_header::NpyHeader;
use crate::io::options::{LoadOptions, LoadReport};
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
    if holds_heights(path).unwrap_or(false) {
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

/// An array whose bytes are all there.
pub(super) struct Array {
    bytes: Vec<u8>,
    start: usize,
    kind: Kind,
    /// Numbers from one row, and from one column, to the next.
    steps: [usize; 2],
}

impl Array {
    /// Rows of numbers and nothing else.
    pub(super) fn plain(bytes: Vec<u8>, kind: Kind, columns: usize) -> Self {
        Self { bytes, start: 0, kind, steps: [columns, 1] }
    }

    /// The rows of a window.
    pub(super) fn rows(&self, needed: &Window) -> impl Rows + '_ {
        ArrayRows { array: self, x: needed.x.clone(), row: needed.file_rows().start }
    }
}

struct ArrayRows<'a> {
    array: &'a Array,
    x: Range<usize>,
    row: usize,
}

impl Rows for ArrayRows<'_> {
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()> {
        let Array { bytes, start, kind, steps: [down, along] } = self.array;
        for (number, column) in numbers.iter_mut().zip(self.x.clone()) {
            let place = start + (self.row * down + column * along) * kind.size;
            *number = kind.read(bytes.get(place..).unwrap_or_default());
        }
        self.row += 1;
        Ok(())
    }
}

/// Opens the bytes of an `.npy` file.
pub(super) fn open_npy(bytes: Vec<u8>) -> Result<(Frame, Array)> {
    let header = NpyHeader::read(&mut bytes.as_slice())?;
    let frame = frame_of(&header)?;
    let kind = Kind::parse(&header.descr)?;
    let start = usize::try_from(header.data_start).unwrap_or(usize::MAX);
    let there = bytes.len().saturating_sub(start) as u64;
    let wanted = header.data_bytes(kind.size as u64);
    if wanted.is_none_or(|wanted| wanted > there) {
        return Err(cut_short(&header));
    }
    let steps = if header.fortran_order { [1, frame.rows] } else { [frame.columns, 1] };
    Ok((frame, Array { bytes, start, kind, steps }))
}

/// The cells of an array.
///
/// # Errors
/// Where it has another number of dimensions than two.
pub(super) fn frame_of(header: &NpyHeader) -> Result<Frame> {
    let [rows, columns] = header.shape[..] else {
        return Err(Error::input(format!(
            "has the shape {}; heights are an array of two dimensions, [row, column]",
            header.shape_text()
        )));
    };
    Frame::of_cells(columns, rows)
}

pub(super) fn cut_short(header: &NpyHeader) -> Error {
    Error::input(format!(
        "is cut short: an array of shape {} takes more than the bytes that are there; write it again",
        header.shape_text()
    ))
}
