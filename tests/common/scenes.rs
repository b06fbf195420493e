//! Small scenes of every kind, 1 to 300 voxels across, most of them off the chunk borders and starting below 0.

use voxray::{GridBox, Scene, SceneBuilder};

use super::rng::{Rng, hash_voxel};

/// The box from `min` with these sides.
pub(crate) fn grid_box(min: [i32; 3], sides: [i32; 3]) -> GridBox {
    let max = [0, 1, 2].map(|axis| min[axis] + sides[axis]);
    GridBox::new(min, max).expect("a box within the limits")
}

/// Each voxel filled with the probability `share`, of one of 9 materials, which change from brick to brick.
pub(crate) fn noise(bounds: GridBox, share: f64, seed: u64) -> Scene {
    let threshold = (share * f64::from(u32::MAX)) as u64;
    let material = |voxel: [i32; 3]| {
        let h = hash_voxel(voxel, seed);
        let mixed = hash_voxel(voxel.map(|k| k >> 2), seed).is_multiple_of(2);
        let material = if mixed { 1 + (h >> 40) % 8 } else { 9 };
        if h & 0xffff_ffff < threshold { material as u16 } else { 0 }
    };
    Scene::from_fn(bounds, 1, material).expect("a scene within the limits")
}

/// Some solid boxes of random size, each of its own material.
pub(crate) fn boxes(bounds: GridBox, count: u16, seed: u64) -> Scene {
    let mut rng = Rng::new(seed);
    let mut builder = SceneBuilder::new().bounds(bounds).threads(1);
    for material in 1..=count {
        let min = [0, 1, 2].map(|axis| rng.int(bounds.min[axis], bounds.max[axis] - 1));
        let sides = [0; 3].map(|_: i32| rng.int(1, 1 + bounds.longest_side() / 5));
        builder.fill_box(grid_box(min, sides), material).expect("a box within the limits");
    }
    builder.build().expect("a scene within the limits")
}

/// A Menger sponge of side 3^level.
pub(crate) fn menger(level: u32, min: [i32; 3]) -> Scene {
    let side = 3_i32.pow(level);
    let is_hole = |voxel: [i32; 3]| {
        (0..level).any(|l| {
            let digits = [0, 1, 2].map(|axis| (voxel[axis] - min[axis]) / 3_i32.pow(l) % 3);
            digits.iter().filter(|&&digit| digit == 1).count() >= 2
        })
    };
    Scene::from_fn(grid_box(min, [side; 3]), 1, |voxel| u16::from(!is_hole(voxel)))
        .expect("a scene within the limits")
}

/// A rugged ground: columns of random height.
pub(crate) fn height_field(bounds: GridBox, seed: u64) -> Scene {
    let height = |x: i32, y: i32| {
        let at =
            |cell: i32| hash_voxel([x.div_euclid(cell), y.div_euclid(cell), cell], seed) % 1000;
        let share = at(16) * 6 + at(4) * 3 + at(1);
        bounds.sides()[2] * share as i32 / 14_000
    };
    Scene::from_fn(bounds, 1, |[x, y, z]| u16::from(z - bounds.min[2] < height(x, y)))
        .expect("a scene within the limits")
}

/// Exactly these voxels, in this box.
pub(crate) fn of_voxels(bounds: GridBox, voxels: &[[i32; 3]]) -> Scene {
    let mut builder = SceneBuilder::new().bounds(bounds).threads(1);
    for &voxel in voxels {
        builder.insert_unnamed(voxel).expect("a voxel within the limits");
    }
    builder.build().expect("a scene within the limits")
}

/// The scenes that most tests run through, by name.
pub(crate) fn small_scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("one voxel", of_voxels(grid_box([5, -3, 0], [1; 3]), &[[5, -3, 0]])),
        ("2 x 2 x 2 noise", noise(grid_box([0; 3], [2; 3]), 0.5, 1)),
        ("empty", of_voxels(grid_box([-20, 4, 9], [50, 17, 16]), &[])),
        ("full", noise(grid_box([-3, -3, -3], [19, 16, 5]), 2.0, 2)),
        ("dense noise", noise(grid_box([-13, -29, 7], [61, 47, 35]), 0.05, 3)),
        ("sparse noise", noise(grid_box([-75, -1, -64], [150, 131, 90]), 0.002, 4)),
        ("specks", noise(grid_box([1, 2, 3], [211, 301, 97]), 0.000_02, 5)),
        ("menger", menger(4, [-40, 3, -81])),
        ("boxes", boxes(grid_box([-150, -10, -100], [300, 37, 201]), 12, 6)),
        ("ground", height_field(grid_box([-55, -60, -3], [111, 120, 40]), 7)),
        ("beam", noise(grid_box([-1000, 17, -9], [3001, 20, 18]), 0.000_3, 8)),
    ]
}
