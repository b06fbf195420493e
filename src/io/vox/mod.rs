//! `MagicaVoxel` files (`.vox`): models, placed by a scene graph.
//!
//! ```text
//!   bytes   ->  chunks:  each cut out by its sizes, checked, and only then given to dot_vox
//!           ->  graph:   nTRN (turn, move) -> nGRP (many) -> nSHP (model), hidden parts left out
//!           ->  place:   instance = model, rotation, translation
//!           ->  voxels by chunk, in the order of the graph; where two meet, the later one stays
//! ```
//!
//! The format is right-handed with z up, as the grid: nothing is mirrored. Material i is colour index i, its colour is
//! `palette[i - 1]`; index 0 is empty. A chunk IMAP gives the order in which the editor shows the palette; a voxel's index
//! still names the same colour and material, so that it changes nothing here. Of an animation the first frame counts.
//!
//! Files may be made to do harm: sizes, counts and references are checked, nesting is bounded, and what a graph will place
//! is counted before it is placed.

mod chunks;
mod graph;
mod load;
mod material;
mod place;
mod save;

pub(super) use load::load;
pub(super) use save::save;
