//! Meshes in fixed point: the last rounding before everything is exact.
//!
//! A vertex goes to grid space in f64 and is rounded once, to a multiple of 2^-16 voxel. From there on every question (which
//! voxels does this triangle meet, on which side of it is that centre) is answered in whole numbers, without a bound of
//! error. Vertices of the same position stay together, so what was closed stays closed.
//!
//! Invariant: coordinates lie below 2^47, and no side of a triangle's box is longer than 2^33 (2^17 voxels): counted from
//! the corner of its own box, a triangle's coordinates are below 2^34, products of three of them below 2^104.

use super::mesh::TriangleMesh;
use crate::aabb::GridBox;
use crate::coord::{MAX_COORD, MAX_SIDE};
use crate::error::{Error, Result};
use crate::space::Transform;

/// Steps per voxel.
pub(super) const STEP: i64 = 1 << 16;

/// The corners of a triangle, in steps.
pub(super) type Corners = [[i64; 3]; 3];

/// A mesh in fixed point. Vertices are rounded when they are asked for: that is cheaper than to hold them twice.
#[derive(Debug)]
pub(super) struct FixedMesh<'a> {
    /// What it is made of.
    pub(super) mesh: &'a TriangleMesh,
    transform: Transform,
}

impl<'a> FixedMesh<'a> {
    /// The mesh, rounded.
    ///
    /// # Errors
    /// Where the mesh makes no sense, a vertex lies outside [-2^30, 2^30) voxels, or a triangle is longer than 2^17
    /// voxels.
    pub(super) fn new(mesh: &'a TriangleMesh, transform: &Transform) -> Result<Self> {
        mesh.check()?;
        let fixed = Self { mesh, transform: *transform };
        let is_outside = |vertex: &[f64; 3]| !is_within(transform.to_grid(*vertex));
        if let Some(index) = mesh.vertices.iter().position(is_outside) {
            return Err(Error::input(format!(
                "vertex {index} (from 0) at {:?} lies outside [-2^30, 2^30) voxels; choose a larger voxel size or another origin",
                mesh.vertices[index]
            )));
        }
        fixed.check_lengths()?;
        Ok(fixed)
    }

    /// The position of a vertex, in steps of 2^-16 voxel from grid position 0.
    pub(super) fn point(&self, vertex: u32) -> [i64; 3] {
        steps(self.transform.to_grid(self.mesh.vertices[vertex as usize]))
    }

    fn check_lengths(&self) -> Result<()> {
        let limit = i64::from(MAX_SIDE) * STEP;
        let is_long = |triangle: usize| {
            let (low, high) = corner_box(&self.corners(triangle));
            (0..3).any(|axis| high[axis] - low[axis] > limit)
        };
        match (0..self.mesh.triangles.len()).find(|&triangle| is_long(triangle)) {
            Some(long) => Err(Error::input(format!(
                "triangle {long} (from 0) is longer than {MAX_SIDE} voxels; choose a larger voxel size"
            ))),
            None => Ok(()),
        }
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: usize) -> Corners {
        self.mesh.triangles[triangle].map(|corner| self.point(corner))
    }

    /// The smallest box around the voxels that the triangles meet.
    ///
    /// # Errors
    /// Where it has too long a side.
    pub(super) fn bounds(&self) -> Result<GridBox> {
        let mut corners = self.mesh.triangles.iter().flatten().map(|&corner| self.point(corner));
        let Some(first) = corners.next() else { return Ok(GridBox::default()) };
        let (low, high) = corners.fold((first, first), |(low, high), at| {
            ([0, 1, 2].map(|a| at[a].min(low[a])), [0, 1, 2].map(|a| at[a].max(high[a])))
        });
        let voxel = |at: [i64; 3]| at.map(|k| to_i32(k.div_euclid(STEP)));
        Ok(GridBox { min: voxel(low), max: voxel(high).map(|k| k + 1) })
    }
}

/// Whether a grid position lies within the limit.
fn is_within(grid: [f64; 3]) -> bool {
    let limit = f64::from(MAX_COORD - 1);
    grid.iter().all(|x| x.abs() < limit)
}

/// Grid position to steps.
#[allow(clippy::cast_possible_truncation, reason = "checked to be within 2^46")]
fn steps(grid: [f64; 3]) -> [i64; 3] {
    grid.map(|x| (x * 65_536.0).round() as i64)
}

/// The lower and upper corner of a triangle's box, both included.
pub(super) fn corner_box(corners: &Corners) -> ([i64; 3], [i64; 3]) {
    let of = |axis: usize| corners.map(|corner| corner[axis]);
    let low = [0, 1, 2].map(|axis| of(axis).into_iter().fold(i64::MAX, i64::min));
    let high = [0, 1, 2].map(|axis| of(axis).into_iter().fold(i64::MIN, i64::max));
    (low, high)
}

/// The triangle counted from the lower corner of its first voxel, and that voxel.
pub(super) fn to_local(corners: &Corners) -> (Corners, [i64; 3]) {
    let base = corner_box(corners).0.map(|k| k.div_euclid(STEP));
    (corners.map(|corner| [0, 1, 2].map(|axis| corner[axis] - base[axis] * STEP)), base)
}

/// A voxel coordinate as an i32: those of meshes are below 2^31.
#[allow(clippy::cast_possible_truncation, reason = "vertices lie within 2^30 voxels")]
pub(super) fn to_i32(k: i64) -> i32 {
    k as i32
}
