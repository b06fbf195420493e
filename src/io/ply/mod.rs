//! Polygon files (`.ply`, Turk 1994): a header in words, then tables of numbers as text or bytes.
//!
//! ```text
//!   header  ->  elements, each with its properties (numbers and lists)
//!   rows    ->  one at a time, all values as f64
//!   load    ->  with faces: a mesh; without: points
//! ```
//!
//! General: any elements in any order, with any properties; readers look for those they know.

#[cfg(feature = "mesh")]
mod header;
mod load;
#[cfg(feature = "mesh")]
mod rows;

#[cfg(feature = "mesh")]
pub(in crate::io) use header::{Element, PlyHeader};
pub(in crate::io) use load::load;
#[cfg(feature = "mesh")]
pub(in crate::io) use rows::{Row, for_each_row};
