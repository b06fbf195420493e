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
use super::found::{Found, check_scene};
use super::nbt::Array;
use super::packed::{Packed, bits_for};
use super::packing::Tree;
use super::state::BlockState;
use super::states::States;
use super::tag::Tag;
use super::tree_file::{Unfolded, read_tree};
use crate::aabb::GridBox;
use crate::blocks::{MAX_BLOCK, MIN_BLOCK};
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
    longs: Array,
}

/// Reads a litematic.
pub(super) fn read_litematic(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let read: Litematic = read_tree(path, options)?;
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
    // One after the other: the types of a region take more than its numbers.
    for region in &read.regions {
        let ids = region.decode(states)?;
        found.add(&Cuboid { ids: &ids, ..region.cuboid()? }, options)?;
    }
    Ok(found)
}

impl Unfolded for Litematic {
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

    fn is_beyond(&self, options: &LoadOptions) -> Result<bool> {
        let (mut longs, mut types) = (0_u64, 0_u64);
        for region in &self.regions {
            check_scene(region.cuboid()?.bounds(), region.fewest_blocks(), 0, options)?;
            longs = longs.saturating_add(region.long_bytes());
            types = types.max(region.count()?.saturating_mul(2));
        }
        // The longs of all regions, and the types of the blocks of one.
        crate::budget::check(longs.saturating_add(types), options.memory)?;
        Ok(self.regions.iter().any(|region| region.longs.counts.is_some()))
    }
}

impl Region {
    fn read(nbt: &mut Tree<'_>, name: &str, tag: Tag) -> Sound<Self> {
        let mut region = Self { name: shown(name), ..Self::default() };
        nbt.compound(tag, "a region", |nbt, key, tag| match key {
            "Position" => triple(nbt, key, tag).map(|read| region.position = read),
            "Size" => triple(nbt, key, tag).map(|read| region.size = read),
            "BlockStates" => nbt.array(tag, key).map(|read| region.longs = read),
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

    fn count(&self) -> Result<u64> {
        let sides = self.cuboid()?.sides.map(|side| u64::from(side.unsigned_abs()));
        Ok(sides.iter().fold(1, |product, &side| side.saturating_mul(product)))
    }

    /// Bytes of its longs, held or counted.
    fn long_bytes(&self) -> u64 {
        let counted = self.longs.counts.as_ref().map_or(0, |counts| counts.iter().sum());
        self.longs.bytes.len() as u64 + counted
    }

    /// How many blocks are no air at least, where the longs were only counted: each touches as many bytes as its bits may.
    fn fewest_blocks(&self) -> u64 {
        let starts_with_air =
            self.palette.first().is_some_and(|state| state.short_name().ends_with("air"));
        let counts = self.longs.counts.as_ref().filter(|_| starts_with_air);
        let touched: u64 = counts.map_or(0, |counts| counts[1..].iter().sum());
        touched / u64::from(bits_for(self.palette.len(), 2).div_ceil(8) + 1)
    }

    /// The types of its blocks.
    fn decode(&self, states: &States) -> Result<Vec<u16>> {
        let palette: Sound<Vec<u16>> =
            self.palette.iter().map(|state| states.of_state(state)).collect();
        let (palette, count) = (palette?, self.count()?);
        let bits = bits_for(palette.len(), 2);
        let wrong = || {
            Error::input(format!(
                "the region {:?} is {:?} blocks of {bits} bits, {count} in all, but its BlockStates takes {} bytes; save it again",
                self.name,
                self.size,
                self.longs.bytes.len()
            ))
        };
        let length = usize::try_from(count).map_err(|_| wrong())?;
        let packed = Packed::new(&self.longs.bytes, bits, length, Some(true)).ok_or_else(wrong)?;
        let ids = packed.numbers().map(|number| palette.get(number as usize).copied());
        ids.collect::<Option<Vec<u16>>>().ok_or_else(|| {
            Error::input(format!(
                "the region {:?} has blocks beyond its palette of {}; save it again",
                self.name,
                palette.len()
            ))
        })
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
