//! Where the camera stands.

use glam::DVec3;

use super::options::View;
use crate::camera::Camera;
use crate::error::{Error, Result};
use crate::scene::Scene;

/// Towards the scene, of the view from above a corner.
const OVERVIEW: DVec3 = DVec3::new(0.56, 0.72, -0.48);
const OVERVIEW_TANGENT: f64 = 0.30;
/// The share of the picture that what is filled may take.
const FILL: f64 = 0.94;

/// The camera of a view, in world coordinates.
pub(super) fn camera(scene: &Scene, view: &View, size: [usize; 2]) -> Result<Camera> {
    if scene.bounds().is_empty() {
        return Err(Error::input("the scene is empty: there is nothing to draw"));
    }
    match view.placed(scene, size) {
        View::Perspective { eye, target, fov } => {
            if !(fov > 0.0 && fov < 180.0) {
                return Err(Error::usage(format!(
                    "the angle of view is {fov} degrees; it must lie between 0 and 180"
                )));
            }
            Camera::perspective(eye, target, (fov.to_radians() / 2.0).tan(), size)
        }
        // An overview has its place by now.
        View::Top | View::Overview => top(scene, size),
    }
}

impl View {
    /// The same view of a scene with the place of its camera told, for a picture of so many pixels (width, height):
    /// [`View::Overview`] becomes [`View::Perspective`].
    #[must_use]
    pub fn placed(&self, scene: &Scene, size: [usize; 2]) -> Self {
        if *self == Self::Overview { overview(scene, size) } else { *self }
    }
}

/// The corners, in world coordinates, of the smallest box around all that is filled; else of the scene's box.
pub(super) fn corners(scene: &Scene) -> [DVec3; 8] {
    let filled = scene.filled_box();
    let seen = if filled.is_empty() { *scene.bounds() } else { filled };
    let ends = [seen.min, seen.max].map(|corner| corner.map(f64::from));
    [0, 1, 2, 3, 4, 5, 6, 7].map(|index: usize| {
        let corner = [0, 1, 2].map(|axis| ends[index >> axis & 1][axis]);
        DVec3::from(scene.transform().to_world(corner))
    })
}

fn top(scene: &Scene, size: [usize; 2]) -> Result<Camera> {
    let corners = corners(scene);
    let (low, high) = (corners[0], corners[7]);
    let sides = high - low;
    let middle = (low + high) / 2.0;
    let pixel = (sides.x / size[0] as f64).max(sides.y / size[1] as f64) / FILL;
    Camera::top([middle.x, middle.y, high.z + sides.z.max(1e-9) * 1e-3], pixel, size)
}

/// As near as what is filled fits the picture. The target moves until that is in the middle: a few rounds are enough.
fn overview(scene: &Scene, size: [usize; 2]) -> View {
    let corners = corners(scene);
    let forward = OVERVIEW.normalize();
    let right = forward.cross(DVec3::Z).normalize();
    let up = right.cross(forward);
    let limits = [OVERVIEW_TANGENT * size[0] as f64 / size[1] as f64, OVERVIEW_TANGENT];
    let mut target = (corners[0] + corners[7]) / 2.0;
    let mut distance = 0.0;
    for _ in 0..8 {
        let offsets = corners.map(|corner| corner - target);
        distance = offsets.iter().fold(0.0_f64, |distance, offset| {
            let needed = [right, up]
                .into_iter()
                .zip(limits)
                .map(|(axis, limit)| offset.dot(axis).abs() / (limit * FILL) - offset.dot(forward));
            needed.fold(distance, f64::max)
        });
        for axis in [right, up] {
            let places = offsets.map(|offset| offset.dot(axis) / (distance + offset.dot(forward)));
            let least = places.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            target += axis * (distance * (least + greatest) / 2.0);
        }
    }
    let eye = target - forward * distance;
    let fov = 2.0 * OVERVIEW_TANGENT.atan().to_degrees();
    View::Perspective { eye: eye.to_array(), target: target.to_array(), fov }
}
