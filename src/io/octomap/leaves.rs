//! The leaves that make voxels, and chunks filled from them.
//!
//! ```text
//!   one leaf, 64 bits:   Morton code (48)  mark (1)  material (15)
//!                        the mark is the highest of the low bits that a leaf of its size leaves free
//! ```
//!
//! Invariant: leaves are sorted, as a depth-first walk meets them. So those of a cube of 16 x 16 x 16 keys follow one
//! another, and a larger leaf that covers the cube stands just before. A chunk meets at most eight such cubes.

use std::ops::Range;

use super::morton::{decode, encode};
use super::survey::{CENTER, cube, key};
use super::tree::{Leaf, Tree};
use crate::aabb::GridBox;
use crate::budget::Extent;
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::error::Result;
use crate::grid::{BRICK_VOXELS, BRICKS, ChunkVoxels, ROW_VOXELS};

/// Bytes of a kept leaf.
pub(super) const LEAF_BYTES: u64 = 8;
/// Bits of a material.
const MATERIAL_BITS: u32 = 15;
/// Voxels of a cube of 16 keys a side.
const CUBE_VOXELS: u64 = 1 << 12;
/// Rows of voxels across a chunk.
const ROWS: usize = 256;
/// Voxels along a brick.
const SIDE: u32 = BRICK_SIDE.unsigned_abs();

/// Leaves by position, and what lies between them.
#[derive(Debug)]
pub(super) struct Leaves {
    sorted: Vec<u64>,
    /// The material where no leaf is, 0 for empty.
    background: u16,
}

impl Leaves {
    /// Keeps the leaves that meet `part` and are not of the material `background`; `count` says how many these are.
    pub(super) fn collect(
        tree: &Tree<'_>,
        part: &GridBox,
        background: u16,
        count: u64,
        material: impl Fn(&Leaf) -> u16,
    ) -> Result<Self> {
        let mut sorted = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        tree.walk(|leaf| {
            let material = material(&leaf);
            if material != background && !cube(&leaf).intersection(part).is_empty() {
                sorted.push(pack(&leaf, material));
            }
        })?;
        Ok(Self { sorted, background })
    }

    /// Fills the empty chunk whose lower corner is at the grid position `corner`.
    pub(super) fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let low = corner.map(key);
        if let Some(material) = self.sole_material(low) {
            return fill_whole(material, chunk);
        }
        let mut rows = [[self.background; ROW_VOXELS]; ROWS];
        for cube in cubes_met(low) {
            self.of_cube(encode(cube)).for_each(|&leaf| paint(&mut rows, low, leaf));
        }
        fill_rows(&rows, chunk);
    }

    /// The material of all of the chunk from `low` on, where no leaf lies in it or one covers it: what most of a vast box
    /// or leaf is made of, and need not be painted.
    fn sole_material(&self, low: [i32; 3]) -> Option<u16> {
        let first = cubes_met(low).find_map(|cube| {
            self.of_cube(encode(cube)).find(|&&leaf| !spans(low, leaf).iter().any(Range::is_empty))
        });
        let Some(&leaf) = first else { return Some(self.background) };
        let side = CHUNK_SIDE.unsigned_abs() as usize;
        spans(low, leaf).iter().all(|span| *span == (0..side)).then_some(unpack(leaf).2)
    }

    /// The least and the most that a scene of them in `part` holds, leaf by leaf: bricks wholly within a leaf are its own
    /// and of one material; those that it cuts may be shared, and mixed.
    pub(super) fn extents(&self, part: &GridBox) -> Result<[Extent; 2]> {
        let empty = Extent::at_most(part, 0)?;
        let [mut least, mut most] = [empty; 2];
        let all = if self.background == 0 { 0 } else { bricks_of(part, part).1 };
        [least.words, most.words] = [all; 2];
        for &leaf in &self.sorted {
            let (_, _, material) = unpack(leaf);
            let (within, met) = bricks_of(&cube_of(leaf), part);
            match (material, self.background) {
                // It empties what the background fills.
                (0, _) => {
                    least.words = least.words.saturating_sub(met);
                    most.words -= within;
                }
                (_, 0) => {
                    least.words += within;
                    most.words += met;
                }
                _ => {}
            }
            most.values += BRICK_VOXELS as u64 * (met - within);
        }
        // What leaves share was counted for each of them.
        most.words = most.words.min(bricks_of(part, part).1);
        most.values = most.values.min(BRICK_VOXELS as u64 * most.words);
        Ok([least, most])
    }

    /// The leaves of the cube of 16 keys a side that starts at `code`, or the larger one that may cover it.
    fn of_cube(&self, code: u64) -> impl Iterator<Item = &u64> {
        let after = self.sorted.partition_point(|&leaf| unpack(leaf).0 <= code);
        let from_before = &self.sorted[after.saturating_sub(1)..];
        from_before.iter().take_while(move |&&leaf| unpack(leaf).0 < code + CUBE_VOXELS)
    }
}

/// A leaf in 64 bits.
fn pack(leaf: &Leaf, material: u16) -> u64 {
    let mark = 1 << (3 * leaf.level);
    (leaf.code << 1 | mark) << MATERIAL_BITS | u64::from(material)
}

/// Code, side and material of a leaf.
#[allow(clippy::cast_possible_truncation, reason = "15 bits are left")]
fn unpack(leaf: u64) -> (u64, i32, u16) {
    let material = (leaf & ((1 << MATERIAL_BITS) - 1)) as u16;
    let marked = leaf >> MATERIAL_BITS;
    let level = marked.trailing_zeros() / 3;
    ((marked & (marked - 1)) >> 1, 1 << level, material)
}

/// The lowest keys of the aligned cubes that the chunk from `low` on meets.
fn cubes_met(low: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    let steps = move |axis: usize| {
        let first = low[axis] & !(CHUNK_SIDE - 1);
        // Beyond the last key there is nothing.
        (first..(low[axis] + CHUNK_SIDE).min(1 << 16)).step_by(CHUNK_SIDE as usize)
    };
    steps(2).flat_map(move |z| steps(1).flat_map(move |y| steps(0).map(move |x| [x, y, z])))
}

/// The voxels of a leaf, in grid coordinates.
fn cube_of(leaf: u64) -> GridBox {
    let (code, side, _) = unpack(leaf);
    let min = decode(code).map(|key| key - CENTER);
    GridBox { min, max: min.map(|k| k + side) }
}

/// Bricks of the scene in `part` that lie wholly within a cube, and those that meet it. Bricks count from the corner of
/// the part, and beyond its upper end there is nothing to be shared with.
fn bricks_of(cube: &GridBox, part: &GridBox) -> (u64, u64) {
    let cut = cube.intersection(part);
    if cut.is_empty() {
        return (0, 0);
    }
    let along = |axis: usize| {
        let [low, high] = [cut.min, cut.max].map(|k| k[axis].abs_diff(part.min[axis]));
        let end = if cut.max[axis] == part.max[axis] { high.div_ceil(SIDE) } else { high / SIDE };
        let within = end.saturating_sub(low.div_ceil(SIDE));
        [within, high.div_ceil(SIDE) - low / SIDE].map(u64::from)
    };
    let axes = [along(0), along(1), along(2)];
    [0, 1].map(|k| axes.iter().map(|axis| axis[k]).product()).into()
}

/// Where a leaf lies in the chunk from `low` on, by axis.
fn spans(low: [i32; 3], leaf: u64) -> [Range<usize>; 3] {
    let (code, side, _) = unpack(leaf);
    let corner = decode(code);
    [0, 1, 2].map(|axis| {
        let within = |k: i32| (k - low[axis]).clamp(0, CHUNK_SIDE).unsigned_abs() as usize;
        within(corner[axis])..within(corner[axis] + side)
    })
}

/// Paints the part of a leaf that lies in the chunk from `low` on.
fn paint(rows: &mut [[u16; ROW_VOXELS]; ROWS], low: [i32; 3], leaf: u64) {
    let [xs, ys, zs] = spans(low, leaf);
    let material = unpack(leaf).2;
    for z in zs {
        for y in ys.clone() {
            rows[z * ROW_VOXELS + y][xs.clone()].fill(material);
        }
    }
}

/// Fills an empty chunk with one material, 0 for none.
fn fill_whole(material: u16, chunk: &mut ChunkVoxels) {
    if material != 0 {
        (0..BRICKS).for_each(|brick| chunk.set_brick(brick, u64::MAX, material));
    }
}

/// Moves rows along x into a chunk; material 0 is empty.
fn fill_rows(rows: &[[u16; ROW_VOXELS]; ROWS], chunk: &mut ChunkVoxels) {
    for ((y, z), row) in
        (0..CHUNK_SIDE).flat_map(|z| (0..CHUNK_SIDE).map(move |y| (y, z))).zip(rows)
    {
        let filled = (0..).zip(row).fold(0, |bits, (x, &k)| bits | u32::from(k != 0) << x);
        chunk.fill_row(0, [0, y, z], filled, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::octomap::tree::State;
    use crate::scene::Scene;

    fn leaf(key: [i32; 3], level: usize) -> Leaf {
        Leaf { code: encode(key), level, state: State::Occupied, color: [255; 3] }
    }

    /// Leaves of many sizes, cut by the box and by its bricks.
    fn leaves(background: u16) -> Leaves {
        let all = [
            (leaf([0, 0, 0], 5), 1),
            (leaf([32, 0, 0], 4), 2),
            (leaf([48, 0, 0], 0), 3),
            (leaf([48, 16, 0], 3), 1),
            (leaf([0, 32, 0], 5), if background == 0 { 5 } else { 0 }),
            (leaf([32, 32, 0], 2), 4),
            (leaf([0, 0, 32], 4), 1),
        ];
        let mut sorted: Vec<_> = all.iter().map(|(leaf, material)| pack(leaf, *material)).collect();
        sorted.sort_unstable();
        Leaves { sorted, background }
    }

    #[test]
    fn the_extents_hold_what_the_scene_does() {
        for background in [0, 7] {
            for [low, high] in [[0, 64], [1, 63], [3, 50], [18, 41], [30, 34], [31, 33]] {
                let leaves = leaves(background);
                let [min, max] = [low, high].map(|k| [k - CENTER; 3]);
                let part = GridBox::new(min, max).expect("small");
                let [least, most] = leaves.extents(&part).expect("small");
                let scene = Scene::from_chunks(part, 1, |corner, chunk| {
                    leaves.fill(corner, chunk);
                    Ok(())
                });
                let scene = scene.expect("small");
                let words = scene.grid().words().len() as u64;
                let of = format!("{background}, {low} to {high}: {least:?} {words} {most:?}");
                assert!((least.words..=most.words).contains(&words), "{of}");
                let mut voxels = 0;
                scene.for_each_voxel(|voxel, material| {
                    voxels += 1;
                    let holds = |leaf: &&u64| cube_of(**leaf).contains(voxel);
                    let expected =
                        leaves.sorted.iter().find(holds).map_or(background, |&l| unpack(l).2);
                    assert_eq!(material, expected, "{of} at {voxel:?}");
                });
                let filled = |leaf: &u64| unpack(*leaf).2 != 0;
                let covered = |is: bool| -> u64 {
                    let of_kind = leaves.sorted.iter().filter(|leaf| filled(leaf) == is);
                    of_kind.map(|&leaf| cube_of(leaf).intersection(&part).volume()).sum()
                };
                let expected =
                    if background == 0 { covered(true) } else { part.volume() - covered(false) };
                assert_eq!(voxels, expected, "{of}");
            }
        }
    }

    #[test]
    fn a_leaf_that_fits_its_bricks_is_known_exactly() {
        let leaves = Leaves { sorted: vec![pack(&leaf([0; 3], 15), 1)], background: 0 };
        let part = GridBox::new([-CENTER; 3], [4098 - CENTER; 3]).expect("small");
        let [least, most] = leaves.extents(&part).expect("small");
        assert_eq!(least, most, "nothing is shared");
        assert_eq!([least.words, least.values], [1025 * 1025 * 1025, 0], "4098 voxels a side");
    }
}
