//! Where points come from, and what became of them.

use crate::error::Result;

/// One point of a source.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SourcePoint {
    /// Where it is, in world units; z up.
    pub position: [f64; 3],
    /// What it belongs to, 0 where it was never classified.
    pub class: u8,
    /// Whether the source marks it as not to be used.
    pub withheld: bool,
}

/// Points that can be read more than once, in parts that know nothing of one another.
pub trait PointSource: Sync {
    /// How many parts there are.
    fn part_count(&self) -> usize;

    /// Visits every point of a part (0-based), in the same order each time.
    ///
    /// # Errors
    /// Where the part is damaged.
    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()>;
}

/// Points of a part of a slice.
const PART: usize = 1 << 16;

impl PointSource for [[f64; 3]] {
    fn part_count(&self) -> usize {
        self.len().div_ceil(PART)
    }

    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let points = self.chunks(PART).nth(part).unwrap_or_default();
        points.iter().for_each(|&position| visit(SourcePoint { position, ..Default::default() }));
        Ok(())
    }
}

/// How many points a source has, and why some made no voxel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointCounts {
    /// All points of the source.
    pub points: u64,
    /// Points with a coordinate that is NaN or infinite.
    pub not_finite: u64,
    /// Points that the source marks as withheld.
    pub withheld: u64,
    /// Points of classes that were not asked for.
    pub other_classes: u64,
    /// Points outside of the part that was asked for.
    pub outside_box: u64,
    /// Voxels with fewer points than were asked for.
    pub sparse_voxels: u64,
}
