//! LAS (ASPRS specification 1.0 to 1.4 R15, 2019) and LAZ, the same records compressed (Isenburg 2013).
//!
//! ```text
//!   header | variable length records (coordinate system, compression) | points
//!   .las   points = records, one after the other
//!   .laz   points = where the chunk table is | chunks, each by itself | chunk table
//! ```
//!
//! A position is X * scale + offset, worked out once in f64 from whole numbers, so that eastings and northings of millions
//! keep every digit. Withheld points are passed over and counted, as the specification asks.

mod header;
mod laz;
mod reference;
mod source;

use std::path::Path;

use crate::error::{Error, Result};
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads a `.las` or `.laz` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = header::Header::parse(&bytes)?;
    let crs = reference::name(&header);
    if reference::is_geographic(&header) && options.voxel_size.is_none() {
        return Err(Error::input(
            "is in degrees, of which no cubes can be made; bring it to a projected system, or say how large a voxel is along x, y and z (--voxel-size)",
        ));
    }
    let compressed = header.compressed;
    let source = source::LasSource::new(&bytes, header)?;
    super::build::build_in(&source, if compressed { "laz" } else { "las" }, crs, options)
}
