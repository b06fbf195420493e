//! The SCENE of a command: a file, or a scene made on the spot.

use std::path::Path;

use clap::Args;
use voxray::demo::DemoSpec;
use voxray::io::{LoadOptions, LoadReport, load_scene};
use voxray::{Error, GridBox, Result, Scene, Transform};

use super::flags::{bytes, grid_box, point, sizes};
use super::load_flags::{
    BlockFlags, MeshFlags, OctreeFlags, PointFlags, TerrainFlags, VolumeFlags,
};
use super::say::complain;

/// What starts the name of a demo scene.
const DEMO: &str = "demo:";

/// Rays or pairs that are held at once however little memory is allowed.
const FEWEST_ROWS: usize = 4096;

/// The scene, and how to read it.
#[derive(Debug, Clone, Args)]
pub(crate) struct SceneArgs {
    /// A file, the folder of a world of blocks, or demo:NAME[?key=value&...].
    pub(crate) scene: String,
    #[command(flatten)]
    pub(crate) how: SceneFlags,
}

/// How to read a scene.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Reading the scene")]
pub(crate) struct SceneFlags {
    /// How a dense array is indexed: the three letters in any order, a leading - flips an axis, as in zyx or x-yz.
    #[arg(long, value_name = "AXES", allow_hyphen_values = true)]
    pub(crate) axes: Option<String>,
    /// Sides of a voxel in world units: one number or three. Cells of a raster keep their sides (see --cell-height).
    #[arg(long, value_name = "S|SX,SY,SZ", value_parser = sizes, allow_hyphen_values = true)]
    pub(crate) voxel_size: Option<[f64; 3]>,
    /// Voxels along the longest side, for points and meshes where no voxel size is given (256).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 17), conflicts_with = "voxel_size")]
    pub(crate) resolution: Option<u32>,
    /// World position of the corner of voxel (0, 0, 0).
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub(crate) origin: Option<[f64; 3]>,
    /// Reads only this part: x0,y0,z0,x1,y1,z1 in voxels, without the upper corner.
    #[arg(long = "box", value_name = "BOX", value_parser = grid_box, allow_hyphen_values = true)]
    pub(crate) bounds: Option<GridBox>,
    /// The most memory to take, as in 800M or 2G.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    #[command(flatten, next_help_heading = "Octrees (.bt, .ot)")]
    pub(crate) octree: OctreeFlags,
    #[command(flatten, next_help_heading = "Volumes (.nrrd, .nhdr, .mha, .mhd, .nii)")]
    pub(crate) volume: VolumeFlags,
    #[command(flatten, next_help_heading = "Worlds of blocks")]
    pub(crate) blocks: BlockFlags,
    #[command(flatten, next_help_heading = "Meshes and city models")]
    pub(crate) mesh: MeshFlags,
    #[command(flatten, next_help_heading = "Point clouds")]
    pub(crate) points: PointFlags,
    #[command(flatten, next_help_heading = "Rasters of heights")]
    pub(crate) terrain: TerrainFlags,
    #[command(flatten, next_help_heading = None::<&'static str>)]
    end: EndOfHeading,
}

/// No flags: those that follow are a verb's own, and stand under no heading.
#[derive(Debug, Clone, Default, Args)]
struct EndOfHeading {}

impl SceneArgs {
    /// Reads or makes the scene.
    pub(crate) fn load(&self, threads: usize) -> Result<(Scene, LoadReport)> {
        let (scene, report) = match self.scene.strip_prefix(DEMO) {
            Some(_) => self.how.make(&self.scene, threads)?,
            None => load_scene(Path::new(&self.scene), &self.how.options(threads)?)?,
        };
        if scene.voxel_count() == 0 {
            complain(&format!("{}: no voxel of it is filled, as it was read", self.scene));
        }
        Ok((scene, report))
    }
}

impl SceneFlags {
    /// The options of the readers.
    pub(crate) fn options(&self, threads: usize) -> Result<LoadOptions> {
        let axes = self.axes.as_deref().map(str::parse).transpose()?.unwrap_or_default();
        Ok(LoadOptions {
            threads,
            axes,
            voxel_size: self.voxel_size,
            origin: self.origin,
            memory: self.memory,
            bounds: self.bounds,
            resolution: self.resolution,
            octree: self.octree.options(self.volume.threshold),
            volume: self.volume.options(),
            blocks: self.blocks.options(),
            mesh: self.mesh.options()?,
            points: self.points.options(),
            terrain: self.terrain.options()?,
        })
    }

    /// How many rows of so many bytes to hold at once, `most` at most. Building takes at least twice the memory that a
    /// scene takes in the end, so half of what is allowed is free once it is there.
    pub(crate) fn rows_at_once(&self, most: usize, bytes: u64) -> usize {
        let free = self.memory.unwrap_or(u64::MAX) / 2;
        usize::try_from(free / bytes).unwrap_or(most).clamp(FEWEST_ROWS.min(most), most)
    }

    fn make(&self, name: &str, threads: usize) -> Result<(Scene, LoadReport)> {
        let told = self.bounds.map(|_| "the part to read (--box)");
        if let Some(told) = told.or(self.options(threads)?.told_of_files()) {
            return Err(Error::usage(format!(
                "{told} is for files; the size of a demo scene is part of its name, as in demo:city?size=512"
            )));
        }
        let spec: DemoSpec = name.parse()?;
        spec.check_memory(self.memory)?;
        let scene = spec.build(threads)?;
        let told = *scene.transform();
        let transform = Transform::new(
            self.origin.unwrap_or(told.origin),
            self.voxel_size.unwrap_or(told.voxel_size),
        )?;
        let report = LoadReport {
            format: "demo",
            convention: match spec {
                DemoSpec::Village(_) => {
                    "made on the spot; z up, a block of 4 x 4 x 4 voxels is one metre"
                }
                _ => "made on the spot; z up, one voxel is one metre",
            }
            .into(),
            ..LoadReport::default()
        };
        Ok((scene.with_transform(transform), report))
    }
}
