//! What happened, in sentences: what a reader sees first, and what stands in the JSON.

use super::json::AXES;
use super::planes::deciding;
use super::{BlockKind, MethodTrace, Trace, TracedHit, TracedMethodHit, Verdict};
use crate::batch::Status;
use crate::face::Face;
use crate::methods::Method;

/// The sentences, the most important one first.
pub(super) fn tell(trace: &Trace) -> Vec<String> {
    let mut story = match &trace.method {
        Some(method) if !method.is_exact() => {
            vec![answers(trace, method), differences(trace, method)]
        }
        _ if trace.status == Status::Outside => {
            vec!["The ray does not meet the box of the scene.".into()]
        }
        _ => vec![format!("The exact walk {}.", exact(trace))],
    };
    if trace.status == Status::Outside {
        story.push(why_outside(trace));
    }
    story.extend(skipped(trace));
    story.extend(left_out(trace));
    story
}

/// `(3, 5, 2)`.
pub(super) fn voxel_text([x, y, z]: [i32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

/// Four digits that count, without zeros at the end.
pub(super) fn number_text(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{}", x + 0.0);
    }
    if !(1e-4..1e7).contains(&x.abs()) {
        return format!("{x:.3e}");
    }
    let digits = (3 - floor_log10(x)).max(0);
    let text = format!("{x:.digits$}", digits = usize::try_from(digits).unwrap_or(0));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

#[allow(clippy::cast_possible_truncation, reason = "the logarithm of an ordinary number")]
fn floor_log10(x: f64) -> i32 {
    x.abs().log10().floor() as i32
}

/// A position with three decimals at most.
pub(super) fn point_text(point: [f64; 3]) -> String {
    let [x, y, z] = point.map(|x| number_text((x * 1000.0).round() / 1000.0));
    format!("({x}, {y}, {z})")
}

pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The method in words, to start a sentence with.
pub(super) fn method_text(method: &MethodTrace) -> String {
    let step = method.step.map_or_else(String::new, |step| {
        format!("{} {}", number_text(step), if step == 1.0 { "voxel" } else { "voxels" })
    });
    match (method.name, method.max_cells) {
        ("step", _) => format!("Fixed steps of {step}"),
        ("gapfill", _) => format!("Fixed steps of {step} with gap filling"),
        (_, Some(cells)) => format!("The incremental walk of at most {cells} cells"),
        _ => "The exact walk".into(),
    }
}

impl MethodTrace {
    fn is_exact(&self) -> bool {
        self.name == Method::Exact.name()
    }

    /// Whether its name is plural.
    fn is_plural(&self) -> bool {
        self.step.is_some()
    }
}

/// What the exact walk does.
fn exact(trace: &Trace) -> String {
    let faces = plural(trace.steps as usize, "face", "faces");
    match (&trace.hit, trace.status) {
        (Some(hit), Status::Inside) => {
            format!("starts inside voxel {}, which is filled", voxel_text(hit.voxel))
        }
        (Some(hit), _) => format!(
            "crosses {faces} and hits voxel {} through its face {} at {}",
            voxel_text(hit.voxel),
            hit.face.map_or("none", Face::name),
            when(f64::from(hit.t), hit.distance)
        ),
        (None, Status::Outside) => "does not meet the box of the scene".into(),
        (None, Status::Clear) => format!("crosses {faces} and hits nothing up to the ray's end"),
        (None, _) => format!("crosses {faces} and leaves the box without a hit"),
    }
}

pub(super) fn when(t: f64, distance: f64) -> String {
    format!("t = {}, {} voxels from the start", number_text(t), number_text(distance))
}

/// The answer of the method beside the right one.
fn answers(trace: &Trace, method: &MethodTrace) -> String {
    let name = method_text(method);
    let many = method.is_plural();
    match (&trace.hit, &method.hit, method.verdict) {
        (Some(hit), found, Verdict::Missed | Verdict::Other) => {
            format!(
                "{name} {}; this method says: {}.",
                passes(method, hit),
                says(hit, found.as_ref())
            )
        }
        (Some(hit), Some(found), Verdict::Face) => format!(
            "{name} {} the right voxel, {}, but by the wrong face: {}, where the ray comes in by {}.",
            if many { "find" } else { "finds" },
            voxel_text(hit.voxel),
            face_text(found.face),
            face_text(hit.face),
        ),
        (_, Some(found), Verdict::Invented) => format!(
            "{name} {} a hit: voxel {} at {}; the exact walk {}.",
            if many { "invent" } else { "invents" },
            voxel_text(found.voxel),
            when(found.t, found.distance),
            exact(trace)
        ),
        (Some(hit), ..) => format!(
            "{name} {} the right voxel, {}: the exact walk hits it at {}.",
            if many { "find" } else { "finds" },
            voxel_text(hit.voxel),
            when(f64::from(hit.t), hit.distance)
        ),
        _ => format!(
            "{name} {} nothing, and rightly: the exact walk {}.",
            if many { "find" } else { "finds" },
            exact(trace)
        ),
    }
}

pub(super) fn face_text(face: Option<Face>) -> &'static str {
    face.map_or("none", Face::name)
}

/// How the method came to pass the voxel that is hit.
fn passes(method: &MethodTrace, hit: &TracedHit) -> String {
    let voxel = voxel_text(hit.voxel);
    let gave_up = method.max_cells.is_some_and(|most| method.looks.len() >= most as usize);
    let walks = format!("the exact walk hits it at {}", when(f64::from(hit.t), hit.distance));
    if gave_up && method.hit.is_none() {
        format!("gives up before voxel {voxel}: {walks}")
    } else if method.is_plural() {
        format!("jump over voxel {voxel}: {walks}")
    } else {
        format!("does not come through voxel {voxel}: {walks}")
    }
}

fn says(hit: &TracedHit, found: Option<&TracedMethodHit>) -> String {
    let Some(found) = found else { return "nothing hit".into() };
    let further = found.distance - hit.distance;
    let side = if further < 0.0 { "before it" } else { "further on" };
    format!("voxel {}, {} voxels {side}", voxel_text(found.voxel), number_text(further.abs()))
}

/// What the method tests, counted.
fn differences(trace: &Trace, method: &MethodTrace) -> String {
    let tests = plural(method.looks.len(), "test", "tests");
    let visited = trace.visited.len();
    let missed = match method.missed.len() {
        0 if visited == 1 => "the one voxel that the ray visits is tested".into(),
        0 => format!("all {visited} voxels that the ray visits are tested"),
        missed => format!(
            "{missed} of the {} that the ray visits {} never tested",
            plural(visited, "voxel", "voxels"),
            if missed == 1 { "is" } else { "are" }
        ),
    };
    let beyond = if trace.hit.is_some() { " or beyond its hit" } else { "" };
    let added = match method.added.len() {
        0 => "none besides".into(),
        1 => format!("1 is tested beside its way{beyond}"),
        added => format!("{added} are tested beside its way{beyond}"),
    };
    format!("{tests}: {missed}, and {added}.")
}

/// Why the ray does not meet the box.
fn why_outside(trace: &Trace) -> String {
    let entry = deciding(&trace.planes, true);
    let exit = deciding(&trace.planes, false);
    let [start, end] = [trace.ray.t_near, trace.ray.t_far].map(f64::from);
    let (Some(entry), Some(exit)) = (entry, exit) else { return "It runs beside the box.".into() };
    let (t_entry, t_exit) = (number_text(entry.t), number_text(exit.t));
    let beside = (0..3).filter(|&axis| trace.ray.direction[axis] == 0.0).find(|&axis| {
        let (low, high) = (trace.bounds.min[axis], trace.bounds.max[axis]);
        !(f64::from(low)..f64::from(high)).contains(&trace.ray.origin[axis])
    });
    if let Some(axis) = beside {
        format!("It runs beside the box, parallel to its {} planes.", AXES[axis])
    } else if entry.t >= exit.t {
        format!(
            "It comes between the {} planes of the box at t = {t_entry}, when it has left its {} planes, at t = {t_exit}.",
            AXES[entry.axis], AXES[exit.axis]
        )
    } else if end < entry.t {
        let end = number_text(end);
        format!("It ends at t = {end}, before it would enter at t = {t_entry}.")
    } else if start >= exit.t {
        let start = number_text(start);
        format!("It starts at t = {start}, when its line has left the box, at t = {t_exit}.")
    } else {
        "It only touches the box.".into()
    }
}

fn skipped(trace: &Trace) -> Option<String> {
    let count = |kind| trace.skipped.iter().filter(|block| block.kind == kind).count();
    let chunks = plural(count(BlockKind::Chunk), "empty chunk", "empty chunks");
    let bricks = plural(count(BlockKind::Brick), "empty brick", "empty bricks");
    match (count(BlockKind::Chunk), count(BlockKind::Brick)) {
        (0, 0) => None,
        (0, _) => Some(format!("The engine skips {bricks} on the way.")),
        (_, 0) => Some(format!("The engine skips {chunks} on the way.")),
        _ => Some(format!("The engine skips {chunks} and {bricks} on the way.")),
    }
}

fn left_out(trace: &Trace) -> Option<String> {
    let shown = trace.shown;
    (shown.left_out > 0).then(|| {
        format!(
            "The picture shows voxels {} to {} of {} on the way; {} are left out.",
            shown.first,
            shown.last,
            trace.visited.len(),
            shown.left_out
        )
    })
}
