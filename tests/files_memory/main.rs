//! Peak memory of the readers: at most 64 MiB and 4 times (file + built scene). One test, as it measures the process.
#![cfg(feature = "formats")]

mod hollow;
mod meshes;
mod rasters;

use std::path::{Path, PathBuf};

use peak_alloc::PeakAlloc;
use voxray::demo::DemoSpec;
use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene};
use voxray::{ErrorKind, Scene, readable_bytes};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ALWAYS: u64 = 64 << 20;

/// All bytes of a file, or of the files of a folder.
fn file_bytes(path: &Path) -> u64 {
    if path.is_dir() {
        let entries = path.read_dir().expect("a folder");
        return entries.map(|entry| file_bytes(&entry.expect("an entry").path())).sum();
    }
    path.metadata().expect("a file").len()
}

/// Loads a file and compares the peak with what it is made of; of a file that does not load only the file counts.
fn check(path: &Path, options: &LoadOptions) -> voxray::Result<Scene> {
    let before = MEMORY.current_usage() as u64;
    MEMORY.reset_peak_usage();
    let loaded = load_scene(path, options);
    let peak = (MEMORY.peak_usage() as u64).saturating_sub(before);
    let scene = loaded.as_ref().map_or(0, |(scene, _)| scene.bytes());
    let second = options.terrain.surface.as_deref().map_or(0, file_bytes);
    let allowed = ALWAYS + 4 * (file_bytes(path) + second + scene);
    let [shown, most] = [peak, allowed].map(readable_bytes);
    eprintln!("{}: peak {shown}, allowed {most}", path.display());
    assert!(peak <= allowed, "{}: {shown} at the peak, allowed {most}", path.display());
    loaded.map(|(scene, _)| scene)
}

/// Loads a file that is refused as it is read, long before all of it is there.
fn check_refused(path: &Path) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let error = load_scene(path, &LoadOptions::default()).expect_err("refused").to_string();
    let peak = (MEMORY.peak_usage().saturating_sub(before)) as u64;
    assert!(error.contains("out of proportion") && error.contains("--memory"), "{error}");
    assert!(peak < 3 * ALWAYS, "{}: {} at the peak", path.display(), readable_bytes(peak));
}

/// Files of the project's own writers, of scenes that are large, sparse, or of many materials.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let scenes = [
        ("city", "demo:city?size=256&height=128"),
        ("dust", "demo:noise?size=256&p=0.01"),
        ("village", "demo:village?size=128"),
    ];
    for (name, spec) in scenes {
        let scene = spec.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a scene");
        for ending in voxray::io::writable_endings() {
            let path = folder.join(format!("{name}.{ending}"));
            match save_scene(&scene, &path, &SaveOptions::default()) {
                Ok(()) => files.push(path),
                // Not every format holds every scene.
                Err(error) => assert_eq!(error.kind(), ErrorKind::Input, "{error}"),
            }
        }
    }
    files
}

/// Files of others, where they are at hand.
fn shared_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let Ok(kinds) = folder.read_dir() else {
        eprintln!("skipped: {} is not there, so its files were not read", folder.display());
        return Vec::new();
    };
    let folders = kinds.map(|kind| kind.expect("an entry").path()).filter(|path| path.is_dir());
    folders
        .flat_map(|kind| kind.read_dir().expect("a folder"))
        .map(|e| e.expect("a file").path())
        .collect()
}

#[test]
fn peaks_stay_within_file_and_scene() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let readable = voxray::io::readable_endings();
    let is_readable = |path: &Path| {
        let name = path.to_string_lossy();
        path.is_dir() || readable.iter().any(|ending| name.ends_with(&format!(".{ending}")))
    };
    let mut files = own_files(folder.path());
    assert!(files.len() > 8, "{} files of our own", files.len());
    files.extend(shared_files());
    let plain = LoadOptions::default();
    for path in files.iter().filter(|path| is_readable(path)) {
        // Not every file of others loads.
        let _ = check(path, &plain);
    }
    for path in meshes::files(folder.path()) {
        assert!(check(&path, &plain).is_ok(), "{} loads", path.display());
    }
    for (path, voxels) in hollow::files(folder.path()) {
        let loaded = check(&path, &plain);
        let loaded = loaded.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(loaded.voxel_count(), voxels, "{}", path.display());
    }
    check_refused(&hollow::water(folder.path()));
    for (path, options) in rasters::files(folder.path()) {
        // Its rows lie across, so that all of them would have to be held.
        let is_refused = path.ends_with("fortran.npz");
        assert_eq!(check(&path, &options).is_ok(), !is_refused, "{} loads", path.display());
    }
}
