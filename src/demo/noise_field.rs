//! Dust: every voxel filled with the same probability, by itself.

use super::hash::{Field, unit};
use super::keys::Keys;
use super::noise::Noise;
use super::spec::{MAX_SIZE, MIN_SIZE, named};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::palette::Palette;
use crate::scene::Scene;

const TINTS: [(&str, [u8; 3]); 6] = [
    ("coral", [226, 112, 92]),
    ("amber", [236, 176, 84]),
    ("sage", [132, 168, 124]),
    ("teal", [64, 142, 146]),
    ("indigo", [78, 92, 148]),
    ("chalk", [236, 230, 218]),
];
const FIRST_TINT: u16 = 2;

/// The scene `demo:noise`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoiseField {
    /// Voxels along x and y.
    pub size: i32,
    /// Voxels along z.
    pub height: i32,
    /// The probability that a voxel is filled.
    pub share: f64,
    /// Another seed, other voxels.
    pub seed: u64,
}

impl NoiseField {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let size = keys.take("size", 256, MIN_SIZE..=MAX_SIZE)?;
        let height = keys.take("height", size, MIN_SIZE..=MAX_SIZE)?;
        let share = keys.take("p", 0.05, 0.0..=1.0)?;
        let seed = keys.take("seed", 1, 0..=u64::MAX)?;
        keys.finish()?;
        Ok(Self { size, height, share, seed })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([self.size, self.size, self.height])
    }

    /// A word and an index for every brick, and 2 bytes for every voxel that may be filled.
    #[allow(clippy::cast_possible_truncation, reason = "an estimate")]
    pub(super) fn content_bytes(&self) -> u64 {
        let volume = self.bounds().map_or(u64::MAX, |bounds| bounds.volume());
        volume / 5 + (volume as f64 * self.share * 2.0) as u64
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let voxels = Field::new(self.seed, 20);
        // Of the upper 32 bits of each draw; p = 1 lies above all of them.
        #[allow(clippy::cast_possible_truncation, reason = "a share of 2^32")]
        let limit = (self.share * 4_294_967_296.0) as u64;
        let clouds = Noise::new(self.seed, 21, 96, 2);
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            for (y, z) in (0..CHUNK_SIDE).flat_map(|z| (0..CHUNK_SIDE).map(move |y| (y, z))) {
                let from = [corner[0], corner[1] + y, corner[2] + z];
                let mut cloud = [0.0; 16];
                clouds.row(from, &mut cloud);
                for (x, cloud) in (0..).zip(cloud) {
                    let draw = voxels.at([from[0] + x, from[1], from[2]]);
                    if draw >> 32 < limit {
                        chunk.set([x, y, z], tint(cloud, draw));
                    }
                }
            }
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(palette()))
    }
}

/// Clouds of tints, blurred by the lower bits of a draw, which the choice of voxels did not use.
#[allow(clippy::cast_possible_truncation, reason = "0..=5 after clamping")]
fn tint(cloud: f32, draw: u64) -> u16 {
    let place = (cloud - 0.5) * 10.0 + unit(draw << 32) * 2.0 + 2.0;
    FIRST_TINT + place.clamp(0.0, 5.0) as u16
}

fn palette() -> Palette {
    let tints = (FIRST_TINT..).zip(TINTS).map(|(number, (name, color))| (number, name, color));
    named(&tints.collect::<Vec<_>>())
}
