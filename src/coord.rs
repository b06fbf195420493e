//! Positions of voxels, bricks and chunks, and the sizes that tie them together.
//!
//! ```text
//!   voxel   the unit cube
//!   brick   4 x 4 x 4 voxels   = one 64-bit occupancy word, bit = x + 4y + 16z
//!   chunk   4 x 4 x 4 bricks   = 16 x 16 x 16 voxels, brick = x + 4y + 16z
//! ```
//!
//! A *grid* position counts voxels from the origin of the grid and may be negative; a *local* one counts from the lower
//! corner of the scene's box, where bricks and chunks are counted from too.

/// Voxels along a side of a brick.
pub const BRICK_SIDE: i32 = 4;
/// Bricks along a side of a chunk.
pub const CHUNK_BRICKS: i32 = 4;
/// Voxels along a side of a chunk.
pub const CHUNK_SIDE: i32 = BRICK_SIDE * CHUNK_BRICKS;
/// The lowest coordinate of a voxel.
pub const MIN_COORD: i32 = -(1 << 30);
/// One past the highest coordinate of a voxel.
pub const MAX_COORD: i32 = 1 << 30;
/// The most voxels along a side of a scene's box.
pub const MAX_SIDE: i32 = 1 << 17;
/// In a `voxel` column: none.
pub const NO_VOXEL: i32 = i32::MIN;

/// Where a voxel lies within its chunk: the brick (0..64) and the bit of its word (0..64).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkSlot {
    /// The brick, x + 4y + 16z.
    pub brick: usize,
    /// The bit in the brick's occupancy word, x + 4y + 16z.
    pub bit: u32,
}

impl ChunkSlot {
    /// The slot of a voxel by its position in the chunk, each coordinate in 0..16 (higher bits are ignored).
    ///
    /// ```
    /// use voxray::ChunkSlot;
    /// assert_eq!(ChunkSlot::of([5, 2, 15]), ChunkSlot { brick: 1 + 48, bit: 1 + 8 + 48 });
    /// ```
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "all parts are masked to 2 bits")]
    pub fn of(voxel: [i32; 3]) -> Self {
        let [x, y, z] = voxel;
        let brick = (x >> 2 & 3) | (y >> 2 & 3) << 2 | (z >> 2 & 3) << 4;
        let bit = (x & 3) | (y & 3) << 2 | (z & 3) << 4;
        Self { brick: brick as usize, bit: bit as u32 }
    }
}
