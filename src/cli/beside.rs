//! A hint where nothing was met: mostly rays in other coordinates than was thought.

use voxray::{CastSummary, Scene, Space, Status, Transform};

use super::say::complain;

/// Says so if no ray met the scene's box.
pub(crate) fn complain_if_beside(scene: &Scene, space: Space, summary: &CastSummary) {
    let [outside, invalid] = [Status::Outside, Status::Invalid].map(|s| summary.count(s));
    if outside == 0 || outside + invalid < summary.rays() {
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
            "if they are given in voxels, say --grid-space",
        ),
        Space::Grid => (ends, "voxels", "if they are given in world units, leave out --grid-space"),
    };
    let [low, high] = ends;
    complain(&format!(
        "nothing meets the scene, which lies from {low:?} to {high:?} in {unit}; {remedy}"
    ));
}
