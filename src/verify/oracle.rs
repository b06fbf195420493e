//! The plain walk against real arithmetic.
//!
//! The rule: every filled voxel that the true ray still meets when the voxel is shrunk by 2^-20 L on all sides is found
//! before any later one, and no voxel is reported that the true ray misses when it is grown by as much; L is the longest
//! side of the box. The true ray is that of the f32 kernel numbers, or, from afar, of the f64 numbers given.
//!
//! The oracle walks in f64 along the line, cell by cell, with plane times by division, and shares no code with the kernels.

use std::ops::Range;

use crate::batch::{HitBatch, RayView};
use crate::options::Options;
use crate::pool::all_threads;
use crate::scene::Scene;
use crate::space::Space;

/// What the oracle found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OracleCount {
    /// Rays that it checked: the valid ones, unless voxels are skipped or steps are limited.
    pub checked: u64,
    /// Rays whose first voxel differs from the one found in f64.
    pub differing: u64,
    /// Rays that break the rule.
    pub violations: u64,
}

impl OracleCount {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            checked: self.checked + other.checked,
            differing: self.differing + other.differing,
            violations: self.violations + other.violations,
        }
    }
}

/// Checks the hits of the rays against real arithmetic. Rays that skip filled voxels or have a budget, and those in scenes with
/// exact shapes, are not checked: the rule does not speak of them.
pub fn check_against_oracle(
    scene: &Scene,
    rays: &RayView<'_>,
    options: &Options,
    hits: &HitBatch,
) -> OracleCount {
    if scene.shapes().is_some()
        || options.skip_inside
        || options.max_steps < u32::MAX
        || rays.is_empty()
    {
        return OracleCount::default();
    }
    let part = rays.len().div_ceil(all_threads());
    let check = move |start: usize| {
        let range = start..rays.len().min(start + part);
        check_range(scene, rays, options, hits, range)
    };
    std::thread::scope(|scope| {
        let starts = (0..rays.len()).step_by(part);
        let threads: Vec<_> = starts.map(|start| scope.spawn(move || check(start))).collect();
        let counts =
            threads.into_iter().map(|thread| thread.join().expect("the oracle does not panic"));
        counts.fold(OracleCount::default(), OracleCount::plus)
    })
}

fn check_range(
    scene: &Scene,
    rays: &RayView<'_>,
    options: &Options,
    hits: &HitBatch,
    range: Range<usize>,
) -> OracleCount {
    let mut count = OracleCount::default();
    let corner = scene.bounds().min;
    for index in range {
        let Some(line) = Line::new(scene, rays, options, index) else { continue };
        count.checked += 1;
        let hit = hits.t_hit[index] < f32::INFINITY;
        let reported = hit.then(|| [0, 1, 2].map(|a| hits.voxel[index][a] - corner[a]));
        let found = line.filled_voxels(scene).next();
        if found != reported {
            count.differing += 1;
            count.violations += u64::from(!line.obeys_rule(scene, reported));
        }
    }
    count
}

/// The true ray in kernel space.
struct Line {
    origin: [f64; 3],
    direction: [f64; 3],
    /// The range of times; the direction is as given.
    range: [f64; 2],
    sides: [f64; 3],
    /// 2^-20 L.
    margin: f64,
}

impl Line {
    #[allow(clippy::cast_possible_truncation, reason = "kernel numbers are f32")]
    fn new(scene: &Scene, rays: &RayView<'_>, options: &Options, index: usize) -> Option<Self> {
        let ray = rays.ray(index);
        if !ray.is_valid() {
            return None;
        }
        let bounds = scene.bounds();
        let kernel = scene.ray_map(options).kernel_ray(&ray);
        let longest = f64::from(bounds.longest_side());
        let sides = bounds.sides().map(f64::from);
        let rounded = kernel.origin.map(|x| f64::from(x as f32));
        let far = (0..3).any(|a| rounded[a] < -longest || rounded[a] > sides[a] + longest);
        let direction = match options.space {
            Space::Grid => ray.direction,
            Space::World => scene.transform().direction_to_grid(ray.direction),
        };
        let largest = direction.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
        let in_f32 =
            |d: f64| if d.abs() < largest * 2.0_f64.powi(-96) { 0.0 } else { f64::from(d as f32) };
        Some(Self {
            origin: if far { kernel.origin } else { rounded },
            direction: if far { direction } else { direction.map(in_f32) },
            range: [f64::from(kernel.t_near), f64::from(kernel.t_far)],
            sides,
            margin: longest * 2.0_f64.powi(-20),
        })
    }

    /// When the line is within the slab [low, high) of an axis.
    fn slab(&self, axis: usize, low: f64, high: f64) -> [f64; 2] {
        let (o, d) = (self.origin[axis], self.direction[axis]);
        if d == 0.0 {
            let within = low <= o && o < high;
            return if within {
                [f64::NEG_INFINITY, f64::INFINITY]
            } else {
                [f64::INFINITY, f64::NEG_INFINITY]
            };
        }
        let (a, b) = ((low - o) / d, (high - o) / d);
        [a.min(b), a.max(b)]
    }

    /// When the line is within a voxel grown by `margin` on all sides, within the range of times.
    fn within(&self, voxel: [i32; 3], margin: f64) -> [f64; 2] {
        let slack = margin / self.direction.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
        let mut times = [self.range[0] - slack, self.range[1] + slack];
        for axis in 0..3 {
            let low = f64::from(voxel[axis]);
            let [enter, leave] = self.slab(axis, low - margin, low + 1.0 + margin);
            times = [times[0].max(enter), times[1].min(leave)];
        }
        times
    }

    /// Whether the reported voxel, or none, is an answer that the rule allows.
    fn obeys_rule(&self, scene: &Scene, reported: Option<[i32; 3]>) -> bool {
        let mut until = f64::INFINITY;
        if let Some(voxel) = reported {
            let [enter, leave] = self.within(voxel, self.margin);
            if enter > leave {
                return false;
            }
            until = enter.max(self.within(voxel, 0.0)[0].min(leave));
        }
        // Whatever the line meets for certain before the reported voxel must be free.
        self.filled_voxels(scene).take(1000).all(|voxel| {
            let [enter, leave] = self.within(voxel, -self.margin);
            Some(voxel) == reported || enter > leave || enter >= until
        })
    }

    /// The filled voxels on the line, in order.
    fn filled_voxels<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = [i32; 3]> + 'a {
        self.voxels().filter(|&voxel| scene.grid().is_occupied(voxel))
    }

    /// The voxels on the line within the box and the range of times, in order.
    fn voxels(&self) -> impl Iterator<Item = [i32; 3]> + '_ {
        let (mut start, mut exit) = (self.range[0].max(0.0), f64::INFINITY);
        for axis in 0..3 {
            let [enter, leave] = self.slab(axis, 0.0, self.sides[axis]);
            (start, exit) = (start.max(enter), exit.min(leave));
        }
        // The range of times is closed, but the box is left at the very time of its far face.
        let end = self.range[1];
        let meets = start < exit && start <= end;
        let mut next = meets.then(|| self.voxel_at(start));
        std::iter::from_fn(move || {
            let voxel = next?;
            let (axis, time) = self.next_plane(voxel);
            let mut after = voxel;
            after[axis] += if self.direction[axis] < 0.0 { -1 } else { 1 };
            let stays = (0..3).all(|a| 0 <= after[a] && f64::from(after[a]) < self.sides[a]);
            next = (time < exit && time <= end && stays).then_some(after);
            Some(voxel)
        })
    }

    /// The voxel at a time within the box: on a plane, the one on the side of travel.
    #[allow(clippy::cast_possible_truncation, reason = "a position in the box")]
    fn voxel_at(&self, time: f64) -> [i32; 3] {
        [0, 1, 2].map(|axis| {
            let (o, d) = (self.origin[axis], self.direction[axis]);
            let mut voxel = (o + d * time).floor();
            if d > 0.0 {
                while (voxel + 1.0 - o) / d <= time {
                    voxel += 1.0;
                }
            } else if d < 0.0 {
                while (voxel - o) / d <= time {
                    voxel -= 1.0;
                }
            }
            voxel.clamp(0.0, self.sides[axis] - 1.0) as i32
        })
    }

    fn next_plane(&self, voxel: [i32; 3]) -> (usize, f64) {
        let time = |axis: usize| {
            let plane =
                f64::from(if self.direction[axis] < 0.0 { voxel[axis] } else { voxel[axis] + 1 });
            if self.direction[axis] == 0.0 {
                f64::INFINITY
            } else {
                (plane - self.origin[axis]) / self.direction[axis]
            }
        };
        let first = |best: (usize, f64), axis: usize| {
            if time(axis) < best.1 { (axis, time(axis)) } else { best }
        };
        (1..3).fold((0, time(0)), first)
    }
}
