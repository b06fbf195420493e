//! Demo scenes, made on the spot, and the classes of rays that benchmarks cast at them.
//!
//! ```text
//!   demo:terrain   hills with trees           demo:menger   the Menger sponge
//!   demo:city      streets and buildings      demo:cave     rock with large hollows
//!   demo:noise     voxels at random           demo:room     a furnished room
//!   demo:village   houses, fences and ponds: a world of blocks
//! ```
//!
//! Invariant: the same bits on every machine and for any number of threads. So only integers, and sums, products,
//! quotients and roots of floating-point numbers in a fixed order: what IEEE 754 rounds in one way only.

mod cave;
mod city;
mod extreme_rays;
mod furniture;
mod hash;
mod keys;
mod menger;
mod noise;
mod noise_field;
mod rays;
mod room;
mod spec;
mod terrain;
#[cfg(test)]
mod tests;
mod viewpoint;
mod village;
mod village_plot;
mod village_types;

pub use cave::Cave;
pub use city::City;
pub use menger::Menger;
pub use noise_field::NoiseField;
pub use rays::{RayClass, RayParams};
pub use room::Room;
pub use spec::DemoSpec;
pub use terrain::Terrain;
pub use viewpoint::Viewpoint;
pub use village::Village;
