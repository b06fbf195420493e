//! What every target does: loads bytes as a file of one format.
//!
//! A reader passes where it returns, with a scene or an error; a panic, a hang, or memory beyond the limit of the driver
//! is a finding. The scene that comes out is cast against once, as damaged tables show there.

use std::path::PathBuf;

use voxray::io::{LoadOptions, load_scene};
use voxray::{Ray, Scene};

/// Memory that a reader may take: little, so that the largest scene that is allowed is made in a moment.
const MEMORY: u64 = 32 << 20;

/// A file in memory for one process, so that no disk is worn.
fn file_named(ending: &str) -> PathBuf {
    let shared = PathBuf::from("/dev/shm");
    let folder = if shared.is_dir() { shared } else { std::env::temp_dir() };
    folder.join(format!("voxray-fuzz-{}.{ending}", std::process::id()))
}

/// The driver takes every panic for a finding, by its hook. Those of other people's decoders that the reader makes an
/// error of are none.
fn pass_over_guarded_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let driver = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !voxray::io::is_guarded() {
                driver(panic);
            }
        }));
    });
}

/// Loads `bytes` as a file with this ending.
pub fn load(ending: &str, bytes: &[u8]) {
    pass_over_guarded_panics();
    let path = file_named(ending);
    std::fs::write(&path, bytes).expect("the folder for temporary files can be written to");
    let options = LoadOptions { memory: Some(MEMORY), threads: 1, ..LoadOptions::default() };
    match load_scene(&path, &options) {
        Ok((scene, _)) => look_through(&scene),
        Err(error) => assert!(!error.to_string().contains('\n'), "one line: {error}"),
    }
}

fn look_through(scene: &Scene) {
    let bounds = scene.bounds();
    let middle = [0, 1, 2].map(|k| (f64::from(bounds.min[k]) + f64::from(bounds.max[k])) / 2.0);
    let from = scene.transform().to_world(middle.map(|x| x + 0.25));
    for direction in [[1.0, 0.5, 0.25], [-0.3, -1.0, 0.7], [0.2, 0.1, -1.0]] {
        let _ = scene.cast_ray(&Ray::new(from, direction));
    }
}
