//! Which numbers of a volume are filled.

use std::str::FromStr;

use crate::error::{Error, Result};

/// Labels from the first to the last, both included.
///
/// ```
/// use voxray::io::LabelRange;
/// assert_eq!("3-7".parse::<LabelRange>()?, LabelRange { first: 3, last: 7 });
/// assert_eq!("12".parse::<LabelRange>()?, LabelRange { first: 12, last: 12 });
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LabelRange {
    /// The lowest label, 1 or more.
    pub first: u16,
    /// The highest label.
    pub last: u16,
}

impl FromStr for LabelRange {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = first.trim().parse().ok().zip(last.trim().parse().ok());
        match range {
            Some((first, last)) if 1 <= first && first <= last => Ok(Self { first, last }),
            _ => Err(Error::usage(format!(
                "{text:?} is no label or range of labels; labels are 1 to 65535, as in 3 or 10-20"
            ))),
        }
    }
}

/// How the numbers of a volume are read (`.nrrd`, `.nhdr`, `.mhd`, `.mha`, `.nii`, `.nii.gz`, `.hdr`).
///
/// Where nothing is told, whole numbers are labels, which are materials: 0 is empty, and what can be no label (below 0,
/// above 65535) is empty and counted. Of volumes of fractions, or of numbers that the file scales, all that is not 0 is
/// filled.
///
/// ```
/// use voxray::io::{LoadOptions, VolumeOptions};
/// // Bone in a computed tomography.
/// let volume = VolumeOptions { threshold: Some(300.0), ..VolumeOptions::default() };
/// let options = LoadOptions { volume, ..LoadOptions::default() };
/// # assert_eq!(options.volume.labels, None);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VolumeOptions {
    /// Fills, with one material, every voxel whose value is at least this.
    pub threshold: Option<f64>,
    /// Fills voxels of these labels only, with their label as material.
    pub labels: Option<Vec<LabelRange>>,
}

impl VolumeOptions {
    /// # Errors
    /// Of kind usage, where the options contradict one another or make no sense.
    pub(super) fn check(&self) -> Result<()> {
        if self.threshold.is_some() && self.labels.is_some() {
            return Err(Error::usage(
                "a volume is filled by a threshold (--threshold) or by labels (--labels), not by both; leave one out",
            ));
        }
        if self.threshold.is_some_and(f64::is_nan) {
            return Err(Error::usage("the threshold of a volume is a number; give one"));
        }
        Ok(())
    }

    /// By label, whether it is asked for; none where all are.
    pub(super) fn asked_labels(&self) -> Option<Vec<bool>> {
        let ranges = self.labels.as_ref()?;
        let mut asked = vec![false; 1 << 16];
        for range in ranges {
            let (first, last) = (usize::from(range.first), usize::from(range.last));
            asked.iter_mut().take(last + 1).skip(first).for_each(|label| *label = true);
        }
        Some(asked)
    }
}
