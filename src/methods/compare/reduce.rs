//! From a ray that shows a fault to the shortest segment that still does, with few digits.
//!
//! ```text
//!   for starts ever farther before the fault, and ends ever farther behind it, shortest first:
//!     for 2, 3, 4 ... digits behind the point, at last all:
//!       the segment between both, rounded to so many digits, is cast anew by the method and by the plain walk
//!       the same fault: done
//! ```
//!
//! Starts are where the method looked, since it goes on in the same rhythm from there; half way between two looks, as walks
//! look at boundaries, where a start is ambiguous; and some way before the fault, whatever the rhythm. An example needs no
//! check afterwards: it is what was cast.

use super::fault::Trial;
use super::tally::Witness;
use super::{Contender, Example, Fault};
use crate::ray::Ray;
use crate::scene::Scene;

/// Digits behind the point that are tried; at last as many as there are. With one digit many an end lies on a diagonal of
/// voxels, and what is shown is a tie.
const DIGITS: [i32; 5] = [2, 3, 4, 6, 9];
/// Cuts that are tried, from the shortest on.
const MOST_CUTS: usize = 400;
/// How much longer a segment may be for the sake of fewer digits.
const STRETCH: f64 = 2.0;

/// The shortest segment of the ray found that shows the fault; none where only the ray as it was given does.
pub(super) fn reduce(
    scene: &Scene,
    contender: &Contender,
    witness: &Witness,
    fault: Fault,
) -> Option<Example> {
    let ray = &witness.ray;
    let place = |t: f64| [0, 1, 2].map(|axis| ray.origin[axis] + ray.direction[axis] * t);
    let segment = |[start, end]: [f64; 2]| [place(start), place(end)];
    let shows = |[from, to]: [[f64; 3]; 2]| {
        let trial = Trial::of(scene, contender, &Ray::between(from, to));
        let Trial { found, truth: exact, fault: shown } = trial;
        let example = Example { fault, index: witness.index, from, to, found, exact };
        (shown == Some(fault)).then_some(example)
    };
    let all = cuts(scene, contender, ray);
    let whole = all.iter().position(|&cut| shows(segment(cut)).is_some())?;
    let longest = STRETCH * (all[whole][1] - all[whole][0]);
    let short = || all.iter().filter(|cut| cut[1] - cut[0] <= longest);
    let rounded = DIGITS
        .iter()
        .find_map(|&digits| short().find_map(|&cut| rounded(segment(cut), digits).and_then(shows)));
    rounded.or_else(|| shows(segment(all[whole])))
}

/// The segment rounded to so many digits behind the point; none where that puts an end on a plane between voxels: such an
/// end may show a fault of another kind.
fn rounded(segment: [[f64; 3]; 2], digits: i32) -> Option<[[f64; 3]; 2]> {
    let scale = 10.0_f64.powi(digits);
    let round = |x: f64| (x * scale).round() / scale;
    let onto_plane = |&x: &f64| round(x).fract() == 0.0 && x.fract() != 0.0;
    let ambiguous = segment.as_flattened().iter().any(onto_plane);
    (!ambiguous).then(|| segment.map(|place| place.map(round)))
}

/// Starts and ends, in times of the ray, the shortest cuts first.
fn cuts(scene: &Scene, contender: &Contender, ray: &Ray) -> Vec<[f64; 2]> {
    let mut looks = Vec::new();
    let found = contender.method.cast(scene, ray, &contender.options, |look| looks.push(look.t));
    let truth = Trial::of(scene, contender, ray).truth;
    let events = || [found, truth].into_iter().flatten().map(|hit| hit.t);
    let first = events().fold(f64::INFINITY, f64::min);
    let last = events().fold(f64::NEG_INFINITY, f64::max);
    let pace = looks.get(1).map_or(1.0, |second| second - looks[0]);
    let ends = [0.05, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0]
        .map(|steps| (last + steps * pace).min(f64::from(ray.t_far)));
    let near = f64::from(ray.t_near);
    let apart = [0.25, 0.5, 1.0, 1.5, 2.0].map(|steps| (first - steps * pace).max(near));
    let starts = starts(&looks, first).chain(apart).chain([near]);
    let mut cuts: Vec<_> = starts.flat_map(|start| ends.map(|end| [start, end])).collect();
    cuts.retain(|[start, end]| start < end);
    cuts.sort_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
    cuts.truncate(MOST_CUTS);
    cuts
}

/// The times of looks before `event`, and half way between two: those near it one by one, then ever fewer.
fn starts(looks: &[f64], event: f64) -> impl Iterator<Item = f64> {
    let last = looks.iter().rposition(|&t| t <= event).unwrap_or(0);
    let steps = std::iter::successors(Some(0_usize), |&back| Some(back + 1 + back / 4));
    let back = steps.take_while(move |&back| back <= last).map(move |back| last - back);
    let near = move |at: usize| {
        let look = looks.get(at).copied();
        let half = look.zip(looks.get(at + 1)).map(|(one, &next)| f64::midpoint(one, next));
        look.into_iter().chain(half)
    };
    back.flat_map(near).filter(move |&t| t <= event)
}
