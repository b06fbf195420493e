//! A table as an .npz archive: one .npy array per column, in a ZIP container without compression (APPNOTE 6.3), so that
//! it is written at the speed of the disk and read in place.
//!
//! Columns grow side by side but stand one after the other in an archive. So each waits in a nameless file of its own
//! beside the target, and is moved over at the end, when the number of rows is known. A column's file is given back as
//! soon as it is moved: the disk holds the data once, and one column twice.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::column::{ColumnData, TableColumn};
use super::sink::Sink;
use crate::error::{Error, Result};
use crate::io::AtomicFile;
use crate::io::npy_header::{RENDERED, render};
use crate::io::place_arrays::{Member, place_members};
use crate::options::Observer;
use crate::scene::Scene;

#[derive(Debug)]
pub(crate) struct NpzSink {
    target: AtomicFile,
    spools: Vec<BufWriter<File>>,
    place: Vec<Member>,
}

impl NpzSink {
    pub(crate) fn new(target: AtomicFile, columns: usize) -> Result<Self> {
        let spool = |_| Ok(BufWriter::with_capacity(1 << 16, target.spool()?));
        let spools = (0..columns).map(spool).collect::<Result<_>>()?;
        Ok(Self { target, spools, place: Vec::new() })
    }
}

impl Sink for NpzSink {
    fn write(&mut self, _: &[TableColumn], data: &[ColumnData<'_>]) -> Result<()> {
        let mut pairs = self.spools.iter_mut().zip(data);
        let written = pairs.try_for_each(|(spool, column)| spool.write_all(column.bytes()));
        written.map_err(|error| self.target.error(&error))
    }

    fn place(&mut self, scene: &Scene) {
        if !scene.georeference().is_empty() {
            self.place = place_members(scene.transform(), scene.georeference());
        }
    }

    fn finish(
        self: Box<Self>,
        columns: &[TableColumn],
        rows: u64,
        observer: Option<&dyn Observer>,
    ) -> Result<()> {
        let Self { mut target, spools, place } = *self;
        let mut latch = Latch::new(&mut target);
        let mut archive = ZipWriter::new(&mut latch);
        let mut moved = Ok(());
        for (spool, column) in spools.into_iter().zip(columns) {
            moved = moved.and_then(|()| move_column(&mut archive, spool, column, rows, observer));
        }
        for member in &place {
            moved = moved.and_then(|()| add_member(&mut archive, member));
        }
        // An archive that is dropped instead would complete itself and speak up where it cannot.
        let completed = archive.finish().map(|_| ());
        let written = latch.error.take().map_or(Ok(()), Err);
        let moved = moved.map_err(|fault| fault.say(&target));
        moved?;
        written.map_err(|error| target.error(&error))?;
        completed.map_err(|error| target.error(&error.into()))?;
        target.finish()
    }
}

/// Why a column was not moved.
enum Fault {
    Disk(io::Error),
    Cancelled,
}

impl Fault {
    fn say(self, target: &AtomicFile) -> Error {
        match self {
            Self::Disk(error) => target.error(&error),
            Self::Cancelled => Error::cancelled(),
        }
    }
}

impl<E: Into<io::Error>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Disk(error.into())
    }
}

/// Adds one array to the archive.
fn move_column(
    archive: &mut ZipWriter<&mut Latch<'_>>,
    spool: BufWriter<File>,
    column: &TableColumn,
    rows: u64,
    observer: Option<&dyn Observer>,
) -> Result<(), Fault> {
    let mut spool = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
    let bytes = spool.stream_position()?;
    spool.rewind()?;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .large_file(bytes + RENDERED as u64 >= u64::from(u32::MAX));
    archive.start_file(format!("{}.npy", column.name), options)?;
    archive.write_all(&render(column.dtype.descr(), &column.shape(rows)))?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        if observer.is_some_and(Observer::is_cancelled) {
            return Err(Fault::Cancelled);
        }
        match spool.read(&mut buffer)? {
            0 => return Ok(()),
            read => archive.write_all(&buffer[..read])?,
        }
    }
}

/// Adds a small array as it is.
fn add_member(
    archive: &mut ZipWriter<&mut Latch<'_>>,
    (name, bytes): &Member,
) -> Result<(), Fault> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    archive.start_file(format!("{name}.npy"), options)?;
    Ok(archive.write_all(bytes)?)
}

/// Writes until the first error, which it keeps; from then on it pretends. The archive prints what goes wrong when it is
/// completed, and a library must not print.
struct Latch<'a> {
    file: &'a mut AtomicFile,
    place: u64,
    end: u64,
    error: Option<io::Error>,
}

impl<'a> Latch<'a> {
    fn new(file: &'a mut AtomicFile) -> Self {
        Self { file, place: 0, end: 0, error: None }
    }

    fn attempt<T>(&mut self, action: impl FnOnce(&mut AtomicFile) -> io::Result<T>) {
        if self.error.is_none() {
            self.error = action(self.file).err();
        }
    }
}

impl Write for Latch<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|file| file.write_all(bytes));
        self.place += bytes.len() as u64;
        self.end = self.end.max(self.place);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Latch<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::Current(distance) => self.place.checked_add_signed(distance),
            SeekFrom::End(distance) => self.end.checked_add_signed(distance),
        };
        self.place = place.ok_or(io::ErrorKind::InvalidInput)?;
        let place = self.place;
        self.attempt(|file| file.seek(SeekFrom::Start(place)));
        Ok(place)
    }
}
