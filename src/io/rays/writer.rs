//! Rays into a file.

use std::path::Path;

use bytemuck::Zeroable;

use crate::batch::{Column, RayView};
use crate::error::{Error, Result};
use crate::io::table::{ColumnData, Dtype, TableColumn, TableWriter};

/// Rows that are put together before they are handed on.
const ROWS: usize = 4096;

/// Writes rays into a file that [`RayReader`](super::RayReader) reads: an `.npy` array of shape (n, 6), (n, 7) or (n, 8), or a
/// `.csv` table. The file appears when it is finished; dropped before that, it leaves nothing.
#[derive(Debug)]
pub struct RayWriter {
    table: TableWriter,
    width: usize,
    rows: Numbers,
    written: u64,
}

/// Rows in the making.
#[derive(Debug)]
enum Numbers {
    F32(Vec<f32>),
    F64(Vec<f64>),
}

impl RayWriter {
    /// Starts a file of rays of `width` numbers: 6 = origin and direction, 7 = and `t_far`, 8 = and `t_near`, `t_far`; of
    /// type [`Dtype::F64`], or rounded to [`Dtype::F32`].
    ///
    /// # Errors
    /// Of kind [`Usage`](crate::ErrorKind::Usage) where `width` or the type is another or the file is no .npy or .csv, of kind
    /// [`Output`](crate::ErrorKind::Output) where it cannot be written.
    pub fn create(path: &Path, width: usize, dtype: Dtype) -> Result<Self> {
        let parts: &[&str] = match width {
            6 => &["ox", "oy", "oz", "dx", "dy", "dz"],
            7 => &["ox", "oy", "oz", "dx", "dy", "dz", "t_far"],
            8 => &["ox", "oy", "oz", "dx", "dy", "dz", "t_near", "t_far"],
            _ => return Err(Error::usage(format!("a ray has 6, 7 or 8 numbers, not {width}"))),
        };
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("npz")) {
            return Err(Error::usage("rays are written to .npy or .csv, not to .npz").at(path));
        }
        let rows = match dtype {
            Dtype::F32 => Numbers::F32(Vec::new()),
            Dtype::F64 => Numbers::F64(Vec::new()),
            _ => return Err(Error::usage(format!("rays are of type F32 or F64, not {dtype:?}"))),
        };
        let table =
            TableWriter::create(path, vec![TableColumn::vector("rays", dtype, parts)], None)?;
        Ok(Self { table, width, rows, written: 0 })
    }

    /// Writes the next rays.
    ///
    /// # Errors
    /// Where the disk is full; or where a ray has a time that rows of this width have no place for: nothing of this call is
    /// written then.
    pub fn write(&mut self, rays: &RayView<'_>) -> Result<()> {
        self.check_times(rays)?;
        for start in (0..rays.len()).step_by(ROWS) {
            self.write_part(&rays.slice(start..rays.len().min(start + ROWS)))?;
        }
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Where the disk is full or refuses; nothing is left behind then.
    pub fn finish(self) -> Result<()> {
        self.table.finish()
    }

    fn write_part(&mut self, rays: &RayView<'_>) -> Result<()> {
        let columns = self.columns(rays);
        let data = match &mut self.rows {
            Numbers::F32(rows) => {
                #[allow(
                    clippy::cast_possible_truncation,
                    reason = "rounding is what is asked for"
                )]
                fill(rows, &columns, rays.len(), |value| value as f32);
                ColumnData::F32(rows)
            }
            Numbers::F64(rows) => {
                fill(rows, &columns, rays.len(), |value| value);
                ColumnData::F64(rows)
            }
        };
        self.table.write(&[data])?;
        self.written += rays.len() as u64;
        Ok(())
    }

    /// The columns of a row; those that the rays lack are given by their value.
    fn columns<'a>(&self, rays: &RayView<'a>) -> Vec<Result<Column<'a>, f64>> {
        let mut columns: Vec<_> =
            rays.origin.iter().chain(&rays.direction).map(|c| Ok(*c)).collect();
        if self.width == 8 {
            columns.push(rays.t_near.ok_or(0.0));
        }
        if self.width > 6 {
            columns.push(rays.t_far.ok_or(f64::INFINITY));
        }
        columns
    }

    fn check_times(&self, rays: &RayView<'_>) -> Result<()> {
        let lost = |column: &Option<Column<'_>>, usual: f64| {
            let column = column.as_ref()?;
            (0..rays.len()).find(|&i| column.get(i) != usual)
        };
        let near = if self.width < 8 { lost(&rays.t_near, 0.0) } else { None };
        let far = if self.width < 7 { lost(&rays.t_far, f64::INFINITY) } else { None };
        let Some((ray, width, time)) =
            near.map(|ray| (ray, 8, "t_near")).or_else(|| far.map(|ray| (ray, 7, "t_far")))
        else {
            return Ok(());
        };
        Err(Error::usage(format!(
            "ray {} has a {time}, for which rows of {} numbers have no place; write rows of {width}",
            self.written + ray as u64,
            self.width
        ))
        .at(self.table.path()))
    }
}

/// Interleaves the columns.
fn fill<T: Zeroable + Copy>(
    rows: &mut Vec<T>,
    columns: &[Result<Column<'_>, f64>],
    len: usize,
    convert: impl Fn(f64) -> T,
) {
    let width = columns.len();
    rows.clear();
    rows.resize(len * width, T::zeroed());
    for (k, column) in columns.iter().enumerate() {
        let cells = rows.iter_mut().skip(k).step_by(width);
        match column {
            Ok(column) => cells.enumerate().for_each(|(i, cell)| *cell = convert(column.get(i))),
            Err(value) => cells.for_each(|cell| *cell = convert(*value)),
        }
    }
}
