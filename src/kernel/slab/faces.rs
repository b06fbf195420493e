//! Through which face rays come into their boxes: found out once per ray, from the planes of its box and the entry alone.

use super::Planes;
use super::lanes::{RayLanes, slab_times};
use crate::face::NO_FACE;
use crate::simd::{MAX_LANES, Simd};

/// The faces by which rays enter, at `entry`, the boxes that `index` numbers: of the planes crossed at that very time the one
/// of the highest axis, the last in the order of (time, axis). None where there is no such plane, or no box.
#[inline(always)]
pub fn entered<S: Simd, const D: usize>(
    s: S,
    rays: &RayLanes<S, D>,
    entry: S::F32,
    index: &[i32],
    boxes: &[Planes<D>],
) -> S::I32 {
    let planes = side_by_side(boxes, &index[..S::LANES]);
    let mut face = s.splat_i32(i32::from(NO_FACE));
    let mut lower = s.splat_i32(0);
    let one = s.splat_i32(1);
    for a in 0..D {
        let slab = [s.load_f32(&planes.0[a]), s.load_f32(&planes.1[a])];
        let [t_in, _] = slab_times(s, slab, rays.origin[a], rays.inv[a]);
        let upper = s.add_i32(lower, one);
        let backward = s.sign(s.to_bits(rays.inv[a]));
        let crossed = s.select_i32(backward, upper, lower);
        face = s.select_i32(s.eq_f32(t_in, entry), crossed, face);
        lower = s.add_i32(upper, one);
    }
    face
}

/// One number per axis and lane.
type Lanes<const D: usize> = [[f32; MAX_LANES]; D];

/// The lower and the higher planes of the boxes that `index` numbers, lane by lane; NaN where there is none.
#[inline(always)]
fn side_by_side<const D: usize>(boxes: &[Planes<D>], index: &[i32]) -> (Lanes<D>, Lanes<D>) {
    let (mut low, mut high) = ([[0.0; MAX_LANES]; D], [[0.0; MAX_LANES]; D]);
    for (lane, &index) in index.iter().enumerate().take(MAX_LANES) {
        let found = usize::try_from(index).ok().and_then(|index| boxes.get(index));
        let planes = found.unwrap_or(&Planes::NONE);
        for a in 0..D {
            low[a][lane] = planes.low[a];
            high[a][lane] = planes.high[a];
        }
    }
    (low, high)
}
