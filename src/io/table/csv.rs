//! A table as comma-separated text (RFC 4180) with a header line.
//!
//! Numbers are the shortest that read back to the same bits; NaN is `nan`, the infinities are `inf` and `-inf`, as `NumPy`
//! reads them.

use std::io::{BufWriter, Write};

use super::column::{ColumnData, TableColumn};
use super::sink::Sink;
use crate::error::Result;
use crate::io::AtomicFile;
use crate::options::Observer;

#[derive(Debug)]
pub(crate) struct CsvSink(BufWriter<AtomicFile>);

impl CsvSink {
    pub(crate) fn new(file: AtomicFile, columns: &[TableColumn]) -> Result<Self> {
        let names: Vec<_> = columns.iter().flat_map(TableColumn::text_names).cloned().collect();
        let mut sink = Self(BufWriter::with_capacity(1 << 16, file));
        let written = writeln!(sink.0, "{}", names.join(","));
        written.map_err(|error| sink.0.get_ref().error(&error))?;
        Ok(sink)
    }
}

impl Sink for CsvSink {
    fn write(&mut self, columns: &[TableColumn], data: &[ColumnData<'_>]) -> Result<()> {
        let rows =
            columns.iter().zip(data).map(|(column, data)| data.len() / column.width()).next();
        let written = (0..rows.unwrap_or(0)).try_for_each(|row| {
            for (i, (column, data)) in columns.iter().zip(data).enumerate() {
                for part in 0..column.width() {
                    if i + part > 0 {
                        self.0.write_all(b",")?;
                    }
                    write_number(&mut self.0, data, row * column.width() + part)?;
                }
            }
            self.0.write_all(b"\n")
        });
        written.map_err(|error| self.0.get_ref().error(&error))
    }

    fn finish(self: Box<Self>, _: &[TableColumn], _: u64, _: Option<&dyn Observer>) -> Result<()> {
        let file = self.0.into_inner();
        file.map_err(|error| error.into_parts())
            .map_err(|(error, unwritten)| unwritten.get_ref().error(&error))?
            .finish()
    }
}

fn write_number(out: &mut impl Write, data: &ColumnData<'_>, index: usize) -> std::io::Result<()> {
    match data {
        ColumnData::U8(data) => write!(out, "{}", data[index]),
        ColumnData::U16(data) => write!(out, "{}", data[index]),
        ColumnData::U32(data) => write!(out, "{}", data[index]),
        ColumnData::I32(data) => write!(out, "{}", data[index]),
        ColumnData::F32(data) if data[index].is_nan() => out.write_all(b"nan"),
        ColumnData::F64(data) if data[index].is_nan() => out.write_all(b"nan"),
        // The form for debugging turns to exponents where the plain one would print hundreds of zeros.
        ColumnData::F32(data) => write!(out, "{:?}", data[index]),
        ColumnData::F64(data) => write!(out, "{:?}", data[index]),
    }
}
