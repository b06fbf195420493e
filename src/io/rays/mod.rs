//! Rays and pairs of points from files, block after block, and back into files.
//!
//! Invariant: row i of the file is ray i, and no more than one block of rows is in memory.

mod cells;
mod pairs;
mod reader;
mod rows;
#[cfg(feature = "csv")]
mod rows_csv;
#[cfg(feature = "npy")]
mod rows_npy;
mod writer;

pub use pairs::PairReader;
pub use reader::{RayBlock, RayReader};
pub use writer::RayWriter;
