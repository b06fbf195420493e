//! The surface of a scene as rectangles: every face of a voxel that no other voxel touches, merged where neighbours are of
//! one material, and written as a mesh (`.obj`, `.glb`).
//!
//! ```text
//!   scene  ->  exposed:  bit operations on whole bricks; one u64 per face, layer by layer of chunks
//!          ->  merge:    sorted; runs along u, runs that repeat in the next row joined along v
//!          ->  obj, glb: four corners and a material per rectangle, wound outwards
//! ```
//!
//! Invariant: the rectangles cover each exposed face exactly once, and nothing else. Memory grows with the faces of one
//! layer of chunks and with the rectangles, not with the box. Where a corner of one rectangle meets the middle of
//! another's edge the mesh has a T-junction: exact in grid space, as corners are whole numbers, but open to what looks for
//! edges that two faces share. Faces that are not merged have none: each edge of the grid belongs to none of them, two or
//! four.
//!
//! After the greedy meshing of voxels (M. Lysenko, "Meshing in a Minecraft game", 2012), on sorted lists in place of dense
//! slices.

mod exposed;
mod glb;
mod material;
mod merge;
mod obj;
mod quad;
#[cfg(test)]
mod tests;

pub(in crate::io) use glb::save as save_glb;
pub(in crate::io) use obj::save as save_obj;
