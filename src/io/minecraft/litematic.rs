//! Litematics: regions of blocks, each with a place, a palette and numbers packed across longs.
//!
//! ```text
//!   Regions.NAME   Position, Size {x, y, z}; BlockStatePalette; BlockStates
//!   numbers        of at least 2 bits, (y * depth + z) * width + x
//! ```
//!
//! A size may be negative: the region then reaches from its position the other way, and starts at position + size + 1. Where
//! regions overlap, the later one stays, but for its air.

use std::path::Path;

use super::cuboid::Cuboid;
use super::fault::{Fault, Sound, shown};
use super::found::Found;
use super::growth::Growth;
use super::packed::{Packed, bits_for, length};
use super::packing::Tree;
use super::state::BlockState;
use super::states::States;
use super::stretch::Stretch;
use super::tag::Tag;
use super::tree_file::{Arrays, open_tree};
use crate::aabb::GridBox;
use crate::blocks::{BlockFilter, MAX_BLOCK, MIN_BLOCK};
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// The most regions of a file.
const MAX_REGIONS: usize = 4096;
/// The most states of a palette.
const MAX_PALETTE: usize = 1 << 20;
const CORNER: &str = "blocks count from the origin of the litematic";

#[derive(Debug, Default)]
struct Litematic {
    regions: Vec<Region>,
    is_one: bool,
}

#[derive(Debug, Default)]
struct Region {
    name: String,
    position: [i64; 3],
    size: [i64; 3],
    palette: Vec<BlockState>,
    longs: Stretch,
}

/// Reads a litematic.
pub(super) fn read_litematic(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let read = Litematic::read(&mut open_tree(path)?)?;
    if !read.is_one {
        return Err(Error::input("is no litematic: it has no Regions; name another file"));
    }
    let mut found = Found::new("litematic").with_corner(CORNER);
    found.report.count("regions", read.regions.len() as u64);
    let mut whole = GridBox::default();
    for region in &read.regions {
        whole = whole.union(&region.cuboid()?.bounds());
    }
    found.declare(whole, within)?;
    for region in &read.regions {
        let fewest = region.fewest_blocks(states, options.blocks.filter);
        found.check_fewest(fewest, within, options)?;
    }
    let mut arrays = Arrays::new(path);
    let mut growth = Growth::new(path, states, options);
    for region in &read.regions {
        region.add(&mut arrays, states, &mut found, &mut growth)?;
    }
    Ok(found)
}

impl Litematic {
    fn read(nbt: &mut Tree<'_>) -> Sound<Self> {
        let mut read = Self::default();
        nbt.root(|nbt, key, tag| match key {
            "Regions" => {
                read.is_one = true;
                nbt.compound(tag, key, |nbt, key, tag| {
                    read.regions.push(Region::read(nbt, key, tag)?);
                    if read.regions.len() > MAX_REGIONS {
                        return Err(Fault::damaged(format!("has more than {MAX_REGIONS} regions")));
                    }
                    Ok(())
                })
            }
            _ => nbt.skip(tag),
        })?;
        Ok(read)
    }
}

impl Region {
    fn read(nbt: &mut Tree<'_>, name: &str, tag: Tag) -> Sound<Self> {
        let mut region = Self { name: shown(name), ..Self::default() };
        nbt.compound(tag, "a region", |nbt, key, tag| match key {
            "Position" => triple(nbt, key, tag).map(|read| region.position = read),
            "Size" => triple(nbt, key, tag).map(|read| region.size = read),
            "BlockStates" => nbt.stretch(tag, key).map(|read| region.longs = read),
            "BlockStatePalette" => nbt.list(tag, key, |nbt, tag| {
                region.palette.push(BlockState::read(nbt, tag)?);
                if region.palette.len() > MAX_PALETTE {
                    return Err(Fault::damaged(format!(
                        "has a palette of more than {MAX_PALETTE}"
                    )));
                }
                Ok(())
            }),
            _ => nbt.skip(tag),
        })?;
        Ok(region)
    }

    /// Its low corner and sides, without types.
    fn cuboid(&self) -> Result<Cuboid<'static>> {
        let low = [0, 1, 2].map(|axis| {
            self.position[axis].saturating_add((self.size[axis].saturating_add(1)).min(0))
        });
        let sides = self.size.map(i64::unsigned_abs);
        let fits = |axis: usize| {
            let low = i128::from(low[axis]);
            // Turned, z counts the other way.
            low >= (MIN_BLOCK + 1).into() && low + i128::from(sides[axis]) < MAX_BLOCK.into()
        };
        if !(0..3).all(fits) {
            return Err(Error::input(format!(
                "the region {:?} is {:?} blocks at {:?}; blocks lie from -2^28 to 2^28; move it nearer to the origin",
                self.name, self.size, self.position
            )));
        }
        #[allow(clippy::cast_possible_truncation, reason = "below 2^29")]
        let cuboid =
            Cuboid { min: low.map(|k| k as i32), sides: sides.map(|k| k as i32), ids: &[] };
        Ok(cuboid)
    }

    /// How many blocks are hit at least, by how often each byte is there: each touches as many bytes as its bits may.
    fn fewest_blocks(&self, states: &States, filter: BlockFilter) -> u64 {
        let (first, others) = self.palette.split_first().unzip();
        let is_hit = |state: &BlockState| states.is_hit(state, filter);
        if first.is_none_or(is_hit) || !others.unwrap_or_default().iter().all(is_hit) {
            return 0;
        }
        self.longs.others_than_zero() / u64::from(self.bits().div_ceil(8) + 1)
    }

    /// Bits of a block.
    fn bits(&self) -> u32 {
        bits_for(self.palette.len(), 2)
    }

    /// Adds its blocks.
    fn add(
        &self,
        arrays: &mut Arrays<'_>,
        states: &States,
        found: &mut Found,
        growth: &mut Growth<'_>,
    ) -> Result<()> {
        let palette: Sound<Vec<u16>> =
            self.palette.iter().map(|state| states.of_state(state)).collect();
        let (palette, cuboid, bits) = (palette?, self.cuboid()?, self.bits());
        self.check_length(cuboid.count())?;
        arrays.go_to(&self.longs)?;
        let mut bytes = Vec::new();
        found.add(&cuboid, growth, |ids| {
            bytes.resize(8 * length(bits, ids.len(), true), 0);
            arrays.fill(&mut bytes)?;
            let numbers = Packed::new(&bytes, bits, ids.len(), Some(true));
            for (id, number) in ids.iter_mut().zip(numbers.into_iter().flat_map(Packed::numbers)) {
                *id = *palette.get(number as usize).ok_or_else(|| self.beyond_palette())?;
            }
            Ok(())
        })
    }

    fn check_length(&self, count: u64) -> Result<()> {
        let bits = self.bits();
        let wanted = usize::try_from(count).map(|count| length(bits, count, true) as u64);
        if wanted.is_ok_and(|longs| longs.checked_mul(8) == Some(self.longs.bytes)) {
            return Ok(());
        }
        Err(Error::input(format!(
            "the region {:?} is {:?} blocks of {bits} bits, {count} in all, but its BlockStates takes {} bytes; save it again",
            self.name, self.size, self.longs.bytes
        )))
    }

    fn beyond_palette(&self) -> Error {
        Error::input(format!(
            "the region {:?} has blocks beyond its palette of {}; save it again",
            self.name,
            self.palette.len()
        ))
    }
}

/// A compound of x, y and z.
fn triple(nbt: &mut Tree<'_>, field: &str, tag: Tag) -> Sound<[i64; 3]> {
    let mut read = [0; 3];
    nbt.compound(tag, field, |nbt, key, tag| match key {
        "x" => nbt.number(tag, key).map(|k| read[0] = k),
        "y" => nbt.number(tag, key).map(|k| read[1] = k),
        "z" => nbt.number(tag, key).map(|k| read[2] = k),
        _ => nbt.skip(tag),
    })?;
    Ok(read)
}
