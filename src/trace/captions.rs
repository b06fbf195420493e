//! The words in a picture: its title, and what stands at its marks.

use super::json::AXES;
use super::story::{face_text, method_text, number_text, voxel_text, when};
use super::{Block, BlockKind, Plane, Trace, TracedHit, TracedMethodHit, Verdict};

pub(super) fn title(trace: &Trace) -> String {
    let what = trace.method.as_ref().map_or("The exact walk".into(), method_text);
    format!("{what}, {}", if trace.scene.is_empty() { "a scene" } else { &trace.scene })
}

pub(super) fn hit_text(hit: &TracedHit, missed: bool) -> Vec<String> {
    let voxel = voxel_text(hit.voxel);
    let mut lines = vec![if missed { format!("missed: {voxel}") } else { format!("hit {voxel}") }];
    match (hit.face, hit.normal) {
        (Some(face), Some(normal)) => {
            lines.push(format!("face {}, normal {}", face_text(Some(face)), voxel_text(normal)));
        }
        _ => lines.push("the ray starts inside".into()),
    }
    lines.push(when(f64::from(hit.t), hit.distance));
    lines
}

pub(super) fn block_text(block: &Block) -> String {
    let kind = match block.kind {
        BlockKind::Brick => "brick",
        BlockKind::Chunk => "chunk",
    };
    if block.first == block.last {
        format!("empty {kind}: {}", block.first)
    } else {
        format!("empty {kind}: {} to {}", block.first, block.last)
    }
}

pub(super) fn plane_text(plane: &Plane) -> String {
    let verb = if plane.enters { "enters" } else { "leaves" };
    format!("{verb} at {} = {}, t = {}", AXES[plane.axis], plane.plane, number_text(plane.t))
}

/// All planes, as lines of text: the slab test in numbers.
pub(super) fn slab(trace: &Trace) -> Vec<String> {
    let mut lines = Vec::new();
    for axis in 0..3 {
        let mut own = trace.planes.iter().filter(|plane| plane.axis == axis);
        lines.push(match (own.next(), own.next()) {
            (Some(enter), Some(leave)) => format!(
                "{}: from {} at t = {}{} to {} at t = {}{}",
                AXES[axis],
                enter.plane,
                number_text(enter.t),
                if enter.decides { " (the latest)" } else { "" },
                leave.plane,
                number_text(leave.t),
                if leave.decides { " (the earliest)" } else { "" },
            ),
            _ => format!("{}: crosses no plane", AXES[axis]),
        });
    }
    lines
}

pub(super) fn method_hit_text(hit: &TracedMethodHit, verdict: Verdict) -> Vec<String> {
    let face = face_text(hit.face);
    if verdict == Verdict::Face {
        return vec![format!("this method: face {face}")];
    }
    let voxel = format!("this method: {}", voxel_text(hit.voxel));
    vec![voxel, format!("face {face}, t = {}", number_text(hit.t))]
}
