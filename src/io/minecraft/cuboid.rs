//! From the game's boxes of blocks, y up, to clusters of blocks whose z is up.
//!
//! ```text
//!   there   block (x, y, z), the number ((y - y0) * depth + z - z0) * width + x - x0 of its box
//!   here    block (x, -1 - z, y)
//! ```
//!
//! Sections of chunks start at multiples of 16 on all axes, so that a section is 4 x 4 x 4 whole clusters.

use crate::aabb::GridBox;
use crate::blocks::{BlockId, Cluster, slot_of};

/// Blocks along a side of a cluster.
const SIDE: i32 = 4;

/// A cluster and its position.
pub(super) type Placed = ([i32; 3], Box<Cluster>);

/// The types of a box of blocks, in the game's order.
#[derive(Debug)]
pub(super) struct Cuboid<'a> {
    /// The low corner in the game's coordinates.
    pub(super) min: [i32; 3],
    /// Its sides in the game's axes.
    pub(super) sides: [i32; 3],
    /// Per block its type, 0 for air.
    pub(super) ids: &'a [u16],
}

impl Cuboid<'_> {
    /// How many blocks it has; those that 64 bits cannot count are more than any file has.
    pub(super) fn count(&self) -> u64 {
        let sides = self.sides.map(|side| u64::from(side.unsigned_abs()));
        if sides.contains(&0) {
            return 0;
        }
        sides.into_iter().fold(1, u64::saturating_mul)
    }

    /// Its box, z up.
    pub(super) fn bounds(&self) -> GridBox {
        let ([x, y, z], [width, height, depth]) = (self.min, self.sides);
        GridBox { min: [x, -z - depth, y], max: [x + width, -z, y + height] }
    }

    /// The clusters with any block in `within`, in the order of z, y, x.
    pub(super) fn clusters(&self, within: &GridBox) -> Vec<Placed> {
        let [low, high] = layers_of(within, 2);
        (low..high).flat_map(|z| self.layer(z, within)).collect()
    }

    /// The clusters of one layer that have any block in `within`.
    fn layer(&self, z: i32, within: &GridBox) -> Vec<Placed> {
        let [[x0, x1], [y0, y1]] = [0, 1].map(|axis| layers_of(within, axis));
        let rows = (y0..y1).flat_map(|y| (x0..x1).map(move |x| [x, y, z]));
        rows.filter_map(|position| Some((position, self.cluster(position, within)?))).collect()
    }

    /// The cluster at a position; none where it has no block in `within`, which lies in the box.
    fn cluster(&self, position: [i32; 3], within: &GridBox) -> Option<Box<Cluster>> {
        let low = [0, 1, 2].map(|axis| (SIDE * position[axis]).max(within.min[axis]));
        let high = [0, 1, 2].map(|axis| (SIDE * position[axis] + SIDE).min(within.max[axis]));
        let mut ids = [BlockId::AIR; 64];
        let mut any = 0;
        for z in low[2]..high[2] {
            for y in low[1]..high[1] {
                let row = self.row(y, z);
                for x in low[0]..high[0] {
                    let id = row[index(x - self.min[0])];
                    any |= id;
                    ids[slot_of([x, y, z])] = BlockId(id);
                }
            }
        }
        (any != 0).then(|| Box::new(Cluster::of_ids(ids)))
    }

    /// The types of the row along x at y and z here.
    fn row(&self, y: i32, z: i32) -> &[u16] {
        let [_, low, near] = self.min;
        let [width, _, depth] = self.sides.map(index);
        let first = (index(z - low) * depth + index(-1 - y - near)) * width;
        &self.ids[first..first + width]
    }
}

/// The layers of clusters along an axis that a box meets: the first, and one past the last.
pub(super) fn layers_of(within: &GridBox, axis: usize) -> [i32; 2] {
    if within.is_empty() {
        return [0, 0];
    }
    [within.min[axis].div_euclid(SIDE), (within.max[axis] - 1).div_euclid(SIDE) + 1]
}

/// A distance from a low corner.
fn index(distance: i32) -> usize {
    distance.unsigned_abs() as usize
}
