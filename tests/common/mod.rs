//! What the integration tests share: random numbers with a seed that is printed, scenes, rays of every kind, the plain
//! walk written once more from its definition, and comparison of rows bit by bit.
#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

mod plain;
mod rays;
mod rng;
mod rows;
mod scenes;
mod storage;

pub(crate) use plain::{PlainRow, plain_walk};
pub(crate) use rays::{Kind, rays_of, to_world, with_random_range, with_range_around};
pub(crate) use rng::{Rng, seed};
pub(crate) use rows::{
    all_columns, all_isas, assert_row_equal, assert_rows_equal, cast_everywhere, reference_rows,
    row,
};
pub(crate) use scenes::{boxes, grid_box, height_field, menger, noise, of_voxels, small_scenes};
pub(crate) use storage::{Layout, Number, Stored};

/// The 26 directions to the neighbours of a voxel.
pub(crate) fn grid_directions() -> Vec<[i32; 3]> {
    lattice(-1, 1).filter(|&direction| direction != [0; 3]).collect()
}

/// All whole positions with coordinates from `low` to `high`, both included.
pub(crate) fn lattice(low: i32, high: i32) -> impl Iterator<Item = [i32; 3]> {
    (low..=high)
        .flat_map(move |z| (low..=high).flat_map(move |y| (low..=high).map(move |x| [x, y, z])))
}
