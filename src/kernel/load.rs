//! Brings the rays of a tile into kernel space.
//!
//! kernel = (world - origin) / `voxel_size` - `box.min`, in f64, rounded to f32 once. Plain loops over columns, which the
//! compiler turns into vectors where they are entered through [`dispatch`](crate::simd::dispatch()). What is `f32` and in
//! kernel space as it is given is not copied at all: 3 % faster.

use super::scaling::{exponent_of, largest, scaled};
use super::start::KernelRay;
use super::tile::{RayBuffers, TILE, TileColumn, TileRays};
use crate::batch::{Column, RayView, Strided};
use crate::ray::Ray;
use crate::simd::{MAX_LANES, Simd};
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

/// The rays of `view`, at most a tile of them: columns that are `f32` and in kernel space as they stand are taken where
/// they lie, the others brought into `buffers`.
#[inline(always)]
pub fn load<'a>(buffers: &'a mut RayBuffers, view: &RayView<'a>, map: &RayMap) -> TileRays<'a> {
    let len = view.len();
    let RayBuffers { origin, direction, t_near, t_far, target } = buffers;
    let origin = load_points(origin, &view.origin, len, map);
    let [x, y, z] = direction;
    let direction = [
        load_directions(x, &view.direction[0], len, map, 0),
        load_directions(y, &view.direction[1], len, map, 1),
        load_directions(z, &view.direction[2], len, map, 2),
    ];
    let near = [0.0, map.t_near];
    let t_near = load_times(t_near, view.t_near.as_ref(), len, near, |t| map.near(t));
    let far = [f32::INFINITY, map.t_far];
    let t_far = load_times(t_far, view.t_far.as_ref(), len, far, |t| map.far(t));
    let target = view.target.as_ref().map(|given| load_points(target, given, len, map));
    TileRays { len, origin, direction, t_near, t_far, target, offset: None }
}

/// Origins or targets.
#[inline(always)]
fn load_points<'a>(
    to: &'a mut [TileColumn<f32>; 3],
    from: &[Column<'a>; 3],
    len: usize,
    map: &RayMap,
) -> [&'a [f32]; 3] {
    let [x, y, z] = to;
    [
        load_coordinates(x, &from[0], len, map, 0),
        load_coordinates(y, &from[1], len, map, 1),
        load_coordinates(z, &from[2], len, map, 2),
    ]
}

/// How far ahead rays that are walked where they lie are asked for: what is read while so many walk is there in time, and
/// not yet gone from the nearest cache.
const AHEAD: usize = 512;

/// Brings `count` rays near that will be read soon, while those from `first` on walk, so that waiting for memory overlaps with
/// walking. Columns of `f64` are read a tile at a time; of them, and at the end of a tile of others, the rays of the next
/// tile are meant, which usually lie after those of the view. Measured: 3 % faster on millions of rays, 10 % on short ones.
#[inline(always)]
pub fn prefetch<S: Simd>(s: S, view: &RayView<'_>, first: usize, count: usize) {
    let from = |place: usize| place..place + count;
    for column in view.columns() {
        match column {
            Column::F32(column) => s.prefetch(column.as_slice(from(first + AHEAD)).unwrap_or(&[])),
            Column::F64(column) => s.prefetch(column.as_slice(from(first + TILE)).unwrap_or(&[])),
        }
    }
}

/// One axis of origins or targets. What kind of map it is is asked once a column, so that the loops are plain.
#[inline(always)]
fn load_coordinates<'a>(
    to: &'a mut TileColumn<f32>,
    from: &Column<'a>,
    len: usize,
    map: &RayMap,
    axis: usize,
) -> &'a [f32] {
    let corner = f64::from(map.corner[axis]);
    match &map.transform {
        None if corner == 0.0 => return as_given(to, from, len),
        None => copy_mapped(&mut to[..len], from, |given| given - corner),
        Some(transform) => {
            let (origin, size) = (transform.origin[axis], transform.voxel_size[axis]);
            copy_mapped(&mut to[..len], from, |given| (given - origin) / size - corner);
        }
    }
    &to[..]
}

/// One axis of directions.
#[inline(always)]
fn load_directions<'a>(
    to: &'a mut TileColumn<f32>,
    from: &Column<'a>,
    len: usize,
    map: &RayMap,
    axis: usize,
) -> &'a [f32] {
    let Some(transform) = &map.transform else { return as_given(to, from, len) };
    let size = transform.voxel_size[axis];
    copy_mapped(&mut to[..len], from, |given| given / size);
    &to[..]
}

/// Numbers as they are given.
#[inline(always)]
fn as_given<'a>(to: &'a mut TileColumn<f32>, from: &Column<'a>, len: usize) -> &'a [f32] {
    if let Column::F32(column) = from
        && let Some(slice) = in_place(column, len)
    {
        return slice;
    }
    copy_given(&mut to[..len], from);
    &to[..]
}

/// Copies numbers as they are given.
#[inline(always)]
pub fn copy_given(to: &mut [f32], from: &Column<'_>) {
    let Column::F32(column) = from else { return copy_mapped(to, from, |given| given) };
    let all = 0..to.len();
    match column.as_slice(all.clone()) {
        Some(slice) => to.copy_from_slice(slice),
        None => fill(to, column.iter(all)),
    }
}

/// A column where it lies, if its entries lie side by side and full vectors can be read to the last of them.
#[inline(always)]
fn in_place<'a>(column: &Strided<'a, f32>, len: usize) -> Option<&'a [f32]> {
    column.as_slice(0..len.next_multiple_of(MAX_LANES))
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

/// Times; none where all are the usual one. `common` cuts them, unless it is the usual one too: every valid time is between
/// 0 and infinity as it is.
#[inline(always)]
fn load_times<'a>(
    to: &'a mut TileColumn<f32>,
    from: Option<&Column<'a>>,
    len: usize,
    [usual, common]: [f32; 2],
    map: impl Fn(f32) -> f32,
) -> Option<&'a [f32]> {
    match from {
        None if common == usual => return None,
        None => to[..len].fill(common),
        Some(Column::F32(column)) => {
            let as_they_lie = in_place(column, len).filter(|_| common == usual);
            if as_they_lie.is_some() {
                return as_they_lie;
            }
            match column.as_slice(0..len) {
                Some(slice) => fill(&mut to[..len], slice.iter().map(|&t| map(t))),
                None => fill(&mut to[..len], column.iter(0..len).map(map)),
            }
        }
        Some(column) => {
            for (index, to) in to[..len].iter_mut().enumerate() {
                *to = map(column.get_time(index));
            }
        }
    }
    Some(&to[..])
}
