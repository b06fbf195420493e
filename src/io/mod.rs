//! Files: rays in, hits out.
//!
//! ```text
//!   .npy .csv  ->  RayReader, PairReader  ->  blocks of rays  ->  cast
//!   cast  ->  HitWriter, TableWriter, RayWriter  ->  AtomicFile  ->  .npz .npy .csv
//! ```
//!
//! Everything streams: memory does not grow with the number of rays. An output file appears whole or not at all.

mod atomic;
#[cfg(feature = "npy")]
mod npy_header;
#[cfg(any(feature = "npy", feature = "csv"))]
mod rays;
#[cfg(any(feature = "npy", feature = "csv"))]
mod table;

pub use atomic::{AtomicFile, remove_unfinished};
#[cfg(any(feature = "npy", feature = "csv"))]
pub use rays::{PairReader, RayBlock, RayReader, RayWriter};
#[cfg(any(feature = "npy", feature = "csv"))]
pub use table::{ColumnData, Dtype, HitWriter, TableColumn, TableWriter};
