//! Counts of faults, and the rays that show them first.

use super::{Fault, Job, Seen};
use crate::error::{Error, Result};
use crate::methods::{Contender, Method};
use crate::options::Options;
use crate::pool::map_in_pool;
use crate::ray::Ray;

/// Rays that a thread takes at a time: few, so that a slow method can be cancelled within a moment.
const TILE: usize = 1 << 10;

/// A ray that shows a fault.
#[derive(Debug, Clone, Copy)]
pub(super) struct Witness {
    /// Its number among all rays.
    pub(super) index: usize,
    /// The ray, in grid space.
    pub(super) ray: Ray,
}

/// What became of rays by one method.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Rays that the exact walk hits something with.
    pub(super) truths: u64,
    /// Rays that the method hits something with.
    pub(super) hits: u64,
    /// Voxels looked at.
    pub(super) looks: u64,
    /// In the order of [`Fault::ALL`].
    pub(super) faults: [u64; 5],
    /// Of each kind of fault the first rays.
    pub(super) witnesses: [Vec<Witness>; 5],
}

impl Tally {
    /// Counts one ray, and keeps it if it is among the first `most` of its fault.
    fn count(
        &mut self,
        found: Option<Seen>,
        gave_up: bool,
        truth: Option<Seen>,
        most: usize,
        witness: impl Fn() -> Witness,
    ) {
        self.truths += u64::from(truth.is_some());
        self.hits += u64::from(found.is_some());
        let Some(fault) = Fault::of(found, gave_up, truth) else { return };
        self.faults[fault as usize] += 1;
        let kept = &mut self.witnesses[fault as usize];
        if kept.len() < most {
            kept.push(witness());
        }
    }

    /// Adds what became of later rays.
    pub(super) fn append(&mut self, later: Self, most: usize) {
        self.truths += later.truths;
        self.hits += later.hits;
        self.looks += later.looks;
        for kind in 0..self.faults.len() {
            self.faults[kind] += later.faults[kind];
            let room = most - self.witnesses[kind].len();
            self.witnesses[kind].extend(later.witnesses[kind].iter().take(room));
        }
    }
}

impl Job<'_> {
    /// Casts all rays by a method, and keeps of each kind of fault the first `most`.
    pub(super) fn tally(&self, contender: &Contender, most: usize) -> Result<Tally> {
        if contender.method == Method::Exact {
            return self.tally_engine(most);
        }
        let tiles = self.rays.len().div_ceil(TILE);
        let parts = map_in_pool(self.options.threads, tiles, |tile| {
            if self.options.is_cancelled() {
                return Err(Error::cancelled());
            }
            let range = tile * TILE..self.rays.len().min((tile + 1) * TILE);
            self.watched.advance(range.len() as u64);
            Ok(self.tally_tile(contender, range, most))
        })?;
        let mut tally = Tally::default();
        parts.into_iter().for_each(|part| tally.append(part, most));
        Ok(tally)
    }

    fn tally_tile(
        &self,
        contender: &Contender,
        range: std::ops::Range<usize>,
        most: usize,
    ) -> Tally {
        let (mut tally, mut looks) = (Tally::default(), 0);
        for index in range {
            let ray = self.rays.ray(index);
            let ending = contender.method.run(self.scene, &ray, &contender.options, |_| looks += 1);
            let found = ending.hit.map(Seen::from);
            tally.count(found, ending.gave_up, self.truth(index), most, || self.witness(index));
        }
        tally.looks = looks;
        tally
    }

    /// The engine's bulk cast in the place of a method: its vectors and threads, not the plain walk.
    fn tally_engine(&self, most: usize) -> Result<Tally> {
        let options = Options { observer: self.watched.observer.clone(), ..self.options.clone() };
        let hits = self.scene.cast_rays(*self.rays, &options)?;
        let mut tally = Tally { looks: hits.summary.work().lookups, ..Tally::default() };
        for index in 0..self.rays.len() {
            let found = Seen::in_row(&hits, index);
            tally.count(found, false, self.truth(index), most, || self.witness(index));
        }
        Ok(tally)
    }

    fn witness(&self, index: usize) -> Witness {
        Witness { index: self.offset + index, ray: self.rays.ray(index) }
    }
}
