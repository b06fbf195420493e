//! Joins packed strips into a grid.

use super::distance::octant_reaches;
use super::materials::{moved, value_index};
use super::record::{HalfRecord, empty_record, occupied_record};
use super::{ChunkGrid, ChunkStrip, Materials, chunk_counts};
use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::memory::on_huge_pages;

/// The most occupancy words of a grid: halves of words are indexed by 31 bits.
pub const MAX_WORDS: usize = (1 << 30) - 1;

/// The grid and the materials of the chunks in `strips`, which follow one another in the order of the records. The
/// reaches of the 8 octants are asked of `map_octants`, which may run the function it is given in parallel and
/// returns what it gave for 0..8, in order.
///
/// # Errors
/// Where a table outgrows its index.
///
/// # Panics
/// Where the strips hold another number of chunks than the box: a fault of the caller.
pub fn join_strips(
    bounds: GridBox,
    mut strips: Vec<ChunkStrip>,
    map_octants: impl FnOnce(&(dyn Fn(usize) -> Vec<u8> + Sync)) -> Vec<Vec<u8>>,
) -> Result<(ChunkGrid, Materials)> {
    let counts = chunk_counts(&bounds)?;
    let masks: Vec<u64> = strips.iter().flat_map(|strip| strip.masks.iter().copied()).collect();
    let chunks: usize = counts.iter().product();
    assert_eq!(masks.len(), chunks, "strips cover the box");
    let voxels = strips.iter().map(|strip| strip.voxels).sum();

    let words = join_words(&mut strips)?;
    let materials = join_materials(strips)?;
    let occupied: Vec<bool> = masks.iter().map(|&mask| mask != 0).collect();
    let reaches = map_octants(&|octant| octant_reaches(&occupied, counts, octant));
    let records = make_records(&masks, &reaches);
    let grid = ChunkGrid {
        bounds,
        chunk_counts: counts,
        records: records.into(),
        words: words.into(),
        voxels,
    };
    Ok((grid, materials))
}

/// The words of all strips, which give theirs up on the way: two of each are not held longer than need be.
fn join_words(strips: &mut [ChunkStrip]) -> Result<Vec<u64>> {
    let total: usize = strips.iter().map(|strip| strip.table_lens().0).sum();
    if total > MAX_WORDS {
        return Err(Error::memory(format!(
            "the scene has {total} bricks that are not empty; at most {MAX_WORDS} (2^30 - 1) can be indexed; cut it into parts"
        )));
    }
    let mut words = on_huge_pages(total);
    strips.iter_mut().for_each(|strip| words.extend(std::mem::take(&mut strip.words)));
    Ok(words)
}

/// The material tables; bases of strips are moved to the joined table.
fn join_materials(strips: Vec<ChunkStrip>) -> Result<Materials> {
    let mut entries = Vec::with_capacity(strips.iter().map(|strip| strip.entries.len()).sum());
    let mut values = Vec::with_capacity(strips.iter().map(|strip| strip.values.len()).sum());
    for strip in strips {
        value_index(values.len() + strip.values.len())?;
        let base = value_index(values.len())?;
        entries.extend(strip.entries.iter().map(|&entry| moved(entry, base)));
        values.extend_from_slice(&strip.values);
    }
    Ok(Materials::from_tables(entries.into(), values.into()))
}

fn make_records(masks: &[u64], reaches: &[Vec<u8>]) -> Vec<HalfRecord> {
    let mut records = on_huge_pages(2 * masks.len());
    let mut base = 0;
    for (chunk, &mask) in masks.iter().enumerate() {
        if mask == 0 {
            let of = |octant: usize| reaches[octant][chunk];
            records.extend(empty_record([of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]));
        } else {
            records.extend(occupied_record(mask, base));
            base += mask.count_ones();
        }
    }
    records
}
