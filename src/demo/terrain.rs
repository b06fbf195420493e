//! Hills: a height field of six octaves of value noise, a shell 12 voxels thick, with trees.
//!
//! The shell is as thick as the steepest step, so that no ray slips through it.

use rayon::prelude::*;

use super::hash::Field;
use super::keys::Keys;
use super::noise::Noise;
use super::spec::{MAX_SIZE, MIN_SIZE, named};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::palette::Palette;
use crate::pool::run_in_pool;
use crate::scene::Scene;

const SHELL: i32 = 12;
/// One tree in every square of so many columns along a side.
const TREE_SQUARE: i32 = 20;
const TRUNK: i32 = 7;
/// The crown is a cube of 2 x 2 + 1 voxels.
const CROWN_REACH: i32 = 2;

const SAND: u16 = 2;
const GRASS: u16 = 3;
const MEADOW: u16 = 4;
const ROCK: u16 = 5;
const CLIFF: u16 = 6;
const SNOW: u16 = 7;
const SOIL: u16 = 8;
const BARK: u16 = 9;
const LEAVES: u16 = 10;
const DARK_LEAVES: u16 = 11;
const GOLD_LEAVES: u16 = 12;

/// The scene `demo:terrain`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terrain {
    /// Columns along x and y.
    pub size: i32,
    /// Voxels along z.
    pub height: i32,
    /// Another seed, other hills.
    pub seed: u64,
}

/// The height field and the random numbers of one scene.
struct Land {
    size: i32,
    /// The highest filled voxel of every column, x fastest.
    heights: Vec<i32>,
    /// Where rock gives way to snow.
    snow_line: i32,
    /// How far below the snow rock begins.
    rock_belt: i32,
    /// Where sand gives way to grass.
    sand_line: i32,
    /// How far these lines stray.
    ragged: f32,
    tint: Noise,
    trees: Field,
    crowns: Field,
}

/// One tree: the voxel that its trunk stands on, and its kind of leaves.
struct Tree {
    foot: [i32; 3],
    leaves: u16,
}

impl Terrain {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 1024, MIN_SIZE..=MAX_SIZE)?;
        let height = keys.take("height", (size / 4).max(MIN_SIZE), MIN_SIZE..=MAX_SIZE)?;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        keys.finish()?;
        Ok(Self { size, height, seed })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.size, self.size, self.height])
    }

    /// Heights, and some 14 voxels of 2 bytes with their words for each column.
    pub(super) fn content_bytes(&self) -> u64 {
        40 * u64::from(self.size.unsigned_abs()).pow(2)
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let land = Land::new(self, threads)?;
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            land.fill(corner, chunk);
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(palette()))
    }
}

fn palette() -> Palette {
    named(&[
        (SAND, "sand", [214, 193, 142]),
        (GRASS, "grass", [104, 146, 62]),
        (MEADOW, "meadow", [138, 166, 76]),
        (ROCK, "rock", [128, 120, 112]),
        (CLIFF, "cliff", [104, 96, 92]),
        (SNOW, "snow", [240, 244, 250]),
        (SOIL, "soil", [112, 84, 60]),
        (BARK, "bark", [92, 66, 46]),
        (LEAVES, "leaves", [70, 118, 48]),
        (DARK_LEAVES, "dark leaves", [44, 88, 56]),
        (GOLD_LEAVES, "gold leaves", [198, 146, 48]),
    ])
}

impl Land {
    fn new(scene: &Terrain, threads: usize) -> Result<Self> {
        let noise = Noise::new(scene.seed, 1, 128, 6);
        let top = 0.72 * scene.height as f32;
        let side = scene.size.unsigned_abs() as usize;
        let mut heights = vec![0; side * side];
        run_in_pool(threads, || {
            heights.par_chunks_mut(side).zip(0..scene.size).for_each(|(row, y)| {
                let mut values = vec![0.0; side];
                noise.row([0, y, 0], &mut values);
                row.iter_mut().zip(values).for_each(|(height, value)| *height = floor(top * value));
            });
        })?;
        Ok(Self {
            size: scene.size,
            heights,
            snow_line: floor(0.5 * scene.height as f32),
            rock_belt: floor(0.06 * scene.height as f32),
            ragged: 0.1 * scene.height as f32,
            sand_line: floor(0.24 * scene.height as f32),
            tint: Noise::new(scene.seed, 2, 32, 3),
            trees: Field::new(scene.seed, 3),
            crowns: Field::new(scene.seed, 4),
        })
    }

    fn height(&self, x: i32, y: i32) -> i32 {
        let within = |k: i32| k.clamp(0, self.size - 1).unsigned_abs() as usize;
        self.heights[within(y) * self.size.unsigned_abs() as usize + within(x)]
    }

    fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        for y in corner[1]..(corner[1] + CHUNK_SIDE).min(self.size) {
            for x in corner[0]..(corner[0] + CHUNK_SIDE).min(self.size) {
                self.fill_column([x, y, corner[2]], chunk);
            }
        }
        let squares = |axis: usize| {
            (corner[axis] - CROWN_REACH).div_euclid(TREE_SQUARE)
                ..=(corner[axis] + CHUNK_SIDE + CROWN_REACH - 1).div_euclid(TREE_SQUARE)
        };
        for square_y in squares(1) {
            for square_x in squares(0) {
                if let Some(tree) = self.tree(square_x, square_y) {
                    self.fill_tree(&tree, corner, chunk);
                }
            }
        }
    }

    /// The part of a column's shell that lies in the layer of chunks from `low[2]` on.
    fn fill_column(&self, low: [i32; 3], chunk: &mut ChunkVoxels) {
        let [x, y, z] = low;
        let top = self.height(x, y);
        if top < z {
            return;
        }
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| self.height(x + dx, y + dy));
        let lowest = around.into_iter().min().unwrap_or(top);
        // Steps higher than the shell only come with a `height` far above the usual quarter of the size.
        let bottom = (top - SHELL + 1).min(lowest).max(0);
        if bottom >= z + CHUNK_SIDE {
            return;
        }
        let drop = top - lowest;
        let surface = self.surface([x, y, top], drop);
        for level in bottom.max(z)..=top.min(z + CHUNK_SIDE - 1) {
            let material = match top - level {
                0 => surface,
                1..=2 if drop < 3 && surface != SNOW => SOIL,
                1 if surface == SNOW => SNOW,
                depth if (level + depth) % 7 < 3 => CLIFF,
                _ => ROCK,
            };
            chunk.set([x & 15, y & 15, level & 15], material);
        }
    }

    /// The material of the highest voxel of a column whose neighbour lies `drop` lower.
    fn surface(&self, [x, y, top]: [i32; 3], drop: i32) -> u16 {
        let tint = self.tint.at([x, y, 0]);
        let ragged = floor((tint - 0.5) * self.ragged);
        match () {
            () if top + ragged > self.snow_line && drop < 5 => SNOW,
            () if drop > 3 => CLIFF,
            () if drop > 2 || top + ragged > self.snow_line - self.rock_belt => ROCK,
            () if top + ragged / 3 < self.sand_line => SAND,
            () if tint > 0.55 => MEADOW,
            () => GRASS,
        }
    }

    /// The tree in a square; none in the parts of squares that the box cuts off.
    fn tree(&self, square_x: i32, square_y: i32) -> Option<Tree> {
        let mut draw = self.trees.stream([square_x, square_y, 0]);
        let x = square_x * TREE_SQUARE + draw.below(TREE_SQUARE);
        let y = square_y * TREE_SQUARE + draw.below(TREE_SQUARE);
        if !(0..self.size).contains(&x) || !(0..self.size).contains(&y) {
            return None;
        }
        let leaves = match draw.below(16) {
            0..=6 => LEAVES,
            7..=13 => DARK_LEAVES,
            _ => GOLD_LEAVES,
        };
        Some(Tree { foot: [x, y, self.height(x, y)], leaves })
    }

    fn fill_tree(&self, tree: &Tree, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let [x, y, foot] = tree.foot;
        let center = foot + TRUNK;
        if center + CROWN_REACH < corner[2] || foot >= corner[2] + CHUNK_SIDE {
            return;
        }
        let mut put = |voxel: [i32; 3], material: u16| {
            let local = [0, 1, 2].map(|axis| voxel[axis] - corner[axis]);
            if local.iter().all(|k| (0..CHUNK_SIDE).contains(k)) {
                chunk.set(local, material);
            }
        };
        let reach = || -CROWN_REACH..=CROWN_REACH;
        for (dz, dy, dx) in
            reach().flat_map(|dz| reach().flat_map(move |dy| reach().map(move |dx| (dz, dy, dx))))
        {
            let voxel = [x + dx, y + dy, center + dz];
            // The farther from the middle, the likelier a gap: 12 is the corner of the cube.
            let gap = (dx * dx + dy * dy + dz * dz - 3).max(0);
            if super::hash::below(self.crowns.at(voxel), 10) >= gap {
                put(voxel, tree.leaves);
            }
        }
        (1..=TRUNK).for_each(|k| put([x, y, foot + k], BARK));
    }
}

#[allow(clippy::cast_possible_truncation, reason = "heights fit 17 bits")]
fn floor(value: f32) -> i32 {
    value.floor() as i32
}
