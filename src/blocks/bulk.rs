//! What is done with whole clusters: the box of a world, many blocks at once, and the neighbourhood of a chunk.

#[cfg(feature = "minecraft")]
use std::collections::hash_map::Entry;

use super::class::BlockId;
use super::cluster::{Cluster, SIDE, cluster_of, part, slot_of};
use super::world::BlockWorld;
use crate::aabb::GridBox;

impl BlockWorld {
    /// The smallest box of blocks around all that are not air.
    pub fn bounds(&self) -> GridBox {
        let mut positions = self.clusters.keys();
        let Some(&first) = positions.next() else { return GridBox::default() };
        let (low, high) = positions.fold((first, first), |(low, high), position| {
            let each =
                |f: fn(i32, i32) -> i32, a: [i32; 3]| [0, 1, 2].map(|k| f(a[k], position[k]));
            (each(i32::min, low), each(i32::max, high))
        });
        // Only the outermost clusters say where the box ends.
        let is_outer = |at: &[i32; 3]| (0..3).any(|k| at[k] == low[k] || at[k] == high[k]);
        let outer = self.clusters.iter().filter(|(position, _)| is_outer(position));
        outer.fold(GridBox::default(), |joint, (position, cluster)| {
            joint.union(&extent(*position, cluster))
        })
    }

    /// Puts the blocks of a cluster where it stands; where both have one, the new one stays. Positions and types are sound.
    #[cfg(feature = "minecraft")]
    pub(crate) fn put_cluster(&mut self, position: [i32; 3], cluster: Box<Cluster>) {
        match self.clusters.entry(position) {
            Entry::Vacant(place) => {
                self.blocks += cluster.len();
                place.insert(cluster);
            }
            Entry::Occupied(mut place) => {
                let old = place.get_mut();
                self.blocks -= old.len();
                for (slot, &id) in
                    cluster.ids.iter().enumerate().filter(|(_, id)| **id != BlockId::AIR)
                {
                    old.set(slot, id, 0);
                }
                self.blocks += old.len();
            }
        }
    }

    /// Room for so many clusters more.
    #[cfg(feature = "minecraft")]
    pub(crate) fn reserve_clusters(&mut self, more: usize) {
        self.clusters.reserve(more);
    }

    /// How many blocks are of each type, by its number.
    #[cfg(feature = "minecraft")]
    pub(crate) fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.types().len()];
        for cluster in self.clusters.values() {
            cluster.ids.iter().for_each(|id| counts[usize::from(id.0)] += 1);
        }
        counts
    }

    /// The places of all blocks of some types, each with its type: clusters in the order of (z, y, x), and so within them.
    #[cfg(feature = "minecraft")]
    pub(crate) fn places_of(&self, is_asked: impl Fn(BlockId) -> bool) -> Vec<([i32; 3], BlockId)> {
        let has = |cluster: &Cluster| cluster.ids.iter().any(|&id| is_asked(id));
        let mut found: Vec<_> = self.clusters.iter().filter(|(_, cluster)| has(cluster)).collect();
        found.sort_unstable_by_key(|(position, _)| [position[2], position[1], position[0]]);
        let blocks = found.into_iter().flat_map(|(position, cluster)| {
            let place = |slot| [0, 1, 2].map(|axis| SIDE * position[axis] + part(slot, axis));
            cluster.ids.iter().enumerate().map(move |(slot, &id)| (place(slot), id))
        });
        blocks.filter(|&(_, id)| is_asked(id)).collect()
    }

    /// Replaces blocks by what `instead` gives for their type, where `is_met` holds for the type of the block above.
    #[cfg(feature = "minecraft")]
    pub(crate) fn replace_below(
        &mut self,
        is_met: impl Fn(BlockId) -> bool,
        instead: impl Fn(BlockId) -> Option<BlockId>,
    ) {
        let has = |cluster: &Cluster| cluster.ids.iter().any(|&id| instead(id).is_some());
        let found = self.clusters.iter().filter(|(_, cluster)| has(cluster));
        // What is replaced is met as it was before, so that the order does not matter.
        let positions: Vec<_> = found.map(|(&position, _)| position).collect();
        for [x, y, z] in positions {
            let above = self.clusters.get(&[x, y, z + 1]).map(|cluster| cluster.ids);
            let Some(cluster) = self.clusters.get_mut(&[x, y, z]) else { continue };
            for slot in 0..cluster.ids.len() {
                let over = match slot + 16 {
                    within if within < 64 => cluster.ids[within],
                    beyond => above.map_or(BlockId::AIR, |ids| ids[beyond - 64]),
                };
                if let Some(new) = instead(cluster.ids[slot]).filter(|_| is_met(over)) {
                    cluster.ids[slot] = new;
                }
            }
        }
    }

    /// The lowest blocks of all clusters that have any block.
    pub(super) fn cluster_corners(&self) -> impl Iterator<Item = [i32; 3]> {
        self.clusters.keys().map(|position| position.map(|k| k * SIDE))
    }

    /// The clusters that a cube of 4 x 4 x 4 blocks from `corner` on meets.
    pub(super) fn around(&self, corner: [i32; 3]) -> Around<'_> {
        let low = cluster_of(corner);
        let clusters = [0, 1, 2, 3, 4, 5, 6, 7].map(|which| {
            let position = [0, 1, 2].map(|axis| low[axis] + bit(which, axis));
            let is_met =
                (0..3).all(|axis| bit(which, axis) == 0 || corner[axis] != SIDE * low[axis]);
            if is_met { self.clusters.get(&position).map(Box::as_ref) } else { None }
        });
        Around { low, clusters }
    }
}

/// Which of two clusters along an axis.
fn bit(which: usize, axis: usize) -> i32 {
    part(which >> axis & 1, 0)
}

/// The smallest box around the blocks of a cluster.
fn extent(position: [i32; 3], cluster: &Cluster) -> GridBox {
    let filled = cluster.ids.iter().enumerate().filter(|(_, id)| **id != BlockId::AIR);
    filled.fold(GridBox::default(), |joint, (slot, _)| {
        let min = [0, 1, 2].map(|axis| SIDE * position[axis] + part(slot, axis));
        joint.union(&GridBox { min, max: min.map(|k| k + 1) })
    })
}

/// Up to 2 x 2 x 2 clusters, looked up once for all the blocks of a chunk.
#[derive(Debug)]
pub(super) struct Around<'a> {
    low: [i32; 3],
    clusters: [Option<&'a Cluster>; 8],
}

impl Around<'_> {
    /// Whether there is no block.
    pub(super) fn is_empty(&self) -> bool {
        self.clusters.iter().all(Option::is_none)
    }

    /// The type of a block, and the word that it was given itself; 0 where it was given none.
    pub(super) fn block_and_word(&self, block: [i32; 3]) -> (BlockId, u64) {
        let position = cluster_of(block);
        let which = (0..3)
            .fold(0, |which, axis| which | usize::from(position[axis] > self.low[axis]) << axis);
        let slot = slot_of(block);
        self.clusters[which]
            .map_or((BlockId::AIR, 0), |found| (found.ids[slot], found.own_word(slot)))
    }
}
