//! A table of one column as an .npy array.
//!
//! The header has a fixed length and is written last: before that, the file begins with zeros, which no reader takes for
//! an array.

use std::io::{BufWriter, Seek, Write};

use super::column::{ColumnData, TableColumn};
use super::sink::Sink;
use crate::error::Result;
use crate::io::AtomicFile;
use crate::io::npy_header::{RENDERED, render};
use crate::options::Observer;

#[derive(Debug)]
pub(crate) struct NpySink(BufWriter<AtomicFile>);

impl NpySink {
    pub(crate) fn new(file: AtomicFile) -> Result<Self> {
        let mut file = BufWriter::with_capacity(1 << 16, file);
        file.write_all(&[0; RENDERED]).map_err(|error| file.get_ref().error(&error))?;
        Ok(Self(file))
    }
}

impl Sink for NpySink {
    fn write(&mut self, _: &[TableColumn], data: &[ColumnData<'_>]) -> Result<()> {
        for column in data {
            self.0.write_all(column.bytes()).map_err(|error| self.0.get_ref().error(&error))?;
        }
        Ok(())
    }

    fn finish(
        mut self: Box<Self>,
        columns: &[TableColumn],
        rows: u64,
        _: Option<&dyn Observer>,
    ) -> Result<()> {
        let file = &mut self.0;
        let mut complete = || {
            file.rewind()?;
            columns.iter().try_for_each(|column| {
                file.write_all(&render(column.dtype.descr(), &column.shape(rows)))
            })?;
            file.flush()
        };
        let completed = complete();
        completed.map_err(|error| self.0.get_ref().error(&error))?;
        let file = self.0.into_inner();
        file.map_err(|error| error.into_parts())
            .map_err(|(error, unwritten)| unwritten.get_ref().error(&error))?
            .finish()
    }
}
