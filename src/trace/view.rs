//! From space to paper: an orthographic view with z up, and the choice of a good one.

use glam::{DVec2, DVec3};
use serde::Serialize;

use super::Solid;
use super::shapes::corners;

/// Where the picture is seen from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct View {
    /// The bearing of the eye in degrees, from +x towards +y.
    pub(super) azimuth: f64,
    /// How high the eye stands, in degrees.
    pub(super) elevation: f64,
}

/// A view, ready to be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axes {
    right: DVec3,
    up: DVec3,
    /// Towards the eye.
    pub(super) eye: DVec3,
}

impl View {
    pub(super) fn axes(self) -> Axes {
        let (sin_a, cos_a) = self.azimuth.to_radians().sin_cos();
        let (sin_e, cos_e) = self.elevation.to_radians().sin_cos();
        Axes {
            right: DVec3::new(-sin_a, cos_a, 0.0),
            up: DVec3::new(-sin_e * cos_a, -sin_e * sin_a, cos_e),
            eye: DVec3::new(cos_e * cos_a, cos_e * sin_a, sin_e),
        }
    }
}

impl Axes {
    /// On the paper, in voxels: right, down.
    pub(super) fn flat(&self, point: [f64; 3]) -> DVec2 {
        let point = DVec3::from(point);
        DVec2::new(point.dot(self.right), -point.dot(self.up))
    }

    /// How near to the eye.
    pub(super) fn depth(&self, point: [f64; 3]) -> f64 {
        DVec3::from(point).dot(self.eye)
    }

    /// Whether a box lies between the eye and one of these places, each the middle of a voxel.
    pub(super) fn hides(&self, solid: &Solid, way: &[[f64; 3]]) -> bool {
        let [low, high] = corners(solid);
        let middle = [0, 1, 2].map(|axis| f64::midpoint(low[axis], high[axis]));
        let (flat, depth) = (self.flat(middle), self.depth(middle));
        way.iter().any(|&place| {
            let nearer = depth - self.depth(place);
            nearer > 0.3 && flat.distance_squared(self.flat(place)) < HIDING * HIDING
        })
    }
}

/// How near on the paper two voxels are that hide each other.
const HIDING: f64 = 1.15;

/// Up to so many filled boxes it matters less how many of them hide the way.
const FEW: usize = 24;

/// What a view is chosen for.
pub(super) struct Subject<'a> {
    /// The middles of the voxels of the way.
    pub(super) way: &'a [[f64; 3]],
    /// What is filled near it.
    pub(super) solids: &'a [Solid],
    /// Of the ray.
    pub(super) direction: DVec3,
    /// Of the face that is hit.
    pub(super) normal: Option<DVec3>,
}

/// The best of some hundred views: the way from the side and from left to right, its voxels apart, little before it, and
/// the face that is hit in sight.
pub(super) fn choose(subject: &Subject<'_>) -> View {
    let bearings = (0..72).map(|step| f64::from(step) * 5.0);
    let views = bearings.flat_map(|azimuth| {
        [16.0, 22.0, 28.0, 34.0, 42.0].map(|elevation| View { azimuth, elevation })
    });
    let mut best = (f64::NEG_INFINITY, View { azimuth: 300.0, elevation: 28.0 });
    for view in views {
        let worth = worth(subject, view);
        if worth > best.0 {
            best = (worth, view);
        }
    }
    best.1
}

fn worth(subject: &Subject<'_>, view: View) -> f64 {
    let axes = view.axes();
    let along = axes.flat(subject.direction.to_array());
    let hidden = subject.solids.iter().filter(|solid| axes.hides(solid, subject.way)).count();
    let face = subject.normal.map_or(0.0, |normal| normal.dot(axes.eye));
    // Along a grid axis two sides of every box are one line.
    let skew = (view.azimuth * 2.0).to_radians().sin().abs();
    // Paper is wider than high.
    let sideways = 1.8 * along.length() + 1.8 * along.x.abs() + 0.5 * along.x.signum();
    let apart = 0.8 * skew.min(0.75) - 2.0 * crowding(&axes, subject.way);
    let hidden = 1.2 * ratio(hidden, subject.solids.len().max(FEW));
    // The normal and the ray are two arrows, not one.
    let normal = subject.normal.map_or(DVec2::ZERO, |normal| axes.flat(normal.to_array()));
    let alike = normal.normalize_or_zero().dot(along.normalize_or_zero()).abs();
    let one_line = 6.0 * (alike - 0.92).max(0.0);
    sideways + apart - hidden - one_line + 1.2 * face.min(0.35)
        - 0.008 * (view.elevation - 28.0).abs()
}

/// How much neighbours on the way stand before each other, 0 to 1.
fn crowding(axes: &Axes, way: &[[f64; 3]]) -> f64 {
    let apart = |pair: &[[f64; 3]]| axes.flat(pair[0]).distance(axes.flat(pair[1]));
    let crowd: f64 = way.windows(2).map(|pair| (0.8 - apart(pair)).max(0.0)).sum();
    crowd / f64::from(u32::try_from(way.len()).unwrap_or(u32::MAX).max(1))
}

#[allow(clippy::cast_precision_loss, reason = "some hundred boxes")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
