//! Fills chunks from a dense array, a run of up to 16 numbers at a time.

use super::element::{Element, NO_CODE};
use super::layout::DenseLayout;
use super::rule::Rule;
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkVoxels, ROW_VOXELS};

/// A dense array and the part of it that is wanted.
pub(in crate::io) struct DenseArray<'a, R> {
    /// The numbers, without a header; all that the part needs must be there.
    pub(in crate::io) bytes: &'a [u8],
    /// Which number of the array the first of them is.
    pub(in crate::io) first: i64,
    pub(in crate::io) layout: &'a DenseLayout,
    pub(in crate::io) bounds: GridBox,
    /// What the numbers stand for.
    pub(in crate::io) rule: &'a R,
}

impl<R: Rule> DenseArray<'_, R> {
    /// Fills the empty chunk whose lower corner is at the grid position `corner`.
    pub(in crate::io) fn fill<E: Element>(
        &self,
        corner: [i32; 3],
        chunk: &mut ChunkVoxels,
    ) -> Result<()> {
        let [along, near, far] = self.layout.by_stride();
        let counts = [0, 1, 2].map(|axis| CHUNK_SIDE.min(self.bounds.max[axis] - corner[axis]));
        for outer in 0..counts[far] {
            for inner in 0..counts[near] {
                let mut within = [0; 3];
                (within[near], within[far]) = (inner, outer);
                let voxel = [0, 1, 2].map(|axis| corner[axis] + within[axis]);
                let bytes = self.run_bytes::<E>(voxel, along, counts[along]);
                let row = read_row::<E, R>(bytes, self.layout.is_backward(along), self.rule);
                let row = row.ok_or_else(|| self.bad_number::<E>(voxel, along, counts[along]))?;
                if row.filled != 0 {
                    chunk.fill_row(along, within, row.filled, &row.materials);
                }
            }
        }
        Ok(())
    }

    /// The bytes of `count` numbers from `voxel` on, in the order of memory.
    #[inline(always)]
    fn run_bytes<E: Element>(&self, voxel: [i32; 3], along: usize, count: i32) -> &[u8] {
        let mut first = self.layout.number(voxel);
        if self.layout.is_backward(along) {
            first -= i64::from(count - 1);
        }
        let start = index(first - self.first) * E::SIZE;
        &self.bytes[start..start + index(i64::from(count)) * E::SIZE]
    }

    /// The error of the first number of a run that is no material.
    fn bad_number<E: Element>(&self, mut voxel: [i32; 3], along: usize, count: i32) -> Error {
        let corner = voxel[along];
        for step in 0..count {
            voxel[along] = corner + step;
            let number = self.run_bytes::<E>(voxel, along, 1);
            if E::codes(number).any(|code| code == NO_CODE) {
                return Error::input(format!(
                    "{} at {:?} is no material; 0 is empty, materials are 1 to 65535, and a bool is 0 or 1",
                    E::describe(number),
                    self.layout.indices(voxel)
                ));
            }
        }
        Error::input("a value changed while it was read; keep the file as it is meanwhile")
    }
}

/// A row of up to 16 voxels.
struct Row {
    /// The material of each.
    materials: [u16; ROW_VOXELS],
    /// Bit i: voxel i is filled.
    filled: u32,
}

/// The row of these numbers; none if one is no material.
#[inline(always)]
fn read_row<E: Element, R: Rule>(bytes: &[u8], backward: bool, rule: &R) -> Option<Row> {
    let empty = Row { materials: [0; ROW_VOXELS], filled: 0 };
    // The length known, the compiler makes straight vector code of the loops.
    let mut row = match bytes.get(..ROW_VOXELS * E::SIZE) {
        Some(full) if rule.zero_is_empty() && is_zero(full) => return Some(empty),
        Some(full) => read_numbers::<E, R>(full, rule)?,
        None => read_numbers::<E, R>(bytes, rule)?,
    };
    if backward {
        let count = bytes.len() / E::SIZE;
        row.materials[..count].reverse();
        row.filled = filled(&row.materials);
    }
    Some(row)
}

#[inline(always)]
fn read_numbers<E: Element, R: Rule>(bytes: &[u8], rule: &R) -> Option<Row> {
    let mut codes = [0; ROW_VOXELS];
    rule.read::<E>(bytes, &mut codes);
    // No material has the upper half of its code set.
    if codes.iter().fold(0, |all, code| all | code) > u32::from(u16::MAX) {
        return None;
    }
    let materials = codes.map(low_half);
    Some(Row { materials, filled: filled(&materials) })
}

#[inline(always)]
fn filled(materials: &[u16; ROW_VOXELS]) -> u32 {
    let bits = materials.iter().enumerate();
    bits.fold(0, |filled, (bit, &material)| filled | u32::from(material != 0) << bit)
}

#[inline(always)]
fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |all, byte| all | byte) == 0
}

#[allow(clippy::cast_possible_truncation, reason = "the upper half was found to be 0")]
#[inline(always)]
fn low_half(code: u32) -> u16 {
    code as u16
}

/// A position in memory: the layout and the length of the array were checked, so that it is not negative.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a negative one is beyond every length, and the slice is checked"
)]
#[inline(always)]
fn index(number: i64) -> usize {
    number as usize
}
