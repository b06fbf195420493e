//! What to draw, and how.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::budget::check_job;
use crate::demo::Viewpoint;
use crate::error::{Error, Result};
use crate::options::Observer;
use crate::simd::Isa;

/// Where to look from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum View {
    /// From above a corner, so that all that is filled fits the picture.
    #[default]
    Overview,
    /// From a place (world coordinates), z up.
    Perspective {
        /// Where the camera is.
        eye: [f64; 3],
        /// What it looks at.
        target: [f64; 3],
        /// The vertical angle of view in degrees, above 0 and below 180.
        fov: f64,
    },
    /// From straight above without perspective: a map, x to the right and y up.
    Top,
}

impl From<Viewpoint> for View {
    fn from(Viewpoint { eye, target, fov, .. }: Viewpoint) -> Self {
        Self::Perspective { eye, target, fov }
    }
}

/// What the colours say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shade {
    /// Materials in sun and sky.
    #[default]
    Beauty,
    /// The normals of faces: red, green, blue = x, y, z.
    Normal,
    /// The distance: near is light, far is dark.
    Depth,
    /// The materials' own colours.
    Material,
    /// How open the surroundings are: ambient occlusion.
    Occlusion,
}

impl Shade {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Beauty, Self::Normal, Self::Depth, Self::Material, Self::Occlusion];

    /// The name, as read by `FromStr`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beauty => "beauty",
            Self::Normal => "normal",
            Self::Depth => "depth",
            Self::Material => "material",
            Self::Occlusion => "occlusion",
        }
    }
}

impl fmt::Display for Shade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Shade {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|shade| shade.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            Error::usage(format!("there is no shading {name:?}; choose one of {known}"))
        })
    }
}

/// What to draw, and how.
#[derive(Clone)]
pub struct RenderOptions {
    /// Pixels along a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Where to look from.
    pub view: View,
    /// What the colours say.
    pub shade: Shade,
    /// Samples along a side of a pixel, 1..=8: `samples` x `samples` rays from the camera for each pixel.
    pub samples: usize,
    /// Towards the sun, in world coordinates, of any length.
    pub sun: [f64; 3],
    /// How many threads; 0 = all that the affinity mask and the container's quota give.
    pub threads: usize,
    /// The instruction set; none = the best one.
    pub isa: Option<Isa>,
    /// Told of progress in *pixels*, and asked whether to stop.
    pub observer: Option<Arc<dyn Observer>>,
}

/// The longest side of a picture in pixels.
pub(super) const MAX_PIXELS: usize = 1 << 15;
const MAX_SAMPLES: usize = 8;

impl Default for RenderOptions {
    /// 1280 x 800 pixels of 2 x 2 samples.
    fn default() -> Self {
        Self {
            width: 1280,
            height: 800,
            view: View::default(),
            shade: Shade::default(),
            samples: 2,
            sun: [-0.36, -0.72, 0.6],
            threads: 0,
            isa: None,
            observer: None,
        }
    }
}

impl fmt::Debug for RenderOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderOptions")
            .field("size", &[self.width, self.height])
            .field("view", &self.view)
            .field("shade", &self.shade)
            .field("samples", &self.samples)
            .field("sun", &self.sun)
            .field("threads", &self.threads)
            .field("isa", &self.isa)
            .field("observer", &self.observer.is_some())
            .finish()
    }
}

impl RenderOptions {
    /// How many bytes of memory drawing takes, beside the scene.
    pub fn memory_bytes(&self) -> u64 {
        // Finished blocks wait beside the picture that they are copied into.
        6 * (self.width as u64) * (self.height as u64)
    }

    /// Checks the numbers.
    pub(super) fn check(&self) -> Result<()> {
        let sides = [self.width, self.height];
        if !sides.iter().all(|side| (1..=MAX_PIXELS).contains(side)) {
            return Err(Error::usage(format!(
                "a picture of {} x {} pixels cannot be made; each side may have 1 to {MAX_PIXELS}",
                self.width, self.height
            )));
        }
        if !(1..=MAX_SAMPLES).contains(&self.samples) {
            return Err(Error::usage(format!(
                "{} samples along a side of a pixel are asked for; choose 1 to {MAX_SAMPLES}",
                self.samples
            )));
        }
        let needed = self.memory_bytes();
        let what = format!("a picture of {} x {} pixels ", self.width, self.height);
        check_job(&what, needed, None, "make it smaller")?;
        let length: f64 = self.sun.iter().map(|k| k * k).sum();
        if !(length > 0.0 && length.is_finite()) {
            return Err(Error::usage(
                "the direction towards the sun needs three finite numbers, not all 0",
            ));
        }
        Ok(())
    }
}
