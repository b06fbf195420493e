//! Dense arrays of NumPy: `.npy`, and `.npz` with one array; volumes are filled from their numbers the same way.
//!
//! ```text
//!   header  ->  layout: a stride per grid axis       one axis has stride 1: runs of 16 numbers along it
//!   bytes   ->  runs    ->  a rule   ->  rows of a chunk    mapped (.npy), or unpacked slab by slab (.npz); every chunk on its own
//! ```
//!
//! Invariant: `[i, j, k]` of the array is the voxel that [`Axes`](super::Axes) say, whatever the order of its bytes; a
//! value that is no material is an error that names the index, never a voxel.

pub(super) mod element;
mod fill;
mod layout;
#[cfg(feature = "npy")]
mod load;
pub(super) mod rule;
#[cfg(feature = "npy")]
mod save;
mod slabs;

#[cfg(feature = "volume")]
pub(super) use layout::DenseLayout;
#[cfg(feature = "npy")]
pub(super) use load::{load_npy, load_npz};
#[cfg(feature = "npy")]
pub(super) use save::{save_npy, save_npz};
#[cfg(feature = "volume")]
pub(super) use slabs::{Part, Slabs, cut_short, damaged};
