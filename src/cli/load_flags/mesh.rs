//! What can be told of meshes and city models.

use clap::Args;
use voxray::Result;
use voxray::io::MeshOptions;
use voxray::voxelize::Fill;

/// Flags for `.obj`, `.stl`, `.ply`, `.gltf`, `.glb` and CityJSON.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct MeshFlags {
    /// Of a mesh: its surface, the surface and what it encloses, or only the voxels whose centres are enclosed.
    #[arg(long, value_name = "WHAT", value_parser = ["surface", "solid", "inside"])]
    pub(crate) fill: Option<String>,
    /// Which axis of an .obj, .stl or .ply points up (z).
    #[arg(long, value_name = "AXIS", value_parser = ["y", "z"])]
    pub(crate) up: Option<String>,
    /// Which level of detail of a city model, as in 1.2 (the highest).
    #[arg(long, value_name = "LOD")]
    pub(crate) lod: Option<String>,
}

impl MeshFlags {
    /// The options of the readers.
    pub(crate) fn options(&self) -> Result<MeshOptions> {
        let fill = self.fill.as_deref().map(|fill| match fill {
            "solid" => Fill::Solid,
            "inside" => Fill::Inside,
            _ => Fill::Surface,
        });
        let up = self.up.as_deref().map(str::parse).transpose()?;
        Ok(MeshOptions { fill, up, lod: self.lod.clone() })
    }
}
