//! A box of whole voxels.

use crate::coord::{MAX_COORD, MAX_SIDE, MIN_COORD};
use crate::error::{Error, Result};

/// A box of voxels in grid space: `min` is the first voxel, `max` is one past the last, on each axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GridBox {
    /// The lowest voxel.
    pub min: [i32; 3],
    /// One past the highest voxel.
    pub max: [i32; 3],
}

impl GridBox {
    /// The box from `min` up to, and without, `max`.
    ///
    /// # Errors
    /// Where `max` lies below `min`, a side is longer than 2^17, or a coordinate lies outside [-2^30, 2^30].
    ///
    /// ```
    /// use voxray::GridBox;
    /// let shape = GridBox::new([-4, 0, 0], [4, 8, 2])?;
    /// assert_eq!(shape.sides(), [8, 8, 2]);
    /// assert!(GridBox::new([0, 0, 0], [200_000, 1, 1]).is_err());
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn new(min: [i32; 3], max: [i32; 3]) -> Result<Self> {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let (low, high) = (min[axis], max[axis]);
            if low < MIN_COORD || high > MAX_COORD {
                return Err(Error::input(format!(
                    "the box reaches from {low} to {high} along {name}, beyond the limit of -2^30 to 2^30; move it nearer to the origin"
                )));
            }
            if high < low || i64::from(high) - i64::from(low) > i64::from(MAX_SIDE) {
                return Err(Error::input(format!(
                    "the box is {} voxels long along {name}; a side may have 0 to {MAX_SIDE} (2^17) voxels; cut the scene into parts",
                    i64::from(high) - i64::from(low)
                )));
            }
        }
        Ok(Self { min, max })
    }

    /// The box at the origin with these sides.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_sides(sides: [i32; 3]) -> Result<Self> {
        Self::new([0; 3], sides)
    }

    /// What this box has in common with the part of it that is asked for; all of it where none is.
    ///
    /// # Errors
    /// Where the part is no box, or holds nothing of this one.
    pub(crate) fn part(&self, asked: Option<Self>) -> Result<Self> {
        let Some(asked) = asked else { return Ok(*self) };
        let asked = Self::new(asked.min, asked.max)?;
        let part = asked.intersection(self);
        if part.is_empty() && !self.is_empty() && !asked.is_empty() {
            return Err(Error::usage(format!(
                "the box asked for, {:?} to {:?}, holds nothing of the scene, which spans {:?} to {:?}; ask for a box that meets it",
                asked.min, asked.max, self.min, self.max
            )));
        }
        Ok(part)
    }

    /// The lengths of the sides, in voxels.
    pub fn sides(&self) -> [i32; 3] {
        [0, 1, 2].map(|axis| self.max[axis] - self.min[axis])
    }

    /// The length of the longest side, in voxels.
    pub fn longest_side(&self) -> i32 {
        self.sides().into_iter().max().unwrap_or(0)
    }

    /// Whether it holds no voxel.
    pub fn is_empty(&self) -> bool {
        self.sides().contains(&0)
    }

    /// Whether the voxel lies in it.
    pub fn contains(&self, voxel: [i32; 3]) -> bool {
        (0..3).all(|axis| self.min[axis] <= voxel[axis] && voxel[axis] < self.max[axis])
    }

    /// How many voxels fit in it.
    pub fn volume(&self) -> u64 {
        self.sides().into_iter().map(|side| u64::from(side.unsigned_abs())).product()
    }

    /// The smallest box around both; an empty box adds nothing.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => *other,
            (_, true) => *self,
            _ => Self {
                min: [0, 1, 2].map(|a| self.min[a].min(other.min[a])),
                max: [0, 1, 2].map(|a| self.max[a].max(other.max[a])),
            },
        }
    }

    /// What both have in common; an empty box at `self.min` where that is nothing.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let min = [0, 1, 2].map(|a| self.min[a].max(other.min[a]));
        let max = [0, 1, 2].map(|a| self.max[a].min(other.max[a]));
        if (0..3).all(|a| min[a] < max[a]) {
            Self { min, max }
        } else {
            Self { min: self.min, max: self.min }
        }
    }
}
