//! Levels of a raster of cells, packed by tiles of 16 x 16.
//!
//! ```text
//!   tile    base = its lowest level (one less, if a cell has none)      bits    per cell  level - base  (0 = none)
//!           in as many bits as the highest of the tile needs; a tile that is flat needs none
//! ```
//!
//! A frame of reference (Goldstein, Ramakrishnan and Shaft, "Compressing relations and indexes", 1998). Nothing is lost.
//! What a tile takes is in proportion to what the scene holds of it: w bits a cell, 32 w bytes, mean that some of its levels
//! are 2^(w-1) apart, and so a column or a wall of as many voxels stands there, beside at least 16 bricks of 12 bytes for the
//! rest. Only of tiles with hardly any data the scene holds less, a few bytes for 44 here.

use std::fmt;
use std::ops::Range;

/// The level of a cell without data.
pub(super) const NONE: i32 = i32::MIN;
/// Cells along a side of a tile.
const SIDE: usize = 16;
/// Bytes that are looked at for one cell: 32 bits lie within them, wherever they begin.
const WINDOW: usize = 8;

/// The levels of all cells. Rows are pushed from the northernmost down, and counted from the southernmost up.
pub(super) struct PackedLevels {
    cells: [usize; 2],
    /// Rows of the tiles that are not full yet, from the north.
    open: Vec<i32>,
    /// From the north.
    bands: Vec<Band>,
    rows_left: usize,
    bytes: usize,
}

/// Tiles beside one another.
struct Band {
    tiles: Box<[Tile]>,
    bits: Box<[u8]>,
}

#[derive(Clone, Copy)]
struct Tile {
    base: i32,
    /// Its first byte.
    start: u32,
    /// Bits of a cell.
    width: u8,
    has_gaps: bool,
}

impl PackedLevels {
    pub(super) fn new(cells: [usize; 2]) -> Self {
        Self { cells, open: Vec::new(), bands: Vec::new(), rows_left: cells[1], bytes: 0 }
    }

    /// The bytes of the tiles.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds the next row to the south.
    pub(super) fn push_row(&mut self, levels: &[i32]) {
        self.open.extend_from_slice(levels);
        self.rows_left -= 1;
        if self.rows_left.is_multiple_of(SIDE) {
            let band = Band::pack(&self.open, self.cells[0]);
            self.bytes += size_of_val(&*band.tiles) + band.bits.len();
            self.bands.push(band);
            self.open.clear();
        }
    }

    /// The level of a cell: x from the west, y from the south.
    pub(super) fn get(&self, x: usize, y: usize) -> i32 {
        let band = &self.bands[self.bands.len() - 1 - y / SIDE];
        let tile = band.tiles[x / SIDE];
        let bit = (y % SIDE * SIDE + x % SIDE) * usize::from(tile.width);
        let window = window(&band.bits, tile.start as usize + bit / 8);
        #[allow(clippy::cast_possible_truncation, reason = "at most 32 bits are left")]
        let above = (u64::from_le_bytes(window) >> (bit % 8) & ((1 << tile.width) - 1)) as u32;
        if above == 0 && tile.has_gaps { NONE } else { tile.base.wrapping_add_unsigned(above) }
    }

    /// A level that no cell of these columns and rows lies above.
    pub(super) fn at_most(&self, x: &Range<usize>, y: &Range<usize>) -> i32 {
        let tiles = |cells: &Range<usize>| cells.start / SIDE..cells.end.div_ceil(SIDE);
        let bands = tiles(y).map(|band| &self.bands[self.bands.len() - 1 - band]);
        let most = bands.flat_map(|band| band.tiles[tiles(x)].iter().map(Tile::at_most));
        most.max().unwrap_or(NONE)
    }
}

fn window(bits: &[u8], at: usize) -> [u8; WINDOW] {
    bits[at..].first_chunk().copied().unwrap_or_default()
}

impl Band {
    /// Packs rows of `columns` cells, from the north.
    fn pack(levels: &[i32], columns: usize) -> Self {
        let rows: Vec<&[i32]> = levels.chunks_exact(columns.max(1)).rev().collect();
        let mut bits = Vec::new();
        let tile = |first: usize| {
            let within = first..columns.min(first + SIDE);
            Tile::pack(rows.iter().map(|row| &row[within.clone()]), &mut bits)
        };
        let tiles = (0..columns).step_by(SIDE).map(tile).collect();
        bits.resize(bits.len() + WINDOW, 0);
        Self { tiles, bits: bits.into() }
    }
}

impl Tile {
    fn at_most(&self) -> i32 {
        self.base
            .saturating_add_unsigned(u32::MAX.checked_shr(32 - u32::from(self.width)).unwrap_or(0))
    }

    /// Packs rows, from the south, behind the bits that are there.
    fn pack<'a>(rows: impl Iterator<Item = &'a [i32]> + Clone, bits: &mut Vec<u8>) -> Self {
        let (mut lowest, mut highest, mut has_gaps) = (i32::MAX, NONE, false);
        for &level in rows.clone().flatten() {
            if level == NONE {
                has_gaps = true;
            } else {
                (lowest, highest) = (lowest.min(level), highest.max(level));
            }
        }
        let base = if highest == NONE { NONE } else { lowest - i32::from(has_gaps) };
        let width = u32::BITS - highest.abs_diff(base).leading_zeros();
        let start = bits.len();
        if width > 0 {
            put_rows(rows, base, width as usize, bits);
        }
        #[allow(
            clippy::cast_possible_truncation,
            reason = "a band of 2^17 cells takes 2^23 bytes at most, a cell 32 bits"
        )]
        Self { base, start: start as u32, width: width as u8, has_gaps }
    }
}

/// Adds how far levels lie above `base`, in `width` bits each.
fn put_rows<'a>(
    rows: impl Iterator<Item = &'a [i32]>,
    base: i32,
    width: usize,
    bits: &mut Vec<u8>,
) {
    let start = bits.len();
    let end = start + SIDE * SIDE * width / 8;
    bits.resize(end + WINDOW, 0);
    for (y, row) in rows.enumerate() {
        for (x, &level) in row.iter().enumerate() {
            let above = if level == NONE { 0 } else { level.abs_diff(base) };
            let bit = (y * SIDE + x) * width;
            let at = start + bit / 8;
            let more = u64::from_le_bytes(window(bits, at)) | u64::from(above) << (bit % 8);
            bits[at..at + WINDOW].copy_from_slice(&more.to_le_bytes());
        }
    }
    bits.truncate(end);
}

impl fmt::Debug for PackedLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedLevels({:?} cells in {} bytes)", self.cells, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "the numbers of tests are small, or cut on purpose"
    )]

    use super::{NONE, PackedLevels};

    fn packed(cells: [usize; 2], level: impl Fn(usize, usize) -> i32) -> PackedLevels {
        let mut packed = PackedLevels::new(cells);
        for y in (0..cells[1]).rev() {
            packed.push_row(&(0..cells[0]).map(|x| level(x, y)).collect::<Vec<_>>());
        }
        for (x, y) in (0..cells[1]).flat_map(|y| (0..cells[0]).map(move |x| (x, y))) {
            assert_eq!(packed.get(x, y), level(x, y), "cell {x}, {y} of {cells:?}");
            let around = [(x, cells[0]), (y, cells[1])].map(|(k, end)| k..end.min(k + 9));
            assert!(packed.at_most(&around[0], &around[1]) >= level(x, y), "cell {x}, {y}");
        }
        packed
    }

    /// A number that looks drawn, below `2^bits`.
    fn drawn(x: usize, y: usize, bits: u32) -> i32 {
        let hash =
            ((x as u64 * 73_856_093) ^ (y as u64 * 19_349_663)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 33) as i32 & ((1_i64 << bits) - 1) as i32
    }

    #[test]
    fn levels_of_any_height_come_back() {
        for cells in [[1, 1], [16, 16], [17, 15], [33, 50], [5, 64]] {
            for bits in 0..=31 {
                let base = if bits == 31 { -(1 << 30) } else { -77 };
                packed(cells, |x, y| base + drawn(x, y, bits));
            }
        }
    }

    #[test]
    fn tiles_of_every_width_stand_side_by_side() {
        let bits = |x: usize, y: usize| [0, 3, 8, 16, 31, 1][(x / 16 + y / 16) % 6];
        packed([100, 90], |x, y| drawn(x, y, bits(x, y)) - (1 << 30));
    }

    #[test]
    fn cells_without_data_come_back() {
        for bits in [0, 1, 7, 8, 15, 16, 31] {
            packed([35, 40], |x, y| {
                if drawn(y, x, 2) == 0 || x > 32 { NONE } else { drawn(x, y, bits) - (1 << 30) }
            });
        }
        let empty = packed([40, 40], |_, _| NONE);
        assert_eq!(empty.at_most(&(3..40), &(0..40)), NONE, "nothing lies above");
    }

    #[test]
    fn flat_tiles_take_no_bits_and_rough_ones_few() {
        let tiles = 10 * 10;
        let land = packed([160, 160], |_, _| 1234);
        assert_eq!(land.at_most(&(3..40), &(0..40)), 1234, "a bound that is met");
        let flat = land.bytes();
        assert!(flat <= tiles * 12 + 10 * 8, "{flat} bytes");
        let hole = packed([160, 160], |_, _| NONE).bytes();
        assert_eq!(hole, flat, "no data takes nothing either");
        let rough = packed([160, 160], |x, y| drawn(x, y, 3)).bytes();
        assert_eq!(rough - flat, tiles * 256 * 3 / 8, "three bits a cell");
    }
}
