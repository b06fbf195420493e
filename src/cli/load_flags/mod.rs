//! What can be told of files of certain formats: one file per family of formats, each with a struct of flags that gives
//! the options of its readers.

mod blocks;
mod mesh;
mod octree;
mod points;
mod terrain;
mod volume;

pub(crate) use blocks::BlockFlags;
pub(crate) use mesh::MeshFlags;
pub(crate) use octree::OctreeFlags;
pub(crate) use points::PointFlags;
pub(crate) use terrain::TerrainFlags;
pub(crate) use volume::VolumeFlags;
