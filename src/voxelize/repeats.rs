//! Triangles that are there more than once: found beforehand, so that the work grows with the surface and not with how often
//! it is listed.
//!
//! Two triangles are the same where their corners are, in any order. A surface needs each once, with the highest material.
//! The inside asks only whether crossings are odd, so of a body's own it needs one where their number is odd, and none
//! where it is even.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::fixed::{FixedMesh, corner_box};
use super::inside::owner;
use crate::error::Result;
use crate::pool::run_in_pool;

/// Voxels of a triangle's box up to which filling them again is cheaper than finding that they are.
const FEW_VOXELS: i64 = 64;

/// The triangles that can be left out.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// Of the surface, in rising order.
    pub(super) of_surface: Vec<u32>,
    /// Of the inside, in rising order.
    pub(super) of_inside: Vec<u32>,
}

impl Repeats {
    /// Those of a mesh whose vertices are joined by position.
    ///
    /// # Errors
    /// Where the pool cannot start.
    pub(super) fn find(fixed: &FixedMesh<'_>, joined: &[u32], threads: usize) -> Result<Self> {
        let corners = |triangle: u32| {
            let mut corners =
                fixed.mesh.triangles[triangle as usize].map(|corner| joined[corner as usize]);
            corners.sort_unstable();
            corners
        };
        let mut order = wide_triangles(fixed);
        run_in_pool(threads, || {
            let key = |&triangle: &u32| {
                (corners(triangle), fixed.mesh.material(triangle as usize), triangle)
            };
            order.par_sort_unstable_by_key(key);
        })?;
        let bodies = fixed.mesh.bodies_from();
        let body = |triangle: u32| owner(&bodies, triangle as usize);
        let mut repeats = Self::default();
        for same in order.chunk_by_mut(|&a, &b| corners(a) == corners(b)) {
            let [others @ .., _highest] = same else { continue };
            repeats.of_surface.extend_from_slice(others);
            // Of each body the highest material first: that one is kept.
            let key = |&triangle: &u32| {
                (body(triangle), Reverse(fixed.mesh.material(triangle as usize)), triangle)
            };
            same.sort_unstable_by_key(key);
            for own in same.chunk_by(|&a, &b| body(a) == body(b)) {
                repeats.of_inside.extend_from_slice(&own[own.len() % 2..]);
            }
        }
        repeats.of_surface.sort_unstable();
        repeats.of_inside.sort_unstable();
        Ok(repeats)
    }
}

/// Whether a triangle is among those that can be left out.
pub(super) fn is_among(left_out: &[u32], triangle: usize) -> bool {
    !left_out.is_empty()
        && u32::try_from(triangle).is_ok_and(|triangle| left_out.binary_search(&triangle).is_ok())
}

fn wide_triangles(fixed: &FixedMesh<'_>) -> Vec<u32> {
    let count = u32::try_from(fixed.mesh.triangles.len()).unwrap_or(u32::MAX);
    let is_wide = |&triangle: &u32| {
        let (low, high) = corner_box(&fixed.corners(triangle as usize));
        let sides = [0, 1, 2].map(|axis| (high[axis] >> 16) - (low[axis] >> 16) + 1);
        // Sides are at most 2^17.
        sides.iter().product::<i64>() > FEW_VOXELS
    };
    let wide = (0..count).filter(is_wide);
    let mut found = Vec::with_capacity(wide.clone().count());
    found.extend(wide);
    found
}
