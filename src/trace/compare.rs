//! What a method tests and finds, beside the exact walk.

use std::collections::HashSet;

use super::{MethodTrace, Trace, TracedHit, TracedLook, TracedMethodHit, Verdict, Visit};
use crate::methods::{Look, Method, MethodHit, MethodOptions};
use crate::ray::Ray;
use crate::scene::Scene;

/// All tests of a method, and what it finds. Those of the exact walk are what is visited.
pub(super) fn looks(
    trace: &Trace,
    scene: &Scene,
    ray: &Ray,
    method: Method,
    options: &MethodOptions,
) -> (Vec<Look>, Option<MethodHit>) {
    let mut looks = Vec::new();
    let hit = method.cast(scene, ray, options, |look| looks.push(look));
    if method == Method::Exact {
        let visits = trace.visited.iter();
        looks = visits.map(|&Visit { voxel, t, .. }| Look { voxel, t, gap: false }).collect();
    }
    (looks, hit)
}

/// The tests and the answer of a method, compared with the exact walk.
pub(super) fn compare(
    trace: &Trace,
    method: Method,
    options: &MethodOptions,
    (looks, hit): (Vec<Look>, Option<MethodHit>),
) -> MethodTrace {
    let on_way: HashSet<_> = trace.visited.iter().map(|visit| visit.voxel).collect();
    let mut tested = HashSet::new();
    // Of each voxel the first test, so that the order is that of the method.
    let first_tests = looks.iter().map(|look| look.voxel).filter(|&voxel| tested.insert(voxel));
    let added = first_tests.filter(|voxel| !on_way.contains(voxel)).collect();
    let missed = trace.visited.iter().filter(|visit| !tested.contains(&visit.voxel));
    let verdict = verdict(trace.hit.as_ref(), hit.as_ref());
    MethodTrace {
        name: method.name(),
        step: matches!(method, Method::Step | Method::Gapfill).then_some(options.step),
        max_cells: (method == Method::Walk).then_some(options.max_cells),
        missed: missed.copied().collect(),
        added,
        looks: looks.iter().enumerate().map(|(index, look)| traced(trace, index, look)).collect(),
        hit: hit.map(|MethodHit { voxel, face, t }| TracedMethodHit {
            voxel,
            face,
            t,
            distance: t * trace.ray.voxels_per_t,
        }),
        verdict,
        wrong: verdict != Verdict::Same,
    }
}

fn traced(trace: &Trace, index: usize, look: &Look) -> TracedLook {
    let &Look { voxel, t, gap } = look;
    TracedLook { number: index + 1, voxel, t, gap, point: trace.ray.point(t) }
}

fn verdict(exact: Option<&TracedHit>, found: Option<&MethodHit>) -> Verdict {
    match (exact, found) {
        (None, None) => Verdict::Same,
        (Some(_), None) => Verdict::Missed,
        (None, Some(_)) => Verdict::Invented,
        (Some(exact), Some(found)) if exact.voxel != found.voxel => Verdict::Other,
        // A ray that starts within its hit crosses no face, so any is as wrong as none.
        (Some(exact), Some(found)) if exact.face.is_some() && exact.face != found.face => {
            Verdict::Face
        }
        _ => Verdict::Same,
    }
}
