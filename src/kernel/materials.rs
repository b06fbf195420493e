//! The materials of a vector of hits.

use super::finish::Finish;
use super::lookup::{GridLanes, ranks};
use super::rows::Rows;
use super::tile::TileEnds;
use crate::grid::{NO_MATERIAL, UNNAMED_MATERIAL};
use crate::simd::{MAX_LANES, Simd};

/// The materials of the lanes in `hit`; none for the others. In steps that wait for memory once for all lanes, not lane by
/// lane.
#[inline(always)]
pub fn look_up_materials<S: Simd>(
    s: S,
    finish: &Finish<'_>,
    grid: &GridLanes<'_, S>,
    ends: &TileEnds,
    at: usize,
    hit: S::Mask,
    rows: &mut Rows,
) {
    let none = s.splat_i32(i32::from(NO_MATERIAL));
    if let Some(material) = finish.world.materials.as_uniform() {
        let all = s.splat_i32(i32::from(material));
        s.store_i32(&mut rows.material, s.select_i32(hit, all, none));
        return;
    }
    let (entries, values) = finish.world.materials.tables();
    let voxel = axes!(a => s.load_i32(&ends.voxel[a][at..]));
    let (word, rank) = ranks(s, grid, voxel, hit);
    let entry = s.gather(entries, word, hit);
    let of_brick = s.and_i32(entry, s.splat_i32(0xffff));
    let mixed = s.and_not_mask(hit, s.sign(entry));
    let mut index = [0; MAX_LANES];
    s.store_i32(&mut index, s.select_i32(mixed, s.add_i32(entry, rank), s.splat_i32(-1)));
    s.store_i32(&mut rows.material, s.select_i32(hit, of_brick, none));
    for (material, index) in rows.material.iter_mut().zip(index).take(S::LANES) {
        if let Ok(index) = usize::try_from(index) {
            *material = i32::from(values.get(index).copied().unwrap_or(UNNAMED_MATERIAL));
        }
    }
}
