//! voxray casts very many rays through voxel worlds, fast and exactly, on the cores of one machine.
//!
//! ```
//! use voxray::{Columns, GridBox, Options, RayView, SceneBuilder};
//!
//! // A scene: a floor 4 voxels thick, and one voxel of material 7 above it.
//! let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([64, 64, 64])?);
//! builder.fill_box(GridBox::new([0, 0, 0], [64, 64, 4])?, 1)?;
//! builder.insert([20, 20, 10], 7)?;
//! let scene = builder.build()?;
//!
//! // Rays: rows of origin and direction, of any length.
//! let rows: [f32; 12] = [20.5, 20.5, 60.0, 0.0, 0.0, -1.0, 1.5, 1.5, 60.0, 0.0, 0.0, -2.0];
//! let rays = RayView::from_rows(&rows, 6)?;
//!
//! let hits = scene.cast_rays(rays, &Options { columns: Columns::ALL, ..Options::default() })?;
//! assert_eq!(hits.t_hit, [49.0, 28.0]); // in units of |direction|
//! assert_eq!(hits.material, [7, 1]);
//! # Ok::<(), voxray::Error>(())
//! ```
//!
//! # What an answer means
//!
//! - **Grid space**: voxel (i, j, k) is the cube [i, i+1) x [j, j+1) x [k, k+1). **World**: grid = (world - origin) /
//!   `voxel_size`; z is up.
//! - **Ray**: point(t) = origin + t * direction, t in the closed range [`t_near`, `t_far`], in units of |direction|.
//! - An origin on a face belongs to the voxel on the side of travel; a ray that leaves a face never hits the voxel that it
//!   leaves. No epsilon anywhere.
//! - **The same bits** from every instruction set, number of threads, split of a batch: those of the plain walk, one voxel at
//!   a time ([`Scene::cast_rays_reference`]).
//! - A miss is a value; an invalid ray is a status; an error is a sentence.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | voxel | the unit cube |
//! | brick | 4 x 4 x 4 voxels: one 64-bit *occupancy word*, bit = x + 4y + 16z |
//! | chunk | 4 x 4 x 4 bricks = 16 x 16 x 16 voxels |
//! | block | of a world of blocks: one brick of its scene, see [`blocks`] |
//! | shape | the exact boxes of a brick that is more than its voxels |
//! | box | the extent of a scene, in whole voxels |
//! | kernel space | grid space minus the lower corner of the box, in f32 |
//! | `t_near`, `t_far`, `t_hit` | first and last time that counts; time of the hit |
//! | octant | the signs of a direction |
//! | lane, group | one ray in a vector; the rays of a vector |
//! | tile, batch | the rays that one thread takes at a time; all rays of a call |
//! | occluded | something is on the way (any-hit) |
//! | escaped, clear, outside | left the box; ended within it; never met it |
//!
//! # Where things are
//!
//! Imports go down only: `cli` (the program) → `bench methods render trace verify visibility` (products) →
//! `scene build builder voxel_list blocks slab budget tiles options page pool palette camera demo io voxelize`
//! (engine) → `kernel` → `grid batch` (data) → `simd` → `coord aabb ray face error space georeference memory` (ground).
#![deny(unsafe_code)]

mod aabb;
mod batch;
#[cfg(feature = "bench")]
pub mod bench;
pub mod blocks;
mod budget;
mod build;
mod builder;
mod camera;
mod coord;
pub mod demo;
mod error;
mod face;
mod georeference;
mod grid;
pub mod io;
mod kernel;
#[allow(unsafe_code, reason = "mapped memory")]
mod memory;
pub mod methods;
mod options;
#[cfg(any(feature = "bench", feature = "trace"))]
mod page;
mod palette;
mod pool;
mod ray;
#[cfg(feature = "render")]
pub mod render;
mod scene;
#[allow(unsafe_code, reason = "the only std::arch")]
pub mod simd;
pub mod slab;
mod space;
mod tiles;
#[cfg(feature = "trace")]
pub mod trace;
pub mod verify;
pub mod visibility;
#[allow(dead_code, reason = "the readers of some formats ask for it")]
mod voxel_list;
pub mod voxelize;

pub use aabb::GridBox;
pub use batch::{
    CastSummary, Column, Columns, Hit, HitBatch, NAMED_INVALID, RayBatch, RayScalar, RayView,
    Status, Strided, WalkWork,
};
pub use builder::SceneBuilder;
pub use camera::{Camera, TileOrder};
pub use coord::{
    BRICK_SIDE, CHUNK_BRICKS, CHUNK_SIDE, ChunkSlot, MAX_COORD, MAX_SIDE, MIN_COORD, NO_VOXEL,
};
pub use demo::DemoSpec;
pub use error::{Error, ErrorKind, Result};
pub use face::{Face, NO_FACE};
pub use georeference::Georeference;
pub use grid::{
    BRICK_VOXELS, BRICKS, BoxBounds, ChunkGrid, ChunkVoxels, HalfRecord, MAX_BOXES, Materials,
    NO_MATERIAL, ROW_VOXELS, Shapes, UNNAMED_MATERIAL,
};
pub use memory::{Table, available_bytes, readable_bytes};
pub use options::{Observer, Options};
pub use palette::{MaterialInfo, Palette};
pub use pool::resolve_threads;
pub use ray::Ray;
pub use scene::Scene;
pub use simd::Isa;
pub use space::{Space, Transform};
