//! What a reader or writer of scenes is told, and what it tells.

use std::collections::BTreeMap;

use super::axes::Axes;
use crate::aabb::GridBox;
use crate::error::Result;
use crate::scene::Scene;
use crate::space::Transform;

/// How a scene is loaded. The default takes the file as it is.
///
/// ```
/// use voxray::io::LoadOptions;
/// let options = LoadOptions { axes: "zyx".parse()?, memory: Some(1 << 30), ..LoadOptions::default() };
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// How many threads; 0 = all that the affinity mask and the container's quota give.
    pub threads: usize,
    /// How the indices of a dense array count; other formats say themselves how they lie.
    pub axes: Axes,
    /// The sides of a voxel in world units, in place of what the file says. A raster of heights is not resampled: where it
    /// says how wide its cells are, x and y must be that.
    pub voxel_size: Option<[f64; 3]>,
    /// The world position of grid position (0, 0, 0), in place of what the file says.
    pub origin: Option<[f64; 3]>,
    /// The most bytes of memory to take; none = what the system says is available.
    pub memory: Option<u64>,
    /// Loads only this part of the scene (grid coordinates).
    pub bounds: Option<GridBox>,
    /// How many voxels along the longest side, for sources without a grid of their own (points, meshes) where no voxel
    /// size is told; none = [`DEFAULT_RESOLUTION`].
    pub resolution: Option<u32>,
    /// What becomes of occupied, free and unknown space in octrees (`.bt`, `.ot`).
    #[cfg(feature = "octomap")]
    pub octree: super::octomap::OctreeOptions,
    /// Which numbers of a volume are filled (`.nrrd`, `.mhd`, `.nii` and their like).
    #[cfg(feature = "volume")]
    pub volume: super::volume::VolumeOptions,
    /// How worlds of blocks are read.
    #[cfg(feature = "minecraft")]
    pub blocks: super::minecraft::BlockOptions,
    /// What is told of meshes and city models.
    #[cfg(feature = "mesh")]
    pub mesh: super::mesh::MeshOptions,
    /// What points count.
    #[cfg(feature = "points")]
    pub points: super::points::PointOptions,
    /// How heights become columns.
    #[cfg(feature = "terrain")]
    pub terrain: super::terrain::TerrainOptions,
}

/// Voxels along the longest side of points or a mesh, where nothing is told.
pub const DEFAULT_RESOLUTION: u32 = 256;

impl LoadOptions {
    /// The box to load of a file that holds `whole`: what it has in common with the part that is asked for.
    #[allow(dead_code, reason = "which formats have a box depends on the features")]
    pub(super) fn part_of(&self, whole: GridBox) -> Result<GridBox> {
        whole.part(self.bounds)
    }

    /// The sides of a voxel that are told; of rasters the height may be told by itself.
    pub(super) fn told_sides(&self) -> Option<[f64; 3]> {
        #[cfg(feature = "terrain")]
        if let (Some([x, y, _]), Some(height)) = (self.voxel_size, self.terrain.cell_height) {
            return Some([x, y, height]);
        }
        self.voxel_size
    }

    /// The scene, placed in the world as asked for.
    pub(super) fn place(&self, scene: Scene) -> Result<Scene> {
        let told = *scene.transform();
        let origin = self.origin.unwrap_or(told.origin);
        let voxel_size = self.told_sides().unwrap_or(told.voxel_size);
        Ok(scene.with_transform(Transform::new(origin, voxel_size)?))
    }
}

/// How a scene is saved.
#[derive(Debug, Clone)]
pub struct SaveOptions {
    /// Whether an .npz file is compressed.
    pub compress: bool,
    /// Whether the faces of an .obj or .glb file are merged to rectangles where they can be. If not, each voxel's face
    /// stands by itself: many more, but the mesh is closed, and what it encloses ([`Fill::Inside`](crate::voxelize::Fill))
    /// are the same voxels.
    pub merge: bool,
}

impl Default for SaveOptions {
    fn default() -> Self {
        Self { compress: true, merge: true }
    }
}

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoadReport {
    /// The format, by its file ending.
    pub format: &'static str,
    /// How its axes and units were read, in words.
    pub convention: String,
    /// What the file is made of, by name: `models`, `instances`, `placed_voxels` and so on.
    pub source: BTreeMap<String, u64>,
    /// What was passed over, by reason.
    pub skipped: BTreeMap<String, u64>,
}

#[allow(dead_code, reason = "of formats built alone some skip nothing, and some only write")]
impl LoadReport {
    /// A report of nothing yet.
    pub(super) fn new(format: &'static str, convention: impl Into<String>) -> Self {
        Self { format, convention: convention.into(), ..Self::default() }
    }

    /// Adds to what was passed over.
    pub(super) fn skip(&mut self, reason: impl Into<String>, more: u64) {
        if more > 0 {
            *self.skipped.entry(reason.into()).or_default() += more;
        }
    }

    /// Adds to what the file is made of.
    pub(super) fn count(&mut self, name: &str, more: u64) {
        *self.source.entry(name.into()).or_default() += more;
    }
}
