//! Who makes a scene of a polygon file: the reader of meshes where it has faces, else that of points.

use std::path::Path;

use super::header::PlyHeader;
#[cfg(feature = "mesh")]
use crate::error::Error;
use crate::error::Result;
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads a `.ply`.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = PlyHeader::parse(&bytes)?;
    #[cfg(feature = "mesh")]
    if header.has_faces() {
        refuse_points(options)?;
        return crate::io::mesh::load_ply(bytes, &header, options);
    }
    load_points(&bytes, &header, options)
}

#[cfg(feature = "points")]
fn load_points(
    bytes: &[u8],
    header: &PlyHeader,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    #[cfg(feature = "mesh")]
    if options.mesh != crate::io::mesh::MeshOptions::default() {
        return Err(Error::usage(
            "has no faces, so it is read as points; --fill, --up and --lod cannot be told of it",
        ));
    }
    crate::io::points::load_ply(bytes, header, options)
}

#[cfg(not(feature = "points"))]
fn load_points(_: &[u8], _: &PlyHeader, _: &LoadOptions) -> Result<(Scene, LoadReport)> {
    Err(Error::input("has no faces, so it is no mesh; save it with its faces"))
}

#[cfg(all(feature = "mesh", feature = "points"))]
fn refuse_points(options: &LoadOptions) -> Result<()> {
    if options.points == crate::io::points::PointOptions::default() {
        return Ok(());
    }
    Err(Error::usage("has faces, so it is read as a mesh; what points count cannot be told of it"))
}

#[cfg(all(feature = "mesh", not(feature = "points")))]
fn refuse_points(_: &LoadOptions) -> Result<()> {
    Ok(())
}
