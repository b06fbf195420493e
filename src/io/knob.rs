//! Options that some formats take only, and which formats those are told by.

use super::axes::Axes;
use super::options::LoadOptions;

type IsTurned = fn(&LoadOptions) -> bool;

/// An option that some formats take only. Told of another it is a mistake, not to be passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Knob {
    Axes,
    Resolution,
    #[cfg(feature = "octomap")]
    Octree,
    #[cfg(any(feature = "octomap", feature = "volume"))]
    Threshold,
    #[cfg(feature = "volume")]
    Labels,
    #[cfg(feature = "minecraft")]
    Blocks,
    #[cfg(feature = "mesh")]
    Fill,
    #[cfg(feature = "mesh")]
    Up,
    #[cfg(feature = "cityjson")]
    Lod,
    #[cfg(feature = "points")]
    Points,
    #[cfg(feature = "terrain")]
    Terrain,
}

/// All knobs, with what a message calls them and how to see whether one was turned.
pub(super) const KNOBS: &[(Knob, &str, IsTurned)] = &[
    (Knob::Axes, "the order of axes (--axes)", |options| options.axes != Axes::default()),
    (Knob::Resolution, "the resolution (--resolution)", |options| options.resolution.is_some()),
    #[cfg(feature = "octomap")]
    (Knob::Octree, "what becomes of unknown and free space (--unknown, --free)", |options| {
        !options.octree.is_plain()
    }),
    #[cfg(any(feature = "octomap", feature = "volume"))]
    (Knob::Threshold, "the threshold (--threshold)", has_threshold),
    #[cfg(feature = "volume")]
    (Knob::Labels, "the labels to fill (--labels)", |options| options.volume.labels.is_some()),
    #[cfg(feature = "minecraft")]
    (
        Knob::Blocks,
        "what blocks are (--fluids, --passable, --no-shapes, --no-leaves, --block-table, --block-box)",
        |options| options.blocks != super::minecraft::BlockOptions::default(),
    ),
    #[cfg(feature = "mesh")]
    (Knob::Fill, "what is filled (--fill)", |options| options.mesh.fill.is_some()),
    #[cfg(feature = "mesh")]
    (Knob::Up, "the axis that points up (--up)", |options| options.mesh.up.is_some()),
    #[cfg(feature = "cityjson")]
    (Knob::Lod, "the level of detail (--lod)", |options| options.mesh.lod.is_some()),
    #[cfg(feature = "points")]
    (Knob::Points, "what points count (--min-points, --classes)", |options| {
        options.points != super::points::PointOptions::default()
    }),
    #[cfg(feature = "terrain")]
    (
        Knob::Terrain,
        "how heights become columns (--terrain, --surface, --base and others)",
        |options| options.terrain != super::terrain::TerrainOptions::default(),
    ),
];

/// What may be told of points.
#[cfg(feature = "points")]
pub(super) const POINT_KNOBS: &[Knob] = &[Knob::Resolution, Knob::Points];

/// What may be told of arrays.
#[cfg(feature = "npy")]
pub(super) const ARRAY_KNOBS: &[Knob] = &[
    Knob::Axes,
    #[cfg(feature = "terrain")]
    Knob::Terrain,
];

/// What may be told of meshes that do not say which way is up.
#[cfg(any(feature = "mesh", feature = "surface"))]
pub(super) const MESH_KNOBS: &[Knob] = &[
    #[cfg(feature = "mesh")]
    Knob::Resolution,
    #[cfg(feature = "mesh")]
    Knob::Fill,
    #[cfg(feature = "mesh")]
    Knob::Up,
];

/// What may be told of meshes that say which way is up.
#[cfg(any(feature = "mesh", feature = "surface"))]
pub(super) const GLTF_KNOBS: &[Knob] = &[
    #[cfg(feature = "mesh")]
    Knob::Resolution,
    #[cfg(feature = "mesh")]
    Knob::Fill,
];

/// What may be told of polygon files: they hold meshes or points.
#[cfg(any(feature = "mesh", feature = "points"))]
pub(super) const PLY_KNOBS: &[Knob] = &[
    Knob::Resolution,
    #[cfg(feature = "points")]
    Knob::Points,
    #[cfg(feature = "mesh")]
    Knob::Fill,
    #[cfg(feature = "mesh")]
    Knob::Up,
];

#[cfg(any(feature = "octomap", feature = "volume"))]
fn has_threshold(options: &LoadOptions) -> bool {
    #[cfg(feature = "octomap")]
    if options.octree.threshold.is_some() {
        return true;
    }
    #[cfg(feature = "volume")]
    if options.volume.threshold.is_some() {
        return true;
    }
    false
}

impl LoadOptions {
    /// What is told that only files of some formats take, in words; none where a scene of any source will do.
    ///
    /// ```
    /// use voxray::io::LoadOptions;
    /// assert_eq!(LoadOptions::default().told_of_files(), None);
    /// let options = LoadOptions { resolution: Some(512), ..LoadOptions::default() };
    /// assert_eq!(options.told_of_files(), Some("the resolution (--resolution)"));
    /// ```
    pub fn told_of_files(&self) -> Option<&'static str> {
        KNOBS.iter().find(|(_, _, is_turned)| is_turned(self)).map(|&(_, what, _)| what)
    }
}
