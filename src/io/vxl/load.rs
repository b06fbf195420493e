//! From columns to a scene: found and checked once, then read again by every chunk that they cross.

use std::path::Path;

use super::colors::{ColorSet, ColorTable, INSIDE};
use super::columns::{HEIGHT, Solid, WIDTH, read_column};
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::ChunkVoxels;
use crate::io::bytes::{ByteReader, read_file};
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

const CONVENTION: &str = "x east as in the file, y north and z up, both flipped (the file's y is south, its z down): turned half around x, not mirrored; voxels of 1 m unless told otherwise; material 1 = inside, the others one for each colour";
/// Along x, y and z.
const SIDES: [i32; 3] = [512, 512, 64];

/// A map whose columns were found.
struct Map<'a> {
    bytes: &'a [u8],
    /// Where each column starts.
    places: Vec<usize>,
    set: ColorSet,
    solid: u64,
    inside: u64,
    left_over: u64,
}

/// Loads a `.vxl` file.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_file(path, options)?;
    refuse_others(&bytes)?;
    let bounds = options.part_of(GridBox::with_sides(SIDES)?)?;
    let map = Map::find(&bytes)?;
    let voxels = map.solid.min(bounds.volume());
    let build = Extent::at_most(&bounds, voxels)?.build_bytes();
    budget::check(build + bytes.len() as u64, options.memory)?;
    let table = ColorTable::new(&map.set);
    let scene = Scene::from_chunks(bounds, options.threads, |corner, chunk| {
        map.fill(&bounds, &table, corner, chunk)
    })?;
    let report = report(&map, &table);
    Ok((scene.with_palette(table.palette(&map.set)), report))
}

/// Other programs use the ending for other things.
fn refuse_others(bytes: &[u8]) -> Result<()> {
    let what = if bytes.starts_with(b"Voxel Animation\0") {
        "a model of Command & Conquer"
    } else if bytes.starts_with(&[0x00, 0x20, 0x07, 0x09]) {
        "a world of Voxlap with its own header"
    } else {
        return Ok(());
    };
    Err(Error::input(format!(
        "is {what}, which has the same ending; only maps of Ace of Spades can be read"
    )))
}

impl<'a> Map<'a> {
    /// Goes through all columns.
    fn find(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = ByteReader::new(bytes);
        let (mut set, mut solid, mut inside) = (ColorSet::default(), 0, 0);
        let mut places = Vec::new();
        for column in 0..WIDTH * WIDTH {
            places.push(reader.place());
            let read = read_column(&mut reader, |run| {
                let count = u64::from(run.z[1] - run.z[0]);
                solid += count;
                inside += if run.colors.is_empty() { count } else { 0 };
                run.colors.iter().for_each(|&color| set.insert(color));
            });
            read.map_err(|error| {
                let (x, y) = (column % WIDTH, column / WIDTH);
                Error::input(format!("in the column at x {x}, y {y} of the file: {error}"))
            })?;
        }
        let left_over = reader.rest().len() as u64;
        Ok(Self { bytes, places, set, solid, inside, left_over })
    }

    /// Fills the chunk whose lower corner is at the grid position `corner`.
    fn fill(
        &self,
        bounds: &GridBox,
        table: &ColorTable,
        corner: [i32; 3],
        chunk: &mut ChunkVoxels,
    ) -> Result<()> {
        let counts = [0, 1].map(|axis| CHUNK_SIDE.min(bounds.max[axis] - corner[axis]));
        for y in 0..counts[1] {
            for x in 0..counts[0] {
                let (column, row) = (corner[0] + x, SIDES[1] - 1 - (corner[1] + y));
                let place = self.places[(row * SIDES[0] + column).unsigned_abs() as usize];
                let mut reader = ByteReader::new(&self.bytes[place..]);
                read_column(&mut reader, |run| fill_run(run, table, corner[2], [x, y], chunk))?;
            }
        }
        Ok(())
    }
}

/// Fills what a chunk that starts at the height `low` has of a run.
fn fill_run(
    run: Solid<'_>,
    table: &ColorTable,
    low: i32,
    [x, y]: [i32; 2],
    chunk: &mut ChunkVoxels,
) {
    for (index, down) in (run.z[0]..run.z[1]).enumerate() {
        let z = i32::from(HEIGHT - 1 - down) - low;
        if (0..CHUNK_SIDE).contains(&z) {
            let material = run.colors.get(index).map_or(INSIDE, |&color| table.material(color));
            chunk.set([x, y, z], material);
        }
    }
}

fn report(map: &Map<'_>, table: &ColorTable) -> LoadReport {
    let mut report = LoadReport::new("vxl", CONVENTION);
    report.count("columns", map.places.len() as u64);
    report.count("solid", map.solid);
    report.count("without_colour", map.inside);
    report.count("colours", table.colors as u64);
    report.skip("colours merged with a near one", (table.colors - table.len()) as u64);
    report.skip("bytes after the last column", map.left_over);
    report
}
