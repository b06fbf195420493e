//! voxray casts very many rays through voxel worlds, fast and exactly, on the cores of one machine.
#![deny(unsafe_code)]

mod aabb;
mod batch;
mod build;
mod builder;
mod camera;
mod coord;
pub mod demo;
mod error;
mod face;
mod grid;
pub mod io;
mod kernel;
#[allow(unsafe_code, reason = "mapped memory")]
mod memory;
mod options;
mod palette;
mod pool;
mod ray;
#[cfg(feature = "render")]
pub mod render;
mod scene;
#[allow(unsafe_code, reason = "the only std::arch")]
pub mod simd;
mod space;
mod tiles;
pub mod verify;
pub mod visibility;

pub use aabb::GridBox;
pub use batch::{
    CastSummary, Column, Columns, Hit, HitBatch, NAMED_INVALID, RayBatch, RayScalar, RayView,
    Status, Strided,
};
pub use builder::SceneBuilder;
pub use camera::{Camera, TileOrder};
pub use coord::{
    BRICK_SIDE, CHUNK_BRICKS, CHUNK_SIDE, ChunkSlot, MAX_COORD, MAX_SIDE, MIN_COORD, NO_VOXEL,
};
pub use demo::DemoSpec;
pub use error::{Error, ErrorKind, Result};
pub use face::{Face, NO_FACE};
pub use grid::{
    BRICK_VOXELS, BRICKS, ChunkGrid, ChunkVoxels, HalfRecord, Materials, NO_MATERIAL,
    UNNAMED_MATERIAL,
};
#[cfg(feature = "mapped")]
pub use memory::MappedFile;
pub use memory::{Table, available_bytes};
pub use options::{Observer, Options};
pub use palette::{MaterialInfo, Palette};
pub use pool::resolve_threads;
pub use ray::Ray;
pub use scene::Scene;
pub use simd::Isa;
pub use space::{Space, Transform};
