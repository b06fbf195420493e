//! Fences, panes, walls and doors of before 1.13. Their data does not say how they are connected: the game worked it out
//! from what stands around, and so it is done here.
//!
//! A fence reaches towards its like, towards gates and towards solid full cubes other than leaves; a wall and a pane
//! likewise. The upper half of a door is as its lower half. Which side its hinge is on stands in the upper half alone, and is
//! not read: doors of then all turn on the left.

use std::collections::HashMap;

use super::state::BlockState;
use super::states::Numbered;
use crate::blocks::{BlockClass, BlockId, BlockShape, BlockType, BlockWorld};
use crate::error::Result;

/// North, east, south, west: the game's -z is +y here.
const SIDES: [(&str, [i32; 3]); 4] =
    [("north", [0, 1, 0]), ("east", [1, 0, 0]), ("south", [0, -1, 0]), ("west", [-1, 0, 0])];

/// What reaches towards its like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fence,
    Pane,
    Wall,
    Door,
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        match name {
            _ if name.ends_with("_fence") => Some(Self::Fence),
            _ if name.ends_with("_pane") || name.ends_with(":iron_bars") => Some(Self::Pane),
            _ if name.ends_with("_wall") => Some(Self::Wall),
            _ if name.ends_with("_door") => Some(Self::Door),
            _ => None,
        }
    }

    /// Whether it reaches towards a block of a type.
    fn reaches(self, towards: &BlockType) -> bool {
        let is_whole = towards.shape == BlockShape::Full
            && towards.class == BlockClass::Solid
            && !towards.name.ends_with("leaves");
        let gate = self != Self::Pane && towards.name.ends_with("_fence_gate");
        is_whole || gate || Self::of(&towards.name) == Some(self)
    }
}

/// Connects what of these types stands in a world, in the order of places, so that new types have the same numbers always.
pub(super) fn connect(world: &mut BlockWorld, numbered: &Numbered) -> Result<()> {
    if numbered.unconnected.is_empty() {
        return Ok(());
    }
    let mut kinds = vec![None; world.types().len()];
    for id in &numbered.unconnected {
        kinds[usize::from(id.0)] = world.block_type(*id).and_then(|found| Kind::of(&found.name));
    }
    let places = world.places_of(|id| kinds.get(usize::from(id.0)).copied().flatten().is_some());
    let mut connected: HashMap<(BlockId, u8), BlockId> = HashMap::new();
    let mut changes = Vec::new();
    for (place, id) in places {
        let Some(kind) = kinds[usize::from(id.0)] else { continue };
        if kind == Kind::Door {
            changes.extend(lower_half(world, place, id).map(|lower| (place, lower)));
            continue;
        }
        let sides = sides(world, place, kind);
        let new = match connected.get(&(id, sides)) {
            Some(&new) => new,
            None => *connected.entry((id, sides)).or_insert(variant(world, numbered, id, sides)?),
        };
        changes.push((place, new));
    }
    changes.into_iter().try_for_each(|(place, id)| world.set_block(place, id))
}

fn moved(place: [i32; 3], by: [i32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|axis| place[axis] + by[axis])
}

/// The type of the same door below.
fn lower_half(world: &BlockWorld, place: [i32; 3], id: BlockId) -> Option<BlockId> {
    let below = world.block(moved(place, [0, 0, -1]));
    let [door, lower] = [id, below].map(|id| world.block_type(id));
    (door?.name == lower?.name).then_some(below)
}

/// The sides towards which a block reaches, a bit each.
fn sides(world: &BlockWorld, place: [i32; 3], kind: Kind) -> u8 {
    (0..).zip(SIDES).fold(0, |sides, (bit, (_, step))| {
        let beside = world.block_type(world.block(moved(place, step)));
        sides | u8::from(beside.is_some_and(|found| kind.reaches(found))) << bit
    })
}

/// The type that reaches towards these sides.
fn variant(world: &mut BlockWorld, numbered: &Numbered, id: BlockId, sides: u8) -> Result<BlockId> {
    let Some(single) = world.block_type(id).filter(|_| sides != 0).cloned() else { return Ok(id) };
    let is_straight = matches!(sides, 0b0101 | 0b1010);
    let flags = SIDES.iter().enumerate().map(|(bit, (side, _))| (*side, sides >> bit & 1 == 1));
    let flags = flags.chain([("up", !is_straight)]);
    let properties = flags.map(|(key, is)| (key.to_owned(), is.to_string())).collect();
    let state = BlockState { name: single.name.clone(), properties };
    let shape = numbered.table.look_up(&state).shape;
    world.add_type(BlockType { shape, ..single })
}
