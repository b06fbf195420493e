//! Rays in a scene, by some path: checked, and only then timed.
//!
//! Invariant: what is timed is a [`Path`], and the only way to make one checks its rows.

use super::check::{CHECKED, Reference};
use super::clock::time_runs;
use super::job::Job;
use super::rates::Rates;
use super::scene::label;
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::demo::{DemoSpec, RayClass};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::scene::Scene;
use crate::simd::Isa;

/// Rays compared with the plain walk in sections that time the same rays again and again. The cells compare more.
pub(super) const GLANCE: usize = 2000;

/// A class of rays in a scene, with what the plain walk says of a sample of them.
pub(super) struct Course<'a> {
    job: &'a Job<'a>,
    pub(super) spec: &'a DemoSpec,
    pub(super) class: RayClass,
    pub(super) scene: &'a Scene,
    pub(super) rays: RayBatch<f32>,
    reference: Reference,
}

/// An instruction set and a number of threads that have given the right rows.
pub(super) struct Path<'c> {
    pub(super) course: &'c Course<'c>,
    pub(super) isa: Isa,
    pub(super) threads: usize,
    /// The rows of all rays.
    pub(super) rows: HitBatch,
    /// Over those rows.
    pub(super) checksum: u64,
}

impl<'a> Course<'a> {
    /// The rays of a class, of which at most `sample` are cast by the plain walk; none where the scene has no such rays.
    pub(super) fn new(
        job: &'a Job<'a>,
        spec: &'a DemoSpec,
        scene: &'a Scene,
        class: RayClass,
        sample: usize,
    ) -> Result<Option<Self>> {
        let rays = job.rays(spec, scene, class)?;
        if rays.is_empty() {
            return Ok(None);
        }
        let reference = Reference::of(job, scene, &rays, sample)?;
        Ok(Some(Self { job, spec, class, scene, rays, reference }))
    }

    /// Casts all rays by a path and checks the rows. Threads: 0 = all.
    ///
    /// # Errors
    /// Of kind check, where a row is wrong.
    pub(super) fn path(&mut self, isa: Isa, threads: usize) -> Result<Path<'_>> {
        let options = self.job.options(isa, threads, CHECKED);
        let rows = self.scene.cast_rays(&self.rays, &options)?;
        let occluded = self.scene.test_occlusions(&self.rays, &options)?;
        let checked = self.reference.check(&rows, &occluded);
        let checksum = checked.map_err(|error| self.blame(&error, isa, threads))?;
        Ok(Path { course: self, isa, threads, rows, checksum })
    }

    /// How many rows are compared with the plain walk.
    pub(super) fn checked(&self) -> usize {
        self.reference.len()
    }

    /// An error, with the path that it arose on.
    fn blame(&self, error: &Error, isa: Isa, threads: usize) -> Error {
        let (scene, class) = (label(self.spec), self.class.name());
        Error::new(error.kind(), format!("{scene}, {class}, {isa}, {threads} threads: {error}"))
    }
}

impl Path<'_> {
    /// Rates of closest hits, `t_hit` alone; the hits of the last run stay in `hits`.
    pub(super) fn closest(&self, hits: &mut HitBatch) -> Result<Rates> {
        self.rates(Columns::T_HIT, hits)
    }

    /// Rates of any hit.
    pub(super) fn any(&self, hits: &mut HitBatch) -> Result<Rates> {
        self.rates(Columns::OCCLUDED, hits)
    }

    fn rates(&self, columns: Columns, hits: &mut HitBatch) -> Result<Rates> {
        let (course, options) = (self.course, self.options(columns));
        let work = || course.scene.cast_rays_into(&course.rays, &options, hits);
        Ok(Rates::of(course.rays.len(), &time_runs(course.job.suite.runs, work)?))
    }

    /// How this path casts.
    pub(super) fn options(&self, columns: Columns) -> Options {
        self.course.job.options(self.isa, self.threads, columns)
    }
}
