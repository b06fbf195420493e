//! The first pass: where the points lie, and which of them count.

use super::grid::PointGrid;
use super::source::{PointCounts, PointSource, SourcePoint};
use crate::error::Result;
use crate::pool::map_in_pool;

/// What one pass over the points shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The lowest coordinates of all points that count; +inf where there is none.
    pub(super) min: [f64; 3],
    /// The highest ones; -inf where there is none.
    pub(super) max: [f64; 3],
    pub(super) counts: PointCounts,
}

impl Extent {
    const NONE: Self = Self {
        min: [f64::INFINITY; 3],
        max: [f64::NEG_INFINITY; 3],
        counts: PointCounts {
            points: 0,
            not_finite: 0,
            withheld: 0,
            other_classes: 0,
            outside_box: 0,
            sparse_voxels: 0,
        },
    };

    /// Whether no point counts.
    pub(super) fn is_empty(&self) -> bool {
        self.min[0] > self.max[0]
    }

    fn add(&mut self, point: &SourcePoint, how: &PointGrid) {
        self.counts.points += 1;
        match how.verdict(point) {
            Verdict::Kept => {
                for axis in 0..3 {
                    self.min[axis] = self.min[axis].min(point.position[axis]);
                    self.max[axis] = self.max[axis].max(point.position[axis]);
                }
            }
            Verdict::NotFinite => self.counts.not_finite += 1,
            Verdict::Withheld => self.counts.withheld += 1,
            Verdict::OtherClass => self.counts.other_classes += 1,
        }
    }

    fn join(mut self, other: &Self) -> Self {
        for axis in 0..3 {
            self.min[axis] = self.min[axis].min(other.min[axis]);
            self.max[axis] = self.max[axis].max(other.max[axis]);
        }
        self.counts.points += other.counts.points;
        self.counts.not_finite += other.counts.not_finite;
        self.counts.withheld += other.counts.withheld;
        self.counts.other_classes += other.counts.other_classes;
        self
    }
}

/// Whether a point counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Kept,
    NotFinite,
    Withheld,
    OtherClass,
}

impl PointGrid {
    /// Whether a point counts, and if not, why.
    pub(super) fn verdict(&self, point: &SourcePoint) -> Verdict {
        if !point.position.iter().all(|x| x.is_finite()) {
            return Verdict::NotFinite;
        }
        if point.withheld {
            return Verdict::Withheld;
        }
        match &self.classes {
            Some(classes) if !classes.contains(&point.class) => Verdict::OtherClass,
            _ => Verdict::Kept,
        }
    }
}

/// Reads all points once.
pub(super) fn measure<S: PointSource + ?Sized>(source: &S, how: &PointGrid) -> Result<Extent> {
    let parts = map_in_pool(how.threads, source.part_count(), |part| {
        let mut extent = Extent::NONE;
        source.read_part(part, &mut |point| extent.add(&point, how))?;
        Ok(extent)
    })?;
    Ok(parts.iter().fold(Extent::NONE, |all, part| all.join(part)))
}
