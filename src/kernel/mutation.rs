//! Faults put into the fast walk on purpose, to see that the checks find them: `--cfg voxray_mutation="..."`. Never set in
//! a build that anyone uses.

/// Guesses of positions are never corrected.
pub const NO_CORRECTION: bool = cfg!(voxray_mutation = "bound");
/// Of equal times the highest axis comes first.
pub const TIES_REVERSED: bool = cfg!(voxray_mutation = "tie");
/// An event at the very time of the exit is taken.
pub const NO_EXIT_RULE: bool = cfg!(voxray_mutation = "exit");
/// The boxes of bricks are never asked.
pub const NO_BOXES: bool = cfg!(voxray_mutation = "boxes");

/// A faulty walk may never end, so it is stopped after so many rounds; a sound one needs no limit.
pub const MOST_ROUNDS: u64 =
    if NO_CORRECTION || TIES_REVERSED || NO_EXIT_RULE { 1 << 16 } else { u64::MAX };
