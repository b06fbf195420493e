//! Scenes from packed numbers, which are never all in memory: unpacked a slab at a time, 16 layers thick, and turned into
//! chunks before the next.
//!
//! ```text
//!   stream  ->  slab: 16 layers across the slowest index  ->  its chunks, side by side  ->  strips
//!                                                                    all strips, in order  ->  scene
//! ```
//!
//! Along x a strip is one chunk, along y and z a row of them: joined in the order of the grid they are the same scene as
//! if all numbers had been there at once.

use std::io::{Read, sink};

use rayon::prelude::*;

use super::bytes::{cut_short, damaged, unpacked};
use super::load::Part;
use super::source::Source;
use crate::budget::{self, Extent};
use crate::build::join_grid;
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkStrip, ChunkVoxels, chunk_counts};
use crate::io::dense::rule::Rule;
use crate::palette::Palette;
use crate::pool::run_in_pool;
use crate::scene::Scene;
use crate::space::Transform;

/// Bytes of a strip of one chunk, besides what is in the chunk.
const STRIP_BYTES: u64 = 160;

/// Packed numbers, and the part of them that is wanted.
pub(super) struct Slabs<'a, R> {
    pub(super) source: &'a Source,
    pub(super) part: &'a Part<'a>,
    /// Sizes of the volume, the fastest index first.
    pub(super) sizes: [u64; 3],
    pub(super) rule: &'a R,
}

/// Layers of one slab.
struct Slab {
    /// Which chunk along the slowest axis.
    chunk: usize,
    /// The first layer in the file, and how many.
    first: u64,
    layers: u64,
}

impl<R: Rule> Slabs<'_, R> {
    /// Checks that the scene fits, by unpacking all once if need be.
    pub(super) fn check_fits(&self) -> Result<()> {
        // A claim that the file cannot fulfil is said first.
        drop(self.open()?);
        let bounds = &self.part.bounds;
        let memory = self.part.options.memory;
        let held = self.held()?;
        let needed = |extent: &Extent| extent.build_bytes().saturating_add(held);
        let mut extent = Extent::at_most(bounds, 0)?;
        budget::check(needed(&extent), memory)?;
        if needed(&Extent::at_most(bounds, bounds.volume())?) <= budget::allowed_bytes(memory) {
            return Ok(());
        }
        self.for_each(|_, strip| {
            let (words, values) = strip.table_lens();
            extent.words += words as u64;
            extent.values += values as u64;
        })?;
        budget::check(needed(&extent), memory)
    }

    /// The scene, and how many bytes follow the numbers.
    pub(super) fn build(&self) -> Result<(Scene, u64)> {
        let bounds = self.part.bounds;
        let [nx, ny, nz] = chunk_counts(&bounds)?;
        let count = if self.slow() == 0 { nx * ny * nz } else { ny * nz };
        let mut strips: Vec<ChunkStrip> = Vec::new();
        strips.resize_with(if bounds.is_empty() { 0 } else { count }, ChunkStrip::default);
        let after = self.for_each(|index, strip| strips[index] = strip)?;
        let (grid, materials) = join_grid(bounds, self.part.options.threads, strips)?;
        Ok((Scene::from_parts(grid, materials, Transform::default(), Palette::default()), after))
    }

    /// The grid axis along which the slowest index runs.
    fn slow(&self) -> usize {
        self.part.layout.axes().order()[2]
    }

    /// Numbers of a layer.
    fn layer(&self) -> u64 {
        self.sizes[0] * self.sizes[1]
    }

    fn open(&self) -> Result<Box<dyn Read>> {
        unpacked(self.source, self.layer() * self.sizes[2] * self.part.kind.size())
    }

    /// Memory besides the scene.
    fn held(&self) -> Result<u64> {
        let slab = self.layer() * self.part.kind.size() * CHUNK_SIDE.unsigned_abs() as u64;
        let [nx, ny, nz] = chunk_counts(&self.part.bounds)?.map(|count| count as u64);
        let strips = if self.slow() == 0 { nx * ny * nz } else { ny * nz };
        Ok(slab + strips * STRIP_BYTES)
    }

    /// The slabs of the part, in the order of the file.
    fn slabs(&self) -> Result<Vec<Slab>> {
        if self.part.bounds.is_empty() {
            return Ok(Vec::new());
        }
        let slow = self.slow();
        let bounds = &self.part.bounds;
        let [low, high] = [bounds.min[slow], bounds.max[slow]];
        let side = i64::try_from(self.sizes[2]).unwrap_or(i64::MAX);
        let flipped = self.part.layout.axes().flipped()[2];
        let chunks = chunk_counts(bounds)?[slow];
        let mut slabs: Vec<Slab> = (0..chunks)
            .zip((low..high).step_by(CHUNK_SIDE as usize))
            .map(|(chunk, from)| {
                let to = high.min(from + CHUNK_SIDE);
                let first = if flipped { side - i64::from(to) } else { i64::from(from) };
                Slab {
                    chunk,
                    first: first.unsigned_abs(),
                    layers: u64::from((to - from).unsigned_abs()),
                }
            })
            .collect();
        slabs.sort_by_key(|slab| slab.first);
        Ok(slabs)
    }

    /// Calls `take` with every strip and its place among all; how many bytes follow the numbers.
    fn for_each(&self, mut take: impl FnMut(usize, ChunkStrip)) -> Result<u64> {
        let layer_bytes = self.layer() * self.part.kind.size();
        let wanted = layer_bytes * self.sizes[2];
        let mut stream = self.open()?;
        let mut place = 0;
        let mut bytes = Vec::new();
        for slab in self.slabs()? {
            let start = slab.first * layer_bytes;
            skip(&mut stream, place, start, wanted).map_err(|error| self.at(error))?;
            bytes.clear();
            let length = slab.layers * layer_bytes;
            let read = (&mut stream).take(length).read_to_end(&mut bytes);
            if read.map_err(|error| self.at(damaged(&error)))? as u64 != length {
                return Err(self.at(cut_short(wanted, start + bytes.len() as u64)));
            }
            place = start + length;
            self.strips(&slab, &bytes)?.into_iter().for_each(|(index, strip)| take(index, strip));
        }
        skip(&mut stream, place, wanted, wanted).map_err(|error| self.at(error))?;
        // The check sum is compared when the end of the stream is read.
        std::io::copy(&mut stream, &mut sink()).map_err(|error| self.at(damaged(&error)))
    }

    fn at(&self, error: Error) -> Error {
        error.at(&self.source.path)
    }

    /// The strips of a slab.
    fn strips(&self, slab: &Slab, bytes: &[u8]) -> Result<Vec<(usize, ChunkStrip)>> {
        let [nx, ny, nz] = chunk_counts(&self.part.bounds)?;
        let first = i64::try_from(slab.first * self.layer()).unwrap_or(i64::MAX);
        let fill = self.part.filler(bytes, first, self.rule);
        let slow = self.slow();
        let rows: Vec<usize> = (0..ny * nz)
            .filter(|row| slow == 0 || [0, row % ny, row / ny][slow] == slab.chunk)
            .collect();
        let strip = |&row: &usize| -> Result<(usize, ChunkStrip)> {
            let mut strip = ChunkStrip::default();
            let mut chunk = ChunkVoxels::default();
            let along = if slow == 0 { slab.chunk..slab.chunk + 1 } else { 0..nx };
            for cx in along {
                chunk.clear();
                fill(self.corner([cx, row % ny, row / ny]), &mut chunk)?;
                strip.push(&chunk)?;
            }
            Ok((if slow == 0 { row * nx + slab.chunk } else { row }, strip))
        };
        run_in_pool(self.part.options.threads, || rows.par_iter().map(strip).collect())?
    }

    /// The grid position of a chunk's lower corner.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "at most 2^13 chunks a side"
    )]
    fn corner(&self, chunk: [usize; 3]) -> [i32; 3] {
        [0, 1, 2].map(|axis| self.part.bounds.min[axis] + chunk[axis] as i32 * CHUNK_SIDE)
    }
}

/// Passes over the bytes from `place` to `to`, all of which must be there.
fn skip(stream: &mut impl Read, place: u64, to: u64, wanted: u64) -> Result<()> {
    let skipped = std::io::copy(&mut stream.take(to - place), &mut sink());
    let place = place + skipped.map_err(|error| damaged(&error))?;
    if place == to { Ok(()) } else { Err(cut_short(wanted, place)) }
}
