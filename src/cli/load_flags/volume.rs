//! Flags of volumes (.nrrd, .nhdr, .mhd, .mha, .nii, .nii.gz, .hdr).

use clap::Args;
use voxray::io::{LabelRange, VolumeOptions};

/// Which numbers are filled.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct VolumeFlags {
    /// Fills from this on: values of a volume, or probabilities of an octree with floats (.ot; 0.5).
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) threshold: Option<f64>,
    /// Labels of a volume to fill, as in 1,4,10-20; all where none are given.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = str::parse::<LabelRange>)]
    pub(crate) labels: Option<Vec<LabelRange>>,
}

impl VolumeFlags {
    /// The options of the readers.
    pub(crate) fn options(&self) -> VolumeOptions {
        VolumeOptions { threshold: self.threshold, labels: self.labels.clone() }
    }
}
