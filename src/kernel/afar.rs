//! Rays from afar, brought near the box before their tile is walked, so that they walk in lanes as all others do.
//!
//! What [`start`](super::start) does with one ray, done with the columns of a tile: [`rebase`] moves the origin, and times are
//! reported later by an offset. Of the ray's own times, `t_near` must come before the box is reached and so have no part in
//! the walk, and `t_far` is told on the walk's clock. A ray of which that cannot be said stays where it is: it is irregular
//! then, and started one by one.

use super::clock::Clock;
use super::load::RayMap;
use super::plane::PARALLEL_BELOW;
use super::rebase::{is_far, longest, rebase};
use super::scaling::{exponent_of, largest, power_of_two};
use super::setup::REGULAR_TIME;
use super::tile::{TileColumn, TileRays, tile_column};
use crate::batch::RayView;

/// Room for the rays of a tile that has some from afar.
#[derive(Debug)]
pub struct MovedRays {
    origin: [TileColumn<f32>; 3],
    t_near: TileColumn<f32>,
    t_far: TileColumn<f32>,
    offset: TileColumn<f64>,
}

impl Default for MovedRays {
    fn default() -> Self {
        Self {
            origin: [tile_column(), tile_column(), tile_column()],
            t_near: tile_column(),
            t_far: tile_column(),
            offset: tile_column(),
        }
    }
}

/// The rays of a tile, those from afar moved near a box with these sides. Where they truly come from is asked of `view`.
#[inline(always)]
pub fn bring_near<'a>(
    room: &'a mut MovedRays,
    rays: TileRays<'a>,
    view: &RayView<'_>,
    map: &RayMap,
    sides: [i32; 3],
) -> TileRays<'a> {
    if (0..3).any(|axis| has_far(&rays.origin[axis][..rays.len], sides, axis)) {
        move_all(room, &rays, view, map, sides)
    } else {
        rays
    }
}

/// One ray in so many is looked at to see whether a tile has some from afar: to look at all takes 1 to 2 % of a cast. Where
/// there are few beside, and none of them is seen, they are irregular.
const SAMPLE: usize = 16;

/// Whether one of these coordinates, as far as they are looked at, is that of a ray from afar.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
fn has_far(origins: &[f32], sides: [i32; 3], axis: usize) -> bool {
    let longest = longest(sides);
    let (low, high) = (-longest, sides[axis] as f32 + longest);
    origins.iter().step_by(SAMPLE).any(|&o| o < low || o > high)
}

/// Copies what is moved, and moves it.
#[cold]
#[inline(never)]
fn move_all<'a>(
    room: &'a mut MovedRays,
    rays: &TileRays<'a>,
    view: &RayView<'_>,
    map: &RayMap,
    sides: [i32; 3],
) -> TileRays<'a> {
    let all = 0..rays.len;
    for (to, from) in room.origin.iter_mut().zip(rays.origin) {
        to[all.clone()].copy_from_slice(&from[all.clone()]);
    }
    for (to, from) in [(&mut room.t_near, rays.t_near), (&mut room.t_far, rays.t_far)] {
        if let Some(from) = from {
            to[all.clone()].copy_from_slice(&from[all.clone()]);
        }
    }
    for index in all {
        room.offset[index] = 0.0;
        let origin = rays.origin.map(|origin| origin[index]);
        if is_far(origin, sides)
            && let Some(moved) = moved(index, rays, view, map, sides)
        {
            room.put(index, &moved);
        }
    }
    TileRays {
        origin: axes!(a => &room.origin[a][..]),
        t_near: rays.t_near.map(|_| &room.t_near[..]),
        t_far: rays.t_far.map(|_| &room.t_far[..]),
        offset: Some(&room.offset[..]),
        ..*rays
    }
}

/// What a ray becomes.
struct Moved {
    origin: [f32; 3],
    t_far: f32,
    offset: f64,
}

impl MovedRays {
    fn put(&mut self, index: usize, moved: &Moved) {
        for axis in 0..3 {
            self.origin[axis][index] = moved.origin[axis];
        }
        self.t_near[index] = 0.0;
        self.t_far[index] = moved.t_far;
        self.offset[index] = moved.offset;
    }
}

/// The ray `index`, moved; none if it must stay.
fn moved(
    index: usize,
    rays: &TileRays<'_>,
    view: &RayView<'_>,
    map: &RayMap,
    sides: [i32; 3],
) -> Option<Moved> {
    let rounded = rays.direction.map(|direction| direction[index]);
    let scale = power_of_two(-exponent_of(largest(rounded.map(f64::from))));
    let origin = [0, 1, 2].map(|a| map.origin(a, view.origin[a].get(index)));
    let direction = [0, 1, 2].map(|a| {
        let is_parallel = f64::from(rounded[a].abs()) * scale < f64::from(PARALLEL_BELOW);
        if is_parallel { 0.0 } else { map.direction(a, view.direction[a].get(index)) * scale }
    });
    let t_near = rays.t_near.map_or(0.0, |t| t[index]);
    let t_far = rays.t_far.map_or(f32::INFINITY, |t| t[index]);
    let is_sound = t_near >= 0.0 && !t_far.is_nan() && origin.iter().all(|o| o.is_finite());
    if !is_sound {
        return None;
    }
    let Ok((origin, offset)) = rebase(origin, direction, sides) else {
        return Some(Moved { origin: beyond(rounded, sides), t_far, offset: 0.0 });
    };
    let clock = Clock { offset, scale };
    if !reaches_box_after(&clock, t_near, sides) {
        return None;
    }
    let t_far = last_time(&clock, t_far, sides)?;
    Some(Moved { origin, t_far, offset })
}

/// An origin from which a ray, whose axes these are, leaves the box behind.
#[allow(clippy::cast_precision_loss, reason = "sides are at most 2^17 and exact")]
fn beyond(direction: [f32; 3], sides: [i32; 3]) -> [f32; 3] {
    let fastest = largest(direction.map(f64::from));
    [0, 1, 2].map(|a| match f64::from(direction[a]) {
        d if d == fastest => (sides[a] + 1) as f32,
        d if d == -fastest => -1.0,
        _ => 0.0,
    })
}

/// Whether a ray that was moved, and so starts at least L / 4 before the box, reaches it after the reported time `t_near`, by
/// far more than roundings.
fn reaches_box_after(clock: &Clock, t_near: f32, sides: [i32; 3]) -> bool {
    clock.report(longest(sides) / 8.0) > t_near
}

/// The last time of a ray that was moved, such that the walk ends there: infinite where it leaves the box before, as it does by 4 L
/// on its own clock. None if f32 does not have it.
#[allow(clippy::cast_possible_truncation, reason = "scaled by a power of two")]
fn last_time(clock: &Clock, t_far: f32, sides: [i32; 3]) -> Option<f32> {
    let left = clock.report(longest(sides) * 4.0);
    if left <= t_far && left < f32::INFINITY {
        return Some(f32::INFINITY);
    }
    let last = (f64::from(clock.latest_by(t_far + 0.0)) * clock.scale) as f32;
    let [least, most] = REGULAR_TIME;
    (least..=most).contains(&last).then_some(last)
}
