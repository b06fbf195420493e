//! Minecraft: worlds of region files of all generations, schematics, litematics and structures.
//!
//! ```text
//!   region/  .mca .mcr      world/   region -> packing -> nbt -> chunk -> section -> cuboid --+
//!   .schematic .schem       schematic   -> layers                                             +-> clusters of blocks
//!   .litematic              litematic   -> layers                                             |   -> BlockWorld -> Scene
//!   .nbt                    structure                                                       --+
//!
//!   files that are one tree are unpacked twice (tree_file): where arrays lie (stretch), then the arrays, in pieces
//!
//!   a block state, or a number before 1.13 (numeric)  ->  table  ->  class, shape, colour  ->  BlockType
//! ```
//!
//! # Axes
//!
//! The game's x is east, y up, z south, and a block covers [i, i + 1). Here z is up: (x, y, z) becomes (x, -z, y), so y is
//! north and nothing is mirrored. Coordinates of blocks are kept: block (x, y, z) is block (x, -1 - z, y), voxels
//! 4x .. 4x + 3 and so on. Blocks of schematics count from the corner of the schematic, those of litematics as their
//! regions say.
//!
//! # What is passed over
//!
//! Entities, tiles, light, biomes. Water in a block that is something else. Of worlds before 1.13, which did not
//! keep it, how stairs meet in corners, and the hinge of doors, which is taken to be on the left; fences, panes and walls
//! are connected as the game did.

mod chunk;
mod connect;
mod cuboid;
mod fault;
mod fluids;
mod found;
mod growth;
mod layers;
mod litematic;
mod load;
mod nbt;
mod numeric;
mod options;
mod packed;
mod packing;
mod pattern;
mod region;
mod schematic;
mod section;
mod shapes;
mod state;
mod states;
mod stretch;
mod structure;
mod table;
mod tag;
mod tree_file;
mod varint;
mod world;

/// The endings of its files; a world is a folder.
pub(super) const ENDINGS: &[&str] = &["mca", "mcr", "schematic", "schem", "litematic", "nbt"];

pub(super) use load::load;
pub use load::load_blocks;
pub use options::BlockOptions;
