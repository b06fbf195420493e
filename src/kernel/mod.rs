//! The walk of a ray through the grid: once plain, once fast, with the same bits.
//!
//! Draft head; the pseudo-code of the fast walk stands here.

/// One value per axis. A macro, since a closure is a function of its own, without the instructions of its surroundings,
/// and is then not melted into them.
macro_rules! axes {
    ($axis:ident => $value:expr) => {
        [
            {
                let $axis = 0;
                $value
            },
            {
                let $axis = 1;
                $value
            },
            {
                let $axis = 2;
                $value
            },
        ]
    };
}

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
