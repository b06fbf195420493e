//! Files: scenes in and out, rays in, hits out.
//!
//! ```text
//!   .npy .npz  ->  dense/  --+
//!   .bt .ot    ->  octomap/ -+
//!   .nrrd .nhdr .mhd .mha .nii .nii.gz .hdr  ->  volume/ -+
//!   .vox       ->  vox/    --+->  load_scene  ->  Scene, LoadReport
//!   .vxr       ->  vxr/    --+                    Scene  ->  save_scene  ->  AtomicFile  ->  .npy .npz .vox .vxr
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
#[cfg(feature = "scenes")]
mod bytes;
#[cfg(any(feature = "npy", feature = "volume"))]
mod dense;
#[cfg(feature = "scenes")]
mod format;
#[cfg(any(feature = "npy", feature = "octomap", feature = "volume"))]
mod measured;
#[cfg(feature = "npy")]
mod npy_header;
#[cfg(feature = "octomap")]
mod octomap;
#[cfg(feature = "scenes")]
mod options;
#[cfg(any(feature = "scenes", feature = "csv", feature = "bench"))]
mod plain_file;
#[cfg(any(feature = "npy", feature = "csv"))]
mod rays;
#[cfg(feature = "scenes")]
mod scene_file;
#[cfg(any(feature = "npy", feature = "csv"))]
mod table;
#[cfg(feature = "volume")]
mod volume;
#[cfg(feature = "vox")]
mod vox;
#[cfg(feature = "vxr")]
mod vxr;

pub use atomic::{AtomicFile, remove_unfinished};
#[cfg(feature = "scenes")]
pub use axes::Axes;
#[cfg(feature = "scenes")]
pub use format::{readable_endings, writable_endings};
#[cfg(feature = "octomap")]
pub use octomap::{Free, OctreeOptions, Unknown};
#[cfg(feature = "scenes")]
pub use options::{DEFAULT_RESOLUTION, LoadOptions, LoadReport, SaveOptions};
#[cfg(feature = "bench")]
pub(crate) use plain_file::open_plain;
#[cfg(any(feature = "npy", feature = "csv"))]
pub use rays::{PairReader, RayBlock, RayReader, RayWriter};
#[cfg(feature = "scenes")]
pub use scene_file::{load_scene, save_scene};
#[cfg(any(feature = "npy", feature = "csv"))]
pub use table::{ColumnData, Dtype, HitWriter, TableColumn, TableWriter};
#[cfg(feature = "volume")]
pub use volume::{LabelRange, VolumeOptions};
#[cfg(feature = "vxr")]
pub use vxr::verify_vxr_body;
