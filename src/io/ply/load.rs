//! Who reads a polygon file: the reader of meshes where it has faces, else that of points.

#[cfg(not(feature = "mesh"))]
pub(in crate::io) use crate::io::points::load_ply as load;

#[cfg(all(feature = "mesh", not(feature = "points")))]
pub(in crate::io) use crate::io::mesh::load_ply as load;

#[cfg(all(feature = "mesh", feature = "points"))]
pub(in crate::io) use both::load;

#[cfg(all(feature = "mesh", feature = "points"))]
mod both {
    use std::io::Read;
    use std::path::Path;

    use crate::error::{Error, Result};
    use crate::io::mesh::{MeshOptions, load_ply as load_mesh};
    use crate::io::options::{LoadOptions, LoadReport};
    use crate::io::plain_file::open_plain;
    use crate::io::ply::PlyHeader;
    use crate::io::points::{PointOptions, load_ply as load_points};
    use crate::scene::Scene;

    /// Bytes in which a header ends that tells of faces.
    const LONGEST: u64 = 1 << 16;

    /// Loads a `.ply`.
    pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
        let mut head = Vec::new();
        let read = open_plain(path)?.take(LONGEST).read_to_end(&mut head);
        read.map_err(|error| Error::input(format!("cannot be read ({error})")))?;
        let has_faces = PlyHeader::parse(&head).is_ok_and(|header| header.has_faces());
        let told_of_points = options.points != PointOptions::default();
        let told_of_meshes = options.mesh != MeshOptions::default();
        match has_faces {
            true if told_of_points => Err(Error::usage(
                "has faces, so it is read as a mesh; what points count cannot be told of it",
            )),
            false if told_of_meshes => Err(Error::usage(
                "has no faces, so it is read as points; --fill, --up and --lod cannot be told of it",
            )),
            true => load_mesh(path, options),
            false => load_points(path, options),
        }
    }
}
