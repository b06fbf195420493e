//! Makes voxels of what is no voxels: points, heights, triangle meshes.
//!
//! ```text
//!   points/    points in space, by class   ->  the voxels that hold enough of them
//!   heights/   a raster of heights         ->  columns of voxels, solid or a shell
//!   here       triangle meshes             ->  surface, inside, or both
//! ```
//!
//! Each rule says exactly which voxel is filled, and does not depend on the order of the input or the number of threads.
//! For meshes:
//!
//! ```text
//!   TriangleMesh  ->  fixed       vertices rounded once to 2^-16 voxel; all that follows is exact
//!                 ->  edges       which belong to an odd number of triangles: is it closed?
//!                 ->  repeats     triangles that are there more than once, to be left out
//!                 ->  surface     bands (13 per triangle) -> columns -> voxels that hold a point of it
//!                 ->  inside      crossings of vertical lines -> runs of centres with odd crossings below
//!                 ->  mesh_scene  Scene
//! ```
//!
//! - **Surface.** A voxel is filled exactly if a point of the mesh lies in it, and a point on a face lies in the voxel above
//!   it. So a wall in a whole-number plane is one voxel thick, and the voxels of a closed surface cannot be walked through
//!   by faces.
//! - **Inside.** A closed mesh is one whose every edge belongs to an even number of triangles; a voxel is inside if a line
//!   from its centre to the outside crosses the mesh an odd number of times. How triangles are turned does not matter. A
//!   closed shell within another is a cavity; parts that overlap must be bodies of their own ([`Body`]), which are filled
//!   one by one.
//! - Both are the same bits for any order of triangles and any number of threads.

mod bands;
mod crossings;
mod edges;
mod equal;
mod fixed;
pub mod heights;
mod inside;
mod mesh;
mod mesh_scene;
pub mod points;
mod repeats;
mod solve;
mod surface;
#[cfg(test)]
mod tests;

pub use edges::OpenEdges;
#[cfg(feature = "mesh")]
pub(crate) use equal::first_of_equal;
pub use mesh::{Body, TriangleMesh};
pub use mesh_scene::{Fill, MeshFigures, MeshJob, mesh_bounds, voxelize_mesh};
