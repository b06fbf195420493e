//! voxray's own format (`.vxr`): the tables of a scene as they are in memory, so that a file is mapped and ready.
//!
//! ```text
//!   byte
//!      0  magic "VOXRAY\r\n"               a copy that changed line ends is noticed
//!      8  version: u32 = 4                 16  box: min i32 x 3, max i32 x 3
//!     12  zero: u32                        40  origin: f64 x 3
//!                                          64  voxel size: f64 x 3
//!     88  voxels: u64                      96  material: u64 of all voxels, 0 where they differ
//!    104  for each table: first byte u64, entries u64
//!           records  2 per chunk, {mask: u32, base: u32}            as in memory, see `grid`
//!           words    1 per brick with a voxel, u64
//!           entries  1 per word, u32           } none where all
//!           values   u16                       } voxels are of one material
//!           shapes   1 per word, u32           } none where all bricks
//!           boxes    6 per box, f32            } are their voxels
//!           palette  bytes
//!           place    bytes: length of the reference system's text u32, the text, the text of the axes
//!    232  length of the file: u64
//!    240  XXH3 of the body, which is all from byte 256 on
//!    248  XXH3 of the bytes 0..248
//!    256  the tables, in this order, each at a multiple of 64, zeros between them
//!
//!   palette: for each material  number u16, 1 if it has a colour u8, 1 if it is glass u8, r g b a, emission f32,
//!                               length of the name u32, name
//! ```
//!
//! Everything is little-endian. On opening, the header's own check sum, its numbers and every record are checked; after
//! that no body, however wrong, leads a walk past a table or lets it stand still. Whether the body is what was written is
//! a question of reading it all: [`verify_vxr_body`].

mod header;
mod load;
mod palette;
mod place;
mod save;
#[cfg(test)]
mod tests;

pub(super) use load::load;
pub use load::verify_vxr_body;
pub(super) use save::save;
