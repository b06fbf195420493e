//! Figures of a cast, as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use voxray::{CastSummary, Options, Result, Scene, Status, resolve_threads};

use super::output::{TextOutput, to_json};
use super::place::Place;

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

    /// Writes the figures as JSON, if they are wanted.
    pub(crate) fn write(&self, to: TextOutput, scene: &Scene, options: &Options) -> Result<()> {
        let figures = Stats {
            rays: self.summary.rays(),
            statuses: Status::ALL.map(|status| (status.name(), self.summary.count(status))).into(),
            invalid_indices: self.summary.invalid_indices(),
            seconds: self.best(),
            mrays_per_s: self.mrays_per_s(),
            spread: self.spread(),
            repeats: self.seconds.len(),
            threads: resolve_threads(options.threads)?,
            isa: options.resolve_isa()?.to_string(),
            lookups: self.summary.work().lookups,
            scene_bytes: scene.bytes(),
            georeference: Place::of(scene),
        };
        to.write(|| to_json(&figures))
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
    /// Where the scene lies.
    georeference: Place,
}

/// One line about how rays ended, for people.
pub(crate) fn describe(summary: &CastSummary) -> String {
    let parts = Status::ALL.iter().filter(|&&status| summary.count(status) > 0);
    let parts: Vec<_> =
        parts.map(|&status| format!("{} {}", summary.count(status), status.name())).collect();
    if parts.is_empty() { "no rays".into() } else { parts.join(", ") }
}
