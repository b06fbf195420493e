//! A village: houses with roofs of stairs, fenced gardens, ponds, paths of slabs, on gentle hills.
//!
//! A world of blocks, each of 4 x 4 x 4 voxels. Every plot of 24 x 24 blocks has a way around it, and in it a house, a pond
//! or a grove, on a level of its own. All that stands on a plot is set by [`village_plot`](super::village_plot).

use super::hash::{Field, below};
use super::keys::Keys;
use super::noise::Noise;
use super::spec::{MAX_SIZE, MIN_SIZE};
use super::village_plot::{Plot, build_plot};
use super::village_types::Types;
use crate::aabb::GridBox;
use crate::blocks::{BlockFilter, BlockShape, BlockWorld};
use crate::coord::BRICK_SIDE;
use crate::error::Result;
use crate::scene::Scene;

/// Blocks along a side of a plot.
pub(super) const PLOT: i32 = 24;
/// Blocks across the way around a plot.
const WAY: i32 = 3;
/// Blocks of ground below the highest of a column.
const SHELL: i32 = 4;
/// The levels of the ground.
const LEVELS: i32 = 9;
/// The lowest level of the ground, and the height of the box, in blocks.
const BASE: i32 = 5;
const HEIGHT: i32 = 32;

/// The scene `demo:village`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Village {
    /// Voxels along x and y: four times the blocks; rounded down to whole blocks.
    pub size: i32,
    /// Another seed, other houses and hills.
    pub seed: u64,
    /// What rays hit besides solid blocks.
    pub filter: BlockFilter,
    /// Blocks have their shapes; else all are full cubes.
    pub shapes: bool,
}

impl Village {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 1024, MIN_SIZE..=MAX_SIZE)? / BRICK_SIDE * BRICK_SIDE;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        let fluids = keys.take("fluids", 1, 0..=1)? == 1;
        let passable = keys.take("passable", 1, 0..=1)? == 1;
        let shapes = keys.take("shapes", 1, 0..=1)? == 1;
        keys.finish()?;
        Ok(Self { size, seed, filter: BlockFilter { fluids, passable }, shapes })
    }

    /// Blocks along x and y.
    fn side(&self) -> i32 {
        self.size / BRICK_SIDE
    }

    fn block_bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.side(), self.side(), HEIGHT])
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.size, self.size, HEIGHT * BRICK_SIDE])
    }

    /// A column has some ten blocks: as a world 3 bytes each, as a scene 16 of words, materials and shapes.
    pub(super) fn content_bytes(&self) -> u64 {
        let side = u64::from(self.side().unsigned_abs());
        side * side * 10 * 32
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        self.world()?.scene_in(self.block_bounds()?, self.filter, threads)
    }

    /// The blocks of the scene, whatever its filter.
    ///
    /// # Errors
    /// None that a scene of this size has.
    pub fn world(&self) -> Result<BlockWorld> {
        let mut world = BlockWorld::new();
        let types =
            Types::add_to(&mut world, |shape| if self.shapes { shape } else { BlockShape::Full })?;
        let land = Land::new(self.seed);
        let plots = (self.side() + PLOT - 1) / PLOT;
        for (px, py) in (0..plots).flat_map(|py| (0..plots).map(move |px| (px, py))) {
            let plot = Plot {
                corner: [px * PLOT, py * PLOT],
                level: land.level([px, py]),
                side: self.side(),
            };
            lay_ground(&mut world, &types, &land, &plot)?;
            build_plot(&mut world, &types, &plot, land.draws.stream([px, py, 0]))?;
        }
        Ok(world)
    }
}

/// The lie of the land.
struct Land {
    noise: Noise,
    draws: Field,
}

impl Land {
    fn new(seed: u64) -> Self {
        Self { noise: Noise::new(seed, 61, 6, 2), draws: Field::new(seed, 60) }
    }

    /// The highest block of the ground of a plot.
    #[allow(clippy::cast_possible_truncation, reason = "a few levels")]
    fn level(&self, [px, py]: [i32; 2]) -> i32 {
        BASE + (self.noise.at([px, py, 0]) * LEVELS as f32) as i32
    }
}

/// Grass within the plot, with plants, and around it a way of gravel.
fn lay_ground(world: &mut BlockWorld, types: &Types, land: &Land, plot: &Plot) -> Result<()> {
    for (x, y) in (0..PLOT).flat_map(|y| (0..PLOT).map(move |x| (x, y))) {
        let Some([bx, by]) = plot.block([x, y]) else { continue };
        let is_way = x < WAY || y < WAY;
        for depth in 1..SHELL {
            let id = if depth < 3 { types.dirt } else { types.stone };
            world.set_block([bx, by, plot.level - depth], id)?;
        }
        let top = if is_way { types.path } else { types.grass };
        world.set_block([bx, by, plot.level], top)?;
        let behind = [(x == 0).then_some([-1, 0]), (y == 0).then_some([0, -1])];
        for step in behind.into_iter().flatten() {
            wall_up(world, types, land, plot, [bx, by], step)?;
        }
        if !is_way && below(land.draws.at([bx, by, 1]), 12) == 0 {
            let is_flower = below(land.draws.at([bx, by, 2]), 4) == 0;
            let plant = if is_flower { types.flower } else { types.tall_grass };
            world.set_block([bx, by, plot.level + 1], plant)?;
        }
    }
    Ok(())
}

/// Between the levels of a plot and of the one behind it stands a wall, with a slab on it where that is the higher one.
fn wall_up(
    world: &mut BlockWorld,
    types: &Types,
    land: &Land,
    plot: &Plot,
    [bx, by]: [i32; 2],
    [dx, dy]: [i32; 2],
) -> Result<()> {
    let [px, py] = plot.corner.map(|k| k / PLOT);
    let (level, other) = (plot.level, land.level([px + dx, py + dy]));
    for z in (other.min(level) - SHELL)..other.max(level) {
        let id = if z < level { types.stone } else { types.cobble };
        world.set_block([bx, by, z], id)?;
    }
    if other > level {
        world.set_block([bx, by, other], types.slab)?;
    }
    Ok(())
}
