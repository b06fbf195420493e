//! Worlds of blocks: unit cubes of many types, some of which are fluids, plants, slabs, stairs or fences.
//!
//! A [`BlockWorld`] is a palette of [`BlockType`]s and a type for every block that is not air. [`BlockWorld::scene`]
//! compiles it to a [`Scene`](crate::Scene) for a [`BlockFilter`], and rays are cast against that like against any other.
//!
//! ```
//! use voxray::blocks::{BlockClass, BlockFilter, BlockHit, BlockShape, BlockType, BlockWorld};
//! use voxray::{Face, Ray};
//!
//! let mut world = BlockWorld::new();
//! let stone = world.add_type(BlockType::new("stone", BlockClass::Solid))?;
//! let slab = world.add_type(BlockType::new("slab", BlockClass::Solid).with_shape(BlockShape::slab()))?;
//! let water = world.add_type(BlockType::new("water", BlockClass::Fluid))?;
//! world.set_block([0, 0, 0], stone)?;
//! world.set_block([0, 0, 1], slab)?;
//! world.set_block([0, 0, 2], water)?;
//!
//! // From a point to a point: t runs from 0 to 1.
//! let down = Ray::between([0.25, 0.25, 4.0], [0.25, 0.25, 0.0]);
//! let scene = world.scene(BlockFilter::SOLID)?;
//! let hit = BlockHit::of(&scene.cast_ray(&down).expect("the slab is below")).expect("a hit");
//! assert_eq!((hit.block, hit.block_type, hit.face), ([0, 0, 1], slab, Some(Face::PosZ)));
//! assert_eq!(hit.point, [0.25, 0.25, 1.5]);
//!
//! let wet = world.scene(BlockFilter { fluids: true, ..BlockFilter::SOLID })?;
//! assert_eq!(BlockHit::of(&wet.cast_ray(&down).expect("the water")).expect("a hit").block_type, water);
//! # Ok::<(), voxray::Error>(())
//! ```
//!
//! # From the two systems that people know
//!
//! | there | here |
//! |---|---|
//! | unit block at integer (i, j, k) | block (i, j, k) = one brick of the scene = voxels 4i .. 4i + 3 on each axis |
//! | 4 x 4 x 4 voxels in one 64-bit word | [`BlockShape::Word`], or [`BlockWorld::set_word`] for one block |
//! | bit x + 4y + 16z | [`BitOrder::XFirst`]: the order of every word here |
//! | bit 16x + 4y + z | [`BitOrder::ZFirst`]: [`transpose_word`] turns one into the other |
//! | a block covers [i, i + 1) | [`Cells::Cornered`], as a default |
//! | a block is centred on i: [i - 1/2, i + 1/2) | [`Cells::Centred`]: [`BlockWorld::with_cells`]; world coordinates stay those of there |
//! | y up | z up. [`YUp`] turns points, (x, y, z) to (x, -z, y), and with them blocks, words, boxes; (x, z, y) would mirror |
//! | march(origin, direction, length) | a ray with `t_far` = length / \|direction\|: [`Ray::with_max_distance`](crate::Ray::with_max_distance) |
//! | trace(start, end) | [`Ray::between`](crate::Ray::between): t in [0, 1]; NaN in either, or start = end, is [`Status::Invalid`](crate::Status::Invalid) |
//! | at most 200 cells | [`Options::max_steps`](crate::Options::max_steps), in voxels; as a default no limit |
//! | hit fluids or not | [`BlockFilter::fluids`] |
//! | ignore blocks without collision (plants, torches) | [`BlockClass::Passable`] and [`BlockFilter::passable`] |
//! | collision boxes of a block | [`BlockShape::Boxes`], up to 8, in the unit cube |
//! | face hit: down, up, north (-z), south, west, east | [`Face`](crate::Face), turned as points are: -z, +z, +y, -y, -x, +x |
//! | start inside: no face | [`Status::Inside`](crate::Status::Inside), face 255, t = the start of the ray |
//! | block type hit | `material` of the hit, a [`BlockId`] |
//!
//! # Worlds that change
//!
//! A [`Scene`](crate::Scene) is the world as it was when it was compiled, for one filter; compiling takes about a quarter of a second for each
//! million blocks. For a few rays in a world that changes, compile the part around them: [`BlockWorld::scene_in`] takes less than
//! a millisecond for some thousand blocks. Rays end at the border of the part, and what is cut there shows a face.
//!
//! # What is exact
//!
//! A box face at block + bound is the plane f32(4 (block + bound)) in kernel space (see the crate's head). A box is met as
//! voxels are: all near planes before all far ones, in the order of (t, axis). So a block of boxes whose bounds are quarters
//! is hit as its voxels are, bit for bit; others are hit exactly too: their voxels are a cover, and rays that come to it
//! ask for the boxes. A ray that starts within a box starts *inside*; one that starts on its face belongs to the side of
//! travel. A block with a word of its own is its voxels, and each of them is met for itself. [`Options::skip_inside`](crate::Options::skip_inside) passes
//! over all that touches, up to the first gap.
//!
//! With `skip_inside`, rays that start inside something are cast one by one, some tens of times slower.

mod bulk;
mod class;
mod cluster;
mod compile;
mod coords;
mod filter;
mod hits;
mod shape;
#[cfg(test)]
mod tests;
mod world;
mod y_up;

pub use class::{BlockClass, BlockId, BlockType};
#[cfg(feature = "minecraft")]
pub(crate) use cluster::{Cluster, slot_of};
pub use coords::{
    BitOrder, Cells, bit_of_voxel, block_of_voxel, transpose_word, voxel_of_bit, voxel_of_block,
};
pub use filter::BlockFilter;
pub use hits::{BlockHit, BlockHits};
pub use shape::{BlockBox, BlockShape, Facing};
pub use world::{BlockWorld, MAX_BLOCK, MIN_BLOCK};
pub use y_up::YUp;
