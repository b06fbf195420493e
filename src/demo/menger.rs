//! The Menger sponge (Menger, 1926): a cube of 3^level voxels along a side, 20^level of them filled.
//!
//! A voxel is empty exactly if at some place two of its three coordinates, written in base 3, have the digit 1.

use super::keys::Keys;
use super::spec::{cube, named};
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::ChunkVoxels;
use crate::palette::Palette;
use crate::scene::Scene;

/// One for each level at which a hole can lie next to the voxel, the largest last.
const TINTS: [(&str, [u8; 3]); 8] = [
    ("ivory", [242, 234, 218]),
    ("cream", [236, 220, 190]),
    ("sand", [228, 204, 162]),
    ("honey", [216, 182, 132]),
    ("camel", [200, 156, 108]),
    ("copper", [180, 126, 90]),
    ("bronze", [152, 102, 76]),
    ("umber", [120, 82, 66]),
];
const FIRST_TINT: u16 = 2;

/// The scene `demo:menger`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Menger {
    /// How often the cube was pierced: it is 3^level voxels along a side.
    pub level: u32,
}

impl Menger {
    pub(super) fn from_keys(mut keys: Keys<'_>) -> Result<Self> {
        let level = keys.take("level", 5, 1..=7)?;
        keys.finish()?;
        Ok(Self { level })
    }

    pub(super) fn bounds(&self) -> Result<GridBox> {
        GridBox::with_sides([3_i32.pow(self.level); 3])
    }

    /// 2 bytes and a share of a word for every voxel.
    pub(super) fn content_bytes(&self) -> u64 {
        20_u64.pow(self.level) * 3
    }

    pub(super) fn build(&self, threads: usize) -> Result<Scene> {
        let ones: Vec<u8> = (0..3_u32.pow(self.level) + 16).map(digits_of_one).collect();
        let fill = |corner: [i32; 3], chunk: &mut ChunkVoxels| {
            for voxel in cube(CHUNK_SIDE) {
                let [x, y, z] =
                    [0, 1, 2].map(|a| ones[(corner[a] + voxel[a]).unsigned_abs() as usize]);
                if x & y | y & z | z & x == 0 {
                    chunk.set(voxel, tint(x | y | z));
                }
            }
            Ok(())
        };
        Ok(Scene::from_chunks(self.bounds()?, threads, fill)?.with_palette(palette()))
    }
}

/// Bit k is set where digit k of the number in base 3 is a 1; from digit 8 on they do not matter.
fn digits_of_one(number: u32) -> u8 {
    let digit = |place: u32| number / 3_u32.pow(place) % 3;
    (0..8).filter(|&place| digit(place) == 1).fold(0, |bits, place| bits | 1 << place)
}

/// By the largest hole that the voxel lines.
fn tint(ones: u8) -> u16 {
    FIRST_TINT + u16::try_from(8 - ones.leading_zeros()).unwrap_or(0).min(7)
}

fn palette() -> Palette {
    let tints = (FIRST_TINT..).zip(TINTS).map(|(number, (name, color))| (number, name, color));
    named(&tints.collect::<Vec<_>>())
}
