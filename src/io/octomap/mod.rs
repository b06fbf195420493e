//! Octrees of `OctoMap` (`.bt`, `.ot`): what a robot knows of a place. Hornung, Wurm, Bennewitz, Stachniss, Burgard 2013,
//! "`OctoMap`: an efficient probabilistic 3D mapping framework based on octrees", Autonomous Robots 34.
//!
//! ```text
//!   bytes   ->  header:  lines of text up to "data"
//!           ->  tree:    nodes, depth first; every leaf a cube of 2^level voxels, occupied or free; the rest is unknown
//!           ->  survey:  counted first, so that memory is known before any is taken
//!           ->  leaves:  kept in 8 bytes each, in the order of the tree, which is Morton order
//!           ->  chunks:  each looks up its own leaves
//! ```
//!
//! The format is right-handed with z up, as the grid: nothing is turned or mirrored. Key 32768 of the tree is coordinate
//! 0. Occupied, free and unknown are told apart: [`OctreeOptions`] say what becomes of each.

mod colors;
mod header;
mod leaves;
mod load;
mod morton;
mod options;
mod survey;
mod tree;

pub(super) use load::load;
pub use options::{Free, OctreeOptions, Unknown};
