//! Schematics: a box of blocks, of `MCEdit` with numbers (`.schematic`), or of Sponge with a palette (`.schem`, versions
//! 1 to 3).
//!
//! ```text
//!   MCEdit     Blocks: a number each; Data: a byte each; AddBlocks: 4 bits more of each number, the lower half byte first
//!   Sponge     Palette: state -> number; BlockData: numbers as varints, 7 bits a byte, the lowest first, the top bit set in
//!              all bytes but the last. Version 3 has both in Blocks, and all of it in Schematic
//! ```
//!
//! Both count blocks (y * Length + z) * Width + x. What is in the file tells which it is, not its ending.

use std::path::Path;

use super::cuboid::Cuboid;
use super::fault::{Fault, Sound};
use super::found::{Found, check_scene};
use super::nbt::Array;
use super::packing::Tree;
use super::section::half;
use super::state::BlockState;
use super::states::States;
use super::tag::Tag;
use super::tree_file::{Unfolded, read_tree};
use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// Numbers of a palette are below this.
const MAX_NUMBER: i64 = 1 << 20;
/// The most entries of a palette.
const MAX_PALETTE: usize = 1 << 20;
const CORNER: &str = "blocks count from the corner of the schematic; its Offset is passed over";

/// A schematic as it stands in the file.
#[derive(Debug, Default)]
struct Schematic {
    /// Width, height, length.
    sides: [i32; 3],
    blocks: Array,
    add: Array,
    data: Array,
    palette: Vec<(BlockState, i64)>,
    packed: Array,
    is_sponge: bool,
}

/// Reads a schematic.
pub(super) fn read_schematic(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let read: Schematic = read_tree(path, options)?;
    let format = if read.is_sponge { "schem" } else { "schematic" };
    let ids =
        if read.is_sponge { read.decode_palette(states)? } else { read.decode_numbers(states)? };
    let mut found = Found::new(format).with_corner(CORNER);
    let cuboid = Cuboid { min: [0; 3], sides: read.sides, ids: &ids };
    found.declare(cuboid.bounds(), within)?;
    found.add(&cuboid, options)?;
    Ok(found)
}

impl Unfolded for Schematic {
    fn read(nbt: &mut Tree<'_>) -> Sound<Self> {
        let mut read = Self::default();
        nbt.root(|nbt, key, tag| read.entry(nbt, key, tag, true))?;
        Ok(read)
    }

    fn is_beyond(&self, options: &LoadOptions) -> Result<bool> {
        let arrays = [&self.blocks, &self.add, &self.data, &self.packed];
        if arrays.iter().all(|array| array.counts.is_none()) {
            return Ok(false);
        }
        let [width, height, length] = self.sides;
        let bounds = GridBox { min: [0, -length, 0], max: [width, 0, height] };
        check_scene(bounds, self.fewest_blocks(), 0, options)?;
        // The numbers as they lie, and as types.
        crate::budget::check(self.count()?.saturating_mul(3), options.memory)?;
        Ok(true)
    }
}

impl Schematic {
    fn entry(&mut self, nbt: &mut Tree<'_>, key: &str, tag: Tag, is_root: bool) -> Sound<()> {
        match (key, tag) {
            ("Width", _) => side(nbt, key, tag).map(|side| self.sides[0] = side),
            ("Height", _) => side(nbt, key, tag).map(|side| self.sides[1] = side),
            ("Length", _) => side(nbt, key, tag).map(|side| self.sides[2] = side),
            ("Palette", _) => self.read_palette(nbt, tag),
            ("BlockData", _) => self.read_packed(nbt, key, tag),
            ("AddBlocks", _) => nbt.array(tag, key).map(|array| self.add = array),
            ("Data", _) => nbt.array(tag, key).map(|array| self.data = array),
            ("Blocks", Tag::Compound) => nbt.compound(tag, key, |nbt, key, tag| match key {
                "Palette" => self.read_palette(nbt, tag),
                "Data" => self.read_packed(nbt, key, tag),
                _ => nbt.skip(tag),
            }),
            ("Blocks", _) => nbt.array(tag, key).map(|array| self.blocks = array),
            ("Schematic", Tag::Compound) if is_root => {
                nbt.compound(tag, key, |nbt, key, tag| self.entry(nbt, key, tag, false))
            }
            _ => nbt.skip(tag),
        }
    }

    fn read_packed(&mut self, nbt: &mut Tree<'_>, key: &str, tag: Tag) -> Sound<()> {
        self.packed = nbt.array(tag, key)?;
        self.is_sponge = true;
        Ok(())
    }

    fn read_palette(&mut self, nbt: &mut Tree<'_>, tag: Tag) -> Sound<()> {
        nbt.compound(tag, "Palette", |nbt, key, tag| {
            let number = nbt.number(tag, "the number of a block state")?;
            if !(0..MAX_NUMBER).contains(&number) || self.palette.len() >= MAX_PALETTE {
                return Err(Fault::damaged(format!(
                    "has a palette with the number {number}; at most {MAX_NUMBER} states from 0 on can be"
                )));
            }
            nbt.count_state(key.len())?;
            self.palette.push((BlockState::parse(key), number));
            Ok(())
        })
    }

    /// How many blocks the box has.
    fn count(&self) -> Result<u64> {
        if self.sides.contains(&0) && self.blocks.bytes.is_empty() && self.packed.bytes.is_empty() {
            return Err(Error::input(
                "is no schematic: it has no Width, Height and Length; name another file",
            ));
        }
        Ok(self.sides.iter().map(|&side| u64::from(side.unsigned_abs())).product())
    }

    /// How many blocks are no air at least, where the numbers were only counted.
    fn fewest_blocks(&self) -> u64 {
        let Some(counts) = &self.packed.counts else {
            let counts = self.blocks.counts.as_ref();
            return counts.map_or(0, |counts| counts[1..].iter().sum());
        };
        let is_air = |number: i64| {
            self.palette
                .iter()
                .any(|(state, of)| *of == number && state.short_name().ends_with("air"))
        };
        let single = (0..).zip(&counts[..128]).filter(|&(number, _)| !is_air(number));
        let single: u64 = single.map(|(_, count)| count).sum();
        // The last byte of a longer number is one of these too.
        single.saturating_sub(counts[128..].iter().sum())
    }

    /// The types of blocks with a palette.
    fn decode_palette(&self, states: &States) -> Result<Vec<u16>> {
        let mut of_number: Vec<Option<u16>> = Vec::new();
        for (state, number) in &self.palette {
            let at = usize::try_from(*number).unwrap_or(0);
            of_number.resize(of_number.len().max(at + 1), None);
            of_number[at] = Some(states.of_state(state)?);
        }
        let count = self.count()?;
        let mut bytes = self.packed.bytes.iter();
        // Each number takes a byte at least, so that this is no more than twice what was read.
        let mut ids = Vec::new();
        ids.try_reserve_exact(capped(count, self.packed.bytes.len()))
            .map_err(|_| no_room(count))?;
        while let Some(&first) = bytes.next() {
            let number = varint(first, &mut bytes).ok_or_else(|| self.bad_number(ids.len()))?;
            let id = of_number.get(number as usize).copied().flatten();
            ids.push(id.ok_or_else(|| {
                Error::input(format!(
                    "has a block {number} at {:?} that its palette does not name; save it again",
                    self.place(ids.len())
                ))
            })?);
            if ids.len() as u64 > count {
                break;
            }
        }
        self.check_count("BlockData", ids.len() as u64, count)?;
        Ok(ids)
    }

    /// The types of numbered blocks.
    fn decode_numbers(&self, states: &States) -> Result<Vec<u16>> {
        let count = self.count()?;
        self.check_count("Blocks", self.blocks.bytes.len() as u64, count)?;
        let mut of_number: Vec<Option<u16>> = vec![None; 1 << 16];
        let blocks = self.blocks.bytes.iter().enumerate().map(|(at, &low)| {
            let data = self.data.bytes.get(at).copied().unwrap_or(0);
            let key = u16::from(half(&self.add.bytes, at)) << 12
                | u16::from(low) << 4
                | u16::from(data & 15);
            let known = &mut of_number[usize::from(key)];
            match *known {
                Some(id) => Ok(id),
                None => Ok(*known.insert(states.of_number(key)?)),
            }
        });
        blocks.collect()
    }

    fn check_count(&self, field: &str, there: u64, wanted: u64) -> Result<()> {
        if there == wanted {
            return Ok(());
        }
        let [width, height, length] = self.sides;
        let there = if there > wanted { "more".to_owned() } else { format!("only {there}") };
        Err(Error::input(format!(
            "is {width} x {height} x {length} blocks, {wanted} in all, but its {field} has {there}; save it again"
        )))
    }

    fn bad_number(&self, at: usize) -> Error {
        Error::input(format!(
            "has a number without an end in its BlockData, for the block at {:?}; save it again",
            self.place(at)
        ))
    }

    /// The place of a block by its number.
    fn place(&self, at: usize) -> [usize; 3] {
        let [width, _, length] = self.sides.map(|side| side.unsigned_abs().max(1) as usize);
        [at % width, at / width / length, at / width % length]
    }
}

/// A number whose first byte is there already; none where it does not end within 5 bytes.
#[inline]
fn varint<'a>(first: u8, bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u32> {
    let mut number = u32::from(first & 0x7f);
    let (mut last, mut shift) = (first, 7);
    while last & 0x80 != 0 {
        last = *bytes.next().filter(|_| shift < 35)?;
        number |= u32::from(last & 0x7f).checked_shl(shift)?;
        shift += 7;
    }
    Some(number)
}

/// A side, which is kept as 16 bits without a sign.
fn side(nbt: &mut Tree<'_>, key: &str, tag: Tag) -> Sound<i32> {
    let number = nbt.number(tag, key)?;
    let number = if tag == Tag::Short { number & 0xffff } else { number };
    i32::try_from(number)
        .ok()
        .filter(|side| (0..=0xffff).contains(side))
        .ok_or_else(|| Fault::damaged(format!("has a {key} of {number}; it is 0 to 65535")))
}

fn capped(count: u64, bytes: usize) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX).min(bytes)
}

fn no_room(count: u64) -> Error {
    Error::memory(format!(
        "needs room for {count} blocks, and the system refuses; load it where there is more"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_are_read_lowest_bits_first() {
        let read = |bytes: &[u8]| {
            let mut rest = bytes.iter();
            let first = *rest.next().expect("a byte");
            (varint(first, &mut rest), rest.len())
        };
        assert_eq!(read(&[0x7f, 9]), (Some(127), 1), "one byte");
        assert_eq!(read(&[0x80, 0x01]), (Some(128), 0), "two");
        assert_eq!(read(&[0xac, 0x02, 0]), (Some(300), 1), "300");
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0x0f]), (Some(u32::MAX), 0), "the largest");
        assert_eq!(read(&[0x80]).0, None, "without an end");
        assert_eq!(read(&[0x80; 9]).0, None, "too long");
    }
}
