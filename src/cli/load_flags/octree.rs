//! Flags of octrees (.bt, .ot).

use clap::Args;
use voxray::io::{Free, OctreeOptions, Unknown};

/// What becomes of unknown and free space.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct OctreeFlags {
    /// What unknown voxels of an octree are: empty, solid (as occupied ones) or material (one of their own).
    #[arg(long, value_name = "empty|solid|material", value_parser = str::parse::<Unknown>)]
    pub(crate) unknown: Option<Unknown>,
    /// What free voxels of an octree are: empty or material (one of their own).
    #[arg(long, value_name = "empty|material", value_parser = str::parse::<Free>)]
    pub(crate) free: Option<Free>,
}

impl OctreeFlags {
    /// The options of the reader; `threshold` is a flag of other formats too.
    pub(crate) fn options(&self, threshold: Option<f64>) -> OctreeOptions {
        OctreeOptions {
            unknown: self.unknown.unwrap_or_default(),
            free: self.free.unwrap_or_default(),
            threshold,
        }
    }
}
