//! The colours of voxels: what the palette says, and pleasing ones where it says nothing.

use glam::Vec3;

use super::color::{from_srgb, hue, mix};
use crate::grid::UNNAMED_MATERIAL;
use crate::scene::Scene;

/// Colours of voxels without a material, from the lowest to the highest.
const HEIGHTS: [[u8; 3]; 5] =
    [[72, 94, 122], [106, 142, 140], [176, 182, 142], [226, 200, 158], [248, 240, 228]];
/// How much lighter or darker than its material a voxel may be.
const GRAIN: f32 = 0.035;

/// The colours of a scene.
#[derive(Debug)]
pub(super) struct Albedo {
    /// By material number; none where the height decides.
    colors: Vec<Option<Vec3>>,
    low: i32,
    side: f32,
}

impl Albedo {
    pub(super) fn new(scene: &Scene) -> Self {
        let mut colors = Vec::new();
        for (material, info) in scene.palette().iter() {
            let index = usize::from(material);
            colors.resize(colors.len().max(index + 1), None);
            let given = info.color.map(|[red, green, blue, _]| from_srgb([red, green, blue]));
            colors[index] = given.or_else(|| by_number(material));
        }
        let bounds = scene.bounds();
        Self { colors, low: bounds.min[2], side: (bounds.sides()[2] - 1).max(1) as f32 }
    }

    /// The share of light of each colour that a voxel sends back.
    pub(super) fn of(&self, voxel: [i32; 3], material: u16) -> Vec3 {
        let known = self.colors.get(usize::from(material)).copied().flatten();
        let color = known.or_else(|| by_number(material)).unwrap_or_else(|| self.by_height(voxel));
        color * (1.0 + GRAIN * grain(voxel))
    }

    fn by_height(&self, voxel: [i32; 3]) -> Vec3 {
        let share = (voxel[2] - self.low) as f32 / self.side;
        let place = share.clamp(0.0, 1.0) * (HEIGHTS.len() - 1) as f32;
        #[allow(clippy::cast_possible_truncation, reason = "0..=4")]
        let stop = (place as usize).min(HEIGHTS.len() - 2);
        mix(from_srgb(HEIGHTS[stop]), from_srgb(HEIGHTS[stop + 1]), place - stop as f32)
    }
}

/// Colours that differ much from those of the next numbers: hues the golden section of a turn apart.
fn by_number(material: u16) -> Option<Vec3> {
    let turns = f32::from(material) * 0.618_034;
    (material > UNNAMED_MATERIAL).then(|| hue(turns.fract()))
}

/// A fixed random number in -1..=1 for every voxel.
fn grain(voxel: [i32; 3]) -> f32 {
    let [x, y, z] = voxel.map(|k| k as u32);
    let mixed =
        x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77) ^ z.wrapping_mul(0xc2b2_ae3d);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    (mixed >> 8) as f32 / 8_388_608.0 - 1.0
}
