//! Hits in block worlds, read from the columns of a cast.

use super::class::BlockId;
use super::coords::{BitOrder, bit_of_voxel, block_of_voxel};
use crate::batch::{Hit, HitBatch, Status};
use crate::coord::NO_VOXEL;
use crate::face::Face;

/// A hit of one ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockHit {
    /// The block.
    pub block: [i32; 3],
    /// Its type.
    pub block_type: BlockId,
    /// The voxel of the block, as a bit x + 4y + 16z of its word: where the ray enters the shape. Of a box so thin that both its
    /// sides are one plane in `f32` it is the one behind that plane.
    pub bit: u32,
    /// The time of the hit in units of |direction|; from a point to a point it runs from 0 to 1.
    pub t: f32,
    /// Where the hit is, in world coordinates: on the face exactly as the engine has it, in `f32` from the corner of the box, so
    /// about seven digits of the size of the world.
    pub point: [f64; 3],
    /// The face of the box or voxel that was hit; none where the ray starts inside.
    pub face: Option<Face>,
}

impl BlockHit {
    /// What a row of results says of blocks; none without a hit. Rows of batches need all columns: see [`BlockHits::hit`].
    pub fn of(hit: &Hit) -> Option<Self> {
        hit.status.is_hit().then(|| Self {
            block: block_of_voxel(hit.voxel),
            block_type: BlockId(hit.material),
            bit: bit_of_voxel(hit.voxel, BitOrder::XFirst),
            t: hit.t_hit,
            point: hit.point,
            face: hit.face,
        })
    }

    /// Whether the ray starts within the shape.
    pub fn is_inside(&self) -> bool {
        self.face.is_none()
    }
}

/// The results of a batch in blocks: a view of the columns of a [`HitBatch`], which were asked for in
/// [`Options::columns`](crate::Options::columns).
///
/// ```
/// use voxray::blocks::{BlockClass, BlockFilter, BlockHits, BlockType, BlockWorld};
/// use voxray::{Columns, Options, Ray, RayBatch};
/// let mut world = BlockWorld::new();
/// let stone = world.add_type(BlockType::new("stone", BlockClass::Solid))?;
/// world.set_block([-1, 0, 0], stone)?;
/// let mut rays = RayBatch::<f64>::default();
/// rays.push(&Ray::between([-0.6, 0.3, 9.0], [-0.6, 0.3, 0.5]));
/// rays.push(&Ray::between([0.6, 0.3, 9.0], [0.6, 0.3, 0.5]));
///
/// let options = Options { columns: Columns::ALL, ..Options::default() };
/// let hits = world.scene(BlockFilter::SOLID)?.cast_rays(&rays, &options)?;
/// let blocks = BlockHits::new(&hits);
/// assert_eq!((blocks.block(0), blocks.block_type(0)), (Some([-1, 0, 0]), Some(stone)));
/// assert_eq!(blocks.bit(0), Some(1 + 4 + 48)); // voxel (1, 1, 3) of its 4 x 4 x 4
/// assert_eq!(blocks.hit(1), None);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BlockHits<'a>(&'a HitBatch);

impl<'a> BlockHits<'a> {
    /// The blocks of these hits.
    pub fn new(hits: &'a HitBatch) -> Self {
        Self(hits)
    }

    /// The hit of ray `index`, where all columns of [`Columns::ALL`](crate::Columns::ALL) were asked for; none
    /// without a hit, and without one of these columns.
    pub fn hit(&self, index: usize) -> Option<BlockHit> {
        BlockHit::of(&self.0.row(index)?)
    }

    /// The block that ray `index` hits; none without a hit, and without the column `voxel`.
    pub fn block(&self, index: usize) -> Option<[i32; 3]> {
        self.voxel(index).map(block_of_voxel)
    }

    /// The voxel of the block, as a bit x + 4y + 16z of its word; none as for [`Self::block`].
    pub fn bit(&self, index: usize) -> Option<u32> {
        self.voxel(index).map(|voxel| bit_of_voxel(voxel, BitOrder::XFirst))
    }

    /// The type of the block; none without a hit, and without the column `material`.
    pub fn block_type(&self, index: usize) -> Option<BlockId> {
        self.0.material.get(index).map(|&id| BlockId(id)).filter(|&id| id != BlockId::AIR)
    }

    /// Whether ray `index` starts within a shape; false without the column `status`.
    pub fn is_inside(&self, index: usize) -> bool {
        self.0.status.get(index) == Some(&(Status::Inside as u8))
    }

    fn voxel(&self, index: usize) -> Option<[i32; 3]> {
        self.0.voxel.get(index).copied().filter(|voxel| voxel[0] != NO_VOXEL)
    }
}
