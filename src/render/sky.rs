//! Sun and sky.

use glam::Vec3;

/// The light of the sun on a face that looks at it, times 1/pi.
pub(super) const SUN_LIGHT: Vec3 = Vec3::new(2.55, 2.25, 1.80);
/// What comes from places that no ray follows any further: light that went round more corners.
pub(super) const AMBIENT: Vec3 = Vec3::new(0.115, 0.12, 0.13);

const ZENITH: Vec3 = Vec3::new(0.16, 0.34, 0.72);
const HORIZON: Vec3 = Vec3::new(0.74, 0.84, 0.95);
const BELOW: Vec3 = Vec3::new(0.46, 0.50, 0.55);

/// The light of the sky from the direction with this upward part, -1..=1.
pub(super) fn sky(up: f32) -> Vec3 {
    if up >= 0.0 {
        HORIZON.lerp(ZENITH, up.sqrt().min(1.0))
    } else {
        HORIZON.lerp(BELOW, (-up * 2.0).min(1.0))
    }
}

/// The colour that distance takes on.
pub(super) fn haze() -> Vec3 {
    HORIZON
}
