//! The scene in memory: a flat array of chunk records over packed 64-bit occupancy words.
//!
//! ```text
//!   records  [chunk 0 lower][chunk 0 upper][chunk 1 lower] ...    z-major, x fastest; 2 x {mask: u32, base: u32} each
//!                  |                \
//!                  | base            \ base
//!                  v                  v
//!   words    [brick][brick][brick]...[brick] ...                  one u64 per brick that holds a voxel,
//!                                                                 bit = x + 4y + 16z within the brick
//!
//!   the word of brick b (0..32 within its half) stands at  base + popcount(mask & ((1 << b) - 1))
//! ```
//!
//! So an empty chunk costs 16 bytes, a brick with a voxel 8 bytes and an empty brick nothing. An empty chunk's record
//! says, for each octant of directions, how far a ray may go in one step (see [`distance`]). [`Materials`] stand apart.
//!
//! Invariants: positions are *local*, counted from the lower corner of the box; every base lies in the table or is
//! marked empty; voxels outside the box are never filled.

pub mod distance;

mod chunk;
mod join;
mod materials;
mod record;
pub mod shapes;
mod strip;

pub use chunk::{BRICK_VOXELS, BRICKS, ChunkVoxels, ROW_VOXELS};
use join::MAX_WORDS;
pub use join::join_strips;
pub use materials::{Materials, NO_MATERIAL, UNNAMED_MATERIAL};
pub use record::{EMPTY_CHUNK, HalfRecord, is_sound};
pub use shapes::{BoxBounds, MAX_BOXES, ShapeEntry, Shapes};
pub use strip::ChunkStrip;

use crate::aabb::GridBox;
use crate::coord::{CHUNK_SIDE, ChunkSlot};
use crate::error::{Error, Result};
use crate::memory::Table;

/// Which voxels are filled, in the layout of the module's picture.
#[derive(Debug, Clone)]
pub struct ChunkGrid {
    bounds: GridBox,
    chunk_counts: [usize; 3],
    records: Table<HalfRecord>,
    words: Table<u64>,
    voxels: u64,
}

/// The most chunks of a grid: their half records are indexed by 31 bits.
pub const MAX_CHUNKS: u64 = (1 << 30) - 1;

/// How many chunks cover the box along each axis.
///
/// # Errors
/// Where there are more than [`MAX_CHUNKS`].
pub fn chunk_counts(bounds: &GridBox) -> Result<[usize; 3]> {
    let counts = bounds.sides().map(|side| side.unsigned_abs().div_ceil(CHUNK_SIDE.unsigned_abs()));
    let total: u64 = counts.iter().map(|&count| u64::from(count)).product();
    if total > MAX_CHUNKS {
        let [x, y, z] = bounds.sides();
        return Err(Error::memory(format!(
            "a box of {x} x {y} x {z} voxels has {total} chunks; at most 2^30 - 1 can be indexed; cut the scene into parts"
        )));
    }
    Ok(counts.map(|count| count as usize))
}

impl ChunkGrid {
    /// The grid of these tables, as a file holds them. Records are checked one by one, so that whatever the words are,
    /// no walk stands still or looks past the tables.
    ///
    /// # Errors
    /// Where the tables do not fit the box or each other.
    pub fn from_tables(
        bounds: GridBox,
        records: Table<HalfRecord>,
        words: Table<u64>,
        voxels: u64,
    ) -> Result<Self> {
        let bounds = GridBox::new(bounds.min, bounds.max)?;
        let chunk_counts = chunk_counts(&bounds)?;
        if records.len() != 2 * chunk_counts.iter().product::<usize>() {
            return Err(Error::input(
                "the chunk records do not cover the box; the file is damaged",
            ));
        }
        if words.len() > MAX_WORDS {
            return Err(Error::memory(format!(
                "{} occupancy words are more than the {MAX_WORDS} (2^30 - 1) that can be indexed",
                words.len()
            )));
        }
        let (pairs, _) = records.as_chunks::<2>();
        if let Some(chunk) = pairs.iter().position(|&pair| !is_sound(pair, words.len() as u64)) {
            return Err(Error::input(format!(
                "the record of chunk {chunk} is damaged; make the file again"
            )));
        }
        Ok(Self { bounds, chunk_counts, records, words, voxels })
    }

    /// The box.
    pub fn bounds(&self) -> &GridBox {
        &self.bounds
    }

    /// Chunks along each axis.
    pub fn chunk_counts(&self) -> [usize; 3] {
        self.chunk_counts
    }

    /// The half records, two per chunk.
    pub fn records(&self) -> &[HalfRecord] {
        &self.records
    }

    /// The occupancy words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The occupancy words as halves: two u32 per word, the lower first.
    pub fn half_words(&self) -> &[u32] {
        bytemuck::cast_slice(&self.words)
    }

    /// Filled voxels.
    pub fn voxel_count(&self) -> u64 {
        self.voxels
    }

    /// Chunks that hold a voxel.
    pub fn occupied_chunk_count(&self) -> u64 {
        let (pairs, _) = self.records.as_chunks::<2>();
        pairs.iter().filter(|pair| pair[0][1] & EMPTY_CHUNK == 0).count() as u64
    }

    /// Where the occupancy word of the brick around a local voxel stands; none if the brick is empty or outside.
    #[inline]
    pub fn word_index(&self, voxel: [i32; 3]) -> Option<usize> {
        let sides = self.bounds.sides();
        if !(0..3).all(|axis| (0..sides[axis]).contains(&voxel[axis])) {
            return None;
        }
        let [cx, cy, cz] = voxel.map(|k| (k / CHUNK_SIDE).unsigned_abs() as usize);
        let chunk = (cz * self.chunk_counts[1] + cy) * self.chunk_counts[0] + cx;
        let brick = ChunkSlot::of(voxel).brick;
        let [mask, base] = self.records[2 * chunk + brick / 32];
        let below = (1_u32 << (brick % 32)) - 1;
        let present = base & EMPTY_CHUNK == 0 && mask >> (brick % 32) & 1 == 1;
        present.then(|| base as usize + (mask & below).count_ones() as usize)
    }

    /// Whether a local voxel is filled; false outside the box.
    #[inline]
    pub fn is_occupied(&self, voxel: [i32; 3]) -> bool {
        self.word_index(voxel)
            .is_some_and(|index| self.words[index] >> ChunkSlot::of(voxel).bit & 1 == 1)
    }

    /// Calls `visit` with every filled voxel (local), chunk by chunk in the order of the records, with the index of its
    /// word and its bit.
    pub fn for_each_voxel(&self, mut visit: impl FnMut([i32; 3], usize, u32)) {
        self.for_each_brick(|corner, index| {
            let mut bits = self.words[index];
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let within = |axis: usize| corner[axis] + int(bit as usize >> (2 * axis) & 3);
                visit([within(0), within(1), within(2)], index, bit);
            }
        });
    }

    /// Calls `visit` with the lower corner (local) of every brick that is not empty, chunk by chunk in the order of the
    /// records, and the index of its word.
    pub fn for_each_brick(&self, mut visit: impl FnMut([i32; 3], usize)) {
        let [nx, ny, nz] = self.chunk_counts;
        for chunk in 0..nx * ny * nz {
            let corner = [chunk % nx, chunk / nx % ny, chunk / (nx * ny)].map(|k| int(k * 16));
            self.for_each_brick_in(chunk, corner, &mut visit);
        }
    }

    /// The smallest box around all filled voxels (local); empty where there is none.
    pub fn filled_box(&self) -> GridBox {
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        self.for_each_brick(|corner, index| {
            let is_within =
                |axis: usize| low[axis] <= corner[axis] && corner[axis] + 4 <= high[axis];
            // Few bricks reach beyond those before them.
            if (0..3).all(is_within) {
                return;
            }
            for bit in (0..64).filter(|bit| self.words[index] >> bit & 1 == 1) {
                for axis in 0..3 {
                    let place = corner[axis] + (bit >> (2 * axis) & 3);
                    (low[axis], high[axis]) = (low[axis].min(place), high[axis].max(place + 1));
                }
            }
        });
        if low[0] > high[0] { GridBox::default() } else { GridBox { min: low, max: high } }
    }

    /// As [`Self::for_each_brick`], of one chunk, given by its number along each axis.
    pub fn for_each_brick_of_chunk(
        &self,
        chunk: [usize; 3],
        mut visit: impl FnMut([i32; 3], usize),
    ) {
        let [x, y, z] = chunk;
        let number = (z * self.chunk_counts[1] + y) * self.chunk_counts[0] + x;
        self.for_each_brick_in(number, chunk.map(|k| int(k * 16)), &mut visit);
    }

    fn for_each_brick_in(
        &self,
        chunk: usize,
        corner: [i32; 3],
        visit: &mut impl FnMut([i32; 3], usize),
    ) {
        for half in 0..2 {
            let [mask, base] = self.records[2 * chunk + half];
            if base & EMPTY_CHUNK != 0 {
                return;
            }
            let (mut bricks, mut index) = (mask, base as usize);
            while bricks != 0 {
                let brick = bricks.trailing_zeros() as usize + 32 * half;
                bricks &= bricks - 1;
                let place = |axis: usize| corner[axis] + int(4 * (brick >> (2 * axis) & 3));
                visit([place(0), place(1), place(2)], index);
                index += 1;
            }
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.records) + size_of_val(&*self.words)) as u64
    }
}

/// A position in the box, which is at most 2^17 long.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "positions in a box are below 2^17 + 16"
)]
fn int(k: usize) -> i32 {
    k as i32
}
