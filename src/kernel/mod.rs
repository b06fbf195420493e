//! The walk of a ray through the grid: once plain, once fast, with the same bits.
//!
//! [`mod@reference`] is the definition of the answer: one voxel at a time, after Amanatides and Woo (1987). All else here
//! follows the same order of events in larger steps, and is tested for equality with it.
//!
//! **Events.** The time of integer plane k on an axis is `t(k) = (k - o) * inv`, each operation rounded ([`plane`]).
//! Events are ordered by (t, axis). A walk takes them in that order, one face at a time, so it cannot slip between voxels
//! that touch along an edge.
//!
//! **The fast walk** ([`walk`]), for a group of lanes, one ray each:
//!
//! ```text
//!   loop
//!     look up the half record of the lane's voxel: mask, base                     (lookup.rs)
//!     chunk empty             -> block: its reach in the ray's octant             (grid/distance.rs)
//!     brick empty             -> block: what lies ahead in the half chunk if that is empty,
//!                                else the aligned 2 x 2 x 2 bricks if those are, else the brick
//!     voxel filled            -> done: hit at t
//!     else                    -> block: what lies ahead in the half brick if that is empty,
//!                                else the aligned 2 x 2 x 2 voxels if those are, else the voxel
//!     exit = the first in the order of (t, axis) of the block's three planes ahead
//!     t(exit) >= t_end        -> done: escaped or clear
//!     on the exit's axis      -> the voxel beyond the plane
//!     on the others           -> floor(o + d * t(exit)), corrected where in doubt
//! ```
//!
//! **The correction** makes any step size follow the canonical walk. The guess `o + d * t` may be off by a bound that is known per
//! ray ([`plane::GUESS_ERROR`]). Only where a guess lies nearer to an integer than that can its floor be wrong, by one;
//! there the times of the planes before and behind are compared with the exit's (t, axis). This is rare, so it sits behind
//! one branch. With it, bit equality costs nothing elsewhere, and no guess is clamped to the box.
//!
//! **Around it:** [`load`] brings rays into kernel space, and [`afar`] those from afar near the box; [`setup`] scales them,
//! does the slab test and finds the first voxel, a vector at a time, the same as [`start`] does for one ray; [`fresh`] puts
//! those that walk into the lanes of a [`group`]; [`step`] takes one step of several groups; [`queue`] keeps those that walk
//! on until a lane is free; [`results`] takes where they ended back to the tile; [`finish`] and [`rows`] work out faces,
//! statuses and steps from nothing but that. [`cast`] strings these together.
//!
//! **Exact shapes.** Where a brick is more than its voxels, these are a cover of its boxes: a hit in it is a candidate. [`refine`]
//! gathers candidates and asks for the [`nearest`] box of a whole vector of them; who meets none walks on. [`boxes`] is the
//! plain form of it, and says why a cover is enough; [`struck`] takes what was met to the rows.
//!
//! [`slab`] stands by itself: rays against boxes of any size, without a grid.

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

mod afar;
mod boxes;
pub(crate) mod cast;
mod clock;
mod columns;
mod finish;
mod fresh;
mod group;
pub(crate) mod load;
mod lookup;
mod materials;
mod mutation;
mod nearest;
mod plane;
mod queue;
mod rebase;
pub(crate) mod reference;
mod refine;
mod results;
pub(crate) mod row;
mod rows;
mod scaling;
mod setup;
pub(crate) mod slab;
mod start;
mod step;
mod struck;
pub(crate) mod tile;
mod walk;
