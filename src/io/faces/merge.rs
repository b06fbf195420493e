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
    let [axis, u, v] = [0, 1, 2].map(|k| (face.axis() + k) % 3);
    for slice in faces.chunk_by(|a, b| a.slice() == b.slice()) {
        let local = layer_start(layer) + slice[0].slice() + i32::from(face.is_positive());
        let rectangle = |run: Run, end_v: i32| Quad {
            face,
            material: run.material,
            plane: bounds.min[axis] + local,
            low: [bounds.min[u] + run.u[0], bounds.min[v] + run.first_v],
            high: [bounds.min[u] + run.u[1], bounds.min[v] + end_v],
        };
        merge_slice(slice, &mut |run, end_v| visit(rectangle(run, end_v)))?;
    }
    Ok(())
}

/// Calls `visit` with each of the faces of a layer of chunks as a rectangle of its own.
///
/// # Errors
/// What `visit` returns.
pub(super) fn single_faces(
    bounds: &GridBox,
    face: Face,
    layer: usize,
    faces: &[FaceKey],
    visit: &mut impl FnMut(Quad) -> Result<()>,
) -> Result<()> {
    faces.chunks(1).try_for_each(|one| merge_faces(bounds, face, layer, one, visit))
}

/// Calls `close` with the runs that start rectangles in a slice, and the row before which each ends.
fn merge_slice(slice: &[FaceKey], close: &mut impl FnMut(Run, i32) -> Result<()>) -> Result<()> {
    let mut open: Vec<Run> = Vec::new();
    let mut next_v = 0;
    for row in slice.chunk_by(|a, b| a.v() == b.v()) {
        let v = row[0].v();
        if v != next_v {
            open.drain(..).try_for_each(|run| close(run, next_v))?;
        }
        let mut runs = row_runs(row);
        let ended = continue_runs(&open, &mut runs);
        ended.into_iter().try_for_each(|run| close(run, v))?;
        (open, next_v) = (runs, v + 1);
    }
    open.into_iter().try_for_each(|run| close(run, next_v))
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

/// Lets the runs that repeat one of the row before go on from where that started; gives those of the row before that
/// none repeats.
fn continue_runs(before: &[Run], runs: &mut [Run]) -> Vec<Run> {
    let mut ended = Vec::new();
    let mut runs = runs.iter_mut().peekable();
    for old in before {
        while runs.next_if(|run| run.u[0] < old.u[0]).is_some() {}
        match runs.next_if(|run| run.u == old.u && run.material == old.material) {
            Some(run) => run.first_v = old.first_v,
            None => ended.push(*old),
        }
    }
    ended
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a position in a box, below 2^17"
)]
fn layer_start(layer: usize) -> i32 {
    layer as i32 * CHUNK_SIDE
}
