//! What is filled near the part that is shown: the boxes that the picture draws.
//!
//! This is the one place that says what a filled voxel looks like. A full one is the unit cube; one that boxes of its
//! brick have a part of is those parts. Boxes are cut at the voxels, so that the farther of two is always painted first.

use std::collections::BTreeSet;

use super::Solid;
use crate::coord::BRICK_SIDE;
use crate::grid::shapes::{BoxBounds, is_whole};
use crate::scene::Scene;

/// How many voxels beside the way things still count as near: further where there is room for them, which is neither on a
/// long way nor on one of a few voxels, where the ray itself is what is small.
fn reach(visited: usize) -> i32 {
    if (5..=14).contains(&visited) { 2 } else { 1 }
}

/// How far from a box a hit on it may seem to be, as the planes of boxes are rounded.
const ROUNDING: f64 = 1e-3;

/// The filled boxes near these voxels, of which so many are visited, in the order of their positions.
pub(super) fn near(scene: &Scene, way: &[[i32; 3]], visited: usize) -> Vec<Solid> {
    let reach = reach(visited);
    let mut filled = BTreeSet::new();
    for &voxel in way {
        let around =
            |axis: usize| voxel[axis].saturating_sub(reach)..=voxel[axis].saturating_add(reach);
        for x in around(0) {
            for y in around(1) {
                filled.extend(around(2).map(|z| [x, y, z]).filter(|&at| scene.is_occupied(at)));
            }
        }
    }
    filled.into_iter().flat_map(|voxel| parts(scene, voxel)).collect()
}

/// The box that is hit in a voxel at a place.
pub(super) fn hit_at(scene: &Scene, voxel: [i32; 3], point: [f64; 3]) -> Solid {
    let is_at = |&Solid(b): &Solid| {
        (0..3).all(|a| (b[a] - ROUNDING..=b[a + 3] + ROUNDING).contains(&point[a]))
    };
    parts(scene, voxel).into_iter().find(is_at).unwrap_or_else(|| cube(voxel))
}

/// The unit cube of a voxel.
pub(super) fn cube(voxel: [i32; 3]) -> Solid {
    let [x, y, z] = voxel.map(f64::from);
    Solid([x, y, z, x + 1.0, y + 1.0, z + 1.0])
}

/// What is filled of a voxel: all of it, or its parts of the boxes of its brick.
fn parts(scene: &Scene, voxel: [i32; 3]) -> Vec<Solid> {
    let boxes = boxes_around(scene, voxel);
    if boxes.iter().all(is_whole) {
        return vec![cube(voxel)];
    }
    let min = scene.bounds().min;
    let brick = [0, 1, 2].map(|a| (voxel[a] - min[a]) / BRICK_SIDE * BRICK_SIDE + min[a]);
    boxes.iter().filter_map(|bounds| part(voxel, brick, bounds)).collect()
}

/// The boxes of the brick around a voxel; none where the brick is its voxels.
fn boxes_around(scene: &Scene, voxel: [i32; 3]) -> &[BoxBounds] {
    let local = [0, 1, 2].map(|axis| voxel[axis] - scene.bounds().min[axis]);
    let word = scene.grid().word_index(local);
    scene.shapes().zip(word).map_or(&[], |(shapes, word)| shapes.boxes_of(word))
}

/// The part of a box of a brick that lies in a voxel, if there is one.
fn part(voxel: [i32; 3], brick: [i32; 3], bounds: &BoxBounds) -> Option<Solid> {
    let Solid(mut part) = cube(voxel);
    for axis in 0..3 {
        let [low, high] = bounds[axis].map(|plane| f64::from(brick[axis]) + f64::from(plane));
        part[axis] = part[axis].max(low);
        part[axis + 3] = part[axis + 3].min(high);
    }
    (0..3).all(|axis| part[axis] < part[axis + 3]).then_some(Solid(part))
}
