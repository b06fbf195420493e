//! A block of rows as it came from a file: numbers of either precision, in either order.

/// Numbers of one precision: `width` of them per row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cells<'a, T> {
    pub(crate) data: &'a [T],
    pub(crate) width: usize,
    pub(crate) order: Order,
}

/// Which numbers stand side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "npy"), allow(dead_code, reason = "only arrays stand in columns"))]
pub(crate) enum Order {
    /// Those of a row (C order).
    Rows,
    /// Those of a column (Fortran order).
    Columns,
}

impl<'a, T> Cells<'a, T> {
    /// How many rows.
    pub(crate) fn rows(&self) -> usize {
        self.data.len() / self.width
    }

    /// The numbers of the column `index`; only where they stand side by side.
    pub(crate) fn column(&self, index: usize) -> &'a [T] {
        debug_assert_eq!(self.order, Order::Columns, "columns of cells in rows");
        &self.data[index * self.rows()..(index + 1) * self.rows()]
    }
}

/// A block of rows.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "npy"), allow(dead_code, reason = "only arrays are of single precision"))]
pub(crate) enum Block<'a> {
    /// Single precision.
    F32(Cells<'a, f32>),
    /// Double precision.
    F64(Cells<'a, f64>),
}
