//! The walk of a ray through the grid: once plain, once fast, with the same bits.
//!
//! Draft head; the pseudo-code of the fast walk stands here.

pub(crate) mod cast;
mod clock;
mod finish;
pub(crate) mod load;
mod lookup;
mod plane;
mod queue;
mod rebase;
pub(crate) mod reference;
pub(crate) mod row;
mod setup;
mod start;
pub(crate) mod tile;
mod walk;
