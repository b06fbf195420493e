//! What stands on a plot of the village: a house in a fenced garden, a pond, or a grove.

use super::hash::Stream;
use super::village::PLOT;
use super::village_types::Types;
use crate::blocks::{BlockId, BlockWorld};
use crate::error::Result;

/// A plot: its low corner in blocks, the level of its ground, and the blocks along a side of the whole village.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    pub(super) corner: [i32; 2],
    pub(super) level: i32,
    pub(super) side: i32,
}

impl Plot {
    /// The block of a place on the plot; none beyond the village.
    pub(super) fn block(&self, place: [i32; 2]) -> Option<[i32; 2]> {
        let block = [0, 1].map(|axis| self.corner[axis] + place[axis]);
        block.iter().all(|k| (0..self.side).contains(k)).then_some(block)
    }
}

/// A plot that is being built on: places are counted from its corner, heights from the block above its ground.
struct Site<'a> {
    world: &'a mut BlockWorld,
    plot: &'a Plot,
}

impl Site<'_> {
    fn set(&mut self, [x, y, z]: [i32; 3], id: BlockId) -> Result<()> {
        let Some([bx, by]) = self.plot.block([x, y]) else { return Ok(()) };
        self.world.set_block([bx, by, self.plot.level + 1 + z], id)
    }
}

/// Builds what the draws say.
pub(super) fn build_plot(
    world: &mut BlockWorld,
    types: &Types,
    plot: &Plot,
    mut draws: Stream,
) -> Result<()> {
    let mut site = Site { world, plot };
    match draws.below(8) {
        0 => pond(&mut site, types, &mut draws),
        1 => grove(&mut site, types, &mut draws),
        _ => {
            garden(&mut site, types)?;
            tree(&mut site, types, [6, 6 + draws.below(12)], 4)?;
            house(&mut site, types, &mut draws)
        }
    }
}

/// A fence around the plot, with a gate towards -y and lanterns on its corners.
fn garden(site: &mut Site<'_>, types: &Types) -> Result<()> {
    let (low, high) = (4, PLOT - 2);
    for k in low + 1..high {
        for side in [low, high] {
            site.set([side, k, 0], types.fence[1])?;
            if (side, k) != (low, 13) && (side, k) != (low, 14) {
                site.set([k, side, 0], types.fence[0])?;
            }
        }
    }
    for [x, y] in [[low, low], [low, high], [high, low], [high, high]] {
        site.set([x, y, 0], types.fence[2])?;
        site.set([x, y, 1], types.lantern)?;
    }
    for x in [13, 14] {
        site.set([x, low, 0], BlockId::AIR)?;
    }
    (low..8).try_for_each(|y| site.set([13, y, -1], types.path))
}

/// Walls of planks between logs, a door and windows, a carpet, and a roof of stairs.
fn house(site: &mut Site<'_>, types: &Types, draws: &mut Stream) -> Result<()> {
    let (x0, y0) = (9, 8);
    let (x1, y1) = (x0 + 8 + draws.below(3), y0 + 7 + draws.below(5));
    let storeys = 1 + draws.below(2);
    let wall = 4 * storeys;
    for (x, y) in (x0..=x1).flat_map(|x| (y0..=y1).map(move |y| (x, y))) {
        site.set([x, y, -1], types.cobble)?;
        site.set([x, y, 0], if (x + y) % 3 == 0 { types.carpet } else { BlockId::AIR })?;
        let [edge_x, edge_y] = [x == x0 || x == x1, y == y0 || y == y1];
        for z in 0..wall {
            let id = match (edge_x, edge_y) {
                (true, true) => types.log,
                (true, false) if z % 4 == 1 && y % 3 == 1 => types.pane,
                (true, false) | (false, true) => types.plank,
                (false, false) if z > 0 && z % 4 == 0 => types.slab,
                (false, false) => continue,
            };
            site.set([x, y, z], id)?;
        }
    }
    for z in 0..2 {
        site.set([13, y0, z], types.door)?;
        site.set([12, y0 - 1, 1], types.torch)?;
    }
    roof(site, types, [x0 - 1, y0 - 1], [x1 + 1, y1 + 1], wall)
}

/// Two slopes that meet in a ridge along y, and the gables below.
fn roof(
    site: &mut Site<'_>,
    types: &Types,
    [mut x0, y0]: [i32; 2],
    [mut x1, y1]: [i32; 2],
    mut z: i32,
) -> Result<()> {
    while x0 <= x1 {
        for y in y0..=y1 {
            let [low, high] =
                if x0 == x1 { [types.ridge; 2] } else { [types.roof[1], types.roof[0]] };
            site.set([x0, y, z], low)?;
            site.set([x1, y, z], high)?;
        }
        for (x, y) in (x0 + 1..x1).flat_map(|x| [(x, y0 + 1), (x, y1 - 1)]) {
            site.set([x, y, z], types.plank)?;
        }
        (x0, x1, z) = (x0 + 1, x1 - 1, z + 1);
    }
    Ok(())
}

/// Water two blocks deep within a rim of slabs.
fn pond(site: &mut Site<'_>, types: &Types, draws: &mut Stream) -> Result<()> {
    let reach = 6 + draws.below(3);
    for (x, y) in (5..PLOT - 1).flat_map(|x| (5..PLOT - 1).map(move |y| (x, y))) {
        let from_middle = (x - 14) * (x - 14) + (y - 14) * (y - 14);
        if from_middle <= reach * reach {
            site.set([x, y, 0], BlockId::AIR)?;
            site.set([x, y, -1], types.water)?;
            site.set([x, y, -2], types.water)?;
        } else if from_middle <= (reach + 1) * (reach + 1) {
            site.set([x, y, 0], types.slab)?;
        }
    }
    Ok(())
}

/// Trees.
fn grove(site: &mut Site<'_>, types: &Types, draws: &mut Stream) -> Result<()> {
    for (x, y) in [(7, 7), (7, 14), (14, 8), (15, 15), (20, 11), (10, 20), (20, 20)] {
        let height = 3 + draws.below(4);
        tree(site, types, [x, y], height)?;
    }
    Ok(())
}

/// A trunk under a rounded crown.
fn tree(site: &mut Site<'_>, types: &Types, [x, y]: [i32; 2], height: i32) -> Result<()> {
    for (dx, dy) in (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy))) {
        for dz in -1..=2_i32 {
            if dx * dx + dy * dy + 2 * dz * dz <= 7 {
                site.set([x + dx, y + dy, height + dz], types.leaves)?;
            }
        }
    }
    (0..height).try_for_each(|z| site.set([x, y, z], types.log))
}
