//! What all sections share: the suite, the machine, and who watches.

use std::sync::Arc;

use super::machine::Machine;
use super::suite::Suite;
use crate::batch::{Columns, RayBatch};
use crate::demo::{DemoSpec, RayClass, RayParams};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{Observer, Options};
use crate::scene::Scene;
use crate::simd::Isa;
use crate::space::Space;

/// A benchmark that is running.
pub(super) struct Job<'a> {
    pub(super) suite: &'a Suite,
    pub(super) machine: &'a Machine,
    pub(super) observer: Option<Arc<dyn Observer>>,
    /// What could not be measured, and why.
    pub(super) notes: Vec<String>,
}

impl Job<'_> {
    /// Options of a cast in grid space that watches for a stop, and does not count as progress.
    pub(super) fn options(&self, isa: Isa, threads: usize, columns: Columns) -> Options {
        let watched = Options { observer: self.observer.clone(), ..Options::default() };
        Options {
            columns,
            space: Space::Grid,
            threads,
            isa: Some(isa),
            observer: watched.cancel_only(),
            ..Options::default()
        }
    }

    /// The rays of a class in a scene. A room has nothing to see from outside, so there the camera stands within.
    pub(super) fn rays(
        &self,
        spec: &DemoSpec,
        scene: &Scene,
        class: RayClass,
    ) -> Result<RayBatch<f32>> {
        let is_room = matches!(spec, DemoSpec::Room(_));
        let params = RayParams {
            camera_side: self.suite.camera_side,
            pairs: self.suite.random_rays,
            view: spec.viewpoint().filter(|_| is_room),
            options: self.options(self.suite.best_isa(), 0, Columns::NONE),
            ..RayParams::default()
        };
        class.make(scene, &params)
    }

    /// The scene, or none and a note where there is not enough memory for it.
    pub(super) fn build(&mut self, spec: &DemoSpec) -> Result<Option<Scene>> {
        match spec.build(0) {
            Ok(scene) => Ok(Some(scene)),
            Err(error) if error.kind() == ErrorKind::Memory => {
                self.notes.push(format!("left out: {error}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Counts so much work as done.
    ///
    /// # Errors
    /// Where the observer says stop.
    pub(super) fn advance(&self, work: u64) -> Result<()> {
        let Some(observer) = &self.observer else { return Ok(()) };
        observer.advance(work);
        if observer.is_cancelled() { Err(Error::cancelled()) } else { Ok(()) }
    }
}
