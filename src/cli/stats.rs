//! Figures of a cast, as JSON.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use voxray::{CastSummary, Error, Isa, Options, Result, Scene, Status, resolve_threads};

/// Time and counts of a cast, added up over its blocks.
#[derive(Debug)]
pub(crate) struct CastClock {
    /// Seconds of casting alone, per repeat.
    seconds: Vec<f64>,
    /// What became of the rays.
    pub(crate) summary: CastSummary,
}

impl CastClock {
    /// Nothing yet, for so many repeats.
    pub(crate) fn new(repeats: usize) -> Self {
        Self { seconds: vec![0.0; repeats], summary: CastSummary::default() }
    }

    /// Adds the time of one repeat of one block.
    pub(crate) fn add(&mut self, repeat: usize, time: Duration) {
        self.seconds[repeat] += time.as_secs_f64();
    }

    /// Seconds of the fastest repeat.
    pub(crate) fn best(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Rays per second of the fastest repeat, in millions.
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub(crate) fn mrays_per_s(&self) -> f64 {
        let rays = self.summary.rays() as f64;
        if rays == 0.0 { 0.0 } else { rays / self.best() / 1e6 }
    }

    /// The slowest repeat over the fastest, minus one.
    fn spread(&self) -> f64 {
        let worst = self.seconds.iter().copied().fold(0.0, f64::max);
        if self.best() > 0.0 { worst / self.best() - 1.0 } else { 0.0 }
    }

    /// The figures as JSON, to a file or stdout (`-`).
    pub(crate) fn write(&self, to: &str, scene: &Scene, options: &Options) -> Result<()> {
        let stats = Stats {
            rays: self.summary.rays(),
            statuses: Status::ALL.map(|status| (status.name(), self.summary.count(status))).into(),
            invalid_indices: self.summary.invalid_indices(),
            seconds: self.best(),
            mrays_per_s: self.mrays_per_s(),
            spread: self.spread(),
            repeats: self.seconds.len(),
            threads: resolve_threads(options.threads),
            isa: options.isa.unwrap_or(Isa::best()).to_string(),
            lookups: self.summary.lookups(),
            scene_bytes: scene.bytes(),
        };
        write_json(to, &stats)
    }
}

#[derive(Serialize)]
struct Stats<'a> {
    rays: u64,
    statuses: BTreeMap<&'static str, u64>,
    invalid_indices: &'a [u64],
    /// Of casting alone, in the fastest repeat.
    seconds: f64,
    mrays_per_s: f64,
    /// The slowest repeat over the fastest, minus one.
    spread: f64,
    repeats: usize,
    threads: usize,
    isa: String,
    lookups: u64,
    scene_bytes: u64,
}

/// Writes JSON to a file or to stdout (`-`).
pub(crate) fn write_json(to: &str, value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| {
        Error::output(format!("the figures cannot be written as JSON: {error}"))
    })?;
    text.push('\n');
    if to == "-" {
        return print(&text);
    }
    let path = std::path::Path::new(to);
    let mut file = voxray::io::AtomicFile::create(path)?;
    file.write_all(text.as_bytes()).map_err(|error| file.error(&error))?;
    file.finish()
}

/// Writes text to stdout. A reader that has gone away has read enough.
pub(crate) fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::output(format!("stdout cannot be written to: {error}")))
        }
        _ => Ok(()),
    }
}

/// One line about how rays ended, for people.
pub(crate) fn describe(summary: &CastSummary) -> String {
    let parts = Status::ALL.iter().filter(|&&status| summary.count(status) > 0);
    let parts: Vec<_> =
        parts.map(|&status| format!("{} {}", summary.count(status), status.name())).collect();
    if parts.is_empty() { "no rays".into() } else { parts.join(", ") }
}
