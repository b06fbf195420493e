//! What can be told of files of certain formats: one file per family of formats, each with a struct of flags that gives
//! the options of its readers.

mod blocks;
mod mesh;
mod points;
mod terrain;

pub(crate) use blocks::BlockFlags;
pub(crate) use mesh::MeshFlags;
pub(crate) use points::PointFlags;
pub(crate) use terrain::TerrainFlags;
