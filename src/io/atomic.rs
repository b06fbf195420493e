//! Output files that appear whole or not at all.
//!
//! Invariant: under the target's name there is either what was there before or the complete new file. The data go to a
//! hidden file in the same folder, are brought to the disk, and only then take the name: a rename within a folder is
//! atomic.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};

/// A file that is written beside its target and takes the target's name when it is finished. Dropped before that, it is
/// removed.
///
/// ```
/// use std::io::Write;
/// use voxray::io::AtomicFile;
/// let target = std::env::temp_dir().join(format!("voxray-doc-{}.txt", std::process::id()));
/// let mut file = AtomicFile::create(&target)?;
/// file.write_all(b"all of it")?;
/// assert!(!target.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&target)?, b"all of it");
/// # std::fs::remove_file(&target)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    hidden: PathBuf,
    /// As it was given: the name that messages use.
    given: PathBuf,
    /// Where the file goes: behind symbolic links, so that a link stays one.
    target: PathBuf,
}

/// Writes a file as a whole, through a buffer.
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::finish`], and where `write` fails.
#[cfg(any(feature = "npy", feature = "vox", feature = "binvox", feature = "surface"))]
pub(super) fn write_whole(
    target: &Path,
    write: impl FnOnce(&mut io::BufWriter<AtomicFile>) -> io::Result<()>,
) -> Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 18, AtomicFile::create(target)?);
    let written = write(&mut out).and_then(|()| out.flush());
    written.map_err(|error| out.get_ref().error(&error))?;
    out.into_inner().map_err(|error| Error::output(error.to_string()))?.finish()
}

impl AtomicFile {
    /// Starts a file that will be called `target`.
    ///
    /// # Errors
    /// Of kind [`Output`](crate::ErrorKind::Output) where `target` is a folder or a device, or its folder does not exist
    /// or cannot be written to.
    pub fn create(target: &Path) -> Result<Self> {
        let given = target.to_path_buf();
        let target = resolve(target).map_err(|error| error.at(&given))?;
        // Entered in one piece: a file that no one knows of could not be taken back.
        let mut unfinished = unfinished();
        unfinished.check()?;
        let (file, hidden) = create_hidden(folder_of(&target))
            .map_err(|error| folder_error(folder_of(&target), &error).at(&given))?;
        unfinished.hidden.push(hidden.clone());
        drop(unfinished);
        Ok(Self { file, hidden, given, target })
    }

    /// The name that the file will have, as it was given.
    pub fn path(&self) -> &Path {
        &self.given
    }

    /// Brings the data to the disk and gives the file its name, in place of what had it before.
    ///
    /// # Errors
    /// Of kind [`Output`](crate::ErrorKind::Output) where the disk is full or refuses; nothing is left behind then.
    pub fn finish(self) -> Result<()> {
        let renamed = self.file.sync_all().and_then(|()| fs::rename(&self.hidden, &self.target));
        renamed.map_err(|error| self.error(&error))?;
        // The name lives in the folder, which has to reach the disk too. Some file systems cannot; the data are safe.
        let _ = File::open(folder_of(&self.target)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// What to tell the user when writing fails.
    pub fn error(&self, error: &io::Error) -> Error {
        Error::output(format!(
            "cannot be written ({error}); free space there or name another place"
        ))
        .at(&self.given)
    }

    /// A file without a name in the same folder, for data that wait. It is gone once it is closed, even if the program
    /// is killed.
    #[cfg(feature = "npy")]
    pub(crate) fn spool(&self) -> Result<File> {
        let unfinished = unfinished();
        unfinished.check()?;
        let spool = create_hidden(folder_of(&self.target))
            .and_then(|(file, hidden)| fs::remove_file(hidden).map(|()| file));
        spool.map_err(|error| self.error(&error))
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After finish there is nothing under this name; before, a file that cannot be removed is hidden at least.
        let _ = fs::remove_file(&self.hidden);
        unfinished().hidden.retain(|hidden| *hidden != self.hidden);
    }
}

/// The files that are being written.
struct Unfinished {
    /// Their hidden names.
    hidden: Vec<PathBuf>,
    /// Whether the program is about to end, and no file may be started.
    is_over: bool,
}

impl Unfinished {
    fn check(&self) -> Result<()> {
        if self.is_over { Err(Error::cancelled()) } else { Ok(()) }
    }
}

fn unfinished() -> MutexGuard<'static, Unfinished> {
    static UNFINISHED: Mutex<Unfinished> =
        Mutex::new(Unfinished { hidden: Vec::new(), is_over: false });
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file that is not finished, for a program that is about to end without returning. From then on it is an
/// error to finish one of them, and to start one.
pub fn remove_unfinished() {
    let mut unfinished = unfinished();
    unfinished.is_over = true;
    for hidden in unfinished.hidden.drain(..) {
        // What cannot be removed is hidden at least.
        let _ = fs::remove_file(hidden);
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}

/// Where a file of this name would stand, if a plain file may stand there.
fn resolve(target: &Path) -> Result<PathBuf> {
    if target.file_name().is_none() {
        return Err(Error::output("is a folder, not a file; name a file in it"));
    }
    match fs::metadata(target) {
        Ok(found) if found.is_dir() => {
            Err(Error::output("is a folder, not a file; name a file in it"))
        }
        // Taking the name of a device or a pipe would destroy it.
        Ok(found) if !found.is_file() => {
            Err(Error::output("is a device or a pipe, not a file; name a plain file"))
        }
        Ok(_) => fs::canonicalize(target).map_err(|error| Error::output(error.to_string())),
        Err(_) => Ok(target.to_path_buf()),
    }
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new file whose name is short, whatever the target's, and not in use.
fn create_hidden(folder: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let hidden = folder.join(format!(".voxray-{}-{count}.part", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&hidden) {
            Ok(file) => return Ok((file, hidden)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn folder_error(folder: &Path, error: &io::Error) -> Error {
    let folder = folder.display();
    Error::output(match error.kind() {
        io::ErrorKind::NotFound => {
            format!("the folder {folder} does not exist; create it or name another")
        }
        io::ErrorKind::NotADirectory => format!("{folder} is not a folder; name one"),
        _ => format!("the folder {folder} cannot be written to ({error}); name another"),
    })
}
