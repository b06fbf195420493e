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
    if columns.contains(Columns::FACE) {
        let to = &mut hits.face[at..at + count];
        to.iter_mut().zip(rows.face).for_each(|(to, face)| *to = face as u8);
    }
    if columns.contains(Columns::MATERIAL) {
        let to = &mut hits.material[at..at + count];
        to.iter_mut().zip(rows.material).for_each(|(to, material)| *to = material as u16);
    }
    if columns.contains(Columns::STATUS) {
        let to = &mut hits.status[at..at + count];
        to.iter_mut().zip(rows.status).for_each(|(to, status)| *to = status as u8);
    }
    if columns.contains(Columns::STEPS) {
        let to = &mut hits.steps[at..at + count];
        to.iter_mut().zip(rows.steps).for_each(|(to, steps)| *to = steps as u32);
    }
    if columns.contains(Columns::OCCLUDED) {
        let to = &mut hits.occluded[at..at + count];
        to.iter_mut().enumerate().for_each(|(i, to)| *to = u8::from(is_hit(i)));
    }
    write_places(finish, rows, ends, at, count, hits);
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
            *to = if is_hit(i) {
                point(finish, rows, i, voxel(i), ends.t[at + i])
            } else {
                [f64::NAN; 3]
            };
        }
    }
}

fn point(finish: &Finish<'_>, rows: &Rows, i: usize, voxel: [i32; 3], t: f32) -> [f64; 3] {
    let axis = usize::try_from(rows.face[i] / 2).ok().filter(|&axis| axis < 3);
    let (origin, direction) = (axes!(a => rows.origin[a][i]), axes!(a => rows.direction[a][i]));
    finish.world.world_position(hit_point(origin, direction, voxel, f64::from(t), axis))
}
