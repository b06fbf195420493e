//! What the program says: results on stdout; progress, summaries and complaints on stderr.
//!
//! Invariant: that nobody listens is no fault. A reader of stdout that has gone away has read enough, and what stderr
//! does not take is not told; `println!` and `eprintln!` would panic instead.

use std::io::Write;

use voxray::{Error, Result};

/// Writes text to stdout.
pub(crate) fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::output(format!("stdout cannot be written to: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to stderr.
pub(crate) fn tell(line: &str) {
    // In one piece, so that lines of several threads do not mix.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Says what is wrong: one line on stderr, whatever the message quotes.
pub(crate) fn complain(message: &str) {
    let parts: Vec<_> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    tell(&format!("voxray: {}", parts.join(" ")));
}
