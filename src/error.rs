//! What can go wrong, as one sentence that names the place and the remedy.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// The kinds of error, for callers that act on them; each maps to one exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An option or argument that makes no sense.
    Usage,
    /// A file or array that is damaged, unsupported or beyond a limit.
    Input,
    /// A result that could not be written.
    Output,
    /// The cancel hook said stop.
    Cancelled,
    /// More memory would be needed than there is or than is allowed.
    Memory,
    /// A comparison that was asked for found a difference.
    Check,
}

/// An error: its kind, one sentence, and the file it is about, if any.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    path: Option<PathBuf>,
}

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of `kind` that says `message`: a sentence without its full stop.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), path: None }
    }

    /// Bad input.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// Bad use.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// Output that cannot be written.
    pub fn output(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Output, message)
    }

    /// The job was cancelled.
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "cancelled")
    }

    /// Too little memory.
    pub fn memory(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Memory, message)
    }

    /// The same error, said of a file. The innermost file stays.
    #[must_use]
    pub fn at(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.to_path_buf());
        self
    }

    /// What kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The file it is about.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", shown(&path.to_string_lossy()))?;
        }
        f.write_str(&shown(&self.message))
    }
}

/// A text for people, whatever a file or its name holds: what would steer a terminal is written out (`\u{1b}`), and what
/// would break the line is a blank.
fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => shown.push(' '),
            letter if letter.is_control() => shown.extend(letter.escape_default()),
            letter => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::input(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        let error =
            Error::input("no material \u{1b}[31m\u{9b}m").at(Path::new("a\u{1b}]0;b\nc.obj"));
        assert_eq!(
            error.to_string(),
            r"a\u{1b}]0;b c.obj: no material \u{1b}[31m\u{9b}m",
            "the path and the message"
        );
        assert_eq!(Error::usage("Größe").to_string(), "Größe", "letters stay");
    }
}
