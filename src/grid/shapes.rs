//! The exact shapes of bricks that are more than voxels: up to 8 axis-aligned boxes each.
//!
//! ```text
//!   per occupancy word:   0                                the brick is its voxels
//!                         first << 5 | exact << 4 | count   the brick is boxes[first .. first + count]
//!   per box:              low and high x, y, z, in voxels from the brick's lower corner, 0 ..= 4
//! ```
//!
//! The word of such a brick is a *cover*: it holds every voxel that a box has a part of. So whatever meets a box meets a
//! filled voxel first, and bricks that are nothing but voxels cost nothing. Where the cover is all that the boxes are
//! (*exact*: all bounds are whole), its voxels are hit as the boxes are, and the boxes are only asked of rays that start there.
//!
//! Invariant: every entry lies in the table of boxes, and every box has `0 <= low < high <= 4` on each axis.

#[cfg(any(test, feature = "vxr"))]
use std::collections::HashMap;

use super::ChunkGrid;
use crate::error::{Error, Result};
use crate::memory::Table;

/// The most boxes of a brick.
pub const MAX_BOXES: usize = 8;

/// A box in a brick: its low and its high plane on each axis, in voxels from the brick's lower corner.
pub type BoxBounds = [[f32; 2]; 3];

/// The bits of an entry that count its boxes.
pub const COUNT: u32 = 15;
/// In an entry: the word is all that the boxes are.
pub const EXACT: u32 = 1 << 4;
/// How far up the index of the first box stands.
pub const FIRST_SHIFT: u32 = 5;
/// The most boxes in the table: their indices share 31 bits with what else is kept of a hit.
const MAX_TABLE: usize = (1 << 26) - 1;

/// The exact shapes of a grid's bricks.
#[derive(Debug, Clone)]
pub struct Shapes {
    of_word: Table<u32>,
    boxes: Table<BoxBounds>,
    all_exact: bool,
}

/// Where the boxes of one shape stand in the table; none for a brick that is its voxels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShapeEntry(u32);

impl ShapeEntry {
    /// The brick is its voxels.
    pub const VOXELS: Self = Self(0);

    /// The shape of these boxes, which are added to the table.
    ///
    /// # Errors
    /// Where there are more than [`MAX_BOXES`], the table is full, or one is no box within a brick.
    pub(crate) fn push(boxes: &[BoxBounds], table: &mut Vec<BoxBounds>) -> Result<Self> {
        if let Some(bad) = boxes.iter().find(|bounds| !is_box(bounds)) {
            return Err(Error::input(format!(
                "{bad:?} is no box in a brick: the low bounds lie below the high ones, all between 0 and 4"
            )));
        }
        if boxes.len() > MAX_BOXES || table.len() + boxes.len() > MAX_TABLE {
            return Err(Error::input(format!(
                "a shape of {} boxes after {} others: a shape has at most {MAX_BOXES} boxes, all shapes at most {MAX_TABLE}",
                boxes.len(),
                table.len()
            )));
        }
        #[allow(clippy::cast_possible_truncation, reason = "both are below their limits")]
        let [first, count] = [table.len() as u32, boxes.len() as u32];
        table.extend_from_slice(boxes);
        let exact = if boxes.iter().all(is_whole) { EXACT } else { 0 };
        Ok(Self(if boxes.is_empty() { 0 } else { first << FIRST_SHIFT | exact | count }))
    }
}

impl Shapes {
    /// The shapes of the bricks of `grid`, each asked of `entry` with the brick's lower corner (local); none where all
    /// bricks are voxels.
    pub(crate) fn of_grid(
        grid: &ChunkGrid,
        boxes: Vec<BoxBounds>,
        mut entry: impl FnMut([i32; 3]) -> ShapeEntry,
    ) -> Option<Self> {
        let mut of_word = vec![0; grid.words().len()];
        grid.for_each_brick(|corner, word| of_word[word] = entry(corner).0);
        let any = of_word.iter().any(|&entry| entry != 0);
        any.then(|| Self::of_tables(of_word.into(), boxes.into()))
    }

    /// The shapes of a part of the grid `whole`, which these belong to; its bricks are bricks of the whole.
    #[cfg(any(test, feature = "vxr"))]
    pub(crate) fn of_part(&self, whole: &ChunkGrid, part: &ChunkGrid) -> Option<Self> {
        let offset = [0, 1, 2].map(|axis| part.bounds().min[axis] - whole.bounds().min[axis]);
        let entry = |corner: [i32; 3]| {
            let word = whole.word_index([0, 1, 2].map(|axis| corner[axis] + offset[axis]));
            ShapeEntry(word.and_then(|word| self.of_word.get(word)).copied().unwrap_or(0))
        };
        Self::of_grid(part, self.boxes.to_vec(), entry)
    }

    /// The first word that is not the cover of its boxes. Few shapes make many bricks.
    #[cfg(any(test, feature = "vxr"))]
    fn first_without_cover(&self, words: &[u64]) -> Option<usize> {
        let mut covers = HashMap::new();
        self.of_word.iter().zip(words).enumerate().position(|(at, (&entry, &word))| {
            entry != 0 && word != *covers.entry(entry).or_insert_with(|| cover(self.boxes_of(at)))
        })
    }

    fn of_tables(of_word: Table<u32>, boxes: Table<BoxBounds>) -> Self {
        let all_exact = of_word.iter().all(|&entry| entry == 0 || entry & EXACT != 0);
        Self { of_word, boxes, all_exact }
    }

    /// The shapes of these tables, as a file holds them, for a grid with these occupancy words.
    ///
    /// # Errors
    /// Where an entry points past the boxes, a box is not one, or a word is not the cover of its boxes.
    #[cfg(any(test, feature = "vxr"))]
    pub(crate) fn from_tables(
        of_word: Table<u32>,
        boxes: Table<BoxBounds>,
        words: &[u64],
    ) -> Result<Self> {
        if of_word.len() != words.len() || boxes.len() > MAX_TABLE {
            return Err(Error::input(
                "the table of shapes does not fit the occupancy words; the file is damaged",
            ));
        }
        let beyond = |&entry: &u32| {
            let [first, count] = split(entry);
            let of = boxes.get(first..first + count);
            let is_none = count == 0 && entry != 0;
            is_none
                || count > MAX_BOXES
                || of.is_none_or(|of| of.iter().all(is_whole) != (entry & EXACT != 0))
        };
        if let Some(word) = of_word.iter().position(beyond) {
            return Err(Error::input(format!(
                "the shape of brick {word} is damaged; make the file again"
            )));
        }
        if let Some(at) = boxes.iter().position(|bounds| !is_box(bounds)) {
            return Err(Error::input(format!(
                "box {at} of the shapes is none; make the file again"
            )));
        }
        let shapes = Self::of_tables(of_word, boxes);
        match shapes.first_without_cover(words) {
            None => Ok(shapes),
            Some(word) => Err(Error::input(format!(
                "the voxels of brick {word} are not those that its shape has a part of; make the file again"
            ))),
        }
    }

    /// The boxes of the brick with this occupancy word; none of a brick that is its voxels.
    #[inline]
    pub fn boxes_of(&self, word: usize) -> &[BoxBounds] {
        let [first, count] = split(self.of_word.get(word).copied().unwrap_or(0));
        self.boxes.get(first..first + count).unwrap_or(&[])
    }

    /// Whether the words are all that the boxes are.
    pub fn all_exact(&self) -> bool {
        self.all_exact
    }

    /// Per occupancy word, the entry of its shape.
    pub fn entries(&self) -> &[u32] {
        &self.of_word
    }

    /// All boxes.
    pub fn boxes(&self) -> &[BoxBounds] {
        &self.boxes
    }

    /// The bounds of all boxes, three pairs of low and high each, as their bits.
    pub fn box_bits(&self) -> &[[u32; 2]] {
        bytemuck::cast_slice(&self.boxes)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.of_word) + size_of_val(&*self.boxes)) as u64
    }
}

/// The first box and how many.
fn split(entry: u32) -> [usize; 2] {
    [(entry >> FIRST_SHIFT) as usize, (entry & COUNT) as usize]
}

/// Whether all bounds of a box are planes between voxels.
pub fn is_whole(bounds: &BoxBounds) -> bool {
    bounds.as_flattened().iter().all(|bound| bound.fract() == 0.0)
}

/// Whether the numbers are a box within a brick. False with NaN.
pub fn is_box(bounds: &BoxBounds) -> bool {
    bounds.iter().all(|&[low, high]| 0.0 <= low && low < high && high <= 4.0)
}

/// The voxels that boxes have a part of, as an occupancy word.
pub fn cover(boxes: &[BoxBounds]) -> u64 {
    boxes.iter().fold(0, |word, bounds| {
        let spans = bounds.map(|[low, high]| layers_of(low, high));
        word | (0..64)
            .filter(|bit| (0..3).all(|a| spans[a] >> (bit >> (2 * a) & 3) & 1 == 1))
            .fold(0, |w, bit| w | 1 << bit)
    })
}

/// Which of the four layers of voxels along an axis lie between `low` and `high`, a bit each.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 4")]
fn layers_of(low: f32, high: f32) -> u32 {
    (low.floor() as u32..high.ceil() as u32).fold(0, |layers, layer| layers | 1 << layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_holds_every_voxel_that_a_box_has_a_part_of() {
        assert_eq!(cover(&[[[0.0, 4.0], [0.0, 4.0], [0.0, 2.0]]]), 0xffff_ffff, "the lower half");
        assert_eq!(cover(&[[[0.0, 4.0], [0.0, 4.0], [0.0, 0.25]]]), 0xffff, "a carpet");
        assert_eq!(cover(&[[[1.5, 2.5], [1.5, 2.5], [0.0, 4.0]]]), 0x0660_0660_0660_0660, "a post");
        assert_eq!(cover(&[]), 0, "nothing");
    }

    #[test]
    fn damaged_tables_are_refused() {
        let unit = [[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]];
        let tables = |entry: u32, bounds: BoxBounds| {
            Shapes::from_tables(vec![entry].into(), vec![bounds].into(), &[1])
        };
        assert!(tables(EXACT | 1, unit).is_ok(), "one box");
        assert!(tables(EXACT, unit).is_err(), "no box at all");
        let two = [[0.0, 2.0], [0.0, 1.0], [0.0, 1.0]];
        assert!(tables(EXACT | 1, two).is_err(), "more voxels than the word has");
        assert!(tables(1, unit).is_err(), "said not to be exact");
        assert!(tables(EXACT | 2, unit).is_err(), "more boxes than there are");
        assert!(tables(1 << FIRST_SHIFT | EXACT | 1, unit).is_err(), "past the end");
        assert!(tables(1, [[0.0, 1.0], [0.0, 1.0], [0.0, 0.5]]).is_ok(), "half a voxel");
        assert!(
            tables(EXACT | 1, [[0.0, 1.0], [0.0, 1.0], [0.0, 0.5]]).is_err(),
            "said to be exact"
        );
        assert!(tables(1, [[0.0, 1.0], [0.0, 1.0], [0.0, f32::NAN]]).is_err(), "NaN");
        assert!(tables(EXACT | 1, [[0.0, 1.0], [0.0, 1.0], [2.0, 2.0]]).is_err(), "no thickness");
        assert!(tables(1, [[0.0, 1.0], [0.0, 1.0], [0.0, 4.5]]).is_err(), "outside the brick");
        assert!(
            Shapes::from_tables(vec![].into(), vec![].into(), &[1]).is_err(),
            "too few entries"
        );
    }
}
