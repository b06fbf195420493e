//! Chunks of a world: columns of 16 x 16 blocks, as sections one above the other.
//!
//! Their tree has changed with the game's versions, and what is there tells which: sections stand in `Level.Sections`, from
//! 1.18 on in `sections`; before Anvil a chunk is one array of 16 x 16 x 128 blocks, y fastest.

use super::cuboid::{Cuboid, Placed};
use super::fault::{Fault, Sound};
use super::packing::Tree;
use super::section::{BLOCKS, Section, half};
use super::states::States;
use super::tag::Tag;
use crate::aabb::GridBox;

/// Blocks along a side of a section.
const SIDE: i32 = 16;
/// The most sections of a chunk: their heights are bytes.
const MAX_SECTIONS: usize = 1024;
/// Blocks of a chunk before Anvil.
const OLD_BLOCKS: usize = 16 * 16 * 128;

/// The blocks of a chunk that were asked for.
#[derive(Debug, Default)]
pub(super) struct ChunkBlocks {
    pub(super) clusters: Vec<Placed>,
    /// The box around its sections, z up, cut to what was asked for.
    pub(super) extent: GridBox,
    /// Sections that hold no sound blocks.
    pub(super) damaged_sections: u64,
    /// Whether it has any section; one that is not generated yet has none.
    pub(super) is_generated: bool,
    /// Whether its bytes end before their checksum.
    pub(super) is_unchecked: bool,
}

/// A chunk as it was read.
#[derive(Debug, Default)]
struct Chunk {
    version: Option<i64>,
    sections: Vec<Section>,
    old_blocks: Vec<u8>,
    old_data: Vec<u8>,
}

/// Where a chunk says that it stands: x and z in chunks, where it does.
pub(super) fn read_position(nbt: &mut Tree<'_>) -> Sound<[Option<i64>; 2]> {
    let mut position = [None; 2];
    nbt.root(|nbt, key, tag| position_entry(nbt, key, tag, &mut position))?;
    Ok(position)
}

fn position_entry(
    nbt: &mut Tree<'_>,
    key: &str,
    tag: Tag,
    position: &mut [Option<i64>; 2],
) -> Sound<()> {
    match key {
        "xPos" => nbt.number(tag, key).map(|x| position[0] = Some(x)),
        "zPos" => nbt.number(tag, key).map(|z| position[1] = Some(z)),
        "Level" => nbt.compound(tag, key, |nbt, key, tag| match key {
            "Level" => nbt.skip(tag),
            _ => position_entry(nbt, key, tag, position),
        }),
        _ => nbt.skip(tag),
    }
}

/// Reads the chunk at a position (x and z in chunks): its blocks in `within`, all of them where that is none.
pub(super) fn read_chunk(
    nbt: &mut Tree<'_>,
    position: [i32; 2],
    within: Option<&GridBox>,
    states: &States,
) -> Sound<ChunkBlocks> {
    let mut chunk = Chunk::default();
    nbt.root(|nbt, key, tag| chunk.entry(nbt, key, tag, states))?;
    chunk.split_old()?;
    let mut read = ChunkBlocks {
        is_generated: !chunk.sections.is_empty(),
        is_unchecked: nbt.is_unchecked(),
        ..ChunkBlocks::default()
    };
    for section in &chunk.sections {
        match chunk.place(section, position, within, states) {
            Ok(Some((bounds, clusters))) => {
                read.extent = read.extent.union(&bounds);
                read.clusters.extend(clusters);
            }
            Ok(None) => {}
            Err(_) => read.damaged_sections += 1,
        }
    }
    Ok(read)
}

impl Chunk {
    fn entry(&mut self, nbt: &mut Tree<'_>, key: &str, tag: Tag, states: &States) -> Sound<()> {
        match key {
            "DataVersion" => nbt.number(tag, key).map(|version| self.version = Some(version)),
            "Level" => nbt.compound(tag, key, |nbt, key, tag| match key {
                "Level" => nbt.skip(tag),
                _ => self.entry(nbt, key, tag, states),
            }),
            "sections" | "Sections" => nbt.list(tag, key, |nbt, tag| {
                self.sections.push(Section::read(nbt, tag, states)?);
                if self.sections.len() > MAX_SECTIONS {
                    return Err(Fault::damaged("has a chunk of more than 1024 sections"));
                }
                Ok(())
            }),
            "Blocks" => nbt.array(tag, key).map(|array| self.old_blocks = array),
            "Data" => nbt.array(tag, key).map(|array| self.old_data = array),
            _ => nbt.skip(tag),
        }
    }

    /// Makes sections of the one array of a chunk before Anvil.
    fn split_old(&mut self) -> Sound<()> {
        match self.old_blocks.len() {
            0 => return Ok(()),
            OLD_BLOCKS => {}
            length => {
                return Err(Fault::damaged(format!(
                    "has a chunk of {length} blocks, not {OLD_BLOCKS}; copy it again"
                )));
            }
        }
        // Block (x, y, z) there is number (x * 16 + z) * 128 + y.
        let there = |y: usize, at: usize| (at % 16 * 16 + at / 16 % 16) * 128 + y + at / 256;
        let sections = (0..8_u8).map(|section| {
            let y = usize::from(section) * 16;
            let blocks = (0..BLOCKS).map(|at| self.old_blocks[there(y, at)]).collect();
            let pairs = (0..BLOCKS / 2).map(|pair| [2 * pair, 2 * pair + 1]);
            let half = |at: usize| half(&self.old_data, there(y, at));
            let data = pairs.map(|[a, b]| half(a) | half(b) << 4).collect();
            Section::numbered(section.into(), blocks, data)
        });
        self.sections = sections.collect();
        Ok(())
    }

    /// The box and clusters of a section; none where it has nothing that was asked for.
    fn place(
        &self,
        section: &Section,
        [x, z]: [i32; 2],
        within: Option<&GridBox>,
        states: &States,
    ) -> Sound<Option<(GridBox, Vec<Placed>)>> {
        let Some(y) = section.y else { return Ok(None) };
        let y =
            i8::try_from(y).map_err(|_| Fault::damaged("has a section at an impossible height"))?;
        let min = [x, i32::from(y), z].map(|k| k * SIDE);
        let mut cuboid = Cuboid { min, sides: [SIDE; 3], ids: &[] };
        let bounds = cuboid.bounds();
        let part = within.map_or(bounds, |within| within.intersection(&bounds));
        if part.is_empty() {
            return Ok(None);
        }
        let Some(ids) = section.decode(self.version, states)? else {
            return Ok(Some((part, Vec::new())));
        };
        cuboid.ids = &ids;
        Ok(Some((part, cuboid.clusters(&part))))
    }
}
