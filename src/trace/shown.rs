//! Which part of the way the picture shows: all of a short one; of a long one what lies around the place that matters.
//!
//! That is the hit; where there is none, what a method invents, or else where it first differs; and else the end.

use super::{Block, MethodTrace, Shown, Trace, Verdict, Visit};

/// How many voxels beyond the end of the way the tests of a method are shown.
const BEYOND: f64 = 4.0;
/// Up to how far beyond the end what a method finds instead is shown, too.
const FAR_HIT: f64 = 22.0;

/// How much the times of two walks of one ray may differ by rounding, in voxels.
const SLACK: f64 = 0.01;

/// No voxel.
pub(super) fn nothing() -> Shown {
    Shown { first: 0, last: 0, left_out: 0 }
}

/// At most `most` of the visited voxels.
pub(super) fn choose(trace: &Trace, most: usize) -> Shown {
    let (count, most) = (trace.visited.len(), most.max(1));
    if count == 0 {
        return nothing();
    }
    let focus = trace.method.as_ref().map_or(count, |method| focus(trace, method));
    // A quarter of what is shown comes after the place that matters, unless the way ends before.
    let last = (focus + most / 4).clamp(most.min(count), count);
    let first = (last + 1).saturating_sub(most).max(1);
    Shown { first, last, left_out: count - (last + 1 - first) }
}

/// The number of the visited voxel that matters most.
fn focus(trace: &Trace, method: &MethodTrace) -> usize {
    let before = |t: f64| trace.visited.iter().filter(|visit| visit.t <= t).count().max(1);
    let first_added = || {
        let added = method.added.first()?;
        method.looks.iter().find(|look| look.voxel == *added).map(|look| before(look.t))
    };
    let difference = method.missed.first().map(|visit| visit.number).or_else(first_added);
    match (method.verdict, &method.hit) {
        (Verdict::Invented, Some(hit)) => before(hit.t),
        (Verdict::Same, None) => difference.unwrap_or(trace.visited.len()),
        _ => trace.visited.len(),
    }
}

impl Trace {
    /// The visited voxels that are shown.
    pub(super) fn shown_visits(&self) -> &[Visit] {
        let Shown { first, last, .. } = self.shown;
        self.visited.get(first.saturating_sub(1)..last).unwrap_or(&[])
    }

    /// The empty blocks on the part that is shown.
    pub(super) fn shown_blocks(&self) -> impl Iterator<Item = &Block> {
        let Shown { first, last, .. } = self.shown;
        self.skipped.iter().filter(move |block| block.last >= first && block.first <= last)
    }

    /// The times between which the picture shows what happens.
    pub(super) fn shown_times(&self) -> [f64; 2] {
        let [entry, exit] = self.times_in_box();
        let start = self.shown_visits().first().map_or(entry, |visit| visit.t);
        let end = match (self.visited.get(self.shown.last), &self.hit) {
            (Some(next), _) => next.t,
            (None, Some(hit)) => f64::from(hit.t) + self.beyond(),
            (None, None) => exit,
        };
        let slack = SLACK / self.ray.voxels_per_t;
        [start - slack, end + slack]
    }

    /// How long a wrong method is followed after the hit that it should have had.
    fn beyond(&self) -> f64 {
        let Some(method) = self.method.as_ref().filter(|method| method.wrong) else { return 0.0 };
        let true_distance = self.hit.map_or(0.0, |hit| hit.distance);
        let further = method.hit.map(|hit| hit.distance - true_distance + 1.0);
        let shown = further.filter(|distance| (0.0..FAR_HIT).contains(distance));
        shown.unwrap_or(BEYOND) / self.ray.voxels_per_t
    }

    /// The voxels that are shown: those visited, and those that the method tests.
    pub(super) fn shown_way(&self) -> Vec<[i32; 3]> {
        let [start, end] = self.shown_times();
        let mut way: Vec<_> = self.shown_visits().iter().map(|visit| visit.voxel).collect();
        let looks = self.method.iter().flat_map(|method| &method.looks);
        way.extend(looks.filter(|look| (start..=end).contains(&look.t)).map(|look| look.voxel));
        way.sort_unstable();
        way.dedup();
        way
    }
}
