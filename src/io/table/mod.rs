//! Tables of results into files: named columns, block after block.
//!
//! Invariant: the file holds the rows that were written, in that order, and appears when it is whole. Memory does not
//! grow with the number of rows.

mod column;
#[cfg(feature = "csv")]
mod csv;
mod hits;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "npy")]
mod npz;
mod sink;
mod writer;

pub use column::{ColumnData, Dtype, TableColumn};
pub use hits::HitWriter;
pub use writer::TableWriter;
