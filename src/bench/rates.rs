//! What several runs of the same work say together.
//!
//! The median, not the mean: a run that the system disturbed is slower by any amount, never faster. Quantiles lie
//! between the runs, linearly (Hyndman and Fan, 1996, type 7).

use serde::{Deserialize, Serialize};

/// Rates of several runs, in millions of rays per second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// The middle one.
    pub median: f64,
    /// The slowest.
    pub min: f64,
    /// A quarter are slower.
    pub q1: f64,
    /// A quarter are faster.
    pub q3: f64,
    /// The fastest.
    pub max: f64,
}

impl Rates {
    /// The rates of runs that took so many seconds for so many rays each. All 0 where there are no runs.
    ///
    /// ```
    /// let rates = voxray::bench::Rates::of(2_000_000, &[0.5, 1.0, 0.25]);
    /// assert_eq!([rates.min, rates.median, rates.max], [2.0, 4.0, 8.0]);
    /// ```
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub fn of(rays: usize, seconds: &[f64]) -> Self {
        let rates: Vec<_> = seconds.iter().map(|time| rays as f64 / time / 1e6).collect();
        let [min, q1, median, q3, max] =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| percentile(&rates, share));
        Self { median, min, q1, q3, max }
    }

    /// The spread of the middle half of the runs, as a share of the median; 0 where that is 0.
    pub fn spread(&self) -> f64 {
        if self.median > 0.0 { (self.q3 - self.q1) / self.median } else { 0.0 }
    }

    /// Nanoseconds per ray, wall time.
    pub fn ns_per_ray(&self) -> f64 {
        1000.0 / self.median
    }

    /// Whether the five numbers are rates at all, in order: no machine is so slow or so fast that a ratio of two is no number.
    pub(super) fn is_sound(&self) -> bool {
        let all = [self.min, self.q1, self.median, self.q3, self.max];
        all.iter().all(|rate| (1e-12..=1e12).contains(rate)) && all.is_sorted()
    }
}

/// The value below which a share of the values lies; 0 where there are none. The order of the values does not matter.
///
/// ```
/// assert_eq!(voxray::bench::percentile(&[4.0, 1.0, 2.0, 3.0], 0.5), 2.5);
/// ```
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    #[allow(clippy::cast_precision_loss, reason = "far fewer values than 2^52")]
    let place = share.clamp(0.0, 1.0) * last as f64;
    #[allow(clippy::cast_possible_truncation, reason = "at most `last`")]
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_the_runs() {
        let values = [30.0, 10.0, 20.0, 40.0, 50.0];
        for (share, expected) in [(0.0, 10.0), (0.25, 20.0), (0.5, 30.0), (0.99, 49.6), (1.0, 50.0)]
        {
            let found = percentile(&values, share);
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
        assert_eq!(percentile(&[7.0], 0.99), 7.0, "one value is every quantile");
        assert_eq!(percentile(&[], 0.5), 0.0, "no value, no quantile");
    }

    #[test]
    fn one_disturbed_run_does_not_move_the_median() {
        let calm = Rates::of(1_000_000, &[0.1, 0.1, 0.1, 0.1, 0.1]);
        let disturbed = Rates::of(1_000_000, &[0.1, 0.1, 9.0, 0.1, 0.1]);
        assert_eq!(calm.median, disturbed.median, "the median");
        assert_eq!((calm.spread(), disturbed.spread()), (0.0, 0.0), "nor the middle half");
        assert!(disturbed.min < 0.2 && disturbed.max == 10.0, "the ends tell of it: {disturbed:?}");
        assert_eq!(calm.ns_per_ray(), 100.0, "10 million a second");
    }

    #[test]
    fn rates_that_are_none_are_told() {
        let sound = Rates::of(10, &[1.0, 2.0]);
        assert!(sound.is_sound(), "{sound:?}");
        assert!(!Rates { median: 0.0, ..sound }.is_sound(), "no rate");
        assert!(!Rates { max: f64::INFINITY, ..sound }.is_sound(), "no number");
        assert!(!Rates { min: sound.max * 2.0, ..sound }.is_sound(), "out of order");
    }
}
