//! What a picture is made of, in grid space: the same list is drawn as SVG here and turned by the page in a browser.

use serde::Serialize;

use super::Solid;
use super::solids::cube;

/// The layers, in the order in which they are drawn; each can be switched off in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Layer {
    /// What is filled.
    Filled,
    /// The box and its planes.
    Planes,
    /// Empty blocks.
    Skipped,
    /// Visited voxels.
    Voxels,
    /// What a method does.
    Method,
    /// The ray and its hit.
    Ray,
}

impl Layer {
    pub(super) const ALL: [Self; 6] =
        [Self::Filled, Self::Planes, Self::Skipped, Self::Voxels, Self::Method, Self::Ray];

    /// What it is called in classes of the style.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Filled => "filled",
            Self::Planes => "planes",
            Self::Skipped => "skipped",
            Self::Voxels => "voxels",
            Self::Method => "method",
            Self::Ray => "ray",
        }
    }
}

/// How the points of a shape are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// A box (two corners) of which three sides are seen; faint where it would hide the way.
    Solid,
    /// A box (two corners) of which three sides are seen, whatever lies before it.
    Block,
    /// The edges of a box (two corners).
    Wire,
    /// A flat area (its corners).
    Area,
    /// A line.
    Line,
    /// A line with a head.
    Arrow,
    /// A dot.
    Dot,
    /// A rhombus.
    Rhombus,
}

/// A thing in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Shape {
    pub(super) layer: Layer,
    pub(super) kind: Kind,
    /// The class of the style.
    pub(super) class: &'static str,
    pub(super) points: Vec<[f64; 3]>,
}

impl Shape {
    pub(super) fn new(
        layer: Layer,
        kind: Kind,
        class: &'static str,
        points: impl Into<Vec<[f64; 3]>>,
    ) -> Self {
        Self { layer, kind, class, points: points.into() }
    }

    /// A shape that is given by the two corners of a box.
    pub(super) fn of_box(layer: Layer, kind: Kind, class: &'static str, solid: &Solid) -> Self {
        Self::new(layer, kind, class, corners(solid))
    }

    /// A shape that is given by a voxel.
    pub(super) fn of_voxel(layer: Layer, kind: Kind, class: &'static str, voxel: [i32; 3]) -> Self {
        Self::of_box(layer, kind, class, &cube(voxel))
    }
}

/// The lower and the upper corner.
pub(super) fn corners(&Solid([x0, y0, z0, x1, y1, z1]): &Solid) -> [[f64; 3]; 2] {
    [[x0, y0, z0], [x1, y1, z1]]
}

/// The middle of a voxel.
pub(super) fn middle(voxel: [i32; 3]) -> [f64; 3] {
    voxel.map(|k| f64::from(k) + 0.5)
}

/// A text at a place in space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Label {
    pub(super) layer: Layer,
    /// The class of the style; `number` for the small ones, which are left out where there is no room.
    pub(super) class: &'static str,
    pub(super) at: [f64; 3],
    pub(super) lines: Vec<String>,
}

impl Label {
    pub(super) fn is_small(&self) -> bool {
        self.class == "number"
    }
}

/// The edges of a box, as pairs of corners (bit 0 = x, bit 1 = y, bit 2 = z).
pub(super) const EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// The corner `index` of a box.
pub(super) fn corner(ends: &[[f64; 3]], index: usize) -> [f64; 3] {
    [0, 1, 2].map(|axis| ends[index >> axis & 1][axis])
}

/// The four corners, in turn, of the side of a box that lies on an axis, low or high.
pub(super) fn side(ends: &[[f64; 3]], axis: usize, high: bool) -> [[f64; 3]; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[on_u, on_v]| {
        let mut point = [0.0; 3];
        point[axis] = ends[usize::from(high)][axis];
        point[u] = ends[on_u][u];
        point[v] = ends[on_v][v];
        point
    })
}
