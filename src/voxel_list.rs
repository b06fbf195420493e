//! Voxels in any order, collected to become a scene: for sources that are sparse or come as they like.
//!
//! ```text
//!   key = chunk: 30 bits | brick: 6 | bit: 6 | material: 16          8 bytes a voxel
//!   sorted, the keys of a chunk lie together, in it those of a brick, in it those of a voxel
//! ```
//!
//! Invariant: the scene does not depend on the order in which voxels were pushed, nor on how many threads pushed them:
//! of several in one place the highest material stays. Memory grows with what was pushed, however far apart it lies, and
//! is checked against what is allowed each time it grows.

use rayon::prelude::*;

use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::coord::{BRICK_SIDE, CHUNK_SIDE};
use crate::error::Result;
use crate::grid::{ChunkVoxels, chunk_counts};
use crate::pool::run_in_pool;
use crate::scene::Scene;

/// Bits below the place of a voxel: its material.
const MATERIAL_BITS: u32 = 16;
/// Bits below the brick.
const BRICK_SHIFT: u32 = MATERIAL_BITS + 6;
/// Bits below the chunk.
const CHUNK_SHIFT: u32 = BRICK_SHIFT + 6;
/// Bytes of a voxel in the list.
const KEY_BYTES: u64 = 8;
/// Keys that the first growth makes room for.
const FIRST_ROOM: usize = 1 << 10;

/// Voxels of a box, with their materials.
#[derive(Debug, Clone)]
pub(crate) struct VoxelList {
    bounds: GridBox,
    /// Chunks of the box along each axis.
    counts: [u64; 3],
    keys: Vec<u64>,
    memory: Option<u64>,
}

impl VoxelList {
    /// An empty list for voxels in `bounds`; `memory` is the most bytes to take, none = what is available.
    ///
    /// # Errors
    /// Where the box is beyond a limit.
    pub(crate) fn new(bounds: GridBox, memory: Option<u64>) -> Result<Self> {
        let counts = chunk_counts(&bounds)?.map(|count| count as u64);
        Ok(Self { bounds, counts, keys: Vec::new(), memory })
    }

    /// The box.
    pub(crate) fn bounds(&self) -> &GridBox {
        &self.bounds
    }

    /// How many were pushed, those in the same place and all.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a voxel; one outside the box, or of material 0, is dropped.
    ///
    /// # Errors
    /// Where the list would outgrow the memory that is allowed.
    #[inline]
    pub(crate) fn push(&mut self, voxel: [i32; 3], material: u16) -> Result<()> {
        if material == 0 || !self.bounds.contains(voxel) {
            return Ok(());
        }
        if self.keys.len() == self.keys.capacity() {
            self.grow(self.keys.len().max(FIRST_ROOM))?;
        }
        self.keys.push(self.key(voxel, material));
        Ok(())
    }

    /// Drops what was pushed twice. For lists of a task, before they are joined.
    pub(crate) fn drop_repeated(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
        self.keys.shrink_to_fit();
    }

    /// Adds the voxels of another list of the same box.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn append(&mut self, other: Self) -> Result<()> {
        debug_assert_eq!(self.bounds, other.bounds, "lists of one box");
        if self.keys.is_empty() {
            self.keys = other.keys;
            return Ok(());
        }
        if self.keys.capacity() - self.keys.len() < other.keys.len() {
            self.grow(other.keys.len().max(self.keys.len()))?;
        }
        self.keys.extend(other.keys);
        Ok(())
    }

    /// Sorts the list and drops what is hidden by another voxel in its place.
    ///
    /// # Errors
    /// Where the pool cannot start.
    pub(crate) fn sort(&mut self, threads: usize) -> Result<()> {
        run_in_pool(threads, || self.keys.par_sort_unstable())?;
        // The highest material of a place comes last, and is the one to keep.
        self.keys.reverse();
        self.keys.dedup_by_key(|key| *key >> MATERIAL_BITS);
        self.keys.reverse();
        Ok(())
    }

    /// Makes the scene.
    ///
    /// # Errors
    /// Where it would need more memory than is allowed, or a table is beyond its limit.
    pub(crate) fn into_scene(mut self, threads: usize) -> Result<Scene> {
        self.sort(threads)?;
        let held = self.keys.capacity() as u64 * KEY_BYTES;
        budget::check(self.extent()?.build_bytes() + held, self.memory)?;
        Scene::from_chunks(self.bounds, threads, |corner, chunk| {
            self.fill(corner, chunk);
            Ok(())
        })
    }

    fn grow(&mut self, more: usize) -> Result<()> {
        // While it grows the old keys are there too.
        let bytes = (self.keys.len() as u64 * 2 + more as u64) * KEY_BYTES;
        budget::check(bytes, self.memory)?;
        self.keys.reserve_exact(more);
        Ok(())
    }

    #[inline]
    fn key(&self, voxel: [i32; 3], material: u16) -> u64 {
        let [x, y, z] =
            [0, 1, 2].map(|axis| u64::from(voxel[axis].abs_diff(self.bounds.min[axis])));
        let chunk = (z / 16 * self.counts[1] + y / 16) * self.counts[0] + x / 16;
        let brick = x / 4 % 4 + y / 4 % 4 * 4 + z / 4 % 4 * 16;
        let bit = x % 4 + y % 4 * 4 + z % 4 * 16;
        chunk << CHUNK_SHIFT | brick << BRICK_SHIFT | bit << MATERIAL_BITS | u64::from(material)
    }

    /// What the scene of the sorted list will hold.
    fn extent(&self) -> Result<Extent> {
        let mut extent = Extent::at_most(&self.bounds, 0)?;
        for brick in self.keys.chunk_by(|a, b| a >> BRICK_SHIFT == b >> BRICK_SHIFT) {
            extent.words += 1;
            if brick.iter().any(|&key| material_of(key) != material_of(brick[0])) {
                extent.values += brick.len() as u64;
            }
        }
        Ok(extent)
    }

    /// Fills the chunk whose lower corner is at the grid position `corner`.
    fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let [x, y, z] =
            [0, 1, 2].map(|axis| u64::from(corner[axis].abs_diff(self.bounds.min[axis])) / 16);
        let number = (z * self.counts[1] + y) * self.counts[0] + x;
        let first = self.keys.partition_point(|key| key >> CHUNK_SHIFT < number);
        let of_chunk = self.keys[first..].iter().take_while(|&key| key >> CHUNK_SHIFT == number);
        of_chunk.for_each(|&key| chunk.set(voxel_of(key), material_of(key)));
    }
}

/// The place of a key's voxel in its chunk.
#[allow(clippy::cast_possible_truncation, reason = "two bits of each are taken")]
fn voxel_of(key: u64) -> [i32; 3] {
    let part = |shift: u32| (key >> shift) as i32 & (BRICK_SIDE - 1);
    let along = |axis: u32| {
        let voxel = part(BRICK_SHIFT + 2 * axis) * BRICK_SIDE + part(MATERIAL_BITS + 2 * axis);
        debug_assert!(voxel < CHUNK_SIDE, "a place in a chunk");
        voxel
    };
    [along(0), along(1), along(2)]
}

#[allow(clippy::cast_possible_truncation, reason = "the low 16 bits are what is wanted")]
fn material_of(key: u64) -> u16 {
    key as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voxels(scene: &Scene) -> Vec<([i32; 3], u16)> {
        let mut found = Vec::new();
        scene.for_each_voxel(|voxel, material| found.push((voxel, material)));
        found.sort_unstable();
        found
    }

    #[test]
    fn every_voxel_is_found_where_it_was_pushed() {
        let bounds = GridBox::new([-7, 3, -40], [30, 25, -2]).expect("small");
        let mut list = VoxelList::new(bounds, None).expect("small");
        let mut expected = Vec::new();
        for (number, z) in (0_u16..).zip((-45_i32..5).step_by(3)) {
            for x in (-9..33).step_by(2) {
                let (voxel, material) = ([x, 3 + (x * z).rem_euclid(24), z], number % 5);
                list.push(voxel, material).expect("room");
                if material != 0 && bounds.contains(voxel) {
                    expected.push((voxel, material));
                }
            }
        }
        expected.sort_unstable();
        let scene = list.into_scene(2).expect("room");
        assert_eq!(voxels(&scene), expected, "as pushed");
        assert_eq!(*scene.bounds(), bounds, "the box is as declared");
        let end = |axis: usize, of: fn(i32, i32) -> i32| {
            expected.iter().map(|(voxel, _)| voxel[axis]).reduce(of).expect("some voxels")
        };
        let [low, high] = [i32::min, i32::max].map(|of| [0, 1, 2].map(|axis| end(axis, of)));
        let filled = GridBox { min: low, max: high.map(|k| k + 1) };
        assert_eq!(scene.filled_box(), filled, "around all of them and no more");
    }

    #[test]
    fn the_highest_material_stays_in_any_order() {
        let bounds = GridBox::with_sides([20, 20, 20]).expect("small");
        let pushed = [([1, 2, 3], 5), ([1, 2, 3], 9), ([19, 0, 7], 65_535), ([1, 2, 3], 2)];
        let expected = vec![([1, 2, 3], 9), ([19, 0, 7], 65_535)];
        for turn in 0..pushed.len() {
            let mut halves = [(); 2].map(|()| VoxelList::new(bounds, None).expect("small"));
            for (index, (voxel, material)) in pushed.iter().cycle().skip(turn).take(4).enumerate() {
                halves[index % 2].push(*voxel, *material).expect("room");
            }
            let [mut list, other] = halves;
            list.append(other).expect("room");
            assert_eq!(list.len(), 4, "all are kept until it is sorted");
            assert_eq!(voxels(&list.into_scene(1).expect("room")), expected, "turned by {turn}");
        }
    }

    #[test]
    fn a_list_above_the_limit_is_refused() {
        let bounds = GridBox::with_sides([128, 128, 128]).expect("small");
        let mut list = VoxelList::new(bounds, Some(100_000)).expect("small");
        let pushed = (0..128 * 128).try_for_each(|k| list.push([k % 128, k / 128, 0], 1));
        let error = pushed.expect_err("it holds 12,500 keys").to_string();
        assert!(error.contains("--memory"), "{error}");
    }

    #[test]
    fn a_scene_counts_the_list_that_it_is_made_of() {
        let bounds = GridBox::with_sides([128, 128, 128]).expect("small");
        let scene = |memory: u64| {
            let mut list = VoxelList::new(bounds, Some(memory)).expect("small");
            for k in 0..128_u16 * 128 {
                let [x, y] = [k % 128, k / 128].map(i32::from);
                list.push([x, y, 0], 1 + k % 2).expect("the keys alone take less");
            }
            list.into_scene(1)
        };
        // 131,072 bytes of keys, and about 164,000 to build.
        let error = scene(250_000).expect_err("both together are more").to_string();
        assert!(error.contains("--memory"), "{error}");
        assert_eq!(scene(350_000).expect("room").voxel_count(), 128 * 128, "all of them");
    }
}
