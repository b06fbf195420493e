//! Gives every sample the light that its whole block gathered, and then the blocks around it (see
//! [`hemisphere`](super::hemisphere)), without carrying it around a corner: only samples of the same plane share.
//!
//! The second round looks at every fourth sample of a window four times as wide: the a-trous scheme of Dammertz,
//! Sewtz, Hanika and Lensch (2010).

use glam::Vec3;

use super::film::{Film, Surface};
use super::hemisphere::BLOCK;
use super::shade::Footprint;

/// Over 5 samples, so that every place in a block of 4 has the same weight and the window is symmetrical.
const WEIGHTS: [f32; 5] = [0.5, 1.0, 1.0, 1.0, 0.5];
/// Samples that both rounds together reach to each side.
pub(super) const REACH: usize = 2 + 2 * BLOCK;
/// How far the second round carries light, in voxels.
const FARTHEST: f64 = 2.5;

/// The means of `light` over the windows around the samples.
pub(super) fn share_light(film: &Film, light: &[Vec3], footprint: &Footprint) -> Vec<Vec3> {
    let once = share_round(film, light, footprint, 1);
    share_round(film, &once, footprint, BLOCK)
}

fn share_round(film: &Film, light: &[Vec3], footprint: &Footprint, stride: usize) -> Vec<Vec3> {
    let [width, height] = film.area.size;
    let mut shared = vec![Vec3::ZERO; light.len()];
    for (index, surface) in film.surfaces.iter().enumerate() {
        let Some(surface) = surface else { continue };
        // Far away, where voxels are smaller than samples, planes side by side count as one.
        let tolerance = 2.0 * footprint.at(surface.distance);
        let farthest = if stride == 1 { f64::INFINITY } else { FARTHEST };
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for (row, row_weight) in window(index / width, stride, height) {
            for (column, weight) in window(index % width, stride, width) {
                let other = row * width + column;
                let Some(neighbour) = &film.surfaces[other] else { continue };
                if is_level(surface, neighbour, tolerance) && is_near(surface, neighbour, farthest)
                {
                    sum += light[other] * (weight * row_weight);
                    total += weight * row_weight;
                }
            }
        }
        shared[index] = sum / total;
    }
    shared
}

/// The places along one axis that a sample shares with, and their weights.
fn window(center: usize, stride: usize, end: usize) -> impl Iterator<Item = (usize, f32)> {
    let place = move |k: usize| (center + k * stride).checked_sub(2 * stride);
    (0..5).filter_map(move |k| Some((place(k).filter(|&place| place < end)?, WEIGHTS[k])))
}

/// Whether two surfaces lie in the same plane, or nearly.
fn is_level(a: &Surface, b: &Surface, tolerance: f32) -> bool {
    let axis = a.face.axis();
    a.face == b.face && (a.voxel[axis] - b.voxel[axis]).abs() as f32 <= tolerance
}

fn is_near(a: &Surface, b: &Surface, farthest: f64) -> bool {
    (0..3).all(|axis| (a.point[axis] - b.point[axis]).abs() <= farthest)
}
