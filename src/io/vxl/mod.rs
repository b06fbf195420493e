//! Maps of Ace of Spades (`.vxl`), the format of Voxlap (K. Silverman) without its header: 512 x 512 columns of 64 voxels.
//!
//! ```text
//!   columns   x runs fastest, then y; each a list of spans, top first: z counts downwards
//!   span      N  S  E  A                a byte each; z of the first and last coloured voxel seen from above
//!             colours of S ..= E        4 bytes each: blue, green, red, shade
//!             colours before the next   N - 1 - (E - S + 1) of them: those seen from below, which end where the next
//!                                       span's A says that air starts
//!   N = 0     the last span of its column: below E all is solid
//! ```
//!
//! Between the colours seen from above and those seen from below a voxel is solid and has no colour: all such are of
//! material 1, and every colour is a material from 2 on. The file counts x to the east, y to the south and z down, which is
//! right-handed: turned half around x it is y to the north and z up, so both are flipped and nothing is mirrored.

mod colors;
mod columns;
mod load;

pub(super) use load::load;
