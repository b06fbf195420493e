//! The methods beside the exact walk, in bulk: how often each is wrong, in which way, and what it costs.
//!
//! ```text
//!   rays -> plain walk ---------------------------> rows, the truth
//!        -> each method, in tiles on all threads --> Tally: one Fault or none per ray; the first of each kind are kept
//!        -> each method, an even sample, one thread -> ns per ray
//!   kept rays -> reduce -> Example: a short segment that shows the same fault
//! ```
//!
//! Invariants: the row of the exact method is the engine's bulk cast, and every ray of it is compared with the plain walk;
//! an example was cast again as it is printed. Counts do not depend on the number of threads.
//!
//! What is right is what the plain walk says, whose numbers are f32 by definition. Where a ray passes an edge of voxels
//! closer than f32 can tell, a method that computes in f64 may name the other voxel at that edge; it counts as wrong here
//! too. That is a few rays in a million (`verify` counts them), and most of what the walk gets wrong before it gives up.

mod fault;
mod reduce;
mod report;
mod stopwatch;
mod tally;

use crate::batch::{Columns, HitBatch, RayBatch, RayView};
use crate::error::{Error, Result};
use crate::methods::{Method, MethodOptions, STEP_RANGE};
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;
use crate::space::Space;

pub use fault::{Fault, Seen};
use report::Row;
pub use report::{Example, MethodReport};

/// A method, and how it is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contender {
    /// The method.
    pub method: Method,
    /// How it is set.
    pub options: MethodOptions,
}

impl Contender {
    /// Steps without and with filled gaps, of each of these lengths; the walk of so many cells; and the exact walk.
    pub fn all(steps: &[f64], max_cells: u32) -> Vec<Self> {
        let of = |method, step| Self { method, options: MethodOptions { step, max_cells } };
        let stepping = [Method::Step, Method::Gapfill];
        let mut all: Vec<_> = stepping
            .iter()
            .flat_map(|&method| steps.iter().map(move |&step| of(method, step)))
            .collect();
        all.extend([Method::Walk, Method::Exact].map(|method| of(method, 1.0)));
        all
    }

    /// Its name, with the length of a step where it takes steps.
    ///
    /// ```
    /// use voxray::methods::Contender;
    /// let names: Vec<_> = Contender::all(&[1.0, 0.25], 200).iter().map(Contender::label).collect();
    /// assert_eq!(names, ["step 1", "step 0.25", "gapfill 1", "gapfill 0.25", "walk", "exact"]);
    /// ```
    pub fn label(&self) -> String {
        match self.method {
            Method::Step | Method::Gapfill => format!("{} {}", self.method, self.options.step),
            Method::Walk | Method::Exact => self.method.to_string(),
        }
    }

    fn check(&self) -> Result<()> {
        let [least, most] = STEP_RANGE;
        if (least..=most).contains(&self.options.step) {
            return Ok(());
        }
        Err(Error::usage(format!(
            "a step of {} voxels is none; give one from {least} to {most}",
            self.options.step
        )))
    }
}

/// A comparison under way: rays are added batch by batch.
///
/// ```
/// use voxray::demo::{DemoSpec, RayClass, RayParams};
/// use voxray::methods::{Contender, MethodComparison};
/// use voxray::{Options, Space};
/// let scene = "demo:menger?level=3".parse::<DemoSpec>()?.build(0)?;
/// let rays = RayClass::Pairs.make(&scene, &RayParams { pairs: 2000, ..RayParams::default() })?;
///
/// let options = Options { space: Space::Grid, ..Options::default() };
/// let contenders = Contender::all(&[1.0], 200);
/// let mut comparison = MethodComparison::new(&scene, &contenders, 1, options)?;
/// comparison.add(&rays.view())?;
/// let reports = comparison.finish()?;
/// let [step, .., exact] = &reports[..] else { panic!("one report each") };
/// assert!(step.missed() > 0 && exact.missed() == 0);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug)]
pub struct MethodComparison<'a> {
    scene: &'a Scene,
    rows: Vec<Row>,
    options: Options,
    /// How many rays were added.
    rays: usize,
}

impl<'a> MethodComparison<'a> {
    /// A comparison of these, each with at most so many examples per kind of fault. Of the options the space of the rays,
    /// threads, instruction set and observer matter; the observer is told of every ray once per contender.
    ///
    /// # Errors
    /// Where a step is out of range, or the instruction set is not there.
    pub fn new(
        scene: &'a Scene,
        contenders: &[Contender],
        examples: usize,
        options: Options,
    ) -> Result<Self> {
        contenders.iter().try_for_each(Contender::check)?;
        options.resolve_isa()?;
        let rows = contenders.iter().map(|&contender| Row::new(contender, examples)).collect();
        Ok(Self { scene, rows, options, rays: 0 })
    }

    /// Casts a batch by every method.
    ///
    /// # Errors
    /// Where the observer says stop.
    pub fn add(&mut self, rays: &RayView<'_>) -> Result<()> {
        let options = Options {
            columns: Columns::T_HIT | Columns::VOXEL | Columns::FACE,
            space: Space::Grid,
            observer: self.options.cancel_only(),
            threads: self.options.threads,
            isa: self.options.isa,
            ..Options::default()
        };
        let mapped = in_grid_space(self.scene, rays, self.options.space);
        let rays = mapped.as_ref().map_or(*rays, RayBatch::view);
        let truth = self.scene.cast_rays_reference(rays, &options)?;
        let job = Job {
            scene: self.scene,
            rays: &rays,
            truth: &truth,
            options: &options,
            watched: &self.options,
            offset: self.rays,
        };
        self.rows.iter_mut().try_for_each(|row| row.add(&job))?;
        self.rays += rays.len();
        Ok(())
    }

    /// What was found, in the order of the contenders. Examples are reduced here.
    ///
    /// # Errors
    /// Where the observer says stop.
    pub fn finish(self) -> Result<Vec<MethodReport>> {
        let rows = self.rows.into_iter();
        rows.map(|row| row.finish(self.scene, self.rays as u64, &self.options)).collect()
    }
}

/// A batch to be cast by a method.
struct Job<'a> {
    scene: &'a Scene,
    /// In grid space.
    rays: &'a RayView<'a>,
    /// The rows of the plain walk.
    truth: &'a HitBatch,
    /// How to cast in bulk.
    options: &'a Options,
    /// Whose observer counts.
    watched: &'a Options,
    /// How many rays came before these.
    offset: usize,
}

impl Job<'_> {
    /// What the plain walk sees.
    fn truth(&self, index: usize) -> Option<Seen> {
        Seen::in_row(self.truth, index)
    }
}

/// The rays in grid space; none where they are already.
fn in_grid_space(scene: &Scene, rays: &RayView<'_>, space: Space) -> Option<RayBatch<f64>> {
    let transform = scene.transform();
    if space == Space::Grid || transform.is_identity() {
        return None;
    }
    let mut mapped = RayBatch::<f64>::default();
    for ray in (0..rays.len()).map(|index| rays.ray(index)) {
        mapped.push(&Ray {
            origin: transform.to_grid(ray.origin),
            direction: transform.direction_to_grid(ray.direction),
            ..ray
        });
    }
    Some(mapped)
}
