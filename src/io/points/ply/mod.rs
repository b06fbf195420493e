//! `.ply` (Turk, the PLY polygon file format, Stanford 1994), as points: its vertices.
//!
//! ```text
//!   header.rs   lines: format, elements, their properties
//!   body.rs     text, or records of either byte order; other elements and lists are passed over
//! ```

mod body;
mod header;

use std::path::Path;

use super::build::build;
use crate::error::{Error, Result};
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

use header::{Form, Header};

/// Loads the vertices of a `.ply` file as points.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = Header::parse(&bytes)?;
    let vertices = header.elements.iter().position(|element| element.name == "vertex");
    let vertices = vertices.ok_or_else(|| {
        Error::input("has no element named vertex, so it holds no points; save the points again")
    })?;
    match header.form {
        Form::Text => build(&body::text(&bytes, &header, vertices)?, "ply", options),
        _ if header.elements[vertices].has_lists() => {
            build(&body::walked(&bytes, &header, vertices)?, "ply", options)
        }
        _ => build(&body::records(&bytes, &header, vertices)?, "ply", options),
    }
}
