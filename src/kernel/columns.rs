//! Writes a vector of rows to the columns that are wanted.

use super::finish::Finish;
use super::row::hit_point;
use super::rows::Rows;
use super::tile::TileEnds;
use crate::batch::{Columns, HitSlices};
use crate::coord::NO_VOXEL;

/// Writes a vector of rows to the columns that are there.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the codes of columns are small"
)]
pub fn write(
    finish: &Finish<'_>,
    rows: &Rows,
    ends: &TileEnds,
    at: usize,
    count: usize,
    hits: &mut HitSlices<'_>,
) {
    let columns = finish.columns;
    let is_hit = |i: usize| rows.t_hit[i] < f32::INFINITY;
    if columns.contains(Columns::T_HIT) {
        hits.t_hit[at..at + count].copy_from_slice(&rows.t_hit[..count]);
    }
    let rows_at = at..at + count;
    if columns.contains(Columns::FACE) {
        put(&mut hits.face[rows_at.clone()], &rows.face, |face| face as u8);
    }
    if columns.contains(Columns::MATERIAL) {
        put(&mut hits.material[rows_at.clone()], &rows.material, |material| material as u16);
    }
    if columns.contains(Columns::STATUS) {
        put(&mut hits.status[rows_at.clone()], &rows.status, |status| status as u8);
    }
    if columns.contains(Columns::STEPS) {
        put(&mut hits.steps[rows_at.clone()], &rows.steps, |steps| steps as u32);
    }
    if columns.contains(Columns::OCCLUDED) {
        let to = &mut hits.occluded[rows_at];
        to.iter_mut().enumerate().for_each(|(i, to)| *to = u8::from(is_hit(i)));
    }
    write_places(finish, rows, ends, at, count, hits);
}

/// Writes codes as the column has them.
#[inline(always)]
fn put<T>(to: &mut [T], codes: &[i32], convert: impl Fn(i32) -> T) {
    to.iter_mut().zip(codes).for_each(|(to, &code)| *to = convert(code));
}

/// Writes voxels and points.
#[inline(always)]
fn write_places(
    finish: &Finish<'_>,
    rows: &Rows,
    ends: &TileEnds,
    at: usize,
    count: usize,
    hits: &mut HitSlices<'_>,
) {
    let is_hit = |i: usize| rows.t_hit[i] < f32::INFINITY;
    let voxel = |i: usize| [0, 1, 2].map(|a| ends.voxel[a][at + i]);
    if finish.columns.contains(Columns::VOXEL) {
        for (i, to) in hits.voxel[at..at + count].iter_mut().enumerate() {
            *to = if is_hit(i) { finish.world.grid_voxel(voxel(i)) } else { [NO_VOXEL; 3] };
        }
    }
    if finish.columns.contains(Columns::POINT) {
        for (i, to) in hits.point[at..at + count].iter_mut().enumerate() {
            *to = if is_hit(i) { point(finish, rows, i, ends.t[at + i]) } else { [f64::NAN; 3] };
        }
    }
}

fn point(finish: &Finish<'_>, rows: &Rows, i: usize, t: f32) -> [f64; 3] {
    let axis = usize::try_from(rows.face[i] / 2).ok().filter(|&axis| axis < 3);
    let (origin, direction) = (axes!(a => rows.origin[a][i]), axes!(a => rows.direction[a][i]));
    let planes = rows.planes.map(|planes| axes!(a => planes[a][i]));
    finish.world.world_position(hit_point(origin, direction, planes, f64::from(t), axis))
}
