//! Dense arrays of NumPy: `.npy`, and `.npz` with one array.
//!
//! ```text
//!   header  ->  layout: a stride per grid axis       one axis has stride 1: runs of 16 numbers along it
//!   bytes   ->  runs    ->  rows of a chunk          mapped (.npy) or unpacked (.npz); every chunk on its own
//! ```
//!
//! Invariant: `[i, j, k]` of the array is the voxel that [`Axes`](super::Axes) say, whatever the order of its bytes; a
//! value that is no material is an error that names the index, never a voxel.

mod element;
mod fill;
mod layout;
mod load;
mod save;

pub(super) use load::{load_npy, load_npz};
pub(super) use save::{save_npy, save_npz};
