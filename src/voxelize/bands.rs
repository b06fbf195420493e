//! The voxels that a triangle meets, as the whole-number points between 13 pairs of planes.
//!
//! From the separating axis test of triangles and boxes (Akenine-Moller 2001), turned into bounds that can be solved for a
//! whole column of voxels at once (in the spirit of Schwarz and Seidel 2010), and made exact.
//!
//! A voxel i is the half-open cube [i, i+1)^3: the union of the closed cubes [i, i+1-e]^3 for all e > 0. A triangle misses
//! it exactly if it misses all of those. Each closed cube it misses is parted from it by one of 13 axes: the three of the
//! grid, the triangle's normal, and the nine cross products of a grid axis and an edge. (These are the normals of the
//! facets of the sum of cube and mirrored triangle, which is a solid body even where the triangle is a line or a point.)
//! An axis that parts a cube parts every smaller one, and there are finitely many axes: so one of them parts them all.
//!
//! On the axis a (whole numbers), in steps of 1/S voxel, the cube for e reaches from
//! `S a.i + S sum(a < 0) + e...` to `S a.i + S sum(a > 0) - e...`, where an end moves with e only if it has a summand. So
//! a does *not* part them for all e exactly if
//!
//! ```text
//!   S a.i  >=  min(a.p) - S sum(a > 0)  + (1 if any a > 0)          p: the three corners
//!   S a.i  <=  max(a.p) - S sum(a < 0)  - (1 if any a < 0)
//! ```
//!
//! where the 1 turns >= into > among whole numbers: touching counts only at an end that does not shrink. Dividing by S,
//! rounding inward, leaves a *band* low <= a.i <= high. The voxels are the points in all 13 bands: exactly the set
//! {floor(p) : p in the triangle}.
//!
//! It follows that the voxels of a closed surface are tight to walks through faces. Let free voxels i and i+u be neighbours
//! by a face. The segment between their centres lies in i and i+u; a point of the surface on it would lie in one of the
//! two, which is not free. So a walk of free voxels never crosses the surface.

use super::fixed::{Corners, STEP, corner_box, to_local};
use super::solve::{Range, solve};
use crate::error::Result;

/// low <= normal . i <= high
#[derive(Debug, Clone, Copy)]
struct Band {
    normal: [i128; 3],
    low: i128,
    high: i128,
}

impl Band {
    fn new(normal: [i128; 3], corners: &[[i128; 3]; 3]) -> Self {
        let reach = corners.map(|corner| dot(normal, corner));
        let least = reach.into_iter().fold(i128::MAX, i128::min);
        let most = reach.into_iter().fold(i128::MIN, i128::max);
        let step = i128::from(STEP);
        let above: i128 = normal.iter().filter(|&&a| a > 0).sum();
        let below: i128 = normal.iter().filter(|&&a| a < 0).sum();
        let low = least - step * above + i128::from(above > 0);
        let high = most - step * below - i128::from(below < 0);
        // The step is a power of two: a shift rounds down.
        Self { normal, low: -(-low >> 16), high: high >> 16 }
    }

    /// Narrows the range of `axis`, where the other coordinates are those of `at`, and that of `axis` is 0.
    fn narrow(&self, axis: usize, at: [i64; 3], range: &mut Range) {
        let rest = dot(self.normal, at.map(i128::from));
        solve(self.normal[axis], self.low - rest, self.high - rest, range);
    }
}

/// The bands of one triangle, and the order in which they are solved.
#[derive(Debug)]
pub(super) struct Bands {
    /// The triangle's first voxel; all else counts from it.
    base: [i64; 3],
    /// The extent along each axis.
    ranges: [Range; 3],
    /// Of each grid axis, crossed with the three edges: coefficient 0 along that axis.
    crossed: [[Band; 3]; 3],
    /// Of the normal.
    plane: Band,
    /// The axis of columns: the one nearest to the normal, so that columns are short.
    column: usize,
    /// Whether no part of the triangle's box lies outside the box asked for.
    is_whole: bool,
}

impl Bands {
    /// Those of a triangle, within a box (grid coordinates, upper corner excluded).
    pub(super) fn new(corners: &Corners, low: [i64; 3], high: [i64; 3]) -> Self {
        let (local, base) = to_local(corners);
        let (_, far) = corner_box(&local);
        let ranges = [0, 1, 2].map(|axis| Range {
            low: (low[axis] - base[axis]).max(0),
            high: (far[axis] >> 16).min(high[axis] - 1 - base[axis]),
        });
        let is_whole =
            (0..3).all(|axis| ranges[axis].low == 0 && ranges[axis].high == far[axis] >> 16);
        let points = local.map(|corner| corner.map(i128::from));
        let edges = [0, 1, 2].map(|k| minus(points[(k + 1) % 3], points[k]));
        let normal = cross(edges[0], edges[1]);
        let unit = |axis: usize| [0, 1, 2].map(|a| i128::from(a == axis));
        let crossed =
            [0, 1, 2].map(|axis| edges.map(|edge| Band::new(cross(unit(axis), edge), &points)));
        // Of a line, the axis along which it is longest.
        let weight = if normal == [0; 3] { far.map(i128::from) } else { normal.map(i128::abs) };
        let column = (0..3).max_by_key(|&axis| weight[axis]).unwrap_or(0);
        Self { base, ranges, crossed, plane: Band::new(normal, &points), column, is_whole }
    }

    /// How many rows of columns there are.
    pub(super) fn rows(&self) -> i64 {
        self.ranges[(self.column + 2) % 3].len()
    }

    /// A number of voxels that the triangle does not exceed.
    pub(super) fn at_most(&self) -> u64 {
        let [x, y, z] = self.ranges.map(|range| range.len().unsigned_abs());
        let all = x.saturating_mul(y).saturating_mul(z);
        let length = self.ranges[self.column].len().unsigned_abs();
        if self.plane.normal == [0; 3] || length == 0 {
            return all;
        }
        // No axis is steeper than the column's: over a column the plane rises by at most 2, so it meets at most 3 voxels.
        all / length * length.min(3)
    }

    /// A number of voxels that the triangle reaches at least: seen along its columns they cover it, so there are no fewer
    /// than its area. 0 where a part of it lies outside.
    pub(super) fn at_least(&self) -> u64 {
        // Twice the area, in steps: 2^32 of them are a voxel's face.
        let area = self.plane.normal[self.column].unsigned_abs() >> 33;
        if self.is_whole { u64::try_from(area).unwrap_or(u64::MAX) } else { 0 }
    }

    /// Calls `visit` with the voxels of some rows (from 0), column by column: the axis along which the column runs, its
    /// lowest voxel, and how many there are.
    ///
    /// # Errors
    /// The first of `visit`.
    pub(super) fn for_each_column(
        &self,
        rows: &std::ops::Range<i64>,
        mut visit: impl FnMut(usize, [i64; 3], i64) -> Result<()>,
    ) -> Result<()> {
        let (w, u, v) = (self.column, (self.column + 1) % 3, (self.column + 2) % 3);
        let start = self.ranges[v].low;
        for row in start + rows.start..start + rows.end.min(self.ranges[v].len()) {
            let mut at = [0; 3];
            at[v] = row;
            let (mut across, mut row_range) = (self.ranges[u], self.ranges[w]);
            self.crossed[w].iter().for_each(|band| band.narrow(u, at, &mut across));
            self.crossed[u].iter().for_each(|band| band.narrow(w, at, &mut row_range));
            for place in across.low..=across.high {
                at[u] = place;
                let mut range = row_range;
                self.crossed[v].iter().for_each(|band| band.narrow(w, at, &mut range));
                self.plane.narrow(w, at, &mut range);
                if range.len() > 0 {
                    let mut voxel = [0, 1, 2].map(|axis| self.base[axis] + at[axis]);
                    voxel[w] += range.low;
                    visit(w, voxel, range.len())?;
                }
            }
        }
        Ok(())
    }
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

/// The cross product.
pub(super) fn cross(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [0, 1, 2].map(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}
