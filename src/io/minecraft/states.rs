//! The types of blocks that were found in a file, numbered as they come, from several threads; and at the end numbered
//! anew, by name, so that the numbers depend on nothing but the blocks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};

use super::fault::{Fault, Sound};
use super::numeric::NumericTable;
use super::state::BlockState;
use super::table::{BlockTable, Known};
use crate::blocks::{BlockClass, BlockFilter, BlockId, BlockType, BlockWorld};
use crate::error::Result;

/// The most bytes of texts of states that are kept; those of the game have some 3,000,000.
const MAX_TEXT_BYTES: usize = 32 << 20;

/// The types found so far.
#[derive(Debug)]
pub(super) struct States {
    table: BlockTable,
    numeric: NumericTable,
    shapes: bool,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    /// The type of each state; 0 for air.
    by_text: HashMap<String, u16>,
    text_bytes: usize,
    /// Of blocks before 1.13: 16 * number + data.
    by_number: HashMap<u16, u16>,
    /// States that are one to a ray, as logs that lie otherwise, are of one type.
    by_type: HashMap<String, u16>,
    types: Vec<Found>,
}

/// A type and the least of its states: what it is sorted by.
#[derive(Debug)]
struct Found {
    least: String,
    block_type: BlockType,
    is_known: bool,
}

/// The types of a world, and the new number of each old one.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) ids: Vec<BlockId>,
    /// By new number, whether no line of the table is about it.
    pub(super) unknown: Vec<bool>,
    /// Types whose states say nothing, in a world with numbers of before 1.13: how they are connected is not known.
    pub(super) unconnected: Vec<BlockId>,
    pub(super) table: BlockTable,
}

impl States {
    pub(super) fn new(table: BlockTable, shapes: bool) -> Self {
        Self { table, numeric: NumericTable::default(), shapes, seen: Mutex::default() }
    }

    /// Whether rays hit blocks of a state.
    pub(super) fn is_hit(&self, state: &BlockState, filter: BlockFilter) -> bool {
        filter.hits(self.table.look_up(state).class)
    }

    /// Whether rays hit blocks of a number of before 1.13, whatever their data.
    pub(super) fn is_number_hit(&self, number: u8, filter: BlockFilter) -> bool {
        (0..16).all(|data| {
            let text = self.numeric.state(u16::from(number) << 4 | data);
            self.is_hit(&BlockState::parse(&text), filter)
        })
    }

    /// Adds to what is known by type, air first, of whether rays hit its blocks, what is known since.
    pub(super) fn add_hit_types(&self, known: &mut Vec<bool>, filter: BlockFilter) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        known.resize(known.len().max(1), false);
        let new = &seen.types[known.len() - 1..];
        known.extend(new.iter().map(|found| filter.hits(found.block_type.class)));
    }

    /// The type of a state; 0 for air.
    pub(super) fn of_state(&self, state: &BlockState) -> Sound<u16> {
        let text = state.text()?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        self.of_text(&mut seen, text, state)
    }

    /// The type of a block before 1.13, by 16 * number + data; 0 for air.
    pub(super) fn of_number(&self, number: u16) -> Sound<u16> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = seen.by_number.get(&number) {
            return Ok(id);
        }
        let text = self.numeric.state(number);
        let id = self.of_text(&mut seen, text.clone(), &BlockState::parse(&text))?;
        seen.by_number.insert(number, id);
        Ok(id)
    }

    fn of_text(&self, seen: &mut Seen, text: String, state: &BlockState) -> Sound<u16> {
        if let Some(&id) = seen.by_text.get(&text) {
            return Ok(id);
        }
        seen.text_bytes += text.len();
        if seen.text_bytes > MAX_TEXT_BYTES {
            return Err(Fault::damaged(format!(
                "has kinds of block states of more than {MAX_TEXT_BYTES} bytes; load a part of it with --box"
            )));
        }
        let id = self.of_type(seen, &text, state)?;
        seen.by_text.insert(text, id);
        Ok(id)
    }

    /// The type of a new state.
    fn of_type(&self, seen: &mut Seen, text: &str, state: &BlockState) -> Sound<u16> {
        let known = self.table.look_up(state);
        if known.class == BlockClass::Air {
            return Ok(0);
        }
        let block_type = self.block_type(state, &known);
        let next = u16::try_from(seen.types.len() + 1).map_err(|_| {
            Fault::damaged("has more than 65535 types of blocks; load a part of it with --box")
        })?;
        match seen.by_type.entry(format!("{block_type:?}")) {
            Entry::Occupied(found) => {
                let id = *found.get();
                let found = &mut seen.types[usize::from(id) - 1];
                if text < found.least.as_str() {
                    text.clone_into(&mut found.least);
                }
                // Whichever state came first: with one that is unknown all are.
                found.is_known &= known.is_known;
                Ok(id)
            }
            Entry::Vacant(place) => {
                place.insert(next);
                let found = Found { least: text.to_owned(), block_type, is_known: known.is_known };
                seen.types.push(found);
                Ok(next)
            }
        }
    }

    fn block_type(&self, state: &BlockState, known: &Known) -> BlockType {
        let mut block_type = BlockType::new(state.name.clone(), known.class);
        if self.shapes {
            block_type.shape = known.shape.clone();
        }
        block_type.color = known.color.map(|[red, green, blue]| [red, green, blue, 255]);
        block_type.emission = known.glow;
        block_type.glass = known.glass;
        block_type
    }

    /// Adds all types to an empty world, sorted by name.
    pub(super) fn number(self, world: &mut BlockWorld) -> Result<Numbered> {
        let seen = self.seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (types, has_numbers) = (seen.types, !seen.by_number.is_empty());
        let mut order: Vec<usize> = (0..types.len()).collect();
        order.sort_by(|&a, &b| types[a].least.cmp(&types[b].least));
        let mut ids = vec![BlockId::AIR; types.len() + 1];
        let (mut unknown, mut unconnected) = (vec![false], Vec::new());
        for old in order {
            let found = &types[old];
            ids[old + 1] = world.add_type(found.block_type.clone())?;
            unknown.push(!found.is_known);
            // Only with their shapes do blocks have connections.
            let is_bare = has_numbers && self.shapes && !found.least.contains('[');
            unconnected.extend(is_bare.then_some(ids[old + 1]));
        }
        Ok(Numbered { ids, unknown, unconnected, table: self.table })
    }
}
