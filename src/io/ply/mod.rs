//! Polygon files (`.ply`; Turk, the PLY polygon file format, Stanford 1994): a header in words, then tables of numbers as
//! text or bytes.
//!
//! ```text
//!   header  ->  elements, each with its properties (numbers and lists)
//!   rows    ->  one at a time, of each the values that are wanted, as f64
//!   table   ->  the rows of one element in parts, for threads
//!   load    ->  with faces: mesh/ply; without: points/ply
//! ```
//!
//! General: any elements in any order, with any properties; readers look for those they know.

mod header;
mod load;
mod rows;
#[cfg(feature = "points")]
mod table;

#[cfg(feature = "points")]
pub(in crate::io) use header::Encoding;
pub(in crate::io) use header::{Element, PlyHeader};
pub(in crate::io) use load::load;
#[cfg(feature = "mesh")]
pub(in crate::io) use rows::{Row, RowReader};
#[cfg(feature = "points")]
pub(in crate::io) use table::Table;
