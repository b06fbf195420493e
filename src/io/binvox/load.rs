//! From runs to a scene, chunk by chunk; chunks without a voxel are passed over.

use std::path::Path;

use super::header::Header;
use super::runs::{Layout, Runs, Survey};
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::grid::{ChunkVoxels, ROW_VOXELS, chunk_counts};
use crate::io::bytes::read_file;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

const CONVENTION: &str = "x, y and z of the mesh it was made from, taken as z up: nothing turned or mirrored; voxel size = scale / longest side, the lower corner at translate, in the mesh's units; material = value";

/// Loads a `.binvox` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    let header = Header::parse(&bytes)?;
    let bounds = options.part_of(GridBox::with_sides(header.sides)?)?;
    // Before anything is taken in proportion to the box: what an empty scene of it would need.
    budget::check(Extent::at_most(&bounds, 0)?.build_bytes() + bytes.len() as u64, options.memory)?;
    let layout = Layout { sides: header.sides, bounds };
    let highest = if header.version == 1 { 1 } else { u8::MAX };
    let (runs, survey) = Runs::read(&bytes, header.data, &layout, highest)?;
    budget::check(extent(&bounds, &survey)?.build_bytes() + bytes.len() as u64, options.memory)?;
    let scene = build(&runs, &survey, &layout, options.threads)?;
    Ok((scene.with_transform(header.transform), report(&header, &survey)))
}

/// The most that the scene can hold: of one value it needs no list of materials.
fn extent(bounds: &GridBox, survey: &Survey) -> Result<Extent> {
    let chunks = Extent::at_most(bounds, 0)?.chunks;
    let voxels = survey.filled.min(bounds.volume());
    let is_uniform = survey.values.iter().filter(|&&there| there).count() < 2;
    let words = voxels.min(64 * survey.occupied_chunks());
    Ok(Extent { chunks, words, values: if is_uniform { 0 } else { voxels } })
}

fn build(runs: &Runs<'_>, survey: &Survey, layout: &Layout, threads: usize) -> Result<Scene> {
    let bounds = layout.bounds;
    let counts = chunk_counts(&bounds)?.map(|count| count as u64);
    Scene::from_chunks(bounds, threads, |corner, chunk| {
        let place = |axis: usize| u64::from(corner[axis].abs_diff(bounds.min[axis])) / 16;
        let number = (place(2) * counts[1] + place(1)) * counts[0] + place(0);
        if survey.is_occupied(number) {
            fill(runs, layout, corner, chunk);
        }
        Ok(())
    })
}

/// Fills a chunk, row by row along y.
fn fill(runs: &Runs<'_>, layout: &Layout, corner: [i32; 3], chunk: &mut ChunkVoxels) {
    let counts = [0, 1, 2].map(|axis| CHUNK_SIDE.min(layout.bounds.max[axis] - corner[axis]));
    for x in 0..counts[0] {
        for z in 0..counts[2] {
            let first = layout.number([corner[0] + x, corner[1], corner[2] + z]);
            let (mut materials, mut filled, mut y) = ([0; ROW_VOXELS], 0_u32, 0);
            runs.for_each(first, u64::from(counts[1].unsigned_abs()), |value, count| {
                for _ in 0..count {
                    materials[y] = u16::from(value);
                    filled |= u32::from(value != 0) << y;
                    y += 1;
                }
            });
            if filled != 0 {
                chunk.fill_row(1, [x, 0, z], filled, &materials);
            }
        }
    }
}

fn report(header: &Header, survey: &Survey) -> LoadReport {
    let mut report = LoadReport::new("binvox", CONVENTION);
    report.count("filled", survey.filled);
    report.skip("unknown lines of the header", header.unknown);
    report.skip("runs of no voxels", survey.empty_runs);
    report.skip("bytes after the last voxel", survey.left_over);
    report
}
