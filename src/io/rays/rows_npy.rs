//! Rows of an .npy array of shape (n, width), in a stream.
//!
//! Each block is read straight into the memory that the caller sees: whole rows in one go, or, for an array in Fortran
//! order, one piece of each column. Numbers in the machine's byte order are not touched.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};

use bytemuck::Pod;

use super::cells::{Block, Cells, Order};
use super::rows::{Schema, Source};
use crate::error::{Error, Result};
use crate::io::npy_header::NpyHeader;

/// An array that is being read.
#[derive(Debug)]
pub(crate) struct NpyRows {
    file: File,
    layout: Layout,
    next: u64,
    buffer: Buffer,
}

/// Where the numbers are.
#[derive(Debug)]
struct Layout {
    start: u64,
    rows: u64,
    width: usize,
    order: Order,
    /// Whether the bytes of a number stand in the other order than this machine's.
    swapped: bool,
}

#[derive(Debug)]
enum Buffer {
    F32(Vec<f32>),
    F64(Vec<f64>),
}

impl NpyRows {
    pub(crate) fn open(mut file: File, schema: &Schema) -> Result<Self> {
        let header = NpyHeader::read(&mut file)?;
        let (item, swapped) = number_type(&header, schema)?;
        let (rows, width) = shape(&header, schema)?;
        check_length(&file, &header, item)?;
        let order = if header.fortran_order { Order::Columns } else { Order::Rows };
        let layout = Layout { start: header.data_start, rows, width, order, swapped };
        let buffer = if item == 4 { Buffer::F32(Vec::new()) } else { Buffer::F64(Vec::new()) };
        Ok(Self { file, layout, next: 0, buffer })
    }
}

impl Source for NpyRows {
    fn len(&self) -> Option<u64> {
        Some(self.layout.rows)
    }

    fn is_f64(&self) -> bool {
        matches!(self.buffer, Buffer::F64(_))
    }

    fn next_block(&mut self, max: usize) -> Result<Option<Block<'_>>> {
        let left = self.layout.rows - self.next;
        let rows = usize::try_from(left).map_or(max, |left| left.min(max));
        if rows == 0 {
            return Ok(None);
        }
        let Self { file, layout, next, buffer } = self;
        let Layout { width, order, .. } = *layout;
        let block = match buffer {
            Buffer::F32(data) => {
                layout.read(file, *next, rows, data)?;
                Block::F32(Cells { data, width, order })
            }
            Buffer::F64(data) => {
                layout.read(file, *next, rows, data)?;
                Block::F64(Cells { data, width, order })
            }
        };
        *next += rows as u64;
        Ok(Some(block))
    }
}

impl Layout {
    /// Reads `rows` rows from row `first` on.
    fn read<T: Pod>(
        &self,
        file: &mut File,
        first: u64,
        rows: usize,
        data: &mut Vec<T>,
    ) -> Result<()> {
        let len = rows.saturating_mul(self.width);
        data.try_reserve(len.saturating_sub(data.len())).map_err(|_| {
            Error::memory(format!("a block of {rows} rows does not fit in memory; ask for fewer"))
        })?;
        data.resize(len, T::zeroed());
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(data);
        let item = size_of::<T>();
        let place = |index: u64| self.start + index * item as u64;
        match self.order {
            Order::Rows => read_at(file, place(first * self.width as u64), bytes)?,
            Order::Columns => {
                for (column, part) in bytes.chunks_exact_mut(rows * item).enumerate() {
                    read_at(file, place(column as u64 * self.rows + first), part)?;
                }
            }
        }
        if self.swapped {
            bytes.chunks_exact_mut(item).for_each(<[u8]>::reverse);
        }
        Ok(())
    }
}

fn read_at(file: &mut File, place: u64, bytes: &mut [u8]) -> Result<()> {
    let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(bytes));
    read.map_err(|error| {
        Error::input(match error.kind() {
            ErrorKind::UnexpectedEof => {
                "was cut short while it was read; write it again".to_string()
            }
            _ => format!("cannot be read ({error})"),
        })
    })
}

/// How many bytes a number has, and whether they are to be swapped.
fn number_type(header: &NpyHeader, schema: &Schema) -> Result<(u64, bool)> {
    let native = if cfg!(target_endian = "little") { '<' } else { '>' };
    let (byte_order, kind) = header.descr.split_at_checked(1).unwrap_or_default();
    let item = match kind {
        "f4" => Some(4),
        "f8" => Some(8),
        _ => None,
    };
    match (item, byte_order) {
        (Some(item), "<" | ">") => Ok((item, !byte_order.starts_with(native))),
        (Some(item), "=") => Ok((item, false)),
        _ => Err(Error::input(format!(
            "the array holds numbers of type '{}'; {} are float32 or float64: convert it with astype('float64')",
            header.descr, schema.what
        ))),
    }
}

fn shape(header: &NpyHeader, schema: &Schema) -> Result<(u64, usize)> {
    if let [rows, width] = header.shape[..]
        && schema.widths.contains(&width)
        && let Ok(width) = usize::try_from(width)
    {
        return Ok((rows, width));
    }
    Err(Error::input(format!(
        "the array has shape {}; {} are of shape {}",
        header.shape_text(),
        schema.what,
        schema.shapes
    )))
}

/// Checks that the file is as long as its header says, before any memory is taken.
fn check_length(file: &File, header: &NpyHeader, item: u64) -> Result<()> {
    let end = header.data_bytes(item).and_then(|bytes| bytes.checked_add(header.data_start));
    let end = end.ok_or_else(|| {
        Error::input(format!(
            "the array claims shape {}, whose size in bytes is past 2^64; the file is damaged",
            header.shape_text()
        ))
    })?;
    let found =
        file.metadata().map_err(|error| Error::input(format!("cannot be read ({error})")))?.len();
    if found < end {
        return Err(Error::input(format!(
            "the file has {found} bytes, but an array of shape {} needs {end}; it was cut short, write it again",
            header.shape_text()
        )));
    }
    Ok(())
}
