//! The plain walk of Amanatides and Woo on a dense grid of bits: the one of `cargo bench --bench plain_walk`.

#[path = "../../../baseline/mod.rs"]
#[allow(dead_code, reason = "it has a loop of its own for the other bench")]
mod baseline;

use baseline::DenseBits;
use voxray::RayBatch;
use voxray_peers::{Answers, Peer, Query, end, scene_and_folder, serve};

struct Walk {
    bits: DenseBits,
}

impl Walk {
    fn cast_one(&self, rays: &RayBatch<f32>, index: usize) -> f32 {
        let at = |columns: &[Vec<f32>; 3]| [0, 1, 2].map(|axis| columns[axis][index]);
        self.bits.cast(at(&rays.origin), at(&rays.direction), end(rays, index))
    }
}

impl Peer for Walk {
    fn modes(&self) -> Vec<String> {
        vec!["f32".to_owned()]
    }

    fn facts(&self) -> String {
        String::new()
    }

    fn cast(&mut self, rays: &RayBatch<f32>, query: Query, _: &str, answers: &mut Answers) {
        for index in 0..rays.len() {
            let t_hit = self.cast_one(rays, index);
            match query {
                Query::Closest => answers.t_hit[index] = t_hit,
                Query::Any => answers.occluded[index] = u8::from(t_hit < f32::INFINITY),
            }
        }
    }
}

fn main() {
    let (scene, folder) = scene_and_folder();
    assert_eq!(scene.bounds().min, [0; 3], "the dense grid starts at the origin");
    serve(&mut Walk { bits: DenseBits::new(&scene) }, &folder);
}
