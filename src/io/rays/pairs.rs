//! Pairs of points from a file, for lines of sight.

use std::path::Path;

use super::cells::{Block, Cells, Order};
use super::rows::{Rows, Schema};
use crate::error::Result;

static PAIRS: Schema = Schema {
    what: "pairs of points",
    shapes: "(n, 6): A, then B",
    widths: &[6],
    required: &[&["ax"], &["ay"], &["az"], &["bx"], &["by"], &["bz"]],
    optional: &[],
};

/// Pairs of points A and B from a file, in a stream: one block is in memory at a time.
///
/// - `.npy`: an array of shape (n, 6), A then B; of float32 or float64, in C or Fortran order and any byte order.
/// - `.csv`: a table whose first line names its columns, in any order: ax, ay, az, bx, by, bz.
#[derive(Debug)]
pub struct PairReader {
    rows: Rows,
    /// Pairs that had to be converted.
    converted: Vec<[f64; 6]>,
}

impl PairReader {
    /// Opens a file and checks its header, and for an array also its length.
    ///
    /// # Errors
    /// Of kind [`Input`](crate::ErrorKind::Input) where the file cannot be read, is damaged or cut short, or holds
    /// something other than pairs.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self { rows: Rows::open(path, &PAIRS)?, converted: Vec::new() })
    }

    /// How many pairs there are in all; none for a table, which does not say so in advance.
    #[expect(clippy::len_without_is_empty, reason = "a table does not know; no pairs is Some(0)")]
    pub fn len(&self) -> Option<u64> {
        self.rows.len()
    }

    /// Whether the file's numbers are `f64`; `f32` otherwise. Pairs are handed out as `f64` in any case.
    pub fn is_f64(&self) -> bool {
        self.rows.is_f64()
    }

    /// The next pairs `[ax, ay, az, bx, by, bz]`, at most `max` of them and at least one; none at the end. The memory is
    /// used again for each block.
    ///
    /// # Errors
    /// Where the file is changed meanwhile, or a field of a table is not a number: the message names the line.
    pub fn next_block(&mut self, max: usize) -> Result<Option<&[[f64; 6]]>> {
        self.converted.clear();
        match self.rows.next_block(max)? {
            None => return Ok(None),
            Some(Block::F64(Cells { data, order: Order::Rows, .. })) => {
                return Ok(Some(bytemuck::cast_slice(data)));
            }
            Some(Block::F64(cells)) => self.converted.extend(pairs(&cells)),
            Some(Block::F32(cells)) => self.converted.extend(pairs(&cells)),
        }
        Ok(Some(&self.converted))
    }
}

fn pairs<T: Copy + Into<f64>>(cells: &Cells<'_, T>) -> impl Iterator<Item = [f64; 6]> {
    let (across, down) = match cells.order {
        Order::Rows => (1, cells.width),
        Order::Columns => (cells.rows(), 1),
    };
    let at = move |row: usize, column: usize| cells.data[row * down + column * across].into();
    (0..cells.rows()).map(move |row| [0, 1, 2, 3, 4, 5].map(|column| at(row, column)))
}
