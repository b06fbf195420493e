//! What a scene is called, and what it takes: time to make, bytes to keep.

use super::machine::Machine;
use super::report::SceneFigures;
use crate::demo::{DemoSpec, Terrain};
use crate::scene::Scene;

/// The figures of a scene that was made in so many seconds.
#[allow(clippy::cast_precision_loss, reason = "for people to read")]
pub(super) fn scene_figures(
    spec: &DemoSpec,
    scene: &Scene,
    machine: &Machine,
    build_seconds: f64,
) -> SceneFigures {
    let grid = scene.grid();
    SceneFigures {
        label: label(spec),
        spec: spec.to_string(),
        sides: scene.bounds().sides(),
        voxels: scene.voxel_count(),
        chunks: grid.chunk_counts().into_iter().map(|count| count as u64).product(),
        bricks: grid.words().len() as u64,
        grid_bytes: grid.bytes(),
        material_bytes: scene.materials().bytes(),
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
        DemoSpec::Village(village) if village.shapes => format!("village {}", village.size),
        DemoSpec::Village(village) => format!("village {} of cubes", village.size),
    }
}

fn sized(name: &str, size: i32, height: i32, usual: i32) -> String {
    if height == usual { format!("{name} {size}") } else { format!("{name} {size} x {height}") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn bricks_and_chunks_are_those_that_the_voxels_make() {
        for name in ["terrain?size=96", "noise?size=64&p=0.005", "menger?level=3"] {
            let spec: DemoSpec = name.parse().expect("a name");
            let scene = spec.build(0).expect("small");
            let found = scene_figures(&spec, &scene, &Machine::detect(), 1.0);
            let corner = scene.bounds().min;
            let (mut voxels, mut bricks) = (0, BTreeSet::new());
            scene.for_each_voxel(|voxel, _| {
                voxels += 1;
                bricks.insert([0, 1, 2].map(|axis| (voxel[axis] - corner[axis]) / 4));
            });
            assert_eq!((found.voxels, found.bricks), (voxels, bricks.len() as u64), "{name}");
            let chunks = found.sides.map(|side| u64::from(side.unsigned_abs()).div_ceil(16));
            assert_eq!(found.chunks, chunks.into_iter().product::<u64>(), "{name}");
            let least = 16 * found.chunks + 8 * found.bricks;
            assert!((least..=least * 21 / 20).contains(&found.grid_bytes), "{name}: {found:?}");
        }
    }
}
