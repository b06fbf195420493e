//! Merges exposed faces into rectangles: runs along u, and runs that repeat in the next row joined along v.
//!
//! ```text
//!   v ^   a a a . b b        a a a . b b     row by row: a run with the same ends and the same material as one of the row
//!     |   a a a . b .   ->   A A A . c .     before makes that rectangle higher; every other run starts a new one
//!     +-> a a a d d .        A A A D D .
//! ```
//!
//! Both rows are sorted along u, so that one pass finds the pairs: the time is that of sorting.

use super::exposed::FaceKey;
use super::quad::Quad;
use crate::aabb::GridBox;
use crate::coord::CHUNK_SIDE;
use crate::error::Result;
use crate::face::Face;

/// Faces side by side along u, in local coordinates, and the row in which their rectangle starts.
#[derive(Debug, Clone, Copy)]
struct Run {
    u: [i32; 2],
    material: u16,
    first_v: i32,
}

/// Calls `visit` with the rectangles of the sorted faces of a layer of chunks.
///
/// # Errors
/// What `visit` returns.
pub(super) fn merge_faces(
    bounds: &GridBox,
    face: Face,
    layer: usize,
    faces: &[FaceKey],
    visit: &mut impl FnMut(Quad) -> Result<()>,
) -> Result<()> {
    for slice in faces.chunk_by(|a, b| a.slice() == b.slice()) {
        let local = layer_start(layer) + slice[0].slice() + i32::from(face.is_positive());
        let plane = bounds.min[face.axis()] + local;
        let mut open: Vec<Run> = Vec::new();
        let mut next_v = 0;
        for row in slice.chunk_by(|a, b| a.v() == b.v()) {
            let v = row[0].v();
            let mut runs = row_runs(row);
            let before = if v == next_v { open.as_slice() } else { &[] };
            let closed = continue_runs(before, &mut runs);
            let ended = open.iter().enumerate().filter(|(i, _)| v != next_v || closed[*i]);
            ended
                .map(|(_, run)| *run)
                .try_for_each(|run| visit(rectangle(bounds, face, plane, run, next_v)))?;
            (open, next_v) = (runs, v + 1);
        }
        open.into_iter().try_for_each(|run| visit(rectangle(bounds, face, plane, run, next_v)))?;
    }
    Ok(())
}

/// The runs of a row: faces side by side of one material.
fn row_runs(row: &[FaceKey]) -> Vec<Run> {
    let joined = |a: &FaceKey, b: &FaceKey| a.material() == b.material() && a.u() + 1 == b.u();
    row.chunk_by(joined)
        .map(|run| Run {
            u: [run[0].u(), run[run.len() - 1].u() + 1],
            material: run[0].material(),
            first_v: run[0].v(),
        })
        .collect()
}

/// Lets the runs that repeat one of the row before go on from where that started; tells of each run before whether it
/// ended.
fn continue_runs(before: &[Run], runs: &mut [Run]) -> Vec<bool> {
    let mut ended = vec![true; before.len()];
    let mut old = 0;
    for run in runs {
        while old < before.len() && before[old].u[0] < run.u[0] {
            old += 1;
        }
        let same = before.get(old).filter(|b| b.u == run.u && b.material == run.material);
        if let Some(same) = same {
            run.first_v = same.first_v;
            ended[old] = false;
        }
    }
    ended
}

/// The rectangle of a run up to the row `end_v`.
fn rectangle(bounds: &GridBox, face: Face, plane: i32, run: Run, end_v: i32) -> Quad {
    let corner = [1, 2].map(|k| bounds.min[(face.axis() + k) % 3]);
    Quad {
        face,
        material: run.material,
        plane,
        low: [corner[0] + run.u[0], corner[1] + run.first_v],
        high: [corner[0] + run.u[1], corner[1] + end_v],
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a position in a box, below 2^17"
)]
fn layer_start(layer: usize) -> i32 {
    layer as i32 * CHUNK_SIDE
}
