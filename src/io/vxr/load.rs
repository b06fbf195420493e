//! Maps a file and checks what a walk relies on.

use std::path::Path;

use bytemuck::Pod;
use xxhash_rust::xxh3::xxh3_64;

use super::header::{BODY, Header, Span};
use super::save::refuse_big_endian;
use super::{palette, place};
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::error::{Error, Result};
use crate::grid::{ChunkGrid, Materials, NO_MATERIAL, Shapes};
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::plain_file::open_plain;
use crate::memory::{MappedFile, Table};
use crate::scene::Scene;

const CONVENTION: &str = "as saved: grid axes with z up, origin and voxel size from the file";

/// Loads a `.vxr` file. The scene stays in the file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let file = map(path)?;
    let scene = open(&file)?;
    let part = options.part_of(*scene.bounds())?;
    let mut report = LoadReport::new("vxr", CONVENTION);
    report.count("voxels", scene.voxel_count());
    let scene = if part == *scene.bounds() { scene } else { cut(&scene, part, options)? };
    Ok((scene, report))
}

/// Reads all of a `.vxr` file and compares it with the check sum that was stored when it was written. Loading does not,
/// as it would take as long as reading the file.
///
/// # Errors
/// Where the file cannot be opened as a scene, or its body is not what was written.
pub fn verify_vxr_body(path: &Path) -> Result<()> {
    let verify = || {
        let file = map(path)?;
        let header = Header::parse(file.bytes())?;
        if xxh3_64(&file.bytes()[BODY..]) != header.body_sum {
            return Err(Error::input(
                "its body is not what was written: the check sums differ; make the file again",
            ));
        }
        open(&file).map(drop)
    };
    verify().map_err(|error| error.at(path))
}

fn map(path: &Path) -> Result<MappedFile> {
    refuse_big_endian()?;
    MappedFile::open(&open_plain(path)?)
}

fn open(file: &MappedFile) -> Result<Scene> {
    let header = Header::parse(file.bytes())?;
    let spans = header.spans;
    let records = table(file, spans.records)?;
    let words: Table<u64> = table(file, spans.words)?;
    let materials = match header.uniform {
        Some(material) => Materials::uniform(material),
        None => {
            let entries: Table<u32> = table(file, spans.entries)?;
            if entries.len() != words.len() {
                return Err(Error::input(
                    "its materials do not match its bricks; make the file again",
                ));
            }
            Materials::from_tables(entries, table(file, spans.values)?)
        }
    };
    let palette = palette::parse(&table(file, spans.palette)?)?;
    let grid = ChunkGrid::from_tables(header.bounds, records, words, header.voxels)?;
    let shapes: Table<u32> = table(file, spans.shapes)?;
    let shapes = if shapes.is_empty() {
        None
    } else {
        Some(Shapes::from_tables(shapes, table(file, spans.boxes)?, grid.words())?)
    };
    let place = place::parse(&table(file, spans.place)?)?;
    let scene = Scene::from_parts(grid, materials, header.transform, palette);
    Ok(scene.with_shapes(shapes).with_georeference(place))
}

fn table<T: Pod>(file: &MappedFile, span: Span) -> Result<Table<T>> {
    // A place beyond the address space is beyond every file.
    let place = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    file.table(place(span.first_byte), place(span.entries))
}

/// The part of a scene in `part`, in memory of its own.
fn cut(scene: &Scene, part: GridBox, options: &LoadOptions) -> Result<Scene> {
    refuse_part_of_a_shape(scene, &part)?;
    let most = Extent::at_most(&part, part.volume().min(scene.voxel_count()))?;
    budget::check(most.build_bytes(), options.memory)?;
    let made = Scene::from_chunks(part, options.threads, |corner, chunk| {
        let max = [0, 1, 2].map(|axis| part.max[axis].min(corner[axis] + CHUNK_SIDE));
        for z in corner[2]..max[2] {
            for y in corner[1]..max[1] {
                for x in corner[0]..max[0] {
                    let material = scene.material([x, y, z]);
                    if material != NO_MATERIAL {
                        let within = [x - corner[0], y - corner[1], z - corner[2]];
                        chunk.set(within, material);
                    }
                }
            }
        }
        Ok(())
    })?;
    let shapes = scene.shapes().and_then(|shapes| shapes.of_part(scene.grid(), made.grid()));
    let made = made.with_shapes(shapes);
    let made = made.with_transform(*scene.transform()).with_palette(scene.palette().clone());
    Ok(made.with_georeference(scene.georeference().clone()))
}

/// A brick that is more than its voxels is kept whole or not at all.
fn refuse_part_of_a_shape(scene: &Scene, part: &GridBox) -> Result<()> {
    let (corner, end) = (scene.bounds().min, scene.bounds().max);
    let between = |k: i32, axis: usize| k != end[axis] && (k - corner[axis]) % BRICK_SIDE != 0;
    let cuts = |axis: usize| between(part.min[axis], axis) || between(part.max[axis], axis);
    if scene.shapes().is_some() && (0..3).any(cuts) {
        return Err(Error::usage(format!(
            "the box cuts blocks that have exact shapes; give one that starts and ends whole multiples of {BRICK_SIDE} voxels from {corner:?}"
        )));
    }
    Ok(())
}
