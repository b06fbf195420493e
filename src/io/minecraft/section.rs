//! Sections of chunks: 16 x 16 x 16 blocks, as every generation of the game keeps them.
//!
//! ```text
//!   before 1.13   Blocks: 4096 numbers; Add: 4 bits more of each; Data: 4 bits of each
//!   1.13 - 1.15   Palette, BlockStates: numbers of the palette in as few bits as it needs, at least 4, across longs
//!   from 1.16     the same, but none of them across two longs
//!   from 1.18     block_states: palette and data; without data all blocks are the first of the palette
//! ```
//!
//! Blocks are counted y * 256 + z * 16 + x; of two half bytes the lower comes first.

use super::fault::{Fault, Sound};
use super::packed::{Packed, bits_for};
use super::packing::Tree;
use super::state::BlockState;
use super::states::States;
use super::tag::Tag;

/// Blocks of a section.
pub(super) const BLOCKS: usize = 4096;
/// The most states of a section's palette: programs leave some there that no block has.
const MAX_PALETTE: usize = 1 << 16;
/// The first version whose numbers do not lie across longs.
const NOT_ACROSS: i64 = 2529;

/// A section as it stands in a chunk.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// Its height in sections; none where it says none.
    pub(super) y: Option<i64>,
    palette: Vec<u16>,
    longs: Vec<u8>,
    blocks: Vec<u8>,
    add: Vec<u8>,
    data: Vec<u8>,
}

impl Section {
    /// Reads an element of the list of sections.
    pub(super) fn read(nbt: &mut Tree<'_>, tag: Tag, states: &States) -> Sound<Self> {
        let mut section = Self::default();
        nbt.compound(tag, "a section", |nbt, key, tag| match key {
            "Y" => nbt.number(tag, "Y").map(|y| section.y = Some(y)),
            "Palette" => read_palette(nbt, tag, states).map(|read| section.palette = read),
            "BlockStates" => nbt.array(tag, key).map(|read| section.longs = read),
            "Blocks" => nbt.array(tag, key).map(|read| section.blocks = read),
            "Add" => nbt.array(tag, key).map(|read| section.add = read),
            "Data" => nbt.array(tag, key).map(|read| section.data = read),
            "block_states" => nbt.compound(tag, key, |nbt, key, tag| match key {
                "palette" => read_palette(nbt, tag, states).map(|read| section.palette = read),
                "data" => nbt.array(tag, key).map(|read| section.longs = read),
                _ => nbt.skip(tag),
            }),
            _ => nbt.skip(tag),
        })?;
        Ok(section)
    }

    /// A section of numbered blocks.
    pub(super) fn numbered(y: i64, blocks: Vec<u8>, data: Vec<u8>) -> Self {
        Self { y: Some(y), blocks, data, ..Self::default() }
    }

    /// The types of its blocks, if any may be other than air.
    pub(super) fn decode(&self, version: Option<i64>, states: &States) -> Sound<Option<Vec<u16>>> {
        if !self.palette.is_empty() {
            return self.decode_palette(version);
        }
        match self.blocks.len() {
            0 => Ok(None),
            BLOCKS => decode_numbers(&self.blocks, &self.add, &self.data, states).map(Some),
            length => Err(wrong_length("Blocks", length, BLOCKS)),
        }
    }

    fn decode_palette(&self, version: Option<i64>) -> Sound<Option<Vec<u16>>> {
        if self.palette.iter().all(|&id| id == 0) {
            return Ok(None);
        }
        if self.longs.is_empty() && self.palette.len() == 1 {
            return Ok(Some(vec![self.palette[0]; BLOCKS]));
        }
        let bits = bits_for(self.palette.len(), 4);
        let across = version.map(|version| version < NOT_ACROSS);
        let packed = Packed::new(&self.longs, bits, BLOCKS, across)
            .ok_or_else(|| wrong_length("BlockStates", self.longs.len(), 8 * 64 * bits as usize))?;
        let ids = packed.numbers().map(|number| self.palette.get(number as usize).copied());
        let ids: Option<Vec<u16>> = ids.collect();
        ids.map(Some).ok_or_else(|| {
            Fault::damaged(format!(
                "has a section with blocks beyond its palette of {}; copy it again",
                self.palette.len()
            ))
        })
    }
}

/// The types of numbered blocks: a byte each, four bits more in `add` where there are any, and four bits of data.
pub(super) fn decode_numbers(
    blocks: &[u8],
    add: &[u8],
    data: &[u8],
    states: &States,
) -> Sound<Vec<u16>> {
    let mut last = (0, states.of_number(0)?);
    let mut known = std::collections::HashMap::new();
    let ids = blocks.iter().enumerate().map(|(at, &low)| {
        let [add, data] = [add, data].map(|halves| u16::from(half(halves, at)));
        let key = add << 12 | u16::from(low) << 4 | data;
        if key != last.0 {
            let id = match known.get(&key) {
                Some(&id) => id,
                None => states.of_number(key)?,
            };
            known.insert(key, id);
            last = (key, id);
        }
        Ok(last.1)
    });
    ids.collect()
}

/// A half byte, the lower of two first; 0 where there is none.
pub(super) fn half(bytes: &[u8], at: usize) -> u8 {
    let both = bytes.get(at / 2).copied().unwrap_or(0);
    if at.is_multiple_of(2) { both & 15 } else { both >> 4 }
}

/// The types of a palette.
fn read_palette(nbt: &mut Tree<'_>, tag: Tag, states: &States) -> Sound<Vec<u16>> {
    let mut palette = Vec::new();
    nbt.list(tag, "a palette", |nbt, tag| {
        palette.push(states.of_state(&BlockState::read(nbt, tag)?)?);
        if palette.len() > MAX_PALETTE {
            return Err(Fault::damaged(format!(
                "has a section with a palette of more than {MAX_PALETTE} states"
            )));
        }
        Ok(())
    })?;
    Ok(palette)
}

fn wrong_length(field: &str, there: usize, wanted: usize) -> Fault {
    Fault::damaged(format!(
        "has a section whose {field} takes {there} bytes, not {wanted}; copy it again"
    ))
}
