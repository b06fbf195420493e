//! What can be told of point clouds.

use clap::Args;
use voxray::io::PointOptions;

/// Which points count.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct PointFlags {
    /// Leaves voxels with fewer points empty (1).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    min_points: Option<u32>,
    /// Keeps only points of these classes, as in 2,6 for ground and buildings.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    classes: Option<Vec<u8>>,
}

impl PointFlags {
    /// The options of the readers.
    pub(crate) fn options(&self) -> PointOptions {
        let told = PointOptions::default();
        PointOptions {
            min_points: self.min_points.unwrap_or(told.min_points),
            classes: self.classes.clone(),
        }
    }
}
