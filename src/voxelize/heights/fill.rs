//! Columns of voxels, chunk by chunk.

use super::HeightRules;
use super::levels::Levels;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::error::Result;
use crate::grid::{ChunkVoxels, ROW_VOXELS};
use crate::scene::Scene;

const Z: usize = 2;

/// The scene of these levels.
pub(super) fn fill(levels: &Levels, rules: &HeightRules, material: Option<u16>) -> Result<Scene> {
    let bounds = levels.bounds()?.part(rules.bounds)?;
    budget::check(levels.bytes() + estimate(levels, &bounds)?.build_bytes(), rules.memory)?;
    let (ground, surface) = ([rules.material; ROW_VOXELS], [material.unwrap_or(0); ROW_VOXELS]);
    Scene::from_chunks(bounds, rules.threads, |corner, chunk| {
        if levels.end_below(corner) {
            return Ok(());
        }
        for y in corner[1]..corner[1] + CHUNK_SIDE {
            for x in corner[0]..corner[0] + CHUNK_SIDE {
                let column = levels.column(x, y);
                let place = [x - corner[0], y - corner[1], 0];
                fill_span(chunk, place, corner[Z], column.ground, &ground);
                fill_span(chunk, place, corner[Z], column.surface, &surface);
            }
        }
        Ok(())
    })
}

/// Fills the part of a span of voxels that lies in the chunk that begins at level `low`.
fn fill_span(
    chunk: &mut ChunkVoxels,
    place: [i32; 3],
    low: i32,
    span: [i32; 2],
    materials: &[u16; ROW_VOXELS],
) {
    let [from, to] = span.map(|level| level.saturating_sub(low).clamp(0, CHUNK_SIDE));
    if from < to {
        chunk.fill_row(Z, place, (1 << to) - (1 << from), materials);
    }
}

/// The most that the scene will hold: bricks between the lowest and the highest voxel of each 4 x 4 columns, those of two
/// materials where something stands on the ground.
fn estimate(levels: &Levels, bounds: &GridBox) -> Result<Extent> {
    let mut extent = Extent::at_most(bounds, 0)?;
    let step = BRICK_SIDE.unsigned_abs() as usize;
    for y in (bounds.min[1]..bounds.max[1]).step_by(step) {
        for x in (bounds.min[0]..bounds.max[0]).step_by(step) {
            let (ground, surface) = spans_around(levels, [x, y], bounds);
            let bricks = |[from, to]: [i32; 2]| {
                u64::from((to.max(from) - from).unsigned_abs()).div_ceil(4) + u64::from(from < to)
            };
            extent.words += bricks(ground) + bricks(surface);
            extent.values += 64 * bricks(surface);
        }
    }
    Ok(extent)
}

/// The lowest and the highest voxels of 4 x 4 columns, within the box.
fn spans_around(levels: &Levels, [x, y]: [i32; 2], bounds: &GridBox) -> ([i32; 2], [i32; 2]) {
    let (mut ground, mut surface) = ([i32::MAX, i32::MIN], [i32::MAX, i32::MIN]);
    let widen = |span: &mut [i32; 2], [from, to]: [i32; 2]| {
        if from < to {
            let within = |level: i32| level.clamp(bounds.min[Z], bounds.max[Z]);
            *span = [span[0].min(within(from)), span[1].max(within(to))];
        }
    };
    for dy in 0..BRICK_SIDE {
        for dx in 0..BRICK_SIDE {
            let column = levels.column(x + dx, y + dy);
            widen(&mut ground, column.ground);
            widen(&mut surface, column.surface);
        }
    }
    let empty = |span: [i32; 2]| if span[0] < span[1] { span } else { [0; 2] };
    (empty(ground), if levels.has_surface() { empty(surface) } else { [0; 2] })
}
