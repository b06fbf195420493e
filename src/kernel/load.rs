//! Brings the rays of a tile into kernel space.
//!
//! kernel = (world - origin) / `voxel_size` - `box.min`, in f64, rounded to f32 once. Plain loops over columns, which the
//! compiler turns into vectors where they are entered through [`dispatch`](crate::simd::dispatch()).

use std::ops::Range;

use super::scaling::{exponent_of, largest, scaled};
use super::start::KernelRay;
use super::tile::{Tile, TileRays};
use crate::batch::{Column, RayView};
use crate::ray::Ray;
use crate::simd::Simd;
use crate::space::Transform;

/// How rays come into kernel space, and between which times.
#[derive(Debug, Clone, Copy)]
pub struct RayMap {
    /// From the coordinates of the rays to the grid; none where they are in grid space.
    pub transform: Option<Transform>,
    /// The lower corner of the box.
    pub corner: [i32; 3],
    /// The first time that counts.
    pub t_near: f32,
    /// The last time that counts.
    pub t_far: f32,
}

impl RayMap {
    /// The kernel coordinate of a coordinate of an origin.
    #[inline(always)]
    pub fn origin(&self, axis: usize, given: f64) -> f64 {
        let grid = match &self.transform {
            None => given,
            Some(transform) => (given - transform.origin[axis]) / transform.voxel_size[axis],
        };
        grid - f64::from(self.corner[axis])
    }

    /// The kernel component of a component of a direction.
    #[inline(always)]
    pub fn direction(&self, axis: usize, given: f64) -> f64 {
        self.transform.map_or(given, |transform| given / transform.voxel_size[axis])
    }

    /// The ray `index` of a batch in kernel space, before any rounding.
    #[allow(clippy::cast_possible_truncation, reason = "targets are rounded to f32 once, here")]
    pub fn kernel_ray_of(&self, rays: &RayView<'_>, index: usize) -> KernelRay {
        let target = rays
            .target
            .map(|target| [0, 1, 2].map(|axis| self.origin(axis, target[axis].get(index)) as f32));
        KernelRay { target, ..self.kernel_ray(&rays.ray(index)) }
    }

    /// A whole ray in kernel space, before any rounding.
    pub fn kernel_ray(&self, ray: &Ray) -> KernelRay {
        let largest = largest(ray.direction);
        let valid = ray.is_valid();
        let exponent = if valid { exponent_of(largest) } else { 0 };
        let unit = ray.direction.map(|d| scaled(d, -exponent));
        KernelRay {
            origin: [0, 1, 2].map(|axis| self.origin(axis, ray.origin[axis])),
            direction: [0, 1, 2].map(|axis| self.direction(axis, unit[axis])),
            exponent,
            valid,
            t_near: self.near(ray.t_near),
            t_far: self.far(ray.t_far),
            target: None,
        }
    }

    /// The later of a ray's own start time and the common one; what makes the ray invalid stays.
    #[inline(always)]
    pub fn near(&self, given: f32) -> f32 {
        if given >= 0.0 && given < self.t_near { self.t_near } else { given }
    }

    /// The earlier of a ray's own end time and the common one; NaN stays.
    #[inline(always)]
    pub fn far(&self, given: f32) -> f32 {
        if given > self.t_far { self.t_far } else { given }
    }
}

/// Loads the rays of `view`, at most a tile of them.
#[inline(always)]
pub fn load(tile: &mut Tile, view: &RayView<'_>, map: &RayMap) {
    let rays: &mut TileRays = &mut tile.rays;
    let len = view.len();
    rays.len = len;
    for axis in 0..3 {
        copy_origins(&mut rays.origin[axis][..len], &view.origin[axis], map, axis);
        copy_directions(&mut rays.direction[axis][..len], &view.direction[axis], map, axis);
    }
    copy_times(&mut rays.t_near[..len], view.t_near.as_ref(), map.t_near, |t| map.near(t));
    copy_times(&mut rays.t_far[..len], view.t_far.as_ref(), map.t_far, |t| map.far(t));
    rays.has_target = view.target.is_some();
    if let Some(target) = &view.target {
        for axis in 0..3 {
            copy_origins(&mut rays.target[axis][..len], &target[axis], map, axis);
        }
    }
}

/// Brings rays near that will be loaded soon, so that reading them from memory overlaps with walking. `range` may go beyond
/// the end of the view: the rays of the next tile usually lie there.
#[inline(always)]
pub fn prefetch<S: Simd>(s: S, view: &RayView<'_>, range: Range<usize>) {
    for column in view.columns() {
        match column {
            Column::F32(column) => s.prefetch(column.peek(range.clone()).unwrap_or(&[])),
            Column::F64(column) => s.prefetch(column.peek(range.clone()).unwrap_or(&[])),
        }
    }
}

/// One axis of origins or targets. What kind of map it is is asked once a column, so that the loops are plain.
#[inline(always)]
fn copy_origins(to: &mut [f32], from: &Column<'_>, map: &RayMap, axis: usize) {
    let corner = f64::from(map.corner[axis]);
    match &map.transform {
        None if corner == 0.0 => copy(to, from),
        None => copy_mapped(to, from, |given| given - corner),
        Some(transform) => {
            let (origin, size) = (transform.origin[axis], transform.voxel_size[axis]);
            copy_mapped(to, from, |given| (given - origin) / size - corner);
        }
    }
}

/// One axis of directions.
#[inline(always)]
fn copy_directions(to: &mut [f32], from: &Column<'_>, map: &RayMap, axis: usize) {
    match &map.transform {
        None => copy(to, from),
        Some(transform) => {
            let size = transform.voxel_size[axis];
            copy_mapped(to, from, |given| given / size);
        }
    }
}

/// Numbers as they are given.
#[inline(always)]
fn copy(to: &mut [f32], from: &Column<'_>) {
    if let Column::F32(column) = from {
        match column.as_slice(0..to.len()) {
            Some(slice) => to.copy_from_slice(slice),
            None => fill(to, column.iter(0..to.len())),
        }
        return;
    }
    copy_mapped(to, from, |given| given);
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "kernel space is f32: rounded once, here")]
fn copy_mapped(to: &mut [f32], from: &Column<'_>, map: impl Fn(f64) -> f64) {
    let all = 0..to.len();
    match from {
        Column::F32(column) => match column.as_slice(all.clone()) {
            Some(slice) => fill(to, slice.iter().map(|&x| map(f64::from(x)) as f32)),
            None => fill(to, column.iter(all).map(|x| map(f64::from(x)) as f32)),
        },
        Column::F64(column) => match column.as_slice(all.clone()) {
            Some(slice) => fill(to, slice.iter().map(|&x| map(x) as f32)),
            None => fill(to, column.iter(all).map(|x| map(x) as f32)),
        },
    }
}

#[inline(always)]
fn fill(to: &mut [f32], from: impl Iterator<Item = f32>) {
    to.iter_mut().zip(from).for_each(|(to, x)| *to = x);
}

#[inline(always)]
fn copy_times(to: &mut [f32], from: Option<&Column<'_>>, absent: f32, map: impl Fn(f32) -> f32) {
    let Some(column) = from else { return to.fill(absent) };
    if let Column::F32(column) = column
        && let Some(slice) = column.as_slice(0..to.len())
    {
        return fill(to, slice.iter().map(|&t| map(t)));
    }
    to.iter_mut().enumerate().for_each(|(index, to)| *to = map(column.get_time(index)));
}
