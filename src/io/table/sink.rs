//! What a file format does with blocks of columns.

use std::fmt::Debug;

use super::column::{ColumnData, TableColumn};
use crate::error::Result;
use crate::options::Observer;
use crate::scene::Scene;

/// One file that is being written. The blocks have been checked: as many columns as there are, of their types and widths,
/// all of the same number of rows.
pub(crate) trait Sink: Debug + Send {
    /// Writes the next rows.
    fn write(&mut self, columns: &[TableColumn], data: &[ColumnData<'_>]) -> Result<()>;

    /// Says where the scene lies, in formats that have room for it.
    fn place(&mut self, _: &Scene) {}

    /// Completes the file, which has `rows` rows, and gives it its name.
    fn finish(
        self: Box<Self>,
        columns: &[TableColumn],
        rows: u64,
        observer: Option<&dyn Observer>,
    ) -> Result<()>;
}
