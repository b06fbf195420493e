//! A hint where nothing was met: mostly rays in other coordinates than was thought.

use voxray::{Scene, Space, Transform};

use super::say::complain;

/// Says so if all valid rays, and at least one, passed beside the scene's box.
pub(crate) fn complain_if_beside(scene: &Scene, space: Space, beside: u64, valid: u64) {
    if beside == 0 || beside < valid {
        return;
    }
    let ends = [scene.bounds().min, scene.bounds().max].map(|corner| corner.map(f64::from));
    let (ends, unit, remedy) = match space {
        _ if *scene.transform() == Transform::default() => {
            (ends, "voxels, which are world units too", "look where they start and lead")
        }
        Space::World => (
            ends.map(|corner| scene.transform().to_world(corner)),
            "world units",
            "if the coordinates are voxels, say --grid-space",
        ),
        Space::Grid => {
            (ends, "voxels", "if the coordinates are world units, leave out --grid-space")
        }
    };
    let [low, high] = ends;
    complain(&format!(
        "nothing meets the scene, which lies from {low:?} to {high:?} in {unit}; {remedy}"
    ));
}
