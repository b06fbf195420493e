//! Where the numbers of a volume are, and how they are written there.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Raw,
    /// zlib or gzip: the first bytes tell which.
    Deflate,
    Bzip2,
    /// Decimal numbers with blanks between them.
    Text,
    /// Two hexadecimal digits a byte.
    Hex,
}

impl Coding {
    /// Whether numbers must be unpacked before any of them can be read.
    pub(super) fn is_packed(self) -> bool {
        matches!(self, Self::Deflate | Self::Bzip2)
    }
}

/// Where the numbers start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// At this byte, after so many lines from there.
    Byte { byte: u64, lines: u64 },
    /// As many bytes before the end as there are numbers.
    FromEnd,
}

/// A source of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) coding: Coding,
    pub(super) start: Start,
    /// Bytes from the start to the numbers, counted once they are unpacked.
    pub(super) skip: u64,
}

impl Source {
    /// The numbers that stand in a file from `byte` on.
    pub(super) fn at(path: &Path, byte: u64, coding: Coding) -> Self {
        Self { path: path.to_path_buf(), coding, start: Start::Byte { byte, lines: 0 }, skip: 0 }
    }
}

/// The file of this name beside the header. A header may not lead anywhere else.
///
/// # Errors
/// Where the name is more than a name, or stands for several files.
pub(super) fn beside(header: &Path, name: &str) -> Result<PathBuf> {
    let is_name = !name.is_empty()
        && name != "."
        && name != ".."
        && !name.contains(['/', '\\', ':', '\0'])
        && Path::new(name).file_name().is_some_and(|only| only == name);
    let shown: String = name.chars().take(80).collect();
    if !is_name {
        return Err(Error::input(format!(
            "its numbers are said to be in {shown:?}; only a file in the same folder is read, so move it there and correct the header"
        )));
    }
    if name.contains('%') || name.starts_with("LIST") {
        return Err(Error::input(format!(
            "its numbers are said to be in several files ({shown:?}); one file can be read, so save the volume as one"
        )));
    }
    Ok(header.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_leads_to_its_own_folder_only() {
        let header = Path::new("scans/head.mhd");
        assert_eq!(beside(header, "head.raw").ok(), Some("scans/head.raw".into()), "a name");
        for name in ["", ".", "..", "../a.raw", "/etc/passwd", "a/b.raw", "..\\a", "C:a", "a/"] {
            let error = beside(header, name).expect_err(name).to_string();
            assert!(error.contains("same folder"), "{error}");
        }
        for name in ["slice%03d.raw", "LIST", "LIST 2"] {
            let error = beside(header, name).expect_err(name).to_string();
            assert!(error.contains("several files"), "{error}");
        }
    }
}
