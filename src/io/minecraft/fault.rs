//! What is wrong with a part of a file: a reason that is counted, and a sentence.
//!
//! A world of many chunks goes on without those that are damaged, and says how many there were of each reason; a file of
//! one piece, or a world without a sound chunk, ends in the sentence.

use std::io;

use crate::error::Error;

/// A result whose error may be passed over.
pub(super) type Sound<T> = Result<T, Fault>;

/// What is wrong.
#[derive(Debug)]
pub(super) struct Fault {
    /// The kind of damage, as it is counted.
    pub(super) reason: &'static str,
    /// The place and what is wrong there, without a full stop.
    pub(super) message: String,
}

/// The end of the bytes comes too early.
pub(super) const CUT_SHORT: &str = "cut short";
/// What unpacks the bytes cannot.
pub(super) const NOT_UNPACKED: &str = "that cannot be unpacked";
/// The bytes unpack, but do not say what they should.
pub(super) const DAMAGED: &str = "with damaged data";

/// They unpack to more than is taken.
pub(super) const TOO_MUCH: &str = "that unpack to too much";
/// Their bytes were another's already.
pub(super) const SHARED: &str = "that share sectors with another";

impl Fault {
    pub(super) fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }

    /// Bytes that do not say what they should.
    pub(super) fn damaged(message: impl Into<String>) -> Self {
        Self::new(DAMAGED, message)
    }

    /// The bytes end at `at`, within a field.
    pub(super) fn cut_short(at: u64, field: &str) -> Self {
        Self::new(
            CUT_SHORT,
            format!(
                "is cut short: its data ends at byte {at}, within {}; copy it again",
                shown(field)
            ),
        )
    }

    /// What reading at byte `at`, within a field, failed with.
    pub(super) fn of_reading(error: &io::Error, at: u64, field: &str) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return Self::cut_short(at, field);
        }
        Self::new(
            NOT_UNPACKED,
            format!(
                "cannot be unpacked past byte {at}, within {} ({error}); copy it again",
                shown(field)
            ),
        )
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::input(fault.message)
    }
}

/// A name from a file as it can stand in a sentence: no line breaks, not without end.
pub(super) fn shown(name: &str) -> String {
    let short: String = name.chars().take(80).flat_map(char::escape_default).collect();
    if name.chars().nth(80).is_some() { format!("{short}...") } else { short }
}
