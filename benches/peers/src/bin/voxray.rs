//! voxray itself, one thread; a mode is an instruction set.

use voxray::{Columns, HitBatch, Isa, Options, RayBatch, Scene, Space};
use voxray_peers::{Answers, Peer, Query, scene_and_folder, serve};

struct Voxray {
    scene: Scene,
}

impl Peer for Voxray {
    fn modes(&self) -> Vec<String> {
        Isa::available().map(|isa| isa.name().to_owned()).collect()
    }

    fn facts(&self) -> String {
        let (voxels, bytes) = (self.scene.voxel_count(), self.scene.bytes());
        format!(r#""best": "{}", "voxels": {voxels}, "bytes": {bytes}"#, Isa::best())
    }

    fn cast(&mut self, rays: &RayBatch<f32>, query: Query, mode: &str, answers: &mut Answers) {
        let options = Options {
            columns: if query == Query::Any { Columns::OCCLUDED } else { Columns::T_HIT },
            space: Space::Grid,
            threads: 1,
            isa: Some(mode.parse().expect("an instruction set")),
            ..Options::default()
        };
        let mut hits = HitBatch {
            t_hit: std::mem::take(&mut answers.t_hit),
            occluded: std::mem::take(&mut answers.occluded),
            ..HitBatch::default()
        };
        self.scene.cast_rays_into(rays, &options, &mut hits).expect("hits");
        (answers.t_hit, answers.occluded) = (hits.t_hit, hits.occluded);
    }
}

fn main() {
    let (scene, folder) = scene_and_folder();
    serve(&mut Voxray { scene }, &folder);
}
