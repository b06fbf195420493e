//! Scenes made by other people, where they are at hand: not part of this project, and skipped where absent.
#![cfg(feature = "formats")]

mod binvox;
mod mesh;
mod minecraft;
mod points;
mod terrain;
mod vox;
mod vxl;

use std::path::{Path, PathBuf};

use voxray::io::{LoadOptions, LoadReport, load_scene};
use voxray::{Error, Scene};

/// The file, if the folder of shared data is there.
fn shared(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there, so {name} was not read", folder.display());
        return None;
    }
    Some(folder.join(name))
}

fn load(path: &Path) -> Result<(Scene, LoadReport), Error> {
    load_scene(path, &LoadOptions::default())
}
