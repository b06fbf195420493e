//! A small world, tried completely: all 256 fillings of 2 x 2 x 2 voxels under every direction to a neighbour and a fan of
//! others, from every whole and half position around, on every instruction set.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{
    Layout, Stored, all_columns, all_isas, assert_rows_equal, grid_box, grid_directions, lattice,
    of_voxels, reference_rows,
};
use voxray::{GridBox, Options, Ray, Scene};

/// The voxels of 2 x 2 x 2 at `corner` whose bits are set in `filling`.
fn filled(bounds: GridBox, corner: [i32; 3], filling: u32) -> Scene {
    let voxels: Vec<[i32; 3]> = (0..8)
        .filter(|bit| filling >> bit & 1 == 1)
        .map(|bit| [0, 1, 2].map(|a| corner[a] + (bit >> a & 1)))
        .collect();
    of_voxels(bounds, &voxels)
}

/// From each of the half positions 2 * origin to each direction.
fn fan(doubled_origins: impl Iterator<Item = [i32; 3]>, directions: &[[i32; 3]]) -> Vec<Ray> {
    let at = |origin: [i32; 3]| origin.map(|k| 0.5 * f64::from(k));
    let to = |direction: [i32; 3]| direction.map(f64::from);
    doubled_origins
        .flat_map(|origin| directions.iter().map(move |&d| Ray::new(at(origin), to(d))))
        .collect()
}

fn assert_all_isas_equal(scene: &Scene, rays: &[Ray], options: &Options, context: &str) {
    let stored = Stored::<f32>::new(rays, Layout::Rows(8));
    let expected = reference_rows(scene, rays, options);
    for isa in all_isas() {
        let options = Options { isa: Some(isa), ..options.clone() };
        let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
        assert_rows_equal(&expected, &hits, rays, &format!("{context}, {isa}"));
    }
}

#[test]
fn every_filling_under_every_grid_direction() {
    let rays = fan(lattice(-2, 6), &grid_directions());
    for filling in 0..256 {
        let scene = filled(grid_box([0; 3], [2; 3]), [0; 3], filling);
        assert_all_isas_equal(&scene, &rays, &all_columns(), &format!("filling {filling}"));
    }
}

#[test]
fn every_filling_under_a_fan_of_directions() {
    let directions: Vec<[i32; 3]> = lattice(-2, 2)
        .filter(|d| d.iter().any(|c| c.abs() == 2))
        .chain([[7, -3, 1], [1, 5, -9]])
        .collect();
    let rays = fan(lattice(0, 4), &directions);
    for filling in 0..256 {
        let scene = filled(grid_box([0; 3], [2; 3]), [0; 3], filling);
        assert_all_isas_equal(&scene, &rays, &all_columns(), &format!("filling {filling}"));
    }
}

#[test]
fn every_filling_within_its_times() {
    let mut rays = fan(lattice(-1, 5).filter(|o| o[0] % 2 != 0), &grid_directions());
    for (index, ray) in rays.iter_mut().enumerate() {
        // Every half from 0 to 2.5, as start and as end.
        (ray.t_near, ray.t_far) = ((index % 6) as f32 * 0.5, (index / 6 % 6) as f32 * 0.5);
    }
    let options = Options { skip_inside: true, ..all_columns() };
    for filling in 0..256 {
        let scene = filled(grid_box([0; 3], [2; 3]), [0; 3], filling);
        assert_all_isas_equal(&scene, &rays, &options, &format!("filling {filling}"));
    }
}

#[test]
fn every_filling_across_bricks_and_chunks() {
    // The 2 x 2 x 2 voxels lie astride the borders of bricks, of chunks, and within a brick.
    for corner in [[3, 3, 3], [15, 15, 15], [1, 7, 31], [12, 16, 4]] {
        let bounds = grid_box([0; 3], [33, 35, 37]);
        let around = lattice(-3, 7)
            .filter(|o| o.iter().any(|k| k % 2 != 0) && o.iter().sum::<i32>() % 3 == 0)
            .map(|o| [0, 1, 2].map(|a| 2 * corner[a] + o[a]));
        let rays = fan(around, &grid_directions());
        for filling in (0..256).step_by(5) {
            let scene = filled(bounds, corner, filling);
            let context = format!("filling {filling} at {corner:?}");
            assert_all_isas_equal(&scene, &rays, &all_columns(), &context);
        }
    }
}
