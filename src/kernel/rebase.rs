//! Rays that come from afar start again near the box, so that f32 is precise enough for the walk.

use crate::batch::Status;

/// The origin in f32, and the time at which the ray is there. A ray whose origin lies farther from the box than the
/// box's longest side L, on any axis, is moved in f64 along itself to the point at the distance L before the box.
///
/// `direction` has its largest component in about [1, 2) and exact zeros on parallel axes.
///
/// # Errors
/// [`Status::Outside`] where a ray from afar does not come near the box.
pub fn rebase(
    origin: [f64; 3],
    direction: [f64; 3],
    sides: [i32; 3],
) -> Result<([f32; 3], f64), Status> {
    let near = round(origin);
    if !is_far(near, sides) {
        return Ok((near, 0.0));
    }
    let (entry, axis) = entry(origin, direction, sides).ok_or(Status::Outside)?;
    let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
    let before = f64::from(longest(sides)) / length;
    let offset = entry - before;
    let moved = [0, 1, 2].map(|a| {
        if a == axis {
            // By construction, not by adding two huge numbers.
            near_plane(a, direction, sides) - before * direction[a]
        } else {
            origin[a] + offset * direction[a]
        }
    });
    Ok((round(moved), offset))
}

/// Whether an origin lies farther than L from the box on any axis.
#[inline]
#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
pub fn is_far(origin: [f32; 3], sides: [i32; 3]) -> bool {
    let longest = longest(sides);
    (0..3).any(|axis| origin[axis] < -longest || origin[axis] > sides[axis] as f32 + longest)
}

/// L, the longest side of a box.
#[inline]
#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
pub fn longest(sides: [i32; 3]) -> f32 {
    sides[0].max(sides[1]).max(sides[2]) as f32
}

/// When, and through the face of which axis, the line enters the box; none where it lies beside or behind.
fn entry(origin: [f64; 3], direction: [f64; 3], sides: [i32; 3]) -> Option<(f64, usize)> {
    let (mut entry, mut exit, mut through) = (0.0, f64::INFINITY, None);
    for axis in 0..3 {
        let (o, d, side) = (origin[axis], direction[axis], f64::from(sides[axis]));
        if d == 0.0 {
            if !(0.0..side).contains(&o) {
                return None;
            }
            continue;
        }
        let near = near_plane(axis, direction, sides);
        let time = (near - o) / d;
        if time > entry {
            (entry, through) = (time, Some(axis));
        }
        exit = f64::min(exit, (side - near - o) / d);
    }
    // Equal from very far away, where f64 does not tell them apart: the slab test near the box decides.
    through.filter(|_| entry <= exit).map(|axis| (entry, axis))
}

/// The face of the box that the ray meets first on an axis.
fn near_plane(axis: usize, direction: [f64; 3], sides: [i32; 3]) -> f64 {
    if direction[axis] < 0.0 { f64::from(sides[axis]) } else { 0.0 }
}

#[allow(clippy::cast_possible_truncation, reason = "kernel space is f32: rounded once, here")]
fn round(origin: [f64; 3]) -> [f32; 3] {
    origin.map(|o| o as f32)
}
