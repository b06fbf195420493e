//! Caves: rock where three-dimensional value noise lies above its middle, so about half of the box, with large hollows.

use super::hash::{Field, below};
use super::keys::Keys;
use super::noise::Noise;
use super::spec::{MAX_SIZE, MIN_SIZE, named};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::palette::Palette;
use crate::scene::Scene;

const MOSS: u16 = 2;
const ORE: u16 = 3;
const FIRST_LAYER: u16 = 4;
/// Layers of rock, from the lowest up, again and again.
const LAYERS: [(&str, [u8; 3]); 6] = [
    ("basalt", [84, 82, 92]),
    ("shale", [112, 104, 106]),
    ("red sandstone", [166, 106, 82]),
    ("sandstone", [198, 154, 112]),
    ("limestone", [204, 190, 166]),
    ("clay", [158, 124, 104]),
];
const LAYER_HEIGHT: f32 = 11.0;

/// The scene `demo:cave`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cave {
    /// Voxels along x and y.
    pub size: i32,
    /// Voxels along z.
    pub height: i32,
    /// Another seed, other caves.
    pub seed: u64,
}

struct Rock {
    solid: Noise,
    layers: Noise,
    ore: Field,
}

impl Cave {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 256, MIN_SIZE..=MAX_SIZE)?;
        let height = keys.take("height", size, MIN_SIZE..=MAX_SIZE)?;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        keys.finish()?;
        Ok(Self { size, height, seed })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.size, self.size, self.height])
    }

    /// Half of the voxels filled, 2 bytes and a share of a word each.
    pub(super) fn content_bytes(&self) -> u64 {
        self.bounds().map_or(u64::MAX, |bounds| bounds.volume() / 4 * 5)
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let rock = Rock {
            solid: Noise::new(self.seed, 30, 64, 4),
            layers: Noise::new(self.seed, 31, 64, 2),
            ore: Field::new(self.seed, 32),
        };
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            rock.fill(corner, chunk);
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(palette()))
    }
}

impl Rock {
    fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        for y in 0..CHUNK_SIDE {
            let mut bend = [0.0; 16];
            self.layers.row([corner[0], corner[1] + y, 0], &mut bend);
            let mut above = self.solid_row([corner[0], corner[1] + y, corner[2] + CHUNK_SIDE]);
            for z in (0..CHUNK_SIDE).rev() {
                let level = [corner[0], corner[1] + y, corner[2] + z];
                let here = self.solid_row(level);
                for x in (0..CHUNK_SIDE).filter(|&x| here >> x & 1 == 1) {
                    let place = [level[0] + x, level[1], level[2]];
                    let covered = above >> x & 1 == 1;
                    let bend = bend[x.unsigned_abs() as usize];
                    chunk.set([x, y, z], self.material(place, covered, bend));
                }
                above = here;
            }
        }
    }

    /// Which of 16 voxels along x are rock, one bit each.
    fn solid_row(&self, from: [i32; 3]) -> u32 {
        let mut values = [0.0; 16];
        self.solid.row(from, &mut values);
        (0..16).filter(|&x| values[x] > 0.5).fold(0, |bits, x| bits | 1 << x)
    }

    fn material(&self, place: [i32; 3], covered: bool, bend: f32) -> u16 {
        if !covered {
            return MOSS;
        }
        // Ore lies in lumps of 3 x 3 x 3.
        if below(self.ore.at(place.map(|k| k.div_euclid(3))), 400) == 0 {
            return ORE;
        }
        let height = place[2] as f32 + bend * 56.0;
        #[allow(clippy::cast_possible_truncation, reason = "heights fit 17 bits")]
        let layer = (height / LAYER_HEIGHT) as i32 % 6;
        FIRST_LAYER + u16::try_from(layer).unwrap_or(0)
    }
}

fn palette() -> Palette {
    let layers = (FIRST_LAYER..).zip(LAYERS).map(|(number, (name, color))| (number, name, color));
    let others = [(MOSS, "moss", [116, 142, 72]), (ORE, "ore", [226, 186, 74])];
    named(&others.into_iter().chain(layers).collect::<Vec<_>>())
}
