//! Runs of equal voxels: checked once from first to last, then read from anywhere.
//!
//! Every 32nd run is marked with the number of its first voxel: 8 bytes for 64 of the file. A voxel's run is found by
//! halving among the marks, and is at most 32 runs away from one.

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::grid::chunk_counts;

/// Runs from one mark to the next.
const STRIDE: usize = 32;

/// The runs of a file.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    /// Value and count of each.
    pairs: &'a [[u8; 2]],
    /// The number of the first voxel of each 32nd run.
    marks: Vec<u64>,
}

/// What the runs hold of a box.
#[derive(Debug)]
pub(super) struct Survey {
    /// Filled voxels of the whole file.
    pub(super) filled: u64,
    /// Runs without a voxel.
    pub(super) empty_runs: u64,
    /// Bytes behind the last voxel.
    pub(super) left_over: u64,
    /// Which value there is, of 1 to 255.
    pub(super) values: [bool; 256],
    /// Which chunks of the box hold a voxel, in their order, as bits.
    pub(super) occupied: Vec<u64>,
}

/// How voxels are numbered, and the part that is wanted.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// Voxels along x, y and z.
    pub(super) sides: [i32; 3],
    /// What is wanted of them.
    pub(super) bounds: GridBox,
}

impl Layout {
    /// How many voxels there are. A side is at most 2^17, so that three of them stay below 2^52.
    pub(super) fn volume(&self) -> u64 {
        self.sides.iter().map(|&side| u64::from(side.unsigned_abs())).product()
    }

    /// The number of a voxel.
    pub(super) fn number(&self, voxel: [i32; 3]) -> u64 {
        let [[x, y, z], [_, ny, nz]] =
            [voxel, self.sides].map(|three| three.map(|k| u64::from(k.unsigned_abs())));
        (x * nz + z) * ny + y
    }
}

impl<'a> Runs<'a> {
    /// Goes through all runs of a file; `data` is where they start in it.
    ///
    /// # Errors
    /// Where they are fewer voxels than the file should have, one reaches past the end, or has a value that none has.
    pub(super) fn read(
        bytes: &'a [u8],
        data: usize,
        layout: &Layout,
        highest: u8,
    ) -> Result<(Self, Survey)> {
        let (pairs, _) = bytes[data..].as_chunks::<2>();
        let volume = layout.volume();
        let mut marking = Marking::new(layout)?;
        let (mut number, mut marks, mut used) = (0, Vec::new(), 0);
        for (index, &run) in pairs.iter().enumerate() {
            if number == volume {
                break;
            }
            if index % STRIDE == 0 {
                marks.push(number);
            }
            check_run(run, data + 2 * index, volume - number, highest)?;
            marking.take(number, run);
            number += u64::from(run[1]);
            used = index + 1;
        }
        if number < volume {
            return Err(Error::input(format!(
                "is cut short: it ends at byte {} after {number} of {volume} voxels; make or fetch it again",
                bytes.len()
            )));
        }
        let mut survey = marking.survey;
        survey.left_over = (bytes.len() - data - 2 * used) as u64;
        Ok((Self { pairs: &pairs[..used], marks }, survey))
    }

    /// Calls `visit` with the runs of the voxels `first` to `first + count` (value and how many of them), in order.
    pub(super) fn for_each(&self, first: u64, count: u64, mut visit: impl FnMut(u8, u64)) {
        let mark = self.marks.partition_point(|&number| number <= first).saturating_sub(1);
        let Some(&(mut number)) = self.marks.get(mark) else { return };
        let end = first + count;
        for &[value, length] in &self.pairs[mark * STRIDE..] {
            let next = number + u64::from(length);
            if next > first {
                visit(value, next.min(end) - number.max(first));
            }
            if next >= end {
                return;
            }
            number = next;
        }
    }
}

/// Refuses a run, at a byte of the file, with a value above the highest or more voxels than are left.
fn check_run([value, count]: [u8; 2], place: usize, left: u64, highest: u8) -> Result<()> {
    let fault = if value > highest {
        format!("has the value {value}, and this version of the format has 0 to {highest}")
    } else if u64::from(count) > left {
        format!("has {count} voxels, and {left} are left of those that dim asks for")
    } else {
        return Ok(());
    };
    Err(Error::input(format!(
        "its run at byte {place} {fault}; the file is damaged, make it again"
    )))
}

/// Counts voxels and notes which chunks hold some, run by run.
struct Marking<'a> {
    layout: &'a Layout,
    counts: [u64; 3],
    survey: Survey,
}

impl<'a> Marking<'a> {
    fn new(layout: &'a Layout) -> Result<Self> {
        let counts = chunk_counts(&layout.bounds)?;
        let survey = Survey {
            filled: 0,
            empty_runs: 0,
            left_over: 0,
            values: [false; 256],
            occupied: vec![0; counts.iter().product::<usize>().div_ceil(64)],
        };
        Ok(Self { layout, counts: counts.map(|count| count as u64), survey })
    }

    fn take(&mut self, number: u64, [value, count]: [u8; 2]) {
        self.survey.empty_runs += u64::from(count == 0);
        if value == 0 || count == 0 {
            return;
        }
        self.survey.filled += u64::from(count);
        self.survey.values[usize::from(value)] = true;
        // The parts of the run in each row along y.
        let (mut number, end) = (number, number + u64::from(count));
        let ny = u64::from(self.layout.sides[1].unsigned_abs());
        while number < end {
            let row_end = (number / ny + 1) * ny;
            self.mark_row(number, row_end.min(end));
            number = row_end;
        }
    }

    /// Marks the chunks of the voxels from one number to another, which lie in one row along y.
    fn mark_row(&mut self, first: u64, end: u64) {
        let [_, ny, nz] = self.layout.sides.map(|side| u64::from(side.unsigned_abs()));
        let bounds = &self.layout.bounds;
        let row = first / ny;
        let low = [row / nz, first - row * ny, row % nz];
        let high = [low[0] + 1, low[1] + (end - first), low[2] + 1];
        // The box lies within the sides, so that its corners are not negative.
        let corner = |axis: usize| u64::from(bounds.min[axis].unsigned_abs());
        let from = [0, 1, 2].map(|axis| low[axis].max(corner(axis)));
        let to = [0, 1, 2].map(|axis| high[axis].min(u64::from(bounds.max[axis].unsigned_abs())));
        if (0..3).any(|axis| from[axis] >= to[axis]) {
            return;
        }
        let chunk = [0, 1, 2].map(|axis| (from[axis] - corner(axis)) / 16);
        let last = (to[1] - 1 - corner(1)) / 16;
        for y in chunk[1]..=last {
            let number = (chunk[2] * self.counts[1] + y) * self.counts[0] + chunk[0];
            self.survey.occupied[index(number / 64)] |= 1 << (number % 64);
        }
    }
}

impl Survey {
    /// Whether a chunk of the box, by its number, holds a voxel.
    pub(super) fn is_occupied(&self, chunk: u64) -> bool {
        self.occupied[index(chunk / 64)] >> (chunk % 64) & 1 == 1
    }

    /// How many chunks of the box hold a voxel.
    pub(super) fn occupied_chunks(&self) -> u64 {
        self.occupied.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

#[allow(clippy::cast_possible_truncation, reason = "a place in a list that is there")]
fn index(number: u64) -> usize {
    number as usize
}
