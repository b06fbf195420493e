//! Many rays in, many results out: plain structures of arrays, borrowed where they lie.
//!
//! ```text
//!   rows (n, 6..8) or columns, f32 or f64  ->  RayView  ->  cast  ->  HitBatch: one column per question asked
//! ```
//!
//! Result i belongs to ray i; n in, n out.

mod columns;
mod hits;
mod rays;
mod slab_rays;
mod status;
mod view;
mod work;

pub use columns::Columns;
pub(crate) use hits::HitSlices;
pub use hits::{Hit, HitBatch};
pub use rays::RayBatch;
pub use slab_rays::{SlabRay, SlabRays};
pub use status::{CastSummary, NAMED_INVALID, Status};
pub use view::{Column, RayScalar, RayView, Strided};
pub use work::WalkWork;
