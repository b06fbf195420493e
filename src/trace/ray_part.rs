//! Which part of the ray is drawn: the part that is shown and a little more; its ends, if they are near.

use glam::DVec3;

use super::Trace;
use super::story::{number_text, point_text};

/// Up to how far from what is shown an end of the ray is still shown, in voxels.
const NEAR_END: f64 = 6.0;
/// How far the ray goes on where its end is not shown, in voxels.
const STUB: f64 = 1.6;

/// The part of the ray that is drawn.
pub(super) struct RayPart {
    pub(super) start: f64,
    pub(super) end: f64,
    /// Whether the ray's own start is shown.
    pub(super) is_whole_at_start: bool,
    /// Whether its own end is.
    pub(super) is_whole_at_end: bool,
}

impl RayPart {
    pub(super) fn of(trace: &Trace) -> Self {
        let per_voxel = 1.0 / trace.ray.voxels_per_t;
        let [near, far] = [trace.ray.t_near, trace.ray.t_far].map(f64::from);
        let [from, to] =
            if trace.visited.is_empty() { around_box(trace) } else { trace.shown_times() };
        let is_whole_at_start = from - near <= NEAR_END * per_voxel;
        let is_whole_at_end = far - to <= NEAR_END * per_voxel;
        Self {
            start: if is_whole_at_start { near } else { from - STUB * per_voxel },
            end: if is_whole_at_end { far } else { (to + STUB * per_voxel).min(far) },
            is_whole_at_start,
            is_whole_at_end,
        }
    }

    /// Where the ray comes from.
    pub(super) fn start_text(&self, trace: &Trace) -> String {
        let near = f64::from(trace.ray.t_near);
        let from = point_text(trace.ray.point(near));
        if self.is_whole_at_start {
            return format!("start {from}");
        }
        let before = (self.start - near) * trace.ray.voxels_per_t;
        format!("from {from}, {} voxels before", number_text(before))
    }

    /// Where it goes, if it ends.
    pub(super) fn end_text(&self, trace: &Trace) -> Option<String> {
        let far = f64::from(trace.ray.t_far);
        if !far.is_finite() {
            return None;
        }
        let to = point_text(trace.ray.point(far));
        if self.is_whole_at_end {
            return Some(format!("end {to}"));
        }
        let further = (far - self.end) * trace.ray.voxels_per_t;
        Some(format!("to {to}, {} voxels further on", number_text(further)))
    }
}

/// When a ray that does not meet the box is near it.
fn around_box(trace: &Trace) -> [f64; 2] {
    let [near, far] = [trace.ray.t_near, trace.ray.t_far].map(f64::from);
    let [low, high] =
        [trace.bounds.min, trace.bounds.max].map(|corner| DVec3::from(corner.map(f64::from)));
    let direction = DVec3::from(trace.ray.direction) / trace.ray.voxels_per_t;
    let towards = (low + high) / 2.0 - DVec3::from(trace.ray.origin);
    let nearest = (towards.dot(direction) / trace.ray.voxels_per_t).clamp(near, far);
    let reach = (high - low).max_element().max(4.0) / trace.ray.voxels_per_t;
    [(nearest - reach).max(near), (nearest + reach).min(far)]
}
