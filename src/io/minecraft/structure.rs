//! Structures of the game (`.nbt`): a list of blocks, each with a place and the number of its state in a palette.
//!
//! ```text
//!   size      list of 3 ints;  blocks: list of {pos: list of 3 ints, state: int}
//!   palette   list of states, or palettes: several of them, of which the first is taken
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use super::fault::{Fault, Sound};
use super::found::Found;
use super::packing::Tree;
use super::state::BlockState;
use super::states::States;
use super::tag::Tag;
use super::tree_file::{Unfolded, read_tree};
use crate::aabb::GridBox;
use crate::blocks::{BlockId, Cells, Cluster, YUp, slot_of};
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// The longest side: as many blocks as a scene can have.
const MAX_SIDE: i64 = 1 << 15;
/// The most blocks, each of which is held until the palette is known.
const MAX_BLOCKS: usize = 1 << 26;
/// Bytes that a block takes at most: in the list, and a cluster where it stands alone.
const BLOCK_BYTES: u64 = 200;
/// The most states of a palette.
const MAX_PALETTE: usize = 1 << 20;
const CORNER: &str = "blocks count from the corner of the structure";

#[derive(Debug, Default)]
struct Structure {
    size: Vec<i64>,
    palette: Vec<BlockState>,
    /// x, y, z and the number of the state, of as many as may be held.
    blocks: Vec<[i32; 4]>,
    /// How many more there are.
    unheld: usize,
    skipped_palettes: u64,
    is_one: bool,
}

/// Reads a structure.
pub(super) fn read_structure(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let read: Structure = read_tree(path, options)?;
    if !read.is_one {
        return Err(Error::input("is no structure: it has no list of blocks; name another file"));
    }
    let mut found = Found::new("nbt").with_corner(CORNER);
    let [width, height, depth] = read.sides()?;
    let whole = GridBox { min: [0, -depth, 0], max: [width, 0, height] };
    found.declare(whole, within)?;
    found.clusters = read.clusters(&found.extent, states)?.into_iter().collect();
    if read.skipped_palettes > 0 {
        found.report.skip("palettes after the first", read.skipped_palettes);
    }
    Ok(found)
}

impl Unfolded for Structure {
    fn read(nbt: &mut Tree<'_>) -> Sound<Self> {
        let mut read = Self::default();
        nbt.root(|nbt, key, tag| match key {
            "size" => ints(nbt, key, tag).map(|size| read.size = size),
            "palette" => states_of(nbt, tag).map(|palette| read.palette = palette),
            "palettes" => {
                let mut palettes = 0;
                nbt.list(tag, key, |nbt, tag| {
                    palettes += 1;
                    if palettes > 1 {
                        return nbt.skip(tag);
                    }
                    states_of(nbt, tag).map(|palette| read.palette = palette)
                })?;
                read.skipped_palettes = u64::saturating_sub(palettes, 1);
                Ok(())
            }
            "blocks" => {
                read.is_one = true;
                nbt.list(tag, key, |nbt, tag| read.block(nbt, tag))
            }
            _ => nbt.skip(tag),
        })?;
        Ok(read)
    }

    fn is_beyond(&self, options: &LoadOptions) -> Result<bool> {
        crate::budget::check(self.count() as u64 * BLOCK_BYTES, options.memory)?;
        Ok(self.unheld > 0)
    }
}

impl Structure {
    fn block(&mut self, nbt: &mut Tree<'_>, tag: Tag) -> Sound<()> {
        let (mut place, mut state) = (Vec::new(), -1);
        nbt.compound(tag, "a block", |nbt, key, tag| match key {
            "pos" => ints(nbt, key, tag).map(|read| place = read),
            "state" => nbt.number(tag, key).map(|number| state = number),
            _ => nbt.skip(tag),
        })?;
        let numbers = [place.as_slice(), &[state]].concat();
        let numbers: Vec<i32> = numbers.iter().filter_map(|&k| i32::try_from(k).ok()).collect();
        let block = <[i32; 4]>::try_from(numbers).map_err(|_| {
            Fault::damaged(format!(
                "the block {} of its list has no sound pos and state; save it again",
                self.count()
            ))
        })?;
        if self.count() >= MAX_BLOCKS {
            return Err(Fault::damaged(format!(
                "has more than {MAX_BLOCKS} blocks; cut it into parts"
            )));
        }
        if nbt.may_hold(size_of_val(&block) as u64) {
            self.blocks.push(block);
        } else {
            self.unheld += 1;
        }
        Ok(())
    }

    /// How many blocks its list has.
    fn count(&self) -> usize {
        self.blocks.len() + self.unheld
    }

    fn sides(&self) -> Result<[i32; 3]> {
        let sides = <[i64; 3]>::try_from(self.size.as_slice());
        let sides = sides.ok().filter(|sides| sides.iter().all(|k| (0..=MAX_SIDE).contains(k)));
        #[allow(clippy::cast_possible_truncation, reason = "at most 2^15")]
        let sides = sides.map(|sides| sides.map(|k| k as i32));
        sides.ok_or_else(|| {
            Error::input(format!(
                "has the size {:?}; it is three numbers from 0 to {MAX_SIDE}",
                self.size
            ))
        })
    }

    /// The clusters of its blocks in a box, by position.
    fn clusters(
        &self,
        within: &GridBox,
        states: &States,
    ) -> Result<BTreeMap<[i32; 3], Box<Cluster>>> {
        let palette: Sound<Vec<u16>> =
            self.palette.iter().map(|state| states.of_state(state)).collect();
        let (palette, sides) = (palette?, self.sides()?);
        let mut clusters = BTreeMap::new();
        for (at, &[x, y, z, state]) in self.blocks.iter().enumerate() {
            let id = usize::try_from(state).ok().and_then(|state| palette.get(state));
            let is_inside = (0..3).all(|axis| (0..sides[axis]).contains(&[x, y, z][axis]));
            let (Some(&id), true) = (id, is_inside) else {
                return Err(Error::input(format!(
                    "the block {at} of its list is state {state} at {:?}, beyond its size {sides:?} or its palette of {}; save it again",
                    [x, y, z],
                    palette.len()
                )));
            };
            let block = YUp::block([x, y, z], Cells::Cornered);
            if within.contains(block) && id != 0 {
                let position = block.map(|k| k.div_euclid(4));
                let empty = || Box::new(Cluster::of_ids([BlockId::AIR; 64]));
                clusters.entry(position).or_insert_with(empty).ids[slot_of(block)] = BlockId(id);
            }
        }
        Ok(clusters)
    }
}

/// A list of whole numbers, three at most.
fn ints(nbt: &mut Tree<'_>, field: &str, tag: Tag) -> Sound<Vec<i64>> {
    let mut read = Vec::new();
    if tag == Tag::Ints {
        let bytes = nbt.array(tag, field)?.bytes;
        read = bytes
            .as_chunks::<4>()
            .0
            .iter()
            .take(4)
            .map(|k| i32::from_be_bytes(*k).into())
            .collect();
        return Ok(read);
    }
    nbt.list(tag, field, |nbt, tag| {
        let number = nbt.number(tag, field)?;
        if read.len() < 4 {
            read.push(number);
        }
        Ok(())
    })?;
    Ok(read)
}

fn states_of(nbt: &mut Tree<'_>, tag: Tag) -> Sound<Vec<BlockState>> {
    let mut palette = Vec::new();
    nbt.list(tag, "the palette", |nbt, tag| {
        palette.push(BlockState::read(nbt, tag)?);
        if palette.len() > MAX_PALETTE {
            return Err(Fault::damaged(format!("has a palette of more than {MAX_PALETTE} states")));
        }
        Ok(())
    })?;
    Ok(palette)
}
