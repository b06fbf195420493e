//! Voxels of meshes against brute force in exact fractions, and against what holds for closed surfaces.

mod inside;
mod shapes;
mod surface;

use super::{Fill, MeshJob, TriangleMesh, voxelize_mesh};
use crate::aabb::GridBox;
use crate::scene::Scene;

/// The scene of a mesh, grid and world being the same.
fn filled(mesh: &TriangleMesh, fill: Fill) -> Scene {
    voxelize_mesh(mesh, &MeshJob { fill, ..MeshJob::default() }).expect("a sound mesh").0
}

/// Every filled voxel and its material, sorted.
fn voxels(scene: &Scene) -> Vec<([i32; 3], u16)> {
    let mut found = Vec::new();
    scene.for_each_voxel(|voxel, material| found.push((voxel, material)));
    found.sort_unstable();
    found
}

/// All positions of a box.
fn positions(bounds: &GridBox) -> impl Iterator<Item = [i32; 3]> {
    let GridBox { min, max } = *bounds;
    (min[0]..max[0]).flat_map(move |x| {
        (min[1]..max[1]).flat_map(move |y| (min[2]..max[2]).map(move |z| [x, y, z]))
    })
}

/// Numbers that look random, the same each time (splitmix64, Steele and others 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((z ^ z >> 31) % u64::from(limit)).expect("below a limit of 32 bits")
    }
}
