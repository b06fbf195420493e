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
use super::found::Found;
use super::growth::Growth;
use super::layers::PIECE;
use super::packing::Tree;
use super::section::half;
use super::state::BlockState;
use super::states::States;
use super::stretch::Stretch;
use super::tag::Tag;
use super::tree_file::{Arrays, open_tree};
use super::varint::Varints;
use crate::aabb::GridBox;
use crate::blocks::BlockFilter;
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
    blocks: Stretch,
    add: Stretch,
    data: Stretch,
    palette: Vec<(BlockState, i64)>,
    packed: Stretch,
    is_sponge: bool,
}

/// Reads a schematic.
pub(super) fn read_schematic(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let mut read = Schematic::default();
    open_tree(path)?.root(|nbt, key, tag| read.entry(nbt, key, tag, true))?;
    read.check_sides()?;
    let format = if read.is_sponge { "schem" } else { "schematic" };
    let mut found = Found::new(format).with_corner(CORNER);
    found.declare(read.cuboid().bounds(), within)?;
    let filter = options.blocks.filter;
    let mut growth = Growth::new(path, states, options);
    if read.is_sponge {
        found.check_fewest(read.fewest_of_palette(states, filter), within, options)?;
        read.add_palette(path, states, &mut found, &mut growth)?;
    } else {
        found.check_fewest(read.fewest_of_numbers(states, filter), within, options)?;
        read.add_numbers(path, states, &mut found, &mut growth)?;
    }
    Ok(found)
}

impl Schematic {
    fn entry(&mut self, nbt: &mut Tree<'_>, key: &str, tag: Tag, is_root: bool) -> Sound<()> {
        match (key, tag) {
            ("Width", _) => side(nbt, key, tag).map(|side| self.sides[0] = side),
            ("Height", _) => side(nbt, key, tag).map(|side| self.sides[1] = side),
            ("Length", _) => side(nbt, key, tag).map(|side| self.sides[2] = side),
            ("Palette", _) => self.read_palette(nbt, tag),
            ("BlockData", _) => self.read_packed(nbt, key, tag),
            ("AddBlocks", _) => nbt.stretch(tag, key).map(|array| self.add = array),
            ("Data", _) => nbt.stretch(tag, key).map(|array| self.data = array),
            ("Blocks", Tag::Compound) => nbt.compound(tag, key, |nbt, key, tag| match key {
                "Palette" => self.read_palette(nbt, tag),
                "Data" => self.read_packed(nbt, key, tag),
                _ => nbt.skip(tag),
            }),
            ("Blocks", _) => nbt.stretch(tag, key).map(|array| self.blocks = array),
            ("Schematic", Tag::Compound) if is_root => {
                nbt.compound(tag, key, |nbt, key, tag| self.entry(nbt, key, tag, false))
            }
            _ => nbt.skip(tag),
        }
    }

    fn read_packed(&mut self, nbt: &mut Tree<'_>, key: &str, tag: Tag) -> Sound<()> {
        self.packed = nbt.stretch(tag, key)?;
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

    /// Its box, without types.
    fn cuboid(&self) -> Cuboid<'static> {
        Cuboid { min: [0; 3], sides: self.sides, ids: &[] }
    }

    fn check_sides(&self) -> Result<()> {
        if self.sides.contains(&0) && self.blocks.bytes == 0 && self.packed.bytes == 0 {
            return Err(Error::input(
                "is no schematic: it has no Width, Height and Length; name another file",
            ));
        }
        Ok(())
    }

    /// How many blocks are hit at least, by how often each byte is there.
    fn fewest_of_palette(&self, states: &States, filter: BlockFilter) -> u64 {
        let is_hit = |number: i64| {
            let mut named =
                self.palette.iter().filter(|(_, of)| *of == number).map(|(state, _)| state);
            named.next_back().is_some_and(|state| states.is_hit(state, filter))
        };
        let single = (0..).zip(self.packed.counts.iter().take(128));
        let single: u64 =
            single.filter(|&(number, _)| is_hit(number)).map(|(_, count)| count).sum();
        // The last byte of a longer number is one of these too.
        single.saturating_sub(self.packed.counts.iter().skip(128).sum())
    }

    /// As [`Self::fewest_of_palette`], where each byte is the lower part of a number.
    fn fewest_of_numbers(&self, states: &States, filter: BlockFilter) -> u64 {
        let counts = (0..=255).zip(&self.blocks.counts);
        let hit: u64 = counts
            .filter(|(low, _)| states.is_number_hit(*low, filter))
            .map(|(_, count)| count)
            .sum();
        // Each byte of upper parts is that of two.
        hit.saturating_sub(2 * self.add.others_than_zero())
    }

    /// Adds blocks that are numbers of a palette.
    fn add_palette(
        &self,
        path: &Path,
        states: &States,
        found: &mut Found,
        growth: &mut Growth<'_>,
    ) -> Result<()> {
        let mut of_number: Vec<Option<u16>> = Vec::new();
        for (state, number) in &self.palette {
            let at = usize::try_from(*number).unwrap_or(0);
            of_number.resize(of_number.len().max(at + 1), None);
            of_number[at] = Some(states.of_state(state)?);
        }
        let mut arrays = Arrays::at(path, &self.packed)?;
        let mut numbers = Varints::new(|piece: &mut [u8]| arrays.fill(piece));
        let (mut at, count) = (0, self.cuboid().count());
        found.add(&self.cuboid(), growth, |ids| {
            for id in ids {
                let Some(number) = numbers.next()? else {
                    return self.check_count("BlockData", at, count);
                };
                let number = number.ok_or_else(|| self.bad_number(at))?;
                let known = of_number.get(number as usize).copied().flatten();
                *id = known.ok_or_else(|| self.unnamed(number, at))?;
                at += 1;
            }
            Ok(())
        })?;
        let more = numbers.next()?.is_some();
        self.check_count("BlockData", count + u64::from(more), count)
    }

    /// Adds numbered blocks.
    fn add_numbers(
        &self,
        path: &Path,
        states: &States,
        found: &mut Found,
        growth: &mut Growth<'_>,
    ) -> Result<()> {
        self.check_count("Blocks", self.blocks.bytes, self.cuboid().count())?;
        // Each from the file of its own: they stand there one after the other.
        let mut blocks = Arrays::at(path, &self.blocks)?;
        let mut data = Arrays::at(path, &self.data)?;
        let mut add = Arrays::at(path, &self.add)?;
        let (mut low, mut high, mut kinds) = ([0; PIECE], [0; PIECE / 2], [0; PIECE]);
        let mut of_number: Vec<Option<u16>> = vec![None; 1 << 16];
        found.add(&self.cuboid(), growth, |ids| {
            blocks.fill(&mut low[..ids.len()])?;
            data.fill(&mut kinds[..ids.len()])?;
            add.fill(&mut high[..ids.len().div_ceil(2)])?;
            for (at, id) in ids.iter_mut().enumerate() {
                let key = u16::from(half(&high, at)) << 12
                    | u16::from(low[at]) << 4
                    | u16::from(kinds[at] & 15);
                let known = &mut of_number[usize::from(key)];
                *id = match *known {
                    Some(id) => id,
                    None => *known.insert(states.of_number(key)?),
                };
            }
            Ok(())
        })
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

    fn bad_number(&self, at: u64) -> Error {
        Error::input(format!(
            "has a number without an end in its BlockData, for the block at {:?}; save it again",
            self.place(at)
        ))
    }

    fn unnamed(&self, number: u32, at: u64) -> Error {
        Error::input(format!(
            "has a block {number} at {:?} that its palette does not name; save it again",
            self.place(at)
        ))
    }

    /// The place of a block by its number.
    fn place(&self, at: u64) -> [u64; 3] {
        let [width, _, length] = self.sides.map(|side| u64::from(side.unsigned_abs()).max(1));
        [at % width, at / width / length, at / width % length]
    }
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
