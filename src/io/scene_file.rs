//! Scenes from and to files, by the ending of their names.

use std::path::Path;

use super::format::{Format, dotted, writable_endings};
use super::options::{LoadOptions, LoadReport, SaveOptions};
use crate::error::{Error, Result};
use crate::pool::check_threads;
use crate::scene::Scene;

/// Loads a scene from a file of any format of [`readable_endings`](super::readable_endings).
///
/// A `.npy` or `.vxr` file, or a volume that is not packed, is mapped, not read: it must not be changed or cut short while
/// it is in use. A `.vxr` scene stays in the file; every other is in memory when this returns.
///
/// # Errors
/// Where the ending is unknown, the file is damaged or beyond a limit, or more memory would be needed than there is.
///
/// ```
/// use voxray::io::{LoadOptions, SaveOptions, load_scene, save_scene};
/// use voxray::{GridBox, Scene};
/// # let folder = std::env::temp_dir().join(format!("voxray-doc-scene-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("stairs.vxr");
/// let stairs = Scene::from_fn(GridBox::with_sides([9, 9, 9])?, 0, |[x, _, z]| u16::from(z < x))?;
/// # if voxray::io::readable_endings().contains(&"vxr") {
/// save_scene(&stairs, &path, &SaveOptions::default())?;
/// let (scene, report) = load_scene(&path, &LoadOptions::default())?;
/// assert_eq!((scene.voxel_count(), report.format), (stairs.voxel_count(), "vxr"));
/// # }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn load_scene(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    check_threads(options.threads)?;
    let load = || {
        let format = Format::of(path)?;
        let load = format.load.ok_or_else(|| {
            Error::usage("is of a format that voxray only writes; name what it was made from")
        })?;
        format.refuse_others(options)?;
        let (scene, report) = load(path, options)?;
        Ok((options.place(scene)?, report))
    };
    load().map_err(|error: Error| error.at(path))
}

/// Saves a scene to a file, in the format of its ending. The file appears whole or not at all.
///
/// Only `.vxr` keeps all of a scene. A dense array (`.npy`, `.npz`: `[x, y, z]`, C order, u8 where all materials are
/// below 256, else u16) is of the box alone, and index 0 is its lower corner, of which an `.npz` says where it lies; a
/// `.vox` file keeps box, voxels and colours, light or glass of at most 255 materials; neither it nor an `.npy` keeps how
/// the grid lies in the world. A `.binvox` file keeps voxels of at most 255 materials and where the box lies, if voxels are
/// cubes. A mesh (`.obj`, `.glb`) is of the exposed faces, merged where they are of one material, in world coordinates
/// (`.glb`: y up); it is read back as the same voxels only if they are not merged ([`SaveOptions::merge`]) and its inside is
/// filled. None but `.vxr` can hold blocks whose exact shapes are more than voxels.
///
/// # Errors
/// Where the ending is unknown, the format cannot hold the scene, or the file cannot be written.
pub fn save_scene(scene: &Scene, path: &Path, options: &SaveOptions) -> Result<()> {
    let save = || {
        if path.is_dir() {
            return Err(Error::output("is a folder, not a file; name a file in it"));
        }
        let save = Format::of(path)?.save.ok_or_else(|| {
            Error::usage(format!(
                "is of a format that voxray only reads; it writes {}",
                dotted(&writable_endings())
            ))
        })?;
        if !is_vxr(path) && scene.shapes().is_some_and(|shapes| !shapes.all_exact()) {
            return Err(Error::input(
                "this format cannot hold the exact shapes of the scene's blocks; save it as .vxr, or make full cubes of them where the world is read (--no-shapes, or shapes=0 for demo:village)",
            ));
        }
        save(scene, path, options)
    };
    save().map_err(|error: Error| error.at(path))
}

fn is_vxr(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vxr"))
}
