//! Gives every sample the light that its whole block gathered (see [`hemisphere`](super::hemisphere)), without carrying it
//! around a corner: only samples of the same plane share.

use glam::Vec3;

use super::film::{Film, Surface};
use super::hemisphere::BLOCK;
use super::shade::Footprint;

/// Samples that the window reaches to each side.
pub(super) const REACH: usize = BLOCK / 2;
/// Over 5 samples, so that every place in a block of 4 has the same weight and the window is symmetrical.
const WEIGHTS: [f32; 2 * REACH + 1] = [0.5, 1.0, 1.0, 1.0, 0.5];

/// The means of `light` over the windows around the samples.
pub(super) fn share_light(film: &Film, light: &[Vec3], footprint: &Footprint) -> Vec<Vec3> {
    let [width, height] = film.size;
    let mut shared = vec![Vec3::ZERO; light.len()];
    for (index, surface) in film.surfaces.iter().enumerate() {
        let Some(surface) = surface else { continue };
        let (x, y) = (index % width, index / width);
        // Far away, where voxels are smaller than samples, planes side by side count as one.
        let tolerance = 2.0 * footprint.at(surface.distance);
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for row in y.saturating_sub(REACH)..(y + REACH + 1).min(height) {
            for column in x.saturating_sub(REACH)..(x + REACH + 1).min(width) {
                let other = row * width + column;
                if film.surfaces[other].is_some_and(|other| is_level(surface, &other, tolerance)) {
                    let weight = WEIGHTS[row + REACH - y] * WEIGHTS[column + REACH - x];
                    sum += light[other] * weight;
                    total += weight;
                }
            }
        }
        shared[index] = sum / total;
    }
    shared
}

/// Whether two surfaces lie in the same plane, or nearly.
fn is_level(a: &Surface, b: &Surface, tolerance: f32) -> bool {
    let axis = a.face.axis();
    a.face == b.face && (a.voxel[axis] - b.voxel[axis]).abs() as f32 <= tolerance
}
