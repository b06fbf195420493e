//! Scenes from packed numbers, which are never all in memory: unpacked a slab at a time, 16 layers thick, and turned into
//! chunks before the next.
//!
//! ```text
//!   stream  ->  slab: 16 layers across the slowest index  ->  its chunks, side by side  ->  strips
//!                                                                    all strips, in order  ->  scene
//! ```
//!
//! A strip is a row of chunks: along y and z a slab has whole ones, along x it adds a chunk to each. Joined in the order of
//! the grid they are the same scene as if all numbers had been there at once.

use std::io::{Read, sink};

use rayon::prelude::*;

use super::element::{Kind, with_element};
use super::fill::DenseArray;
use super::layout::DenseLayout;
use super::rule::Rule;
use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::build::join_grid;
use crate::coord::CHUNK_SIDE;
use crate::error::{Error, Result};
use crate::grid::{ChunkStrip, ChunkVoxels, chunk_counts};
use crate::io::options::LoadOptions;
use crate::palette::Palette;
use crate::pool::run_in_pool;
use crate::scene::Scene;
use crate::space::Transform;

/// Bytes of a strip, besides what is in its chunks.
const STRIP_BYTES: u64 = 160;

/// The part of an array that is wanted.
pub(in crate::io) struct Part<'a> {
    pub(in crate::io) kind: Kind,
    pub(in crate::io) layout: &'a DenseLayout,
    pub(in crate::io) bounds: GridBox,
    pub(in crate::io) options: &'a LoadOptions,
}

impl Part<'_> {
    /// What fills chunks by a rule from bytes, the first of which is that of the number `first`.
    pub(in crate::io) fn filler<'a, R: Rule>(
        &'a self,
        bytes: &'a [u8],
        first: i64,
        rule: &'a R,
    ) -> impl Fn([i32; 3], &mut ChunkVoxels) -> Result<()> + Sync + 'a {
        let array = DenseArray { bytes, first, layout: self.layout, bounds: self.bounds, rule };
        move |corner, chunk| with_element!(self.kind, E => array.fill::<E>(corner, chunk))
    }
}

/// Packed numbers, and the part of them that is wanted.
pub(in crate::io) struct Slabs<'a, R> {
    pub(in crate::io) part: &'a Part<'a>,
    /// Sizes of the array, that of the fastest index first.
    pub(in crate::io) sizes: [u64; 3],
    /// The place of the slowest index among those of the layout.
    pub(in crate::io) slowest: usize,
    pub(in crate::io) rule: &'a R,
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
    /// Whether the scene of a file of so many bytes surely fits. Where that is not known, [`Self::measure`] tells.
    ///
    /// # Errors
    /// Where it surely does not.
    pub(in crate::io) fn surely_fit(&self, file: u64) -> Result<bool> {
        let (bounds, memory) = (&self.part.bounds, self.part.options.memory);
        let least = Extent::at_most(bounds, 0)?;
        budget::check(self.needed(&least)?, memory)?;
        budget::check_proportion(self.needed(&least)?, file, least.scene_bytes(), memory)?;
        let most = self.needed(&Extent::at_most(bounds, bounds.volume())?)?;
        Ok(most <= budget::allowed_bytes(memory))
    }

    /// Checks that the scene fits, by unpacking all once.
    pub(in crate::io) fn measure(&self, stream: &mut dyn Read) -> Result<()> {
        let mut extent = Extent::at_most(&self.part.bounds, 0)?;
        self.for_each(stream, |_, strip| {
            let (words, values) = strip.table_lens();
            extent.words += words as u64;
            extent.values += values as u64;
            Ok(())
        })?;
        self.rule.restart();
        budget::check(self.needed(&extent)?, self.part.options.memory)
    }

    /// The scene, and how many bytes follow the numbers.
    pub(in crate::io) fn build(&self, stream: &mut dyn Read) -> Result<(Scene, u64)> {
        let bounds = self.part.bounds;
        let mut strips: Vec<ChunkStrip> = Vec::new();
        strips.resize_with(self.strip_count()?, ChunkStrip::default);
        let after = self.for_each(stream, |index, strip| strips[index].append(strip))?;
        let (grid, materials) = join_grid(bounds, self.part.options.threads, strips)?;
        Ok((Scene::from_parts(grid, materials, Transform::default(), Palette::default()), after))
    }

    fn needed(&self, extent: &Extent) -> Result<u64> {
        Ok(extent.build_bytes().saturating_add(self.held()?))
    }

    /// The grid axis along which the slowest index runs.
    fn slow(&self) -> usize {
        self.part.layout.axes().order()[self.slowest]
    }

    /// Numbers of a layer.
    fn layer(&self) -> u64 {
        self.sizes[0] * self.sizes[1]
    }

    /// Memory besides the scene.
    fn held(&self) -> Result<u64> {
        let layers = self.sizes[2].min(u64::from(CHUNK_SIDE.unsigned_abs()));
        let slab = self.layer() * self.part.kind.size() * layers;
        Ok(slab + self.strip_count()? as u64 * STRIP_BYTES)
    }

    /// Whether the chunks of a row come last first: each then is a strip of its own.
    fn is_reversed(&self) -> bool {
        self.slow() == 0 && self.part.layout.axes().flipped()[self.slowest]
    }

    fn strip_count(&self) -> Result<usize> {
        let [nx, ny, nz] = chunk_counts(&self.part.bounds)?;
        Ok(match nx {
            0 => 0,
            _ if self.is_reversed() => nx * ny * nz,
            _ => ny * nz,
        })
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
        let flipped = self.part.layout.axes().flipped()[self.slowest];
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

    /// Calls `take` with every strip and which one it is, or goes on; how many bytes follow the numbers.
    fn for_each(
        &self,
        stream: &mut dyn Read,
        mut take: impl FnMut(usize, ChunkStrip) -> Result<()>,
    ) -> Result<u64> {
        let layer_bytes = self.layer() * self.part.kind.size();
        let wanted = layer_bytes * self.sizes[2];
        let mut place = 0;
        let mut bytes = Vec::new();
        for slab in self.slabs()? {
            let start = slab.first * layer_bytes;
            skip(stream, place, start, wanted)?;
            bytes.clear();
            let length = slab.layers * layer_bytes;
            let read = (&mut *stream).take(length).read_to_end(&mut bytes);
            if read.map_err(|error| damaged(&error))? as u64 != length {
                return Err(cut_short(wanted, start + bytes.len() as u64));
            }
            place = start + length;
            for (index, strip) in self.strips(&slab, &bytes)? {
                take(index, strip)?;
            }
        }
        skip(stream, place, wanted, wanted)?;
        // The check sum is compared when the end of the stream is read.
        std::io::copy(stream, &mut sink()).map_err(|error| damaged(&error))
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
            Ok((if self.is_reversed() { row * nx + slab.chunk } else { row }, strip))
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
fn skip(stream: &mut dyn Read, place: u64, to: u64, wanted: u64) -> Result<()> {
    let skipped = std::io::copy(&mut stream.take(to - place), &mut sink());
    let place = place + skipped.map_err(|error| damaged(&error))?;
    if place == to { Ok(()) } else { Err(cut_short(wanted, place)) }
}

pub(in crate::io) fn damaged(error: &std::io::Error) -> Error {
    Error::input(format!("its numbers cannot be unpacked ({error}); save or fetch it again"))
}

pub(in crate::io) fn cut_short(wanted: u64, there: u64) -> Error {
    Error::input(format!(
        "is cut short: its numbers take {wanted} bytes by the header, and {there} are there; save or fetch it again"
    ))
}
