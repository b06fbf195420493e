//! From placed models to a scene.
//!
//! Every placed voxel becomes one 64-bit key, `chunk | place in the chunk | colour`. Sorted by all but the colour, and
//! stably so, the keys of a chunk lie together and the later of two voxels in one cell comes last, which is the one that
//! stays. So memory grows with the voxels placed, however far apart they are.

use std::path::Path;

use rayon::prelude::*;

use super::chunks::VoxFile;
use super::graph::{Placed, place_models};
use super::material;
use super::place::Instance;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkVoxels, chunk_counts};
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::palette::Palette;
use crate::pool::run_in_pool;
use crate::scene::Scene;

/// Bytes of a key, and of its copy while it is sorted.
const KEY_BYTES: u64 = 2 * 8;
const CONVENTION: &str = "right-handed, z up, as the grid: nothing turned or mirrored; grid positions as in the file, voxels of 1 m unless told otherwise; material = colour index";

/// Loads a `.vox` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let file = VoxFile::parse(&bytes)?;
    let placed = place_models(&file, options.memory)?;
    let bounds = options.part_of(joint_bounds(&placed)?)?;
    let keys = sorted_keys(&placed, &bounds, options)?;
    let scene = build(&keys, bounds, options.threads)?.with_palette(palette(&file));
    let report = report(&file, &placed, keys.len() as u64, &scene);
    Ok((scene, report))
}

fn report(file: &VoxFile, placed: &Placed<'_>, voxels: u64, scene: &Scene) -> LoadReport {
    let mut report = LoadReport::new("vox", CONVENTION);
    report.count("models", file.models.len() as u64);
    report.count("model_voxels", file.models.iter().map(|model| model.voxels.len() as u64).sum());
    report.count("instances", placed.instances.len() as u64);
    report.count("placed_voxels", voxels);
    report.count("overlapping", voxels - scene.voxel_count());
    report.skipped.clone_from(&file.skipped);
    report.skipped.extend(placed.skipped.iter().map(|(&reason, &count)| (reason.into(), count)));
    report
}

/// The box around the extents of all placed models.
fn joint_bounds(placed: &Placed<'_>) -> Result<GridBox> {
    let joint = placed.instances.iter().try_fold(GridBox::default(), |joint, instance| {
        Ok::<_, Error>(joint.union(&instance.bounds()?))
    })?;
    GridBox::new(joint.min, joint.max)
}

/// The keys of all placed voxels in the box.
fn sorted_keys(placed: &Placed<'_>, bounds: &GridBox, options: &LoadOptions) -> Result<Vec<u64>> {
    let voxels = placed.instances.iter().map(|instance| instance.model.voxels.len() as u64).sum();
    let build = Extent::at_most(bounds, voxels)?.build_bytes();
    budget::check(build.saturating_add(voxels.saturating_mul(KEY_BYTES)), options.memory)?;
    let counts = chunk_counts(bounds)?.map(|count| count as u64);
    run_in_pool(options.threads, || {
        let instances = placed.instances.par_iter();
        let mut keys: Vec<u64> =
            instances.flat_map_iter(|instance| instance_keys(instance, bounds, counts)).collect();
        keys.par_sort_by_key(|key| key >> COLOR_BITS);
        keys
    })
}

/// Below the chunk: 12 bits of place in it, then 8 of colour.
const COLOR_BITS: u32 = 8;
const CHUNK_BITS: u32 = COLOR_BITS + 12;

fn instance_keys(
    instance: &Instance<'_>,
    bounds: &GridBox,
    counts: [u64; 3],
) -> impl Iterator<Item = u64> {
    let key = move |(voxel, color): ([i64; 3], u8)| {
        // A voxel of the box is less than 2^17 from its corner; one outside of it has no such distance.
        let local = [0, 1, 2].map(|axis| u64::try_from(voxel[axis] - i64::from(bounds.min[axis])));
        let [Ok(x), Ok(y), Ok(z)] = local else { return None };
        let sides = bounds.sides().map(|side| u64::from(side.unsigned_abs()));
        let inside = x < sides[0] && y < sides[1] && z < sides[2];
        let chunk = (z / 16 * counts[1] + y / 16) * counts[0] + x / 16;
        let place = x % 16 + 16 * (y % 16 + 16 * (z % 16));
        inside.then_some(chunk << CHUNK_BITS | place << COLOR_BITS | u64::from(color))
    };
    instance.voxels().filter_map(key)
}

/// The scene of these keys.
fn build(keys: &[u64], bounds: GridBox, threads: usize) -> Result<Scene> {
    let counts = chunk_counts(&bounds)?.map(|count| count as u64);
    Scene::from_chunks(bounds, threads, |corner, chunk| {
        let place = |axis: usize| u64::from((corner[axis] - bounds.min[axis]).unsigned_abs()) / 16;
        let number = (place(2) * counts[1] + place(1)) * counts[0] + place(0);
        let first = keys.partition_point(|key| key >> CHUNK_BITS < number);
        let of_chunk = keys[first..].iter().take_while(|&key| key >> CHUNK_BITS == number);
        of_chunk.for_each(|&key| set_voxel(chunk, key));
        Ok(())
    })
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "each part is masked"
)]
fn set_voxel(chunk: &mut ChunkVoxels, key: u64) {
    let part = |shift: u32| (key >> (COLOR_BITS + shift)) as i32 & (CHUNK_SIDE - 1);
    chunk.set([part(0), part(4), part(8)], u16::from(key as u8));
}

/// The colours of the indices 1..=255, and which of them glow or are of glass.
fn palette(file: &VoxFile) -> Palette {
    let mut palette = Palette::default();
    for (index, &color) in (1..=255).zip(&file.palette) {
        palette.set_color(index, color.into());
    }
    material::add_to(&mut palette, &file.shines);
    palette
}
