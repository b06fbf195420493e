//! How a batch is cast.

use std::fmt;
use std::sync::Arc;

use crate::batch::Columns;
use crate::error::{Error, Result};
use crate::kernel::reference::WalkLimits;
use crate::pool::check_threads;
use crate::simd::Isa;
use crate::space::Space;

/// Watches a batch while it is cast. Called from the threads that cast, often: once per tile of some thousand rays.
pub trait Observer: Send + Sync {
    /// So many more rays are done.
    fn advance(&self, rays: u64) {
        let _ = rays;
    }

    /// Whether to stop. The cast then returns an error of kind [`Cancelled`](crate::ErrorKind::Cancelled).
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// How a batch is cast.
///
/// ```
/// use voxray::{Columns, Options, Space};
/// let options = Options { columns: Columns::T_HIT, space: Space::Grid, ..Options::default() };
/// ```
#[derive(Clone)]
pub struct Options {
    /// Which columns to fill; as a default `t_hit`, `voxel`, `face`, `material` and `status`.
    pub columns: Columns,
    /// Which coordinates the rays are in; as a default the world's.
    pub space: Space,
    /// The first time that counts, for every ray: the later of this and the ray's own. 0 as a default.
    pub t_near: f32,
    /// The last time that counts, for every ray: the earlier of this and the ray's own. +inf as a default.
    pub t_far: f32,
    /// Pass over the filled voxels in which a ray starts, up to the first free one, or where there are boxes of blocks, over all
    /// that touches; not as a default.
    pub skip_inside: bool,
    /// The most faces that a ray may cross; as a default no limit.
    pub max_steps: u32,
    /// How many threads; 0, the default, = all that the affinity mask and the container's quota give.
    pub threads: usize,
    /// The instruction set; none = the best one. One above the machine's is an error.
    pub isa: Option<Isa>,
    /// Told of progress, and asked whether to stop.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            columns: Columns::default(),
            space: Space::World,
            t_near: 0.0,
            t_far: f32::INFINITY,
            skip_inside: false,
            max_steps: u32::MAX,
            threads: 0,
            isa: None,
            observer: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("columns", &self.columns)
            .field("space", &self.space)
            .field("t_near", &self.t_near)
            .field("t_far", &self.t_far)
            .field("skip_inside", &self.skip_inside)
            .field("max_steps", &self.max_steps)
            .field("threads", &self.threads)
            .field("isa", &self.isa)
            .field("observer", &self.observer.is_some())
            .finish()
    }
}

impl Options {
    /// Checks the numbers.
    pub(crate) fn check(&self) -> Result<()> {
        check_threads(self.threads)?;
        check_times(self.t_near, self.t_far)
    }

    /// What ends a walk.
    pub(crate) fn limits(&self) -> WalkLimits {
        WalkLimits { skip_inside: self.skip_inside, max_steps: self.max_steps }
    }

    /// The instruction set that a cast with these options uses.
    ///
    /// # Errors
    /// Where the one asked for is above the machine's.
    pub fn resolve_isa(&self) -> Result<Isa> {
        resolve_isa(self.isa)
    }

    /// Tells the observer, if there is one, of rays that are done.
    pub(crate) fn advance(&self, rays: u64) {
        if let Some(observer) = &self.observer {
            observer.advance(rays);
        }
    }

    /// An observer that passes on whether to stop, for a part of a job that counts by itself.
    pub(crate) fn cancel_only(&self) -> Option<Arc<dyn Observer>> {
        self.observer.clone().map(|observer| Arc::new(CancelOnly(observer)) as Arc<dyn Observer>)
    }

    /// Whether the observer says stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.is_cancelled())
    }
}

/// Checks a range of times that is common to all rays.
pub(crate) fn check_times(t_near: f32, t_far: f32) -> Result<()> {
    if t_near.is_nan() || t_near < 0.0 || t_far.is_nan() {
        return Err(Error::usage(format!(
            "the range of times [{t_near}, {t_far}] must have a start of 0 or more, and no NaN"
        )));
    }
    Ok(())
}

/// The instruction set to use where `asked` was asked for; none = the best one.
pub(crate) fn resolve_isa(asked: Option<Isa>) -> Result<Isa> {
    match asked {
        None => Ok(Isa::best()),
        Some(isa) if isa.is_available() => Ok(isa.min(Isa::best())),
        Some(isa) => Err(Error::usage(format!(
            "this machine has no {isa}; the best it has is {}",
            Isa::best()
        ))),
    }
}

/// Lets a cast be cancelled, but not count as progress.
struct CancelOnly(Arc<dyn Observer>);

impl Observer for CancelOnly {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
