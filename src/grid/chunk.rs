//! The voxels of one chunk while it is being filled.

use crate::coord::{CHUNK_SIDE, ChunkSlot};

/// Bricks in a chunk.
pub const BRICKS: usize = 64;
/// Voxels in a brick, bits in an occupancy word.
pub const BRICK_VOXELS: usize = 64;
/// Voxels in a row across a chunk.
pub const ROW_VOXELS: usize = 16;

/// One chunk in the making: 64 occupancy words and a material for every voxel.
///
/// Builders fill it, a strip packs it; it is used again for the next chunk, so that building
/// allocates nothing per chunk.
#[derive(Debug, Clone)]
pub struct ChunkVoxels {
    words: [u64; BRICKS],
    /// By brick, then by bit; only where the bit is set does the entry mean anything.
    materials: Box<[u16; BRICKS * BRICK_VOXELS]>,
}

impl Default for ChunkVoxels {
    fn default() -> Self {
        Self { words: [0; BRICKS], materials: Box::new([0; BRICKS * BRICK_VOXELS]) }
    }
}

impl ChunkVoxels {
    /// Makes every voxel empty.
    pub fn clear(&mut self) {
        self.words = [0; BRICKS];
    }

    /// Whether no voxel is filled.
    pub fn is_empty(&self) -> bool {
        self.words == [0; BRICKS]
    }

    /// Fills a voxel, or empties it where `material` is 0. The position counts from the corner of the chunk, each
    /// coordinate in 0..16 (higher bits are ignored).
    #[inline]
    pub fn set(&mut self, voxel: [i32; 3], material: u16) {
        let slot = ChunkSlot::of(voxel);
        if material == 0 {
            self.words[slot.brick] &= !(1 << slot.bit);
        } else {
            self.words[slot.brick] |= 1 << slot.bit;
            self.materials[slot.brick * BRICK_VOXELS + slot.bit as usize] = material;
        }
    }

    /// The material of a voxel, 0 where it is empty. Coordinates as in [`Self::set`].
    #[inline]
    pub fn get(&self, voxel: [i32; 3]) -> u16 {
        let slot = ChunkSlot::of(voxel);
        let filled = self.words[slot.brick] >> slot.bit & 1 == 1;
        if filled { self.materials[slot.brick * BRICK_VOXELS + slot.bit as usize] } else { 0 }
    }

    /// Replaces a whole brick (x + 4y + 16z): its occupancy word, and one material for all of its voxels.
    #[inline]
    pub fn set_brick(&mut self, brick: usize, word: u64, material: u16) {
        self.words[brick] = word;
        self.brick_materials_mut(brick).fill(material);
    }

    /// Fills voxels of the row of 16 along `axis` (0 = x) that `voxel` lies in: voxel i of it with `materials[i]` where
    /// bit i of `filled` is set. The others stay as they are.
    #[inline]
    pub fn fill_row(
        &mut self,
        axis: usize,
        mut voxel: [i32; 3],
        filled: u32,
        materials: &[u16; ROW_VOXELS],
    ) {
        voxel[axis] = 0;
        let first = ChunkSlot::of(voxel);
        // Along an axis both bricks and bits lie 1, 4 or 16 apart.
        let step = 1 << (2 * axis);
        for (quarter, four) in materials.as_chunks::<4>().0.iter().enumerate() {
            let bits = (filled >> (4 * quarter) & 15) as usize;
            if bits == 0 {
                continue;
            }
            let brick = first.brick + quarter * step;
            self.words[brick] |= SPREAD[axis][bits] << first.bit;
            let start = brick * BRICK_VOXELS + first.bit as usize;
            if axis == 0 && bits == 15 {
                self.materials[start..start + 4].copy_from_slice(four);
                continue;
            }
            for (i, &material) in four.iter().enumerate() {
                if bits >> i & 1 == 1 {
                    self.materials[start + i * step] = material;
                }
            }
        }
    }

    /// The occupancy words of the 64 bricks, to be written to directly; the materials of newly filled voxels must be
    /// set too.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64; BRICKS] {
        &mut self.words
    }

    /// The occupancy words of the 64 bricks.
    #[inline]
    pub fn words(&self) -> &[u64; BRICKS] {
        &self.words
    }

    /// The materials of a brick, by bit.
    #[inline]
    pub fn brick_materials(&self, brick: usize) -> &[u16] {
        &self.materials[brick * BRICK_VOXELS..][..BRICK_VOXELS]
    }

    /// The materials of a brick, by bit, to be written to directly.
    #[inline]
    pub fn brick_materials_mut(&mut self, brick: usize) -> &mut [u16] {
        &mut self.materials[brick * BRICK_VOXELS..][..BRICK_VOXELS]
    }

    /// Empties all voxels at or beyond `sides`, counted from the corner of the chunk: the part of the chunk that lies
    /// outside the scene's box.
    pub fn clip(&mut self, sides: [i32; 3]) {
        if sides.iter().all(|&side| side >= CHUNK_SIDE) || self.is_empty() {
            return;
        }
        for brick in 0..BRICKS {
            self.words[brick] &= word_within(brick, sides);
        }
    }

    /// Calls `visit` with the position and material of every filled voxel.
    pub fn for_each(&self, mut visit: impl FnMut([i32; 3], u16)) {
        for (brick, &word) in self.words.iter().enumerate() {
            let corner = position(brick).map(|k| k * 4);
            let mut rest = word;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let within = position(bit);
                let voxel = [0, 1, 2].map(|axis| corner[axis] + within[axis]);
                visit(voxel, self.materials[brick * BRICK_VOXELS + bit]);
            }
        }
    }
}

/// By axis, four bits side by side moved as far apart as neighbours along it are in an occupancy word.
const SPREAD: [[u64; 16]; 3] = [spread(1), spread(4), spread(16)];

const fn spread(apart: usize) -> [u64; 16] {
    let mut words = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut i = 0;
        while i < 4 {
            words[bits] |= ((bits as u64 >> i) & 1) << (apart * i);
            i += 1;
        }
        bits += 1;
    }
    words
}

/// The position (each 0..4) that the index x + 4y + 16z stands for.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "masked to 2 bits")]
fn position(index: usize) -> [i32; 3] {
    [index & 3, index >> 2 & 3, index >> 4 & 3].map(|part| part as i32)
}

/// By axis, the bits of an occupancy word whose position along it is below 0, 1, .. 4.
const BELOW: [[u64; 5]; 3] = [
    [0, 0x1111_1111_1111_1111, 0x3333_3333_3333_3333, 0x7777_7777_7777_7777, u64::MAX],
    [0, 0x000f_000f_000f_000f, 0x00ff_00ff_00ff_00ff, 0x0fff_0fff_0fff_0fff, u64::MAX],
    [0, 0xffff, 0xffff_ffff, 0xffff_ffff_ffff, u64::MAX],
];

/// The bits of a brick's word that lie below `sides`.
fn word_within(brick: usize, sides: [i32; 3]) -> u64 {
    let corner = position(brick).map(|k| k * 4);
    (0..3).fold(u64::MAX, |word, axis| {
        word & BELOW[axis][(sides[axis] - corner[axis]).clamp(0, 4).unsigned_abs() as usize]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_voxel_is_found_at_its_place_only() {
        let mut chunk = ChunkVoxels::default();
        chunk.set([1, 14, 7], 9);
        let mut seen = Vec::new();
        chunk.for_each(|voxel, material| seen.push((voxel, material)));
        assert_eq!(seen, [([1, 14, 7], 9)], "one voxel was set");
        assert_eq!(chunk.get([1, 14, 7]), 9, "the voxel that was set");
        assert_eq!(chunk.get([1, 14, 8]), 0, "its neighbour");
        chunk.set([1, 14, 7], 0);
        assert!(chunk.is_empty(), "material 0 empties");
    }

    #[test]
    fn rows_fill_the_voxels_that_setting_them_one_by_one_does() {
        let materials: [u16; ROW_VOXELS] =
            [7, 3, 9, 65_535, 1, 2, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15];
        for axis in 0..3 {
            for filled in [1, 0x8000, 0xffff, 0x5a3c, 0x0880] {
                let mut rows = ChunkVoxels::default();
                let mut single = ChunkVoxels::default();
                rows.set([3, 5, 14], 7);
                single.set([3, 5, 14], 7);
                let mut voxel = [3, 5, 14];
                rows.fill_row(axis, voxel, filled, &materials);
                for i in (0..16).filter(|i| filled >> i & 1 == 1) {
                    voxel[axis] = i;
                    single.set(voxel, materials[i.unsigned_abs() as usize]);
                }
                assert_eq!(rows.words(), single.words(), "axis {axis}, row {filled:x}");
                rows.for_each(|voxel, material| {
                    assert_eq!(material, single.get(voxel), "axis {axis}, row {filled:x}");
                });
            }
        }
    }

    #[test]
    fn clip_keeps_what_lies_below_the_sides() {
        for sides in [[16, 16, 16], [1, 16, 5], [0, 3, 3], [13, 2, 16]] {
            let mut chunk = ChunkVoxels::default();
            (0..BRICKS).for_each(|brick| chunk.set_brick(brick, u64::MAX, 1));
            chunk.clip(sides);
            let mut count = 0;
            chunk.for_each(|voxel, _| {
                count += 1;
                assert!((0..3).all(|a| voxel[a] < sides[a]), "{voxel:?} lies in {sides:?}");
            });
            assert_eq!(count, sides.iter().product::<i32>(), "all voxels below {sides:?} stay");
        }
    }
}
