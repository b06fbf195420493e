//! Which material each filled voxel is of, apart from the occupancy, so that casting reads it only for hits.
//!
//! ```text
//!   one material in the whole scene:  nothing but that number
//!   otherwise, per occupancy word:    1 | material   (top bit set) all voxels of the brick are of one material
//!                                     0 | base       values[base + how many bits are set below the voxel's bit]
//! ```

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::memory::Table;

/// In a `material` column: no hit.
pub const NO_MATERIAL: u16 = 0;
/// The material of voxels that were given none.
pub const UNNAMED_MATERIAL: u16 = 1;

/// Marks a brick of one material.
const UNIFORM: u32 = 1 << 31;

/// The materials of a grid's voxels.
#[derive(Debug, Clone)]
pub struct Materials(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Uniform(u16),
    PerBrick { entries: Table<u32>, values: Table<u16> },
}

impl Materials {
    /// Every voxel is of this material.
    pub fn uniform(material: u16) -> Self {
        Self(Kind::Uniform(material))
    }

    /// The tables of the module's picture; they shrink to one number where all bricks are of one material.
    pub fn from_tables(entries: Table<u32>, values: Table<u16>) -> Self {
        match entries.first() {
            None => Self::uniform(UNNAMED_MATERIAL),
            Some(&first) if first & UNIFORM != 0 && entries.iter().all(|&e| e == first) => {
                Self::uniform(low_half(first))
            }
            _ => Self(Kind::PerBrick { entries, values }),
        }
    }

    /// The one material of all voxels, if there is only one.
    pub fn as_uniform(&self) -> Option<u16> {
        match &self.0 {
            Kind::Uniform(material) => Some(*material),
            Kind::PerBrick { .. } => None,
        }
    }

    /// The highest number of a material, or of an entry of the tables that no voxel uses.
    pub fn highest(&self) -> u16 {
        let Kind::PerBrick { entries, values } = &self.0 else {
            return self.as_uniform().unwrap_or(NO_MATERIAL);
        };
        let uniform = entries.iter().filter(|&&entry| entry & UNIFORM != 0);
        let uniform = uniform.map(|&entry| low_half(entry));
        uniform.chain(values.iter().copied()).max().unwrap_or(NO_MATERIAL)
    }

    /// The tables, empty where all voxels are of one material.
    pub fn tables(&self) -> (&[u32], &[u16]) {
        match &self.0 {
            Kind::Uniform(_) => (&[], &[]),
            Kind::PerBrick { entries, values } => (entries, values),
        }
    }

    /// The material of the voxel at `bit` of the occupancy word `word` with index `index`. A table that is damaged
    /// gives [`UNNAMED_MATERIAL`], never a panic.
    #[inline]
    pub fn get(&self, index: usize, word: u64, bit: u32) -> u16 {
        match &self.0 {
            Kind::Uniform(material) => *material,
            Kind::PerBrick { entries, values } => {
                let entry = entries.get(index).copied().unwrap_or(UNIFORM | 1);
                if entry & UNIFORM != 0 {
                    return low_half(entry);
                }
                let rank = (word & ((1 << bit) - 1)).count_ones();
                values.get(entry as usize + rank as usize).copied().unwrap_or(UNNAMED_MATERIAL)
            }
        }
    }

    /// How many voxels are of each material; `words` are the occupancy words that the entries belong to.
    pub fn counts(&self, words: &[u64]) -> BTreeMap<u16, u64> {
        let mut counts = vec![0_u64; 1 << 16];
        for (index, &word) in words.iter().enumerate() {
            let filled = word.count_ones();
            match self.brick_material(index) {
                Some(material) => counts[usize::from(material)] += u64::from(filled),
                None => {
                    for value in self.values_of(index, filled) {
                        counts[usize::from(value)] += 1;
                    }
                }
            }
        }
        (0..=u16::MAX).zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    /// The material of all voxels of a brick, if they are of one.
    fn brick_material(&self, index: usize) -> Option<u16> {
        match &self.0 {
            Kind::Uniform(material) => Some(*material),
            Kind::PerBrick { entries, .. } => entries
                .get(index)
                .filter(|&&entry| entry & UNIFORM != 0)
                .map(|&entry| low_half(entry)),
        }
    }

    /// The materials of the voxels of a mixed brick.
    fn values_of(&self, index: usize, filled: u32) -> impl Iterator<Item = u16> {
        let (entries, values) = self.tables();
        let base = entries.get(index).map_or(usize::MAX, |&entry| entry as usize);
        values.iter().skip(base).take(filled as usize).copied()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let (entries, values) = self.tables();
        (size_of_val(entries) + size_of_val(values)) as u64
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
fn low_half(entry: u32) -> u16 {
    entry as u16
}

/// Packs the material of one brick: its entry, after its values were added where they differ.
///
/// # Errors
/// Where the values no longer fit 31 bits of index.
pub(super) fn pack_brick(word: u64, materials: &[u16], values: &mut Vec<u16>) -> Result<u32> {
    let first = materials[word.trailing_zeros() as usize];
    if is_uniform(word, materials, first) {
        return Ok(UNIFORM | u32::from(first));
    }
    let base = value_index(values.len())?;
    let mut rest = word;
    while rest != 0 {
        values.push(materials[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
    Ok(base)
}

/// Whether all filled voxels of a brick are of the material `first`.
fn is_uniform(word: u64, materials: &[u16], first: u16) -> bool {
    if word == u64::MAX {
        // Without an early end it becomes vector code.
        return materials.iter().fold(0, |differs, material| differs | (material ^ first)) == 0;
    }
    let mut rest = word;
    while rest != 0 {
        if materials[rest.trailing_zeros() as usize] != first {
            return false;
        }
        rest &= rest - 1;
    }
    true
}

/// An entry whose values stand behind `base` others.
pub(super) fn moved(entry: u32, base: u32) -> u32 {
    if entry & UNIFORM == 0 { entry + base } else { entry }
}

/// `index` as an entry of a brick.
pub(super) fn value_index(index: usize) -> Result<u32> {
    u32::try_from(index).ok().filter(|&index| index < UNIFORM).ok_or_else(|| {
        Error::memory(
            "more than 2^31 voxels lie in bricks of mixed materials; cut the scene into parts",
        )
    })
}
