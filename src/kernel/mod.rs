//! The walk of a ray through the grid: once plain, once fast, with the same bits.
//!
//! Draft head; the pseudo-code of the fast walk stands here.

pub mod clock;
pub mod plane;
pub mod rebase;
pub mod reference;
pub mod row;
pub mod start;
