//! parry3d's `Voxels`: chunks of 8 x 8 x 8 voxels in a bounding volume hierarchy, a voxel walk within each.
//!
//! A ray of parry has no start time, and a voxel is closed: one that starts on a face would hit the voxel that it leaves.
//! So rays start a little way ahead.

use parry3d::math::{IVector, Vector};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::Voxels;
use voxray::{RayBatch, Scene};
use voxray_peers::{Answers, Peer, Query, end, scene_and_folder, serve};

/// How far ahead: some units in the last place of coordinates below 1024.
const AHEAD: f32 = 1e-3;

struct Parry {
    voxels: Voxels,
}

impl Parry {
    fn new(scene: &Scene) -> Self {
        let mut filled = Vec::new();
        scene.for_each_voxel(|[x, y, z], _| filled.push(IVector::new(x, y, z)));
        Self { voxels: Voxels::new(Vector::new(1.0, 1.0, 1.0), &filled) }
    }
}

/// The ray from a little way ahead, and its end.
#[inline(always)]
fn ray(rays: &RayBatch<f32>, index: usize) -> (Ray, f32) {
    let at = |columns: &[Vec<f32>; 3]| {
        Vector::new(columns[0][index], columns[1][index], columns[2][index])
    };
    let (origin, direction) = (at(&rays.origin), at(&rays.direction));
    (Ray::new(origin + direction * AHEAD, direction), (end(rays, index) - AHEAD).min(f32::MAX))
}

impl Peer for Parry {
    fn modes(&self) -> Vec<String> {
        vec!["f32".to_owned()]
    }

    fn facts(&self) -> String {
        format!(r#""version": "{}", "ahead": {AHEAD}"#, env!("PARRY_VERSION"))
    }

    fn cast(&mut self, rays: &RayBatch<f32>, query: Query, _: &str, answers: &mut Answers) {
        for index in 0..rays.len() {
            let (ray, t_far) = ray(rays, index);
            match query {
                Query::Closest => {
                    let t_hit = self.voxels.cast_local_ray(&ray, t_far, true);
                    answers.t_hit[index] = t_hit.map_or(f32::INFINITY, |t| t + AHEAD);
                }
                Query::Any => {
                    let hit = self.voxels.intersects_local_ray(&ray, t_far);
                    answers.occluded[index] = u8::from(hit);
                }
            }
        }
    }
}

fn main() {
    let (scene, folder) = scene_and_folder();
    serve(&mut Parry::new(&scene), &folder);
}
