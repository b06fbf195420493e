//! What became of a ray.

use super::work::WalkWork;

/// What became of a ray; the number is the one in the `status` column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// It left the box without a hit.
    Escaped = 0,
    /// It entered a filled voxel through a face.
    Hit = 1,
    /// It starts within a filled voxel; `t_hit` is its start, and there is no face.
    Inside = 2,
    /// It ended at `t_far`, within the box, without a hit.
    Clear = 3,
    /// It does not meet the box within its range.
    Outside = 4,
    /// It would need more than `max_steps` steps.
    Budget = 5,
    /// Its numbers are no ray: a NaN, an infinite origin or direction, a zero direction, a negative `t_near`.
    Invalid = 255,
}

impl Status {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Escaped,
        Self::Hit,
        Self::Inside,
        Self::Clear,
        Self::Outside,
        Self::Budget,
        Self::Invalid,
    ];

    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Escaped => "escaped",
            Self::Hit => "hit",
            Self::Inside => "inside",
            Self::Clear => "clear",
            Self::Outside => "outside",
            Self::Budget => "budget",
            Self::Invalid => "invalid",
        }
    }

    /// The status with this number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&status| status as u8 == number)
    }

    /// Whether the row has a `t_hit`.
    pub fn is_hit(self) -> bool {
        matches!(self, Self::Hit | Self::Inside)
    }
}

/// How many invalid rays a summary names.
pub const NAMED_INVALID: usize = 16;

/// How many rays of a batch ended how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CastSummary {
    counts: [u64; 7],
    invalid: Vec<u64>,
    work: WalkWork,
}

impl CastSummary {
    /// Rays that ended with this status.
    pub fn count(&self, status: Status) -> u64 {
        self.counts[slot(status)]
    }

    /// All rays.
    pub fn rays(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Rays that hit something: [`Status::Hit`] and [`Status::Inside`].
    pub fn hits(&self) -> u64 {
        self.count(Status::Hit) + self.count(Status::Inside)
    }

    /// The lowest indices of invalid rays, at most [`NAMED_INVALID`].
    pub fn invalid_indices(&self) -> &[u64] {
        &self.invalid
    }

    /// What the fast walk did.
    pub fn work(&self) -> &WalkWork {
        &self.work
    }

    /// Counts the ray `index`. Indices come in rising order.
    #[inline]
    pub fn add(&mut self, status: Status, index: u64) {
        self.counts[slot(status)] += 1;
        if status == Status::Invalid && self.invalid.len() < NAMED_INVALID {
            self.invalid.push(index);
        }
    }

    /// Counts `rays` of them at once; invalid ones are counted one by one, since their indices are kept.
    #[inline]
    pub(crate) fn add_many(&mut self, status: Status, rays: u32) {
        self.counts[slot(status)] += u64::from(rays);
    }

    /// Adds what the fast walk did.
    pub fn add_work(&mut self, work: WalkWork) {
        self.work.add(work);
    }

    /// Adds the summary of the rays from `offset` on, which follow those counted here.
    pub fn append(&mut self, later: &Self, offset: u64) {
        self.counts.iter_mut().zip(later.counts).for_each(|(sum, count)| *sum += count);
        let room = NAMED_INVALID - self.invalid.len();
        self.invalid.extend(later.invalid.iter().take(room).map(|index| index + offset));
        self.work.add(later.work);
    }
}

#[inline]
fn slot(status: Status) -> usize {
    if status == Status::Invalid { 6 } else { status as usize }
}
