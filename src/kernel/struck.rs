//! What of a shape a ray struck, in one number per ray, from where its boxes were tested to its row.
//!
//! ```text
//!   0                     a voxel
//!   bits 0..3             1 the ray starts within the box; 2, 3, 4 it entered the box on x, y, z
//!   bits 3..31            1 + the index of the box; 0 where its voxels are all that it is
//! ```

use super::nearest::{AXES, Nearest, ShapeLanes, box_planes};
use crate::coord::BRICK_SIDE;
use crate::simd::Simd;

const AXIS: i32 = 7;
const BOX_SHIFT: u32 = 3;

/// The numbers of the nearest boxes, whose shapes have these entries.
#[inline(always)]
pub fn struck<S: Simd>(s: S, nearest: &Nearest<S>, entry: S::I32) -> S::I32 {
    let (one, none) = (s.splat_i32(1), s.splat_i32(0));
    let axis = s.add_i32(nearest.axis, s.splat_i32(2));
    let index = s.shl::<BOX_SHIFT>(s.add_i32(nearest.index, one));
    s.or_i32(axis, s.select_i32(ShapeLanes::are_inexact(s, entry), index, none))
}

/// Which lanes struck a box.
#[inline(always)]
pub fn is_box<S: Simd>(s: S, struck: S::I32) -> S::Mask {
    s.lt_i32(s.splat_i32(0), struck)
}

/// By axis, which lanes entered their box on it.
#[inline(always)]
pub fn entered_axes<S: Simd>(s: S, struck: S::I32) -> [S::Mask; 3] {
    let axis = s.and_i32(struck, s.splat_i32(AXIS));
    axes!(a => {
        let (own, next) = (s.splat_i32(AXES[a] + 2), s.splat_i32(AXES[a] + 3));
        s.and_not_mask(s.lt_i32(axis, next), s.lt_i32(axis, own))
    })
}

/// The planes of the boxes that were struck in these voxels, and which lanes struck one that is not just its voxels.
#[inline(always)]
pub fn planes<S: Simd>(
    s: S,
    shapes: &ShapeLanes<'_>,
    struck: S::I32,
    voxel: [S::I32; 3],
) -> ([[S::F32; 3]; 2], S::Mask) {
    let index = s.sub_i32(s.shr::<BOX_SHIFT>(struck), s.splat_i32(1));
    let own = s.lt_i32(s.splat_i32(-1), index);
    let corner = axes!(a => s.to_f32(s.and_i32(voxel[a], s.splat_i32(-BRICK_SIDE))));
    (box_planes(s, shapes, corner, index, own), own)
}
