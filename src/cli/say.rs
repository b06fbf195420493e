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

/// Writes lines for people to stdout.
pub(crate) fn show(text: &str) -> Result<()> {
    let lines: Vec<_> = text.split('\n').map(one_line).collect();
    print(&lines.join("\n"))
}

/// Writes a line to stderr.
pub(crate) fn tell(line: &str) {
    // In one piece, so that lines of several threads do not mix.
    let _ = std::io::stderr().write_all(format!("{}\n", one_line(line)).as_bytes());
}

/// A line for people. What the names of files and materials hold does not break it nor steer the terminal.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => line.push(' '),
            letter if letter.is_control() => line.extend(letter.escape_default()),
            letter => line.push(letter),
        }
    }
    line
}

/// Says what is wrong: one line on stderr, whatever the message quotes.
pub(crate) fn complain(message: &str) {
    let parts: Vec<_> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    tell(&format!("voxray: {}", parts.join(" ")));
}
