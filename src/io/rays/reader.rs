//! Rays from a file.

use std::path::Path;

use super::cells::{Block, Cells, Order};
use super::rows::{Rows, Schema};
use crate::batch::{RayScalar, RayView};
use crate::error::Result;

static RAYS: Schema = Schema {
    what: "rays",
    shapes: "(n, 6): origin and direction, (n, 7): and t_far, or (n, 8): and t_near, t_far",
    widths: &[6, 7, 8],
    required: &[&["ox", "x"], &["oy", "y"], &["oz", "z"], &["dx"], &["dy"], &["dz"]],
    optional: &[("t_near", 0.0), ("t_far", f64::INFINITY)],
};

/// Rays from a file, in a stream: one block is in memory at a time, however many rays there are.
///
/// - `.npy`: an array of shape (n, 6): origin and direction, (n, 7): and `t_far`, or (n, 8): and `t_near`, `t_far`; of
///   float32 or float64, in C or Fortran order and any byte order.
/// - `.csv`: a table whose first line names its columns, in any order: ox, oy, oz (or x, y, z), dx, dy, dz, and, where
///   wanted, `t_near` and `t_far`. `inf` and `nan` are numbers.
///
/// ```
/// use voxray::RayBatch;
/// use voxray::io::{Dtype, RayReader, RayWriter};
/// # let path = std::env::temp_dir().join(format!("voxray-doc-reader-{}.npy", std::process::id()));
/// let mut rays = RayBatch::<f32>::default();
/// rays.push_parts([0.5, 0.5, 9.0], [0.0, 0.0, -1.0], 0.0, 4.0);
/// let mut writer = RayWriter::create(&path, 7, Dtype::F32)?;
/// writer.write(&rays.view())?;
/// writer.finish()?;
///
/// let mut reader = RayReader::open(&path)?;
/// assert_eq!(reader.len(), Some(1));
/// while let Some(block) = reader.next_block(4096)? {
///     assert_eq!(block.view().ray(0).t_far, 4.0);
/// }
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RayReader(Rows);

impl RayReader {
    /// Opens a file and checks its header, and for an array also its length.
    ///
    /// # Errors
    /// Of kind [`Input`](crate::ErrorKind::Input) where the file cannot be read, is damaged or cut short, or holds
    /// something other than rays.
    pub fn open(path: &Path) -> Result<Self> {
        Rows::open(path, &RAYS).map(Self)
    }

    /// How many rays there are in all; none for a table, which does not say so in advance.
    #[expect(clippy::len_without_is_empty, reason = "a table does not know; no rays is Some(0)")]
    pub fn len(&self) -> Option<u64> {
        self.0.len()
    }

    /// Whether the numbers are `f64`; `f32` otherwise. Tables are read as `f64`.
    pub fn is_f64(&self) -> bool {
        self.0.is_f64()
    }

    /// The next rays, at most `max` of them and at least one; none at the end. The memory is used again for each block.
    ///
    /// # Errors
    /// Where the file is changed meanwhile, or a field of a table is not a number: the message names the line.
    pub fn next_block(&mut self, max: usize) -> Result<Option<RayBlock<'_>>> {
        let Some(block) = self.0.next_block(max)? else {
            return Ok(None);
        };
        let rays = match block {
            Block::F32(cells) => view(cells),
            Block::F64(cells) => view(cells),
        };
        rays.map(|rays| Some(RayBlock { rays }))
    }
}

/// Rays that were read together.
#[derive(Debug, Clone, Copy)]
pub struct RayBlock<'a> {
    rays: RayView<'a>,
}

impl<'a> RayBlock<'a> {
    /// The rays.
    pub fn view(&self) -> RayView<'a> {
        self.rays
    }
}

fn view<T: RayScalar>(cells: Cells<'_, T>) -> Result<RayView<'_>> {
    if cells.order == Order::Rows {
        return RayView::from_rows(cells.data, cells.width);
    }
    let columns = |first: usize| [0, 1, 2].map(|axis| cells.column(first + axis));
    let rays = RayView::from_columns(columns(0), columns(3))?;
    match cells.width {
        7 => rays.with_t_far(cells.column(6)),
        8 => rays.with_t_near(cells.column(6))?.with_t_far(cells.column(7)),
        _ => Ok(rays),
    }
}
