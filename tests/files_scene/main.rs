//! Scenes from and to files, through the public interface, with the bad inputs that users of such programs met.
#![cfg(feature = "formats")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the numbers of tests are small"
)]

mod binvox;
mod cityjson;
mod clouds;
mod every_format;
mod gltf;
mod las;
mod las_bytes;
mod limits;
mod mesh;
mod minecraft_files;
mod minecraft_worlds;
mod nbt_bytes;
mod npy;
mod npz;
mod obj;
mod octomap;
mod octomap_bytes;
mod ply;
mod stl;
mod surface;
mod survive;
mod terrain;
mod tiff_bytes;
mod volume;
mod volume_bytes;
mod vox;
mod vox_bytes;
mod vox_damaged;
mod vox_materials;
mod vxl;
mod vxr;

use std::path::PathBuf;

use voxray::io::{LoadOptions, LoadReport, load_scene};
use voxray::{Error, Scene};

/// A folder for the files of one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Where a file of this name is or will be.
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file of these bytes.
    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("the folder can be written to");
        path
    }

    /// Loads a file of these bytes.
    fn load_with(
        &self,
        name: &str,
        bytes: &[u8],
        options: &LoadOptions,
    ) -> Result<(Scene, LoadReport), Error> {
        load_scene(&self.write(name, bytes), options)
    }

    fn load(&self, name: &str, bytes: &[u8]) -> Result<(Scene, LoadReport), Error> {
        let loaded = self.load_with(name, bytes, &LoadOptions::default());
        if loaded.is_ok() {
            survive::keep_as_seed(name, bytes);
        }
        loaded
    }
}

/// Every filled voxel and its material, sorted.
fn voxels(scene: &Scene) -> Vec<([i32; 3], u16)> {
    let mut found = Vec::new();
    scene.for_each_voxel(|voxel, material| found.push((voxel, material)));
    found.sort_unstable();
    found
}

/// The one sentence of an error, which must name the file and end without a stop.
fn sentence(result: Result<(Scene, LoadReport), Error>) -> String {
    let message = result.expect_err("not a sound file").to_string();
    assert!(!message.contains('\n') && !message.ends_with('.'), "one sentence: {message}");
    message
}
