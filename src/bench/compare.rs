//! Two reports side by side: what got faster or slower beyond what the runs differ by themselves.
//!
//! A change counts where the runs do not meet: the slowest run of one report is faster than the fastest of the other.
//! Seven runs that only differ by chance fall apart like that about once in 1700 pairs (2 of the 3432 ways to order
//! them), five, as in the quick suite, once in 126 (2 of 252), four once in 35, three once in 10: with fewer than
//! four runs no change counts. A report has hundreds of rates, so a few changes are chance; and what disturbs a whole
//! cell (a neighbour on the machine) changes it beyond its runs. So look at a change twice.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::rates::Rates;
use super::report::{Cell, Report};

/// With fewer runs than this in one of the reports no rate counts as changed.
pub(super) const FEWEST_RUNS: usize = 4;

/// What makes two cells comparable: the same rays.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct CellKey {
    /// The spec of the scene.
    pub scene: String,
    /// The name of the class of rays.
    pub class: String,
    /// The instruction set.
    pub isa: String,
    /// Threads.
    pub threads: usize,
    /// Rays of one run.
    pub rays: u64,
}

/// Which rate of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Closest hits.
    Closest,
    /// Any hit.
    Any,
}

/// What became of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every new run is faster than every old one.
    Faster,
    /// Every new run is slower than every old one.
    Slower,
    /// The runs overlap, or are too few to tell.
    Same,
}

/// One rate, then and now.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The cell.
    pub key: CellKey,
    /// Which rate.
    pub measure: Measure,
    /// The old median, in Mrays/s.
    pub old: f64,
    /// The new one.
    pub new: f64,
    /// New over old: above 1 is faster.
    pub ratio: f64,
    /// Whether that is more than chance.
    pub verdict: Verdict,
}

/// Two reports side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// When the old report was made.
    pub old_date: String,
    /// Its version, with the commit where that is known.
    pub old_version: String,
    /// What differs between the machines, one line each.
    pub machine: Vec<String>,
    /// Runs of each cell, in the report that has fewer.
    pub runs: usize,
    /// Whether those are fewer than 4: no rate counts as changed.
    pub too_few_runs: bool,
    /// Every rate of every cell that both have, in the new order.
    pub changes: Vec<Change>,
    /// Cells that only the old report has.
    pub only_old: Vec<CellKey>,
    /// Cells that only the new report has.
    pub only_new: Vec<CellKey>,
    /// Cells whose checksums differ: other answers, not only other rates.
    pub other_answers: Vec<CellKey>,
}

/// Compares the cells of two reports.
pub fn compare(old: &Report, new: &Report) -> Comparison {
    let before: HashMap<_, _> = old.cells.iter().map(|cell| (CellKey::of(cell), cell)).collect();
    let now: HashMap<_, _> = new.cells.iter().map(|cell| (CellKey::of(cell), cell)).collect();
    let missing = |cells: &[Cell], there: &HashMap<CellKey, &Cell>| {
        let keys = cells.iter().map(CellKey::of);
        keys.filter(|key| !there.contains_key(key)).collect::<Vec<_>>()
    };
    let pairs: Vec<_> = new
        .cells
        .iter()
        .filter_map(|cell| Some((*before.get(&CellKey::of(cell))?, cell)))
        .collect();
    let runs = old.suite.runs.min(new.suite.runs);
    let other = pairs.iter().filter(|(old, new)| old.checksum != new.checksum);
    Comparison {
        old_date: old.machine.date.clone(),
        old_version: match &old.machine.commit {
            Some(commit) => format!("{} ({commit})", old.machine.version),
            None => old.machine.version.clone(),
        },
        machine: new.machine.differences(&old.machine),
        runs,
        too_few_runs: runs < FEWEST_RUNS,
        changes: pairs.iter().flat_map(|(old, new)| changes(old, new, runs)).collect(),
        only_old: missing(&old.cells, &now),
        only_new: missing(&new.cells, &before),
        other_answers: other.map(|(_, new)| CellKey::of(new)).collect(),
    }
}

fn changes(old: &Cell, new: &Cell, runs: usize) -> [Change; 2] {
    let change = |measure, old: &Rates, rates: &Rates| Change {
        key: CellKey::of(new),
        measure,
        old: old.median,
        new: rates.median,
        ratio: rates.median / old.median,
        verdict: verdict(old, rates, runs),
    };
    [change(Measure::Closest, &old.closest, &new.closest), change(Measure::Any, &old.any, &new.any)]
}

fn verdict(old: &Rates, new: &Rates, runs: usize) -> Verdict {
    if runs < FEWEST_RUNS {
        Verdict::Same
    } else if new.min > old.max {
        Verdict::Faster
    } else if new.max < old.min {
        Verdict::Slower
    } else {
        Verdict::Same
    }
}

impl Comparison {
    /// Changes beyond the spread of the runs.
    pub fn flagged(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.verdict != Verdict::Same)
    }

    /// Flagged changes to less than `1 - percent / 100` of the old rate.
    pub fn slower_by(&self, percent: f64) -> impl Iterator<Item = &Change> {
        let limit = 1.0 - percent / 100.0;
        self.flagged()
            .filter(move |change| change.verdict == Verdict::Slower && change.ratio < limit)
    }

    /// The geometric mean of the ratios of a measure; none where nothing is compared.
    #[allow(clippy::cast_precision_loss, reason = "a mean")]
    pub fn mean_ratio(&self, measure: Measure) -> Option<f64> {
        let of_measure = self.changes.iter().filter(|change| change.measure == measure);
        let logs: Vec<_> = of_measure.map(|change| change.ratio.ln()).collect();
        (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
    }
}

impl CellKey {
    fn of(cell: &Cell) -> Self {
        Self {
            scene: cell.scene.clone(),
            class: cell.class.clone(),
            isa: cell.isa.clone(),
            threads: cell.threads,
            rays: cell.rays,
        }
    }
}

impl fmt::Display for CellKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scene, class, isa, threads, rays } = self;
        write!(f, "{scene}, {class}, {isa}, threads {threads}, {rays} rays")
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Closest => "closest",
            Self::Any => "any",
        })
    }
}
