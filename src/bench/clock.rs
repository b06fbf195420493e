//! Times a piece of work: warm, and long enough for the clock to tell.

use std::time::Instant;

use crate::error::Result;

/// A run lasts at least so many seconds; work that is done sooner is repeated within the run.
const SHORTEST_RUN: f64 = 0.01;
/// However short the work, it is not repeated more often.
const MOST_REPEATS: f64 = 10_000.0;

/// Seconds of one call of `work`, for each of `runs` runs after a warm-up as long as a run.
pub(super) fn time_runs(runs: usize, mut work: impl FnMut() -> Result<()>) -> Result<Vec<f64>> {
    let repeats = warm_up(&mut work)?;
    (0..runs).map(|_| time_calls(repeats, &mut work)).collect()
}

/// Calls `work` once, then for as long as a run lasts; gives how many calls that is.
fn warm_up(work: &mut impl FnMut() -> Result<()>) -> Result<u32> {
    work()?;
    let mut repeats = 1;
    loop {
        let seconds = time_calls(repeats, work)?;
        let needed = (SHORTEST_RUN / seconds.max(1e-9)).ceil().clamp(1.0, MOST_REPEATS);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 10,000")]
        let needed = needed as u32;
        if needed <= repeats {
            return Ok(repeats);
        }
        // Cold calls are slow: what they promise may be too few.
        repeats = needed.max(2 * repeats);
    }
}

fn time_calls(calls: u32, work: &mut impl FnMut() -> Result<()>) -> Result<f64> {
    let started = Instant::now();
    for _ in 0..calls {
        work()?;
    }
    Ok(started.elapsed().as_secs_f64() / f64::from(calls))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn short_work_is_repeated_and_every_run_is_timed() {
        let mut calls = 0;
        let seconds = time_runs(5, || {
            calls += 1;
            Ok(())
        });
        assert_eq!(seconds.expect("no fault").len(), 5, "one time per run");
        assert!(calls > 50, "nothing takes less than 10 ms as such: {calls}");
    }

    #[test]
    fn a_stop_stops() {
        let mut calls = 0;
        let stopped = time_runs(5, || {
            calls += 1;
            if calls == 3 { Err(Error::cancelled()) } else { Ok(()) }
        });
        assert!(stopped.is_err() && calls == 3, "no call after the third: {calls}");
    }
}
