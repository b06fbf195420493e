//! Sun and sky.

use glam::Vec3;

/// The light of the sun on a face that looks at it, times 1/pi.
pub(super) const SUN_LIGHT: Vec3 = Vec3::new(2.55, 2.25, 1.80);
/// What comes from places that no ray follows any further: light that went round more corners.
pub(super) const AMBIENT: Vec3 = Vec3::new(0.22, 0.23, 0.25);

const ZENITH: Vec3 = Vec3::new(0.07, 0.22, 0.66);
const HORIZON: Vec3 = Vec3::new(0.47, 0.68, 0.95);
const BELOW: Vec3 = Vec3::new(0.44, 0.54, 0.66);
/// The sky is shown darker than it shines, as through a filter: blue instead of white.
const SHOWN: f32 = 0.66;

/// The light of the sky from the direction with this upward part, -1..=1.
pub(super) fn sky(up: f32) -> Vec3 {
    if up >= 0.0 {
        // Pale only near the horizon, where one looks through most of the air.
        HORIZON.lerp(ZENITH, 1.0 - (1.0 - up.min(1.0)).powi(3))
    } else {
        HORIZON.lerp(BELOW, (-up * 2.0).min(1.0))
    }
}

/// What is seen behind everything in the direction with this upward part.
pub(super) fn backdrop(up: f32) -> Vec3 {
    sky(up) * SHOWN
}
