//! A hint where nothing was met: mostly rays in other coordinates than was thought.

use voxray::{Scene, Space};

use super::say::complain;

/// Says so if more than nine in ten of some valid rays passed beside the scene's box.
pub(crate) fn complain_if_beside(scene: &Scene, space: Space, beside: u64, valid: u64) {
    if beside <= valid / 10 * 9 {
        return;
    }
    let ends = [scene.bounds().min, scene.bounds().max].map(|corner| corner.map(f64::from));
    let (ends, unit, remedy) = match space {
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
        "{} the scene, which lies from {low:?} to {high:?} in {unit}; {remedy}",
        if beside == valid { "nothing meets" } else { "hardly anything meets" }
    ));
}
