//! What a scene is called, and what it takes: time to make, bytes to keep.

use super::machine::Machine;
use super::report::SceneFigures;
use crate::demo::{DemoSpec, Terrain};
use crate::scene::Scene;

const CHUNK_BYTES: u64 = 16;
const BRICK_BYTES: u64 = 8;

/// The figures of a scene that was made in so many seconds.
#[allow(clippy::cast_precision_loss, reason = "for people to read")]
pub(super) fn scene_figures(
    spec: &DemoSpec,
    scene: &Scene,
    machine: &Machine,
    build_seconds: f64,
) -> SceneFigures {
    let grid = scene.grid();
    let chunks = grid.chunk_counts().into_iter().map(|count| count as u64).product();
    let bricks = grid.words().len() as u64;
    let budget_bytes = (chunks * CHUNK_BYTES + bricks * BRICK_BYTES) * 21 / 20;
    SceneFigures {
        label: label(spec),
        spec: spec.to_string(),
        sides: scene.bounds().sides(),
        voxels: scene.voxel_count(),
        chunks,
        bricks,
        grid_bytes: grid.bytes(),
        material_bytes: scene.materials().bytes(),
        budget_bytes,
        within_budget: grid.bytes() <= budget_bytes,
        bytes_per_voxel: grid.bytes() as f64 / scene.voxel_count().max(1) as f64,
        fits: machine.home_of(grid.bytes()),
        build_seconds,
    }
}

/// A short name of a scene: what tells it from others of a usual suite.
pub(super) fn label(spec: &DemoSpec) -> String {
    match spec {
        DemoSpec::Terrain(Terrain { size, height, .. }) => {
            sized("terrain", *size, *height, size / 4)
        }
        DemoSpec::City(city) => sized("city", city.size, city.height, city.size / 4),
        DemoSpec::Noise(noise) => {
            let name = format!("noise {} %", 100.0 * noise.share);
            sized(&name, noise.size, noise.height, noise.size)
        }
        DemoSpec::Cave(cave) => sized("cave", cave.size, cave.height, cave.size),
        DemoSpec::Menger(menger) => format!("menger {}", menger.level),
        DemoSpec::Room(room) => format!("room {}", room.size),
    }
}

fn sized(name: &str, size: i32, height: i32, usual: i32) -> String {
    if height == usual { format!("{name} {size}") } else { format!("{name} {size} x {height}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_keep_to_their_budget() {
        for name in ["terrain?size=128", "noise?size=64&p=0.005", "menger?level=3"] {
            let spec: DemoSpec = name.parse().expect("a name");
            let scene = spec.build(0).expect("small");
            let found = scene_figures(&spec, &scene, &Machine::detect(), 1.0);
            assert!(found.within_budget, "{name}: {found:?}");
            let filled = found.voxels.div_ceil(64)..=found.voxels;
            assert!(filled.contains(&found.bricks), "1 to 64 voxels a brick: {found:?}");
            let per_voxel = found.grid_bytes as f64 / found.voxels as f64;
            assert_eq!(found.bytes_per_voxel, per_voxel, "{name}");
        }
    }
}
