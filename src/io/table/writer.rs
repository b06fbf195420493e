//! The table writer: checks the blocks and hands them to the format.

use std::path::{Path, PathBuf};

use super::column::{ColumnData, TableColumn};
#[cfg(feature = "csv")]
use super::csv::CsvSink;
use super::sink::Sink;
#[cfg(feature = "npy")]
use super::{npy::NpySink, npz::NpzSink};
use crate::error::{Error, Result};
use crate::io::AtomicFile;
use crate::options::Observer;
use crate::scene::Scene;

/// Writes a table of named columns, block after block:
///
/// - `.npz`: one array per column, of shape (n,) or (n, width), to be read with `numpy.load`;
/// - `.npy`: the array of the only column;
/// - `.csv`: text with a header line.
///
/// The file appears when it is finished; dropped before that, it leaves nothing.
///
/// ```
/// use voxray::io::{ColumnData, Dtype, TableColumn, TableWriter};
/// # let path = std::env::temp_dir().join(format!("voxray-doc-table-{}.csv", std::process::id()));
/// let columns = vec![
///     TableColumn::scalar("visible", Dtype::U8),
///     TableColumn::vector("voxel", Dtype::I32, &["voxel_x", "voxel_y", "voxel_z"]),
/// ];
/// let mut table = TableWriter::create(&path, columns, None)?;
/// table.write(&[ColumnData::U8(&[1, 0]), ColumnData::I32(&[3, 4, 5, -6, 7, 8])])?;
/// table.finish()?;
/// let text = std::fs::read_to_string(&path)?;
/// assert_eq!(text, "visible,voxel_x,voxel_y,voxel_z\n1,3,4,5\n0,-6,7,8\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    columns: Vec<TableColumn>,
    /// How many rows there should be.
    expected: Option<u64>,
    written: u64,
    /// Whether a block was lost: the columns may differ in length then, and the file must never appear.
    is_broken: bool,
    sink: Box<dyn Sink>,
}

impl TableWriter {
    /// Starts a table. Where `rows` is given, so many must have been written when it is finished.
    ///
    /// # Errors
    /// Of kind [`Usage`](crate::ErrorKind::Usage) where the name does not end in a format, or there is not exactly one
    /// column for `.npy`; of kind [`Output`](crate::ErrorKind::Output) where the file cannot be written.
    pub fn create(path: &Path, columns: Vec<TableColumn>, rows: Option<u64>) -> Result<Self> {
        let sink = open_sink(path, &columns).map_err(|error| error.at(path))?;
        Ok(Self {
            path: path.to_path_buf(),
            columns,
            expected: rows,
            written: 0,
            is_broken: false,
            sink,
        })
    }

    /// The name that the file will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the next rows: one block per column, in the order of the columns, all of the same number of rows.
    ///
    /// # Errors
    /// Of kind [`Usage`](crate::ErrorKind::Usage) where the blocks do not fit the columns, of kind
    /// [`Output`](crate::ErrorKind::Output) where the disk is full or refuses.
    pub fn write(&mut self, data: &[ColumnData<'_>]) -> Result<()> {
        let rows = self.check(data).map_err(|error| error.at(&self.path))?;
        let written = self.sink.write(&self.columns, data);
        self.is_broken |= written.is_err();
        written?;
        self.written += rows as u64;
        Ok(())
    }

    /// Says in the file where the scene lies that the rows are of: an `.npz` then has the members `scene_crs`,
    /// `scene_axes` (text), `scene_origin` and `scene_voxel_size` (f64 x 3). Nothing where the scene's own file said
    /// nothing of the earth, or where the format has no room for it (`.npy`, `.csv`).
    pub fn place(&mut self, scene: &Scene) {
        self.sink.place(scene);
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// Where the disk is full or refuses, or there are not as many rows as were announced; nothing is left behind then.
    pub fn finish(self) -> Result<()> {
        self.complete(None)
    }

    /// As [`finish`](Self::finish), asking `observer` whether to stop: large archives take a while.
    ///
    /// # Errors
    /// As there, and of kind [`Cancelled`](crate::ErrorKind::Cancelled).
    pub fn finish_observed(self, observer: &dyn Observer) -> Result<()> {
        self.complete(Some(observer))
    }

    fn complete(self, observer: Option<&dyn Observer>) -> Result<()> {
        let written = self.written;
        match self.expected {
            _ if self.is_broken => {
                Err(Error::output("some rows could not be written; nothing was kept")
                    .at(&self.path))
            }
            Some(expected) if expected != written => Err(Error::usage(format!(
                "{written} rows were written, but {expected} were announced"
            ))
            .at(&self.path)),
            _ => self.sink.finish(&self.columns, written, observer),
        }
    }

    /// How many rows the blocks have.
    fn check(&self, data: &[ColumnData<'_>]) -> Result<usize> {
        let fits = |(column, data): (&TableColumn, &ColumnData<'_>)| {
            column.dtype == data.dtype() && data.len().is_multiple_of(column.width())
        };
        let mut rows = self.columns.iter().zip(data).map(|(c, data)| data.len() / c.width());
        let first = rows.next().unwrap_or(0);
        if data.len() == self.columns.len()
            && self.columns.iter().zip(data).all(fits)
            && rows.all(|rows| rows == first)
        {
            return Ok(first);
        }
        let names: Vec<_> = self.columns.iter().map(|column| column.name.as_str()).collect();
        Err(Error::usage(format!(
            "a block must have equally many rows, of the right type, for each of the columns {}",
            names.join(", ")
        )))
    }
}

/// Starts the file in the format that its ending names.
fn open_sink(path: &Path, columns: &[TableColumn]) -> Result<Box<dyn Sink>> {
    if columns.is_empty() {
        return Err(Error::usage("there are no columns to write; ask for one at least"));
    }
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        #[cfg(feature = "npy")]
        Some("npz") => Ok(Box::new(NpzSink::new(AtomicFile::create(path)?, columns.len())?)),
        #[cfg(feature = "npy")]
        Some("npy") if columns.len() > 1 => Err(Error::usage(format!(
            "an .npy file holds one column, not {}; write .npz or .csv instead",
            columns.len()
        ))),
        #[cfg(feature = "npy")]
        Some("npy") => Ok(Box::new(NpySink::new(AtomicFile::create(path)?)?)),
        #[cfg(feature = "csv")]
        Some("csv") => Ok(Box::new(CsvSink::new(AtomicFile::create(path)?, columns)?)),
        _ => Err(Error::usage(format!(
            "results are written to .npz, .npy or .csv; this build writes {WRITABLE}"
        ))),
    }
}

const WRITABLE: &str = match (cfg!(feature = "npy"), cfg!(feature = "csv")) {
    (true, true) => "all three",
    (true, false) => "only .npz and .npy",
    (false, _) => "only .csv",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::io::Dtype;

    /// A disk that is full for a moment.
    #[derive(Debug)]
    struct Full;

    impl Sink for Full {
        fn write(&mut self, _: &[TableColumn], _: &[ColumnData<'_>]) -> Result<()> {
            Err(Error::output("full"))
        }

        fn finish(
            self: Box<Self>,
            _: &[TableColumn],
            _: u64,
            _: Option<&dyn Observer>,
        ) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn table_that_lost_a_block_is_never_finished() {
        let mut table = TableWriter {
            path: "lost.npz".into(),
            columns: vec![TableColumn::scalar("face", Dtype::U8)],
            expected: None,
            written: 0,
            is_broken: false,
            sink: Box::new(Full),
        };
        table.write(&[ColumnData::U8(&[1])]).expect_err("a full disk");
        let error = table.finish().expect_err("a block is missing");
        assert_eq!(error.kind(), ErrorKind::Output, "{error}");
    }
}
