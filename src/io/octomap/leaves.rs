//! The leaves that make voxels, and chunks filled from them.
//!
//! ```text
//!   one leaf, 64 bits:   Morton code (48)  mark (1)  material (15)
//!                        the mark is the highest of the low bits that a leaf of its size leaves free
//! ```
//!
//! Invariant: leaves are sorted, as a depth-first walk meets them. So those of a cube of 16 x 16 x 16 keys follow one
//! another, and a larger leaf that covers the cube stands just before. A chunk meets at most eight such cubes.

use super::morton::{decode, encode};
use super::survey::{cube, key};
use super::tree::{Leaf, Tree};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::{ChunkVoxels, ROW_VOXELS};

/// Bytes of a kept leaf.
pub(super) const LEAF_BYTES: u64 = 8;
/// Bits of a material.
const MATERIAL_BITS: u32 = 15;
/// Voxels of a cube of 16 keys a side.
const CUBE_VOXELS: u64 = 1 << 12;
/// Rows of voxels across a chunk.
const ROWS: usize = 256;

/// Leaves by position, and what lies between them.
#[derive(Debug)]
pub(super) struct Leaves {
    sorted: Vec<u64>,
    /// The material where no leaf is, 0 for empty.
    background: u16,
}

impl Leaves {
    /// Keeps the leaves that meet `part` and are not of the material `background`; `count` says how many these are.
    pub(super) fn collect(
        tree: &Tree<'_>,
        part: &GridBox,
        background: u16,
        count: u64,
        material: impl Fn(&Leaf) -> u16,
    ) -> Result<Self> {
        let mut sorted = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        tree.walk(|leaf| {
            let material = material(&leaf);
            if material != background && !cube(&leaf).intersection(part).is_empty() {
                sorted.push(pack(&leaf, material));
            }
        })?;
        Ok(Self { sorted, background })
    }

    /// Fills the empty chunk whose lower corner is at the grid position `corner`.
    pub(super) fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let low = corner.map(key);
        let mut rows = [[self.background; ROW_VOXELS]; ROWS];
        let mut painted = self.background != 0;
        for cube in cubes_met(low) {
            for &leaf in self.of_cube(encode(cube)) {
                painted |= paint(&mut rows, low, leaf);
            }
        }
        if painted {
            fill_rows(&rows, chunk);
        }
    }

    /// The leaves of the cube of 16 keys a side that starts at `code`, or the larger one that may cover it.
    fn of_cube(&self, code: u64) -> impl Iterator<Item = &u64> {
        let after = self.sorted.partition_point(|&leaf| unpack(leaf).0 <= code);
        let from_before = &self.sorted[after.saturating_sub(1)..];
        from_before.iter().take_while(move |&&leaf| unpack(leaf).0 < code + CUBE_VOXELS)
    }
}

/// A leaf in 64 bits.
fn pack(leaf: &Leaf, material: u16) -> u64 {
    let mark = 1 << (3 * leaf.level);
    (leaf.code << 1 | mark) << MATERIAL_BITS | u64::from(material)
}

/// Code, side and material of a leaf.
#[allow(clippy::cast_possible_truncation, reason = "15 bits are left")]
fn unpack(leaf: u64) -> (u64, i32, u16) {
    let material = (leaf & ((1 << MATERIAL_BITS) - 1)) as u16;
    let marked = leaf >> MATERIAL_BITS;
    let level = marked.trailing_zeros() / 3;
    ((marked & (marked - 1)) >> 1, 1 << level, material)
}

/// The lowest keys of the aligned cubes that the chunk from `low` on meets.
fn cubes_met(low: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    let steps = move |axis: usize| {
        let first = low[axis] & !(CHUNK_SIDE - 1);
        // Beyond the last key there is nothing.
        (first..(low[axis] + CHUNK_SIDE).min(1 << 16)).step_by(CHUNK_SIDE as usize)
    };
    steps(2).flat_map(move |z| steps(1).flat_map(move |y| steps(0).map(move |x| [x, y, z])))
}

/// Paints the part of a leaf that lies in the chunk from `low` on; whether there is one.
fn paint(rows: &mut [[u16; ROW_VOXELS]; ROWS], low: [i32; 3], leaf: u64) -> bool {
    let (code, side, material) = unpack(leaf);
    let corner = decode(code);
    let spans = [0, 1, 2].map(|axis| {
        let within = |k: i32| (k - low[axis]).clamp(0, CHUNK_SIDE).unsigned_abs() as usize;
        within(corner[axis])..within(corner[axis] + side)
    });
    let [xs, ys, zs] = spans;
    for z in zs.clone() {
        for y in ys.clone() {
            rows[z * ROW_VOXELS + y][xs.clone()].fill(material);
        }
    }
    !(xs.is_empty() || ys.is_empty() || zs.is_empty())
}

/// Moves rows along x into a chunk; material 0 is empty.
fn fill_rows(rows: &[[u16; ROW_VOXELS]; ROWS], chunk: &mut ChunkVoxels) {
    for ((y, z), row) in
        (0..CHUNK_SIDE).flat_map(|z| (0..CHUNK_SIDE).map(move |y| (y, z))).zip(rows)
    {
        let filled = (0..).zip(row).fold(0, |bits, (x, &k)| bits | u32::from(k != 0) << x);
        chunk.fill_row(0, [0, y, z], filled, row);
    }
}
