//! What can be told of files of certain formats: one file per family of formats, each with a struct of flags that gives
//! the options of its readers.

mod octree;
mod volume;

pub(crate) use octree::OctreeFlags;
pub(crate) use volume::VolumeFlags;
