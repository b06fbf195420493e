//! Structures of the game (`.nbt`): a list of blocks, each with a place and the number of its state in a palette.
//!
//! ```text
//!   size      list of 3 ints;  blocks: list of {pos: list of 3 ints, state: int}
//!   palette   list of states, or palettes: several of them, of which the first is taken
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use super::cuboid::Placed;
use super::fault::{Fault, Sound};
use super::found::Found;
use super::growth::{CHECK_EVERY, Growth};
use super::packing::Tree;
use super::state::BlockState;
use super::states::States;
use super::tag::Tag;
use super::tree_file::open_tree;
use crate::aabb::GridBox;
use crate::blocks::{BlockId, Cells, Cluster, YUp, slot_of};
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// The longest side: as many blocks as a scene can have.
const MAX_SIDE: i64 = 1 << 15;
/// The most states of a palette.
const MAX_PALETTE: usize = 1 << 20;
const CORNER: &str = "blocks count from the corner of the structure";

#[derive(Debug, Default)]
struct Structure {
    size: Vec<i64>,
    palette: Vec<BlockState>,
    /// Where the list of blocks starts, which is read once the palette is known; none where there is no list.
    blocks: Option<u64>,
    skipped_palettes: u64,
}

/// Reads a structure.
pub(super) fn read_structure(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let read = Structure::read(&mut open_tree(path)?)?;
    let blocks = read.blocks.ok_or_else(|| {
        Error::input("is no structure: it has no list of blocks; name another file")
    })?;
    let mut found = Found::new("nbt").with_corner(CORNER);
    let [width, height, depth] = read.sides()?;
    let whole = GridBox { min: [0, -depth, 0], max: [width, 0, height] };
    found.declare(whole, within)?;
    let mut tree = open_tree(path)?;
    tree.pass_to(blocks, "blocks")?;
    let mut growth = Growth::new(path, states, options);
    found.clusters = read.clusters(&mut tree, &found.extent, states, &mut growth)?;
    if read.skipped_palettes > 0 {
        found.report.skip("palettes after the first", read.skipped_palettes);
    }
    Ok(found)
}

impl Structure {
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
                read.blocks = Some(nbt.place());
                nbt.list(tag, key, |nbt, tag| nbt.skip(tag))
            }
            _ => nbt.skip(tag),
        })?;
        Ok(read)
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

    /// The clusters of its blocks in a box, by position, read from its list.
    fn clusters(
        &self,
        nbt: &mut Tree<'_>,
        within: &GridBox,
        states: &States,
        growth: &mut Growth<'_>,
    ) -> Result<Vec<Placed>> {
        let palette: Sound<Vec<u16>> =
            self.palette.iter().map(|state| states.of_state(state)).collect();
        let (palette, sides) = (palette?, self.sides()?);
        let mut clusters: BTreeMap<[i32; 3], Box<Cluster>> = BTreeMap::new();
        let (mut at, mut memory) = (0_usize, Ok(()));
        let listed = nbt.list(Tag::List, "blocks", |nbt, tag| {
            let [x, y, z, state] = read_block(nbt, tag, at)?;
            let id = usize::try_from(state).ok().and_then(|state| palette.get(state));
            let is_inside = (0..3).all(|axis| (0..sides[axis]).contains(&[x, y, z][axis]));
            let Some(&id) = id.filter(|_| is_inside) else {
                return Err(Fault::damaged(format!(
                    "the block {at} of its list is state {state} at {:?}, beyond its size {sides:?} or its palette of {}; save it again",
                    [x, y, z],
                    palette.len()
                )));
            };
            at += 1;
            let block = YUp::block([x, y, z], Cells::Cornered);
            if within.contains(block) && id != 0 {
                let position = block.map(|k| k.div_euclid(4));
                let empty = || Box::new(Cluster::of_ids([BlockId::AIR; 64]));
                clusters.entry(position).or_insert_with(empty).ids[slot_of(block)] = BlockId(id);
                growth.count(id);
            }
            if at % CHECK_EVERY == 0 {
                memory = growth.check(clusters.len());
            }
            memory.as_ref().copied().map_err(|error| Fault::damaged(error.to_string()))
        });
        memory?;
        listed?;
        Ok(clusters.into_iter().collect())
    }
}

/// The block of this number of the list: x, y, z and the number of its state.
fn read_block(nbt: &mut Tree<'_>, tag: Tag, number: usize) -> Sound<[i32; 4]> {
    let (mut place, mut state) = (Vec::new(), -1);
    nbt.compound(tag, "a block", |nbt, key, tag| match key {
        "pos" => ints(nbt, key, tag).map(|read| place = read),
        "state" => nbt.number(tag, key).map(|number| state = number),
        _ => nbt.skip(tag),
    })?;
    let numbers = [place.as_slice(), &[state]].concat();
    let numbers: Vec<i32> = numbers.iter().filter_map(|&k| i32::try_from(k).ok()).collect();
    <[i32; 4]>::try_from(numbers).map_err(|_| {
        Fault::damaged(format!(
            "the block {number} of its list has no sound pos and state; save it again"
        ))
    })
}

/// A list of whole numbers, three at most.
fn ints(nbt: &mut Tree<'_>, field: &str, tag: Tag) -> Sound<Vec<i64>> {
    let mut read = Vec::new();
    let mut keep = |number: i64| {
        if read.len() < 4 {
            read.push(number);
        }
    };
    if tag == Tag::Ints {
        nbt.ints(field, |number| keep(number.into()))?;
    } else {
        nbt.list(tag, field, |nbt, tag| nbt.number(tag, field).map(&mut keep))?;
    }
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
