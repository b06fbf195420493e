//! Where to look at the demo scenes from.

use super::spec::DemoSpec;

/// A place to take a picture from, in world coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewpoint {
    /// Where the camera is.
    pub eye: [f64; 3],
    /// What it looks at.
    pub target: [f64; 3],
    /// The vertical angle of view in degrees.
    pub fov: f64,
    /// Towards the sun.
    pub sun: [f64; 3],
}

impl DemoSpec {
    /// A place that shows the scene well; none where the usual view of any scene does.
    pub fn viewpoint(&self) -> Option<Viewpoint> {
        let sides = self.bounds().ok()?.sides().map(f64::from);
        let at = |share: [f64; 3]| [0, 1, 2].map(|axis| share[axis] * sides[axis]);
        match self {
            Self::Terrain(_) => Some(Viewpoint {
                eye: at([0.02, 0.02, 0.98]),
                target: at([0.5, 0.5, 0.22]),
                fov: 45.0,
                sun: [-0.35, 0.6, 0.5],
            }),
            Self::City(_) => Some(Viewpoint {
                eye: at([-0.03, 0.195, 0.95]),
                target: at([0.5, 0.47, 0.18]),
                fov: 48.0,
                sun: [-0.5, 0.62, 0.6],
            }),
            Self::Room(_) => Some(Viewpoint {
                eye: at([0.045, 0.17, 0.7]),
                target: at([0.72, 0.62, 0.3]),
                fov: 68.0,
                sun: [0.84, -0.3, 0.42],
            }),
            Self::Village(_) => Some(Viewpoint {
                eye: at([0.06, 0.02, 1.3]).map(|k| k / 4.0),
                target: at([0.36, 0.42, 0.2]).map(|k| k / 4.0),
                fov: 42.0,
                sun: [-0.45, -0.5, 0.6],
            }),
            Self::Noise(_) | Self::Menger(_) | Self::Cave(_) => None,
        }
    }
}
