//! Voxels of meshes (`.binvox`), the format of P. Min's `binvox` and M. Kazhdan's run lengths.
//!
//! ```text
//!   #binvox 1
//!   dim DEPTH HEIGHT WIDTH           voxels along x, z and y; the program makes all three equal
//!   translate X Y Z                  the world position of the lower corner
//!   scale S                          the length of the longest side in world units
//!   data
//!   value count value count ...      a byte each; number = (x * HEIGHT + z) * WIDTH + y: y runs fastest, then z, then x
//! ```
//!
//! In version 1 a value is 0 or 1, in version 2 up to 255: it is the material. The axes are those of the mesh that was
//! voxelized, which is right-handed but does not say which axis is up; x, y and z are kept as they are, with z up.
//! Nothing is mirrored: that y runs fastest is a matter of storage.
//!
//! A count is a byte, so that two bytes can unfold to 255 voxels. Invariant: memory grows with the file and with the scene
//! that is built, never with the numbers in `dim` alone. The runs stay as they are in the file; every 32nd is marked.

mod header;
mod load;
mod runs;
mod save;

pub(super) use load::load;
pub(super) use save::save;
