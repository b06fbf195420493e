//! Where text goes that is asked for beside the results: nowhere, stdout or a file.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use voxray::io::AtomicFile;
use voxray::{Error, Result};

use super::say::print;

/// Where a text goes. A file is opened before the work starts: not hours later it turns out that it cannot be.
#[derive(Debug)]
pub(crate) enum TextOutput {
    Nowhere,
    Stdout,
    File(AtomicFile),
}

impl TextOutput {
    /// Opens what a flag names: a file, or stdout with `-`.
    pub(crate) fn open(to: Option<&str>) -> Result<Self> {
        match to {
            None => Ok(Self::Nowhere),
            Some("-") => Ok(Self::Stdout),
            Some(path) => Self::create(Path::new(path)),
        }
    }

    /// Opens a file, whatever its name.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        Ok(Self::File(AtomicFile::create(path)?))
    }

    /// The file that a flag names, if it names one.
    pub(crate) fn named(to: Option<&str>) -> Option<&Path> {
        to.filter(|&to| to != "-").map(Path::new)
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Writes the text, which is made only if it is wanted.
    pub(crate) fn write(self, text: impl FnOnce() -> Result<String>) -> Result<()> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Stdout => print(&text()?),
            Self::File(mut file) => {
                let written = file.write_all(text()?.as_bytes());
                written.map_err(|error| file.error(&error))?;
                file.finish()
            }
        }
    }
}

/// JSON text with a newline at its end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        Error::output(format!("the figures cannot be written as JSON: {error}"))
    })?;
    Ok(text + "\n")
}
