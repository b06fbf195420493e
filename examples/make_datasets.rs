//! Makes the files of `datasets/`: `cargo run --release --example make_datasets [-- FOLDER]`.
//!
//! The same bytes on every machine; a test holds the files to that.

use std::path::{Path, PathBuf};

use voxray::demo::{DemoSpec, RayClass, RayParams};
use voxray::io::{Dtype, RayWriter, SaveOptions, save_scene};
use voxray::{Result, Scene};

/// Scenes, by the file they go to.
const SCENES: [(&str, &str); 5] = [
    ("hills.vox", "demo:terrain?size=64&height=32&seed=5"),
    ("streets.vxr", "demo:city?size=64&height=48&seed=2"),
    ("sponge.npy", "demo:menger?level=3"),
    ("dust.npz", "demo:noise?size=40&p=0.02&seed=9"),
    ("hamlet.vxr", HAMLET),
];

/// A world of blocks.
const HAMLET: &str = "demo:village?size=128&seed=4";

fn main() -> Result<()> {
    make(&std::env::args().nth(1).map_or_else(|| PathBuf::from("datasets"), PathBuf::from))
}

/// Writes all files into `folder`.
pub fn make(folder: &Path) -> Result<()> {
    for (file, name) in SCENES {
        let scene = name.parse::<DemoSpec>()?.build(0)?;
        save_scene(&scene, &folder.join(file), &SaveOptions::default())?;
    }
    let hills = SCENES[0].1.parse::<DemoSpec>()?.build(0)?;
    write_rays(&hills, RayClass::Camera, 6, &folder.join("rays.npy"))?;
    write_rays(&hills, RayClass::Pairs, 7, &folder.join("segments.csv"))?;
    write_pairs(&hills, &folder.join("pairs.csv"))?;
    let hamlet = HAMLET.parse::<DemoSpec>()?.build(0)?;
    write_rays(&hamlet, RayClass::Pairs, 7, &folder.join("hamlet_segments.csv"))
}

fn params() -> RayParams {
    RayParams { camera_side: 48, pairs: 500, seed: 3, ..RayParams::default() }
}

fn write_rays(scene: &Scene, class: RayClass, width: usize, file: &Path) -> Result<()> {
    let rays = class.make(scene, &params())?;
    let mut writer = RayWriter::create(file, width, Dtype::F32)?;
    writer.write(&rays.view())?;
    writer.finish()
}

/// The ends of random segments.
fn write_pairs(scene: &Scene, file: &Path) -> Result<()> {
    use std::fmt::Write as _;
    let rays = RayClass::Pairs.make(scene, &params())?;
    let mut text = String::from("ax,ay,az,bx,by,bz\n");
    for index in 0..rays.len() {
        let ray = rays.view().ray(index);
        let [a, b, c] = ray.origin;
        let [d, e, f] = [0, 1, 2].map(|k| ray.origin[k] + f64::from(ray.t_far) * ray.direction[k]);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{a},{b},{c},{d:.3},{e:.3},{f:.3}");
    }
    let mut output = voxray::io::AtomicFile::create(file)?;
    std::io::Write::write_all(&mut output, text.as_bytes())
        .map_err(|error| output.error(&error))?;
    output.finish()
}
