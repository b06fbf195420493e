//! Exit codes, and what the parser of the command line has to say.

use clap::CommandFactory;
use clap::error::ErrorKind as Complaint;
use voxray::{Error, ErrorKind};

use super::say::complain;

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

/// Prints what the parser of the command line says: help on stdout, or on stderr where no verb is given, and complaints
/// in one line.
pub(crate) fn of_usage<Cli: CommandFactory>(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == Complaint::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nobody to tell if even this cannot be written.
        let _ = error.print();
    } else {
        let first = std::env::args_os().nth(1).unwrap_or_default();
        let verb = first.to_str().filter(|word| is_verb::<Cli>(word));
        let help = verb.map_or_else(String::new, |verb| format!("{verb} "));
        let fault = first_paragraph(&error.render().to_string());
        complain(&format!("{fault}; see voxray {help}--help"));
    }
    if error.use_stderr() { ExitCode::BadUse } else { ExitCode::Done }
}

fn is_verb<Cli: CommandFactory>(word: &str) -> bool {
    Cli::command().find_subcommand(word).is_some()
}

/// What is wrong, without the usage and hints that follow after a blank line.
fn first_paragraph(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let joined = lines.join(" ");
    joined.strip_prefix("error: ").map_or(joined.clone(), str::to_owned)
}
