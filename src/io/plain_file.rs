//! Opens files for reading, and only files: a pipe or a device would block, or never end.

use std::fs::{self, File};
use std::path::Path;

use crate::error::{Error, Result};

/// Opens a plain file.
///
/// # Errors
/// Where there is none of this name, or it cannot be read.
pub(crate) fn open_plain(path: &Path) -> Result<File> {
    let unreadable = |error: std::io::Error| {
        Error::input(match error.kind() {
            std::io::ErrorKind::NotFound => "does not exist; check the name".to_string(),
            _ => format!("cannot be read ({error})"),
        })
    };
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(Error::input("is not a plain file; name one"));
    }
    File::open(path).map_err(unreadable)
}
