//! Exit codes.

use voxray::{Error, ErrorKind};

/// What the program tells the one that started it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// All done.
    Done = 0,
    /// The command line makes no sense.
    BadUse = 1,
    /// Something could not be read or written.
    BadData = 2,
    /// Ctrl-C.
    Cancelled = 3,
    /// Not enough memory.
    Memory = 4,
    /// A check found a difference.
    CheckFailed = 5,
}

impl ExitCode {
    /// The code of an error.
    pub(crate) fn of(error: &Error) -> Self {
        match error.kind() {
            ErrorKind::Usage => Self::BadUse,
            ErrorKind::Cancelled => Self::Cancelled,
            ErrorKind::Memory => Self::Memory,
            ErrorKind::Check => Self::CheckFailed,
            _ => Self::BadData,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

/// Prints what the parser of the command line says: help on stdout, complaints on stderr.
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    // Nobody to tell if even this cannot be written.
    let _ = error.print();
    if error.use_stderr() { ExitCode::BadUse } else { ExitCode::Done }
}
