//! From the times of the walk to the times that are reported.
//!
//! The walk scales the direction by a power of two, and starts a ray that comes from afar near the box. Its own time t
//! stands for the reported time `(offset + t) * scale`.

use std::cmp::Ordering;

/// How a walk's time is reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Added to the walk's time, in f64; 0 unless the ray was moved towards the box.
    pub offset: f64,
    /// The power of two that the walk's times are multiplied by.
    pub scale: f64,
}

impl Clock {
    /// The reported time of the walk's time `t`.
    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "reported times are f32: rounded once, here"
    )]
    pub fn report(&self, t: f32) -> f32 {
        ((self.offset + f64::from(t)) * self.scale) as f32
    }

    /// The walk's time, on its own clock in f64, at which the reported time is `t`.
    pub fn walk_time(&self, t: f32) -> f64 {
        f64::from(t) / self.scale - self.offset
    }

    /// Whether the walk's time `t` comes before the reported time `limit`, exactly, for a ray that was not moved.
    pub fn is_before(&self, t: f32, limit: f32) -> bool {
        self.compare(t, limit) == Some(Ordering::Less)
    }

    /// Scales the smaller side up, which is exact.
    fn compare(&self, t: f32, limit: f32) -> Option<Ordering> {
        let (t, limit) = (f64::from(t), f64::from(limit));
        if self.scale >= 1.0 {
            (t * self.scale).partial_cmp(&limit)
        } else {
            t.partial_cmp(&(limit / self.scale))
        }
    }

    /// The latest time of the walk that is not after the reported time `limit`, and whose own reported time is finite;
    /// -inf where there is none. Where the ray was not moved the comparison is exact, not of rounded reports.
    pub fn latest_by(&self, limit: f32) -> f32 {
        let within = |t: f32| {
            let by_limit = if self.offset == 0.0 {
                self.compare(t, limit).is_some_and(Ordering::is_le)
            } else {
                self.report(t) <= limit
            };
            by_limit && self.report(t) < f32::INFINITY
        };
        guessed(self.walk_time(limit), within).unwrap_or_else(|| last_float(within))
    }
}

/// The greatest finite float for which `within` holds, if it is the one below or above `guess`, as it mostly is.
#[allow(clippy::cast_possible_truncation, reason = "a guess")]
fn guessed(guess: f64, within: impl Fn(f32) -> bool) -> Option<f32> {
    let near = (guess as f32).clamp(f32::MIN, f32::MAX);
    let is_last = |&t: &f32| within(t) && !within(t.next_up());
    [near, near.next_down()].into_iter().find(is_last)
}

/// The greatest finite float for which `within` holds, by bisection: it holds up to some float and not beyond; -inf where
/// it holds for none.
fn last_float(within: impl Fn(f32) -> bool) -> f32 {
    let (mut low, mut high) = (ordinal(f32::NEG_INFINITY), ordinal(f32::INFINITY));
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        *(if within(float(middle)) { &mut low } else { &mut high }) = middle;
    }
    float(low)
}

/// Numbers the floats in their order; the two zeros are one.
fn ordinal(x: f32) -> i64 {
    let magnitude = i64::from(x.to_bits() & 0x7fff_ffff);
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

/// The float with this number.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number of a float has 31 bits"
)]
fn float(ordinal: i64) -> f32 {
    let magnitude = f32::from_bits(ordinal.unsigned_abs() as u32);
    if ordinal < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latest_time_is_the_last_that_is_not_after_the_limit() {
        for clock in [
            Clock { offset: 0.0, scale: 1.0 },
            Clock { offset: 0.0, scale: 2.0_f64.powi(-130) },
            Clock { offset: 0.0, scale: 2.0_f64.powi(100) },
            Clock { offset: 1e7, scale: 0.25 },
        ] {
            for limit in [0.0, 1e-30, 0.7, 2.5e6, 3e7, f32::MAX, f32::INFINITY] {
                let last = clock.latest_by(limit);
                let after = last.next_up();
                assert!(clock.report(last) <= limit, "{clock:?} {limit}: {last}");
                let beyond = clock.report(after) > limit || clock.report(after) == f32::INFINITY;
                let exact = f64::from(after) > f64::from(limit) / clock.scale;
                assert!(beyond || exact, "{clock:?} {limit}: {after} would do as well");
            }
        }
    }
}
