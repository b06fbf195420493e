//! From the types of a box's blocks, as they come in the game's order, to clusters: what is held of a box is one layer of
//! clusters, and of that nothing where all is air.

use super::cuboid::{Cuboid, Placed, layers_of};
use super::found::Found;
use super::growth::{CHECK_EVERY, Growth};
use crate::aabb::GridBox;
use crate::blocks::{BlockId, Cells, Cluster, YUp, slot_of};
use crate::error::Result;

/// Blocks that are asked for at once: packed into bits they are whole longs, whatever each of them takes.
pub(super) const PIECE: usize = 4096;

impl Found {
    /// Adds what of a box of blocks lies in the extent. `next` gives the types of the next blocks, at most [`PIECE`].
    pub(super) fn add(
        &mut self,
        cuboid: &Cuboid<'_>,
        growth: &mut Growth<'_>,
        mut next: impl FnMut(&mut [u16]) -> Result<()>,
    ) -> Result<()> {
        let mut layer = Layer::new(self.extent.intersection(&cuboid.bounds()));
        let (count, mut first, mut ids) = (cuboid.count(), 0, [0; PIECE]);
        let mut checked = 0;
        while first < count {
            let left = usize::try_from(count - first).unwrap_or(PIECE).min(PIECE);
            let piece = &mut ids[..left];
            next(piece)?;
            if piece.iter().any(|&id| id != 0) {
                let mut place = Place::of_number(first, cuboid);
                for &id in piece.iter() {
                    if id != 0 && layer.put(place.block(), id, &mut self.clusters) {
                        growth.count(id);
                    }
                    place.step();
                }
                // A layer alone may be more than there is room for.
                let held = self.clusters.len() + layer.held;
                if held >= checked + CHECK_EVERY {
                    growth.check(held)?;
                    checked = held;
                }
            }
            first += piece.len() as u64;
        }
        layer.end(&mut self.clusters);
        growth.check(self.clusters.len())
    }
}

/// The place of a block in the game's order.
struct Place {
    min: [i32; 3],
    sides: [i32; 3],
    /// From the low corner, x, y and z of the game.
    at: [i32; 3],
}

impl Place {
    #[allow(clippy::cast_possible_truncation, reason = "each is below a side")]
    fn of_number(number: u64, cuboid: &Cuboid<'_>) -> Self {
        let [width, _, depth] = cuboid.sides.map(|side| u64::from(side.unsigned_abs()));
        let row = number / width;
        let at = [number % width, row / depth, row % depth].map(|k| k as i32);
        Self { min: cuboid.min, sides: cuboid.sides, at }
    }

    /// Goes to the next.
    #[inline]
    fn step(&mut self) {
        self.at[0] += 1;
        if self.at[0] == self.sides[0] {
            self.at = [0, self.at[1], self.at[2] + 1];
            if self.at[2] == self.sides[2] {
                self.at = [0, self.at[1] + 1, 0];
            }
        }
    }

    /// The block here, z up.
    #[inline]
    fn block(&self) -> [i32; 3] {
        YUp::block([0, 1, 2].map(|axis| self.min[axis] + self.at[axis]), Cells::Cornered)
    }
}

/// The clusters of a layer, by x and y.
struct Layer {
    part: GridBox,
    /// The lowest cluster along x and y, and how many there are.
    low: [i32; 2],
    counts: [usize; 2],
    z: i32,
    /// Empty before the first block.
    clusters: Vec<Option<Box<Cluster>>>,
    /// How many of them there are.
    held: usize,
}

impl Layer {
    fn new(part: GridBox) -> Self {
        let spans = [0, 1].map(|axis| layers_of(&part, axis));
        let counts = spans.map(|[low, high]| (high - low).unsigned_abs() as usize);
        let low = spans.map(|[low, _]| low);
        Self { part, low, counts, z: i32::MIN, clusters: Vec::new(), held: 0 }
    }

    /// Puts a block, if it is in the part, and says whether it is; the first of another layer ends the one before.
    #[inline]
    fn put(&mut self, block: [i32; 3], id: u16, done: &mut Vec<Placed>) -> bool {
        if !self.part.contains(block) {
            return false;
        }
        let [x, y, z] = block.map(|k| k.div_euclid(4));
        if z != self.z {
            self.end(done);
            self.z = z;
            self.clusters.resize_with(self.counts[0] * self.counts[1], || None);
        }
        let [column, row] = [x - self.low[0], y - self.low[1]].map(|k| k.unsigned_abs() as usize);
        let cluster = &mut self.clusters[row * self.counts[0] + column];
        let cluster = cluster.get_or_insert_with(|| {
            self.held += 1;
            Box::new(Cluster::of_ids([BlockId::AIR; 64]))
        });
        cluster.ids[slot_of(block)] = BlockId(id);
        true
    }

    /// Hands over the clusters, in the order of y and x.
    fn end(&mut self, done: &mut Vec<Placed>) {
        for at in 0..self.clusters.len() {
            if let Some(cluster) = self.clusters[at].take() {
                let [column, row] = [at % self.counts[0], at / self.counts[0]];
                done.push((self.position(column, row), cluster));
            }
        }
        self.held = 0;
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "at most 2^13 clusters along a side"
    )]
    fn position(&self, column: usize, row: usize) -> [i32; 3] {
        [self.low[0] + column as i32, self.low[1] + row as i32, self.z]
    }
}
