//! The methods of origin: what game code does to find the first filled voxel on a segment, beside the exact walk.
//!
//! ```text
//!   step      the point moves by a fixed step, and its voxel is looked up    jumps over corners
//!   gapfill   as step, and two probes where a step leaves a gap              jumps over fewer corners
//!   walk      from boundary to boundary, each found from the last point      gives up after 200 cells; rounding adds up
//!   exact     the canonical walk                                             the definition of the answer
//! ```
//!
//! They are baselines: the first three are written as they are commonly described, and are not made better than that. They
//! know whole voxels only: in a scene with shapes they take for whole what a box only touches.
//! All work on the voxels of a [`Scene`] in grid space, in f64, so that what they miss is missed by the method and not by
//! coarse numbers. Invariants: no ray, however odd, makes a method panic or go on for ever, and no voxel outside the
//! scene's box is looked at. To this end each starts where the ray enters the box (`span`). [`MethodComparison`] counts in
//! bulk how often they are wrong.

mod compare;
mod exact;
mod gapfill;
mod point;
mod probe;
mod span;
mod step;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::face::Face;
use crate::ray::Ray;
use crate::scene::Scene;
pub use compare::{Contender, Example, Fault, MethodComparison, MethodReport, Seen};
use probe::Probe;
use span::Span;

/// The least and the greatest step, in voxels: no march goes on for ever, and none overflows.
pub const STEP_RANGE: [f64; 2] = [1.0 / 1024.0, 1024.0];

/// A way to find the first filled voxel on a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Fixed steps: the voxel is looked up at every point; corners between points are missed.
    Step,
    /// Fixed steps, and two probes where a step passes through more than one boundary of voxels.
    Gapfill,
    /// From one boundary to the next, each found from the point on the last one; at most so many cells.
    Walk,
    /// The canonical walk: the definition of the answer.
    Exact,
}

/// How the methods are set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MethodOptions {
    /// The length of a step, in voxels, within [`STEP_RANGE`]; what lies outside counts as its nearer end.
    pub step: f64,
    /// The most cells that the walk looks at.
    pub max_cells: u32,
}

impl Default for MethodOptions {
    /// Steps of one voxel, which is a quarter of a block; 200 cells.
    fn default() -> Self {
        Self { step: 1.0, max_cells: 200 }
    }
}

/// One test of one voxel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The voxel, in grid coordinates.
    pub voxel: [i32; 3],
    /// Where on the ray, in units of |direction|.
    pub t: f64,
    /// Whether it is a gap-filling probe.
    pub gap: bool,
}

/// What a method found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MethodHit {
    /// The voxel, in grid coordinates.
    pub voxel: [i32; 3],
    /// The face through which the method thinks it was entered; none where it is the voxel of the start.
    pub face: Option<Face>,
    /// Where on the ray, in units of |direction|.
    pub t: f64,
}

/// How a method ended.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ending {
    hit: Option<MethodHit>,
    /// Whether it stopped before the end of the ray without a hit.
    gave_up: bool,
}

impl Ending {
    /// The end of the ray was reached.
    const NOTHING: Self = Self { hit: None, gave_up: false };
}

impl Method {
    /// All of them, the oldest first.
    pub const ALL: [Self; 4] = [Self::Step, Self::Gapfill, Self::Walk, Self::Exact];

    /// The name used on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Gapfill => "gapfill",
            Self::Walk => "walk",
            Self::Exact => "exact",
        }
    }

    /// Casts one ray, given in grid space, and tells of every voxel that is tested, in order. None: nothing found, or a
    /// ray that is none ([`Ray::is_valid`]). The range of times counts as in [`Scene::cast_rays`].
    ///
    /// ```
    /// use voxray::methods::{Method, MethodOptions};
    /// use voxray::{GridBox, Ray, SceneBuilder};
    /// // The ray cuts a corner of the one voxel that is filled.
    /// let mut builder = SceneBuilder::new().bounds(GridBox::with_sides([8; 3])?);
    /// builder.insert([1, 1, 0], 1)?;
    /// let scene = builder.build()?;
    /// let ray = Ray::between([0.5, 0.25, 0.5], [6.5, 5.25, 0.5]);
    /// let options = MethodOptions::default();
    /// let cast = |method: Method| Some(method.cast(&scene, &ray, &options, |_look| {})?.voxel);
    /// assert_eq!(cast(Method::Step), None);
    /// assert_eq!(cast(Method::Gapfill), Some([1, 1, 0]));
    /// assert_eq!(cast(Method::Exact), Some([1, 1, 0]));
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn cast(
        self,
        scene: &Scene,
        ray: &Ray,
        options: &MethodOptions,
        look: impl FnMut(Look),
    ) -> Option<MethodHit> {
        self.run(scene, ray, options, look).hit
    }

    /// As [`Self::cast`], and tells whether the method gave up.
    #[inline]
    fn run(
        self,
        scene: &Scene,
        ray: &Ray,
        options: &MethodOptions,
        look: impl FnMut(Look),
    ) -> Ending {
        let whole = |hit| Ending { hit, gave_up: false };
        if self == Self::Exact {
            return whole(exact::cast(scene, ray, look));
        }
        let Some(span) = Span::of(ray, scene.bounds()) else { return Ending::NOTHING };
        let mut probe = Probe::new(scene, span, look);
        match self {
            Self::Step => whole(step::cast(&mut probe, options.step)),
            Self::Gapfill => whole(gapfill::cast(&mut probe, options.step)),
            Self::Walk | Self::Exact => walk::cast(&mut probe, options.max_cells),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Error::usage(format!("there is no method {name:?}; the methods are {known}"))
        })
    }
}
