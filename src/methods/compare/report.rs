//! What is told of each method.

use super::reduce::reduce;
use super::stopwatch::Stopwatch;
use super::tally::Tally;
use super::{Contender, Fault, Job};
use crate::error::{Error, Result};
use crate::methods::{Method, MethodHit};
use crate::options::Options;
use crate::scene::Scene;

/// How many rays are reduced for each example that is wanted: the shortest are kept.
const TRIED: usize = 8;

/// What became of the rays by one method.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodReport {
    /// The method, and how it was set.
    pub contender: Contender,
    /// How many rays were cast.
    pub rays: u64,
    /// How many of them hit something by the plain walk.
    pub exact_hits: u64,
    /// How many of them hit something by the method.
    pub hits: u64,
    /// Voxels looked at; for the exact method the look-ups of the engine.
    pub looks: u64,
    /// Nanoseconds per ray on one thread, measured on a sample; for the exact method of the engine's bulk cast with the
    /// columns `t_hit`, `voxel` and `face`.
    pub ns_per_ray: f64,
    /// Short segments that show faults, of each kind the shortest found.
    pub examples: Vec<Example>,
    faults: [u64; 5],
}

impl MethodReport {
    /// How many rays show this fault.
    pub fn count(&self, fault: Fault) -> u64 {
        self.faults[fault as usize]
    }

    /// How many rays go through what they should hit, for whatever reason.
    pub fn missed(&self) -> u64 {
        self.count(Fault::Missed) + self.count(Fault::GaveUp)
    }

    /// How many rays have a wrong answer.
    pub fn wrong(&self) -> u64 {
        self.faults.iter().sum()
    }
}

/// A short segment that shows a fault.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Example {
    /// The fault.
    pub fault: Fault,
    /// The number of the ray that it was cut from.
    pub index: usize,
    /// The start, in grid space.
    pub from: [f64; 3],
    /// The end, in grid space. The ray is [`Ray::between`](crate::Ray::between) both.
    pub to: [f64; 3],
    /// What the method finds on it.
    pub found: Option<MethodHit>,
    /// What is there.
    pub exact: Option<MethodHit>,
}

impl Example {
    /// From the start to the end, in voxels.
    pub fn length(&self) -> f64 {
        (0..3).map(|axis| (self.to[axis] - self.from[axis]).powi(2)).sum::<f64>().sqrt()
    }
}

/// A report as it grows.
#[derive(Debug)]
pub(super) struct Row {
    contender: Contender,
    examples: usize,
    tally: Tally,
    stopwatch: Stopwatch,
}

impl Row {
    pub(super) fn new(contender: Contender, examples: usize) -> Self {
        Self { contender, examples, tally: Tally::default(), stopwatch: Stopwatch::default() }
    }

    /// How many rays of each fault are kept.
    fn kept(&self) -> usize {
        self.examples * TRIED
    }

    /// Casts a batch.
    pub(super) fn add(&mut self, job: &Job<'_>) -> Result<()> {
        let later = job.tally(&self.contender, self.kept())?;
        self.tally.append(later, self.kept());
        self.stopwatch.time(job, &self.contender)
    }

    pub(super) fn finish(
        self,
        scene: &Scene,
        rays: u64,
        options: &Options,
    ) -> Result<MethodReport> {
        Ok(MethodReport {
            contender: self.contender,
            rays,
            exact_hits: self.tally.truths,
            hits: self.tally.hits,
            looks: self.tally.looks,
            ns_per_ray: self.stopwatch.ns_per_ray(),
            faults: self.tally.faults,
            examples: self.examples(scene, options)?,
        })
    }

    /// Of each kind of fault the shortest segments. There are none of the engine: a ray is all that there is to say.
    fn examples(&self, scene: &Scene, options: &Options) -> Result<Vec<Example>> {
        let mut examples = Vec::new();
        if self.contender.method == Method::Exact {
            return Ok(examples);
        }
        for (fault, witnesses) in Fault::ALL.into_iter().zip(&self.tally.witnesses) {
            let mut found = Vec::new();
            for witness in witnesses {
                if options.is_cancelled() {
                    return Err(Error::cancelled());
                }
                found.extend(reduce(scene, &self.contender, witness, fault));
            }
            found.sort_by(|a, b| a.length().total_cmp(&b.length()));
            found.truncate(self.examples);
            examples.extend(found);
        }
        Ok(examples)
    }
}
