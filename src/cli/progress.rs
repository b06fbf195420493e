//! Progress on stderr: a bar with rate and ETA on a terminal, else a plain line every few seconds.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use voxray::Observer;

use super::interrupt;
use super::say::tell;

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Counts what is done, shows it, and passes Ctrl-C on.
pub(crate) struct Progress {
    what: &'static str,
    /// Of what there is a rate; empty where there is none worth telling.
    unit: &'static str,
    total: Option<u64>,
    done: AtomicU64,
    started: Instant,
    show: Show,
}

enum Show {
    Nothing,
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
}

impl Progress {
    /// Progress over `total` of a unit (rays, pixels), or an unknown number, shown unless `quiet`.
    pub(crate) fn new(
        what: &'static str,
        unit: &'static str,
        total: Option<u64>,
        quiet: bool,
    ) -> Self {
        let now = Instant::now();
        let show = if quiet {
            Show::Nothing
        } else if std::io::stderr().is_terminal() {
            Show::Bar(bar(what, unit, total))
        } else {
            Show::Lines(Mutex::new(now))
        };
        Self { what, unit, total, done: AtomicU64::new(0), started: now, show }
    }

    /// Progress of a whole of so many parts that mean nothing to the user: percent and time left.
    pub(crate) fn of_whole(what: &'static str, total: u64, quiet: bool) -> Self {
        Self::new(what, "", Some(total), quiet)
    }

    /// Writes a plain line, if the last one is long ago.
    fn line(&self, last: &Mutex<Instant>, done: u64) {
        let Ok(mut last) = last.try_lock() else { return };
        if last.elapsed() < PLAIN_EVERY {
            return;
        }
        *last = Instant::now();
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = millions(done) / seconds;
        let (what, unit) = (self.what, self.unit);
        tell(&match self.total {
            Some(total) if done > 0 => {
                let left = seconds * (millions(total) / millions(done) - 1.0);
                let percent = 100.0 * millions(done) / millions(total);
                let rate =
                    if unit.is_empty() { String::new() } else { format!("{rate:.1} M{unit}/s, ") };
                format!("{what}: {percent:.0} %, {rate}{left:.0} s left")
            }
            _ => format!("{what}: {:.1} M{unit}, {rate:.1} M{unit}/s", millions(done)),
        });
    }
}

#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}

fn bar(what: &'static str, unit: &str, total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) if unit.is_empty() => "{msg} {wide_bar} {percent:>3} %  {eta} left",
        Some(_) => "{msg} {wide_bar} {percent:>3} %  {per_sec}  {eta} left",
        None => "{msg} {spinner} {human_pos} {per_sec}",
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style);
    bar.set_message(what);
    bar
}

impl Observer for Progress {
    fn advance(&self, rays: u64) {
        let done = self.done.fetch_add(rays, Ordering::Relaxed) + rays;
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => bar.set_position(done),
            Show::Lines(last) => self.line(last, done),
        }
    }

    fn is_cancelled(&self) -> bool {
        interrupt::is_set()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }
}
