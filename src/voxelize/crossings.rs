//! Where the vertical lines through the centres of voxels cross a mesh, exactly.
//!
//! Every centre is moved by (e, e^2, e^3) for an infinitely small e > 0 (simulation of simplicity, Edelsbrunner and Mucke
//! 1990). A line so moved meets no edge and no vertical triangle, and a centre so moved lies in no triangle's plane: every
//! crossing is counted exactly once, at an edge that two triangles share by exactly one of the two, and nothing is ever on
//! the surface. How far e reaches is never asked: where a whole number is 0, the sign is that of the first power of e.

use super::bands::cross;
use super::fixed::{Corners, STEP, corner_box, to_i32, to_local};
use super::solve::{Range, floor_div, solve};
use crate::aabb::GridBox;

/// A triangle, ready to be crossed.
#[derive(Debug)]
pub(super) struct Crossed {
    points: [[i128; 3]; 3],
    /// The normal, turned up.
    normal: [i128; 3],
    /// 1 where the corners run counter-clockwise seen from above, else -1.
    turn: i128,
    base: [i64; 3],
    /// The columns of the triangle's box that lie in the scene's.
    x: Range,
    y: Range,
}

impl Crossed {
    /// A triangle over the columns of a box; none where it is vertical or beside all of them.
    pub(super) fn new(corners: &Corners, bounds: &GridBox) -> Option<Self> {
        let (local, base) = to_local(corners);
        let far = corner_box(&local).1;
        let points = local.map(|corner| corner.map(i128::from));
        let edge = |to: usize| [0, 1, 2].map(|axis| points[to][axis] - points[0][axis]);
        let normal = cross(edge(1), edge(2));
        let turn = normal[2].signum();
        let columns = |axis: usize| Range {
            low: (i64::from(bounds.min[axis]) - base[axis]).max(0),
            high: (i64::from(bounds.max[axis]) - 1 - base[axis]).min(far[axis] >> 16),
        };
        let (x, y) = (columns(0), columns(1));
        let normal = normal.map(|k| k * turn);
        let meets = turn != 0 && x.len() > 0 && y.len() > 0;
        meets.then_some(Self { points, normal, turn, base, x, y })
    }

    /// A number of columns that is not exceeded.
    pub(super) fn at_most(&self) -> u64 {
        self.x.len().unsigned_abs() * self.y.len().unsigned_abs()
    }

    /// Calls `visit` with every row and how many of its columns cross the triangle.
    pub(super) fn for_each_row(&self, mut visit: impl FnMut(i32, u64)) {
        for row in self.y.low..=self.y.high {
            let count = self.columns_of_row(row).len().unsigned_abs();
            visit(to_i32(row + self.base[1]), count);
        }
    }

    /// Calls `visit` for every crossed column with its position and the z of the lowest voxel whose centre lies above the
    /// triangle.
    pub(super) fn for_each_column(&self, mut visit: impl FnMut([i32; 2], i64)) {
        for row in self.y.low..=self.y.high {
            let across = self.columns_of_row(row);
            for place in across.low..=across.high {
                let column = [place + self.base[0], row + self.base[1]].map(to_i32);
                visit(column, self.first_above([place, row]) + self.base[2]);
            }
        }
    }

    /// The columns of a row whose centres, moved, lie on the inner side of all three edges.
    fn columns_of_row(&self, row: i64) -> Range {
        let mut across = self.x;
        for k in 0..3 {
            let (from, to) = (self.points[k], self.points[(k + 1) % 3]);
            let (dx, dy) = (self.turn * (to[0] - from[0]), self.turn * (to[1] - from[1]));
            // Inside: side = dx (y - from.y) - dy (x - from.x) > 0; of a moved centre dx e^2 - dy e more.
            let is_inner = dy < 0 || dy == 0 && dx > 0;
            let least = i128::from(!is_inner);
            let side = dx * (centre(row) - from[1]) - dy * (centre(0) - from[0]);
            solve(-dy * i128::from(STEP), least - side, i128::MAX / 4, &mut across);
        }
        across
    }

    /// The lowest k whose centre (., ., k), moved, lies above the plane.
    fn first_above(&self, [x, y]: [i64; 2]) -> i64 {
        let [nx, ny, nz] = self.normal;
        let from = self.points[0];
        // Above: n . (centre - from) > 0; of a moved centre nx e + ny e^2 + nz e^3 more, and nz > 0.
        let at_zero =
            nx * (centre(x) - from[0]) + ny * (centre(y) - from[1]) + nz * (centre(0) - from[2]);
        let is_above = if nx == 0 { ny >= 0 } else { nx > 0 };
        let least = i128::from(!is_above) - at_zero;
        let k = -floor_div(-least, nz * i128::from(STEP));
        // Within a triangle's box, give or take one.
        i64::try_from(k).unwrap_or(i64::MAX / 4)
    }
}

/// The centre of a voxel along an axis, in steps.
fn centre(voxel: i64) -> i128 {
    i128::from(voxel * STEP + STEP / 2)
}
