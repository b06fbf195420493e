//! Triangle meshes: `.obj`, `.stl`, `.ply` with faces, `.gltf` and `.glb`.
//!
//! ```text
//!   obj (mtl)  stl  ply  gltf/  ->  MeshSource: triangles in the file's axes, materials, counts
//!   polygon                     ->  triangles of polygons, without a gap
//!   source                      ->  z up, voxel size and origin, voxelize  ->  Scene
//! ```
//!
//! A mesh has no grid: voxels are as large as told, or as many along the longest side as told (256). Files that do not say
//! which way is up are taken as z up unless told otherwise.

mod gltf;
mod materials;
mod mtl;
mod obj;
mod options;
mod ply;
mod polygon;
mod source;
mod stl;
mod text;

pub(super) use gltf::load as load_gltf;
#[cfg(feature = "cityjson")]
pub(super) use materials::MaterialNames;
pub(super) use obj::load as load_obj;
pub use options::{MeshOptions, Up};
pub(super) use ply::load as load_ply;
#[cfg(feature = "cityjson")]
pub(super) use polygon::Triangulator;
#[cfg(feature = "cityjson")]
pub(super) use source::{MeshSource, build, read_mesh_file};
pub(super) use stl::load as load_stl;
#[cfg(feature = "cityjson")]
pub(super) use text::without_mark;
