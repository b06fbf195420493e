//! Voxels in any order, collected to become a scene: for sources that are sparse or come as they like.
//!
//! ```text
//!   key   = chunk: 30 bits | brick: 6 | material: 16 | bit: 6        a few thousand, as they are pushed
//!   patch = chunk: 30 bits | brick: 6 | material: 16, and 64 bits    what they are packed to: the voxels of one material
//!           in a brick; sorted, those of a chunk lie together, in it those of a brick, the highest material last
//! ```
//!
//! Invariant: the scene does not depend on the order in which voxels were pushed, nor on how many threads pushed them:
//! of several in one place the highest material stays. Memory grows with what the scene will hold, however far apart it
//! lies and however often it is pushed: patches of one place are joined before the list grows. It is checked against what
//! is allowed each time it does.

use rayon::prelude::*;

use crate::aabb::GridBox;
use crate::budget::{self, Extent};
use crate::error::Result;
use crate::grid::{ChunkVoxels, chunk_counts};
use crate::pool::run_in_pool;
use crate::scene::Scene;

/// Bits of a key below the place of its patch: which voxel of the brick.
const BIT_BITS: u32 = 6;
/// Bits of a place below the brick: the material.
const MATERIAL_BITS: u32 = 16;
/// Bits of a place below the chunk.
const CHUNK_SHIFT: u32 = MATERIAL_BITS + 6;
/// Keys that are packed at a time: 128 KiB.
const FRESH: usize = 1 << 14;
/// Patches that the first growth makes room for.
const FIRST_ROOM: usize = 1 << 8;
/// Bytes of a patch.
const PATCH_BYTES: u64 = size_of::<Patch>() as u64;

/// The voxels of one material in a brick.
#[derive(Debug, Clone, Copy)]
struct Patch {
    place: u64,
    word: u64,
}

impl Patch {
    fn chunk(&self) -> u64 {
        self.place >> CHUNK_SHIFT
    }

    fn brick(&self) -> u64 {
        self.place >> MATERIAL_BITS
    }

    #[allow(clippy::cast_possible_truncation, reason = "the low 16 bits are what is wanted")]
    fn material(&self) -> u16 {
        self.place as u16
    }
}

/// Voxels of a box, with their materials.
#[derive(Debug, Clone)]
pub(crate) struct VoxelList {
    bounds: GridBox,
    /// Chunks of the box along each axis.
    counts: [u64; 3],
    /// Those that are not packed yet.
    keys: Vec<u64>,
    patches: Vec<Patch>,
    memory: Option<u64>,
}

impl VoxelList {
    /// An empty list for voxels in `bounds`; `memory` is the most bytes to take, none = what is available.
    ///
    /// # Errors
    /// Where the box is beyond a limit.
    pub(crate) fn new(bounds: GridBox, memory: Option<u64>) -> Result<Self> {
        let counts = chunk_counts(&bounds)?.map(|count| count as u64);
        Ok(Self { bounds, counts, keys: Vec::new(), patches: Vec::new(), memory })
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
        if self.keys.len() == FRESH {
            self.pack()?;
        }
        self.keys.push(self.key(voxel, material));
        Ok(())
    }

    /// Adds the voxels of another list of the same box.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn append(&mut self, mut other: Self) -> Result<()> {
        debug_assert_eq!(self.bounds, other.bounds, "lists of one box");
        other.pack()?;
        other.patches.into_iter().try_for_each(|patch| self.push_patch(patch))
    }

    /// Makes the scene.
    ///
    /// # Errors
    /// Where it would need more memory than is allowed, or a table is beyond its limit.
    pub(crate) fn into_scene(mut self, threads: usize) -> Result<Scene> {
        self.pack()?;
        self.keys = Vec::new();
        run_in_pool(threads, || self.patches.par_sort_unstable_by_key(|patch| patch.place))?;
        self.join_sorted();
        budget::check(self.extent()?.build_bytes() + self.bytes(), self.memory)?;
        Scene::from_chunks(self.bounds, threads, |corner, chunk| {
            self.fill(corner, chunk);
            Ok(())
        })
    }

    /// What its patches take.
    pub(crate) fn bytes(&self) -> u64 {
        self.patches.capacity() as u64 * PATCH_BYTES
    }

    /// Makes patches of what was pushed. For lists of a task, before they are joined.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn pack(&mut self) -> Result<()> {
        let mut keys = std::mem::take(&mut self.keys);
        keys.sort_unstable();
        for same in keys.chunk_by(|a, b| a >> BIT_BITS == b >> BIT_BITS) {
            let word = same.iter().fold(0, |word, key| word | 1 << (key & 63));
            self.push_patch(Patch { place: same[0] >> BIT_BITS, word })?;
        }
        keys.clear();
        self.keys = keys;
        Ok(())
    }

    fn push_patch(&mut self, patch: Patch) -> Result<()> {
        if self.patches.len() == self.patches.capacity() {
            self.make_room()?;
        }
        self.patches.push(patch);
        Ok(())
    }

    /// Joins patches of one place; grows where that frees less than a third.
    fn make_room(&mut self) -> Result<()> {
        self.patches.sort_unstable_by_key(|patch| patch.place);
        self.join_sorted();
        let (count, room) = (self.patches.len(), self.patches.capacity());
        if count <= room / 3 * 2 && room > 0 {
            return Ok(());
        }
        let room = (room + room / 2).max(FIRST_ROOM);
        // While it grows the old patches are there too.
        budget::check(self.bytes() + room as u64 * PATCH_BYTES, self.memory)?;
        self.patches.reserve_exact(room - count);
        Ok(())
    }

    fn join_sorted(&mut self) {
        self.patches.dedup_by(|later, first| {
            let is_same = later.place == first.place;
            if is_same {
                first.word |= later.word;
            }
            is_same
        });
    }

    #[inline]
    fn key(&self, voxel: [i32; 3], material: u16) -> u64 {
        let [x, y, z] =
            [0, 1, 2].map(|axis| u64::from(voxel[axis].abs_diff(self.bounds.min[axis])));
        let chunk = (z / 16 * self.counts[1] + y / 16) * self.counts[0] + x / 16;
        let brick = x / 4 % 4 + y / 4 % 4 * 4 + z / 4 % 4 * 16;
        let bit = x % 4 + y % 4 * 4 + z % 4 * 16;
        let place = chunk << CHUNK_SHIFT | brick << MATERIAL_BITS | u64::from(material);
        place << BIT_BITS | bit
    }

    /// What the scene of the sorted list will hold.
    fn extent(&self) -> Result<Extent> {
        let mut extent = Extent::at_most(&self.bounds, 0)?;
        for brick in self.patches.chunk_by(|a, b| a.brick() == b.brick()) {
            extent.words += 1;
            if brick.len() > 1 {
                let word = brick.iter().fold(0, |word, patch| word | patch.word);
                extent.values += u64::from(word.count_ones());
            }
        }
        Ok(extent)
    }

    /// Fills the chunk whose lower corner is at the grid position `corner`. Of one place the highest material comes last.
    fn fill(&self, corner: [i32; 3], chunk: &mut ChunkVoxels) {
        let [x, y, z] =
            [0, 1, 2].map(|axis| u64::from(corner[axis].abs_diff(self.bounds.min[axis])) / 16);
        let number = (z * self.counts[1] + y) * self.counts[0] + x;
        let first = self.patches.partition_point(|patch| patch.chunk() < number);
        for patch in self.patches[first..].iter().take_while(|patch| patch.chunk() == number) {
            let brick = usize::try_from(patch.brick() % 64).unwrap_or(0);
            chunk.words_mut()[brick] |= patch.word;
            let values = chunk.brick_materials_mut(brick);
            for bit in (0..64).filter(|bit| patch.word >> bit & 1 == 1) {
                values[bit] = patch.material();
            }
        }
    }
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
            assert_eq!(voxels(&list.into_scene(1).expect("room")), expected, "turned by {turn}");
        }
    }

    /// Every fourth voxel along each axis: one in each brick.
    fn dust() -> impl Iterator<Item = [i32; 3]> {
        (0..32 * 32 * 32).map(|k| [k % 32 * 4, k / 32 % 32 * 4, k / 1024 * 4])
    }

    #[test]
    fn a_list_above_the_limit_is_refused() {
        let bounds = GridBox::with_sides([128, 128, 128]).expect("small");
        let mut list = VoxelList::new(bounds, Some(100_000)).expect("small");
        let pushed = dust().try_for_each(|voxel| list.push(voxel, 1));
        let error = pushed.expect_err("it holds 6,250 patches").to_string();
        assert!(error.contains("--memory"), "{error}");
    }

    #[test]
    fn a_scene_counts_the_list_that_it_is_made_of() {
        let bounds = GridBox::with_sides([128, 128, 128]).expect("small");
        let scene = |memory: u64| {
            let mut list = VoxelList::new(bounds, Some(memory)).expect("small");
            dust().for_each(|voxel| list.push(voxel, 1).expect("the list alone takes less"));
            list.into_scene(1)
        };
        // 524,288 bytes of patches at the least, and about 1,210,000 to build.
        let error = scene(1_600_000).expect_err("both together are more").to_string();
        assert!(error.contains("--memory"), "{error}");
        assert_eq!(scene(2_200_000).expect("room").voxel_count(), 32 * 32 * 32, "all of them");
    }

    #[test]
    fn what_is_pushed_over_and_over_takes_its_room_once() {
        let bounds = GridBox::with_sides([128, 128, 128]).expect("small");
        let mut list = VoxelList::new(bounds, None).expect("small");
        for turn in 0..20_u16 {
            let mut other = VoxelList::new(bounds, None).expect("small");
            for k in 0..128 * 128 {
                let [x, y] = [k % 128, k / 128];
                list.push([x, y, 1], 1 + turn % 2).expect("room");
                other.push([x, y, 2], 1).expect("room");
            }
            list.append(other).expect("room");
        }
        // 32 x 32 bricks, of two materials.
        assert!(list.bytes() <= 2 * 3 * 1024 * PATCH_BYTES, "{} bytes", list.bytes());
        let scene = list.into_scene(1).expect("room");
        let upper = voxels(&scene).iter().filter(|([_, _, z], m)| (*z, *m) == (1, 2)).count();
        assert_eq!((scene.voxel_count(), upper), (2 * 128 * 128, 128 * 128), "both layers");
    }
}
