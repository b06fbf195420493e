//! Files: scenes in and out, rays in, hits out.
//!
//! ```text
//!   .npy .npz                         ->  dense/    --+
//!   .vox                              ->  vox/      --+
//!   .vxr                              ->  vxr/      --+
//!   .binvox                           ->  binvox/   --+->  load_scene  ->  Scene, LoadReport
//!   .vxl                              ->  vxl/      --+
//!   .bt .ot                           ->  octomap/  --+
//!   .nrrd .mhd .nii and their like    ->  volume/   --+
//!   .mca .schem .litematic, worlds   ->  minecraft/ -+
//!   .las .laz .ply .pcd .xyz          ->  points/   --+
//!   .obj .stl .ply .gltf .glb       ->  mesh/      --+
//!   .json .jsonl                      ->  cityjson/  --+
//!   .tif .asc .hgt .png, .np? in 2-D  ->  terrain/  --+
//!
//!   Scene  ->  save_scene  ->  AtomicFile  ->  .npy .npz .vox .vxr .binvox
//!                    +->  faces/  ->  .obj .glb
//!
//!   .npy .csv  ->  RayReader, PairReader  ->  blocks of rays  ->  cast
//!   cast  ->  HitWriter, TableWriter, RayWriter  ->  AtomicFile  ->  .npz .npy .csv
//! ```
//!
//! Every reader of scenes gives a grid whose z axis points up, without mirroring, and says in its report how the file's
//! axes and units were read. Nothing a file says is believed before it is checked: no size makes it take memory out of
//! proportion. Rays and hits stream: memory does not grow with their number. An output file appears whole or not at all.

mod atomic;
#[cfg(feature = "scenes")]
mod axes;
#[cfg(feature = "binvox")]
mod binvox;
#[cfg(feature = "scenes")]
mod bytes;
#[cfg(feature = "cityjson")]
mod cityjson;
#[cfg(any(feature = "npy", feature = "volume"))]
mod dense;
#[cfg(feature = "surface")]
mod faces;
#[cfg(feature = "scenes")]
mod format;
#[cfg(any(feature = "points", feature = "terrain"))]
mod geo_keys;
#[cfg(any(feature = "points", feature = "terrain"))]
mod guard;
#[cfg(feature = "scenes")]
mod knob;
#[cfg(any(feature = "npy", feature = "octomap", feature = "volume"))]
mod measured;
#[cfg(feature = "mesh")]
mod mesh;
#[cfg(feature = "minecraft")]
mod minecraft;
#[cfg(feature = "npy")]
mod npy_header;
#[cfg(any(feature = "mesh", feature = "points"))]
mod number;
#[cfg(feature = "octomap")]
mod octomap;
#[cfg(feature = "scenes")]
mod options;
#[cfg(feature = "npy")]
mod place_arrays;
#[cfg(any(feature = "scenes", feature = "csv", feature = "bench"))]
mod plain_file;
#[cfg(any(feature = "mesh", feature = "points"))]
mod ply;
#[cfg(feature = "points")]
mod points;
#[cfg(any(feature = "npy", feature = "csv"))]
mod rays;
#[cfg(any(feature = "npy", feature = "binvox"))]
mod row;
#[cfg(feature = "scenes")]
mod scene_file;
#[cfg(any(feature = "npy", feature = "csv"))]
mod table;
#[cfg(feature = "terrain")]
mod terrain;
#[cfg(feature = "volume")]
mod volume;
#[cfg(feature = "vox")]
mod vox;
#[cfg(feature = "vxl")]
mod vxl;
#[cfg(feature = "vxr")]
mod vxr;

pub use atomic::{AtomicFile, remove_unfinished};
#[cfg(feature = "scenes")]
pub use axes::Axes;
#[cfg(feature = "scenes")]
pub use format::{readable_endings, writable_endings};
#[cfg(any(feature = "points", feature = "terrain"))]
pub use guard::is_guarded;
#[cfg(feature = "mesh")]
pub use mesh::{MeshOptions, Up};
#[cfg(feature = "minecraft")]
pub use minecraft::{BlockOptions, load_blocks};
#[cfg(feature = "octomap")]
pub use octomap::{Free, OctreeOptions, Unknown};
#[cfg(feature = "scenes")]
pub use options::{DEFAULT_RESOLUTION, LoadOptions, LoadReport, SaveOptions};
#[cfg(feature = "bench")]
pub(crate) use plain_file::open_plain;
#[cfg(feature = "points")]
pub use points::PointOptions;
#[cfg(any(feature = "npy", feature = "csv"))]
pub use rays::{PairReader, RayBlock, RayReader, RayWriter};
#[cfg(feature = "scenes")]
pub use scene_file::{load_scene, save_scene};
#[cfg(any(feature = "npy", feature = "csv"))]
pub use table::{ColumnData, Dtype, HitWriter, TableColumn, TableWriter};
#[cfg(feature = "terrain")]
pub use terrain::{ColumnKind, SurfaceKind, TerrainOptions};
#[cfg(feature = "volume")]
pub use volume::{LabelRange, VolumeOptions};
#[cfg(feature = "vxr")]
pub use vxr::verify_vxr_body;
