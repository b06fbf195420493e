//! Who sees what: products made of many rays.
//!
//! Rays are built in grid space, where a point on a face is exact.

mod line_of_sight;
mod segment;

pub use line_of_sight::{
    LINE_OF_SIGHT_HIDDEN, LINE_OF_SIGHT_INVALID, LINE_OF_SIGHT_SEEN, SightBatch, line_of_sight,
};
