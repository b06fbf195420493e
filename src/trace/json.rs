//! The JSON of a trace, whose keys stand in the head of the module.

use serde::{Serialize, Serializer};

use super::Trace;
use crate::batch::Status;
use crate::error::{Error, Result};
use crate::face::Face;

/// The names of the axes.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

impl Trace {
    /// All that is known, as JSON.
    ///
    /// # Errors
    /// Where it cannot be written as JSON.
    pub fn to_json(&self) -> Result<String> {
        to_text(serde_json::to_string_pretty(self)).map(|text| text + "\n")
    }
}

/// The text, or an error of this crate.
pub(super) fn to_text(text: serde_json::Result<String>) -> Result<String> {
    text.map_err(|error| Error::output(format!("the trace is no JSON: {error}")))
}

pub(super) fn status<S: Serializer>(status: &Status, to: S) -> Result<S::Ok, S::Error> {
    status.name().serialize(to)
}

pub(super) fn face<S: Serializer>(face: &Option<Face>, to: S) -> Result<S::Ok, S::Error> {
    face.map(Face::name).serialize(to)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "so it is called")]
pub(super) fn axis<S: Serializer>(axis: &usize, to: S) -> Result<S::Ok, S::Error> {
    AXES[*axis].serialize(to)
}
