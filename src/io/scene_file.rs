//! Scenes from and to files, by the ending of their names.

use std::path::Path;

use super::options::{LoadOptions, LoadReport, SaveOptions};
use crate::error::{Error, Result};
use crate::scene::Scene;

/// The endings of scene files that this build reads and writes.
pub const SCENE_ENDINGS: &[&str] = &[
    #[cfg(feature = "npy")]
    "npy",
    #[cfg(feature = "npy")]
    "npz",
    #[cfg(feature = "vox")]
    "vox",
    #[cfg(feature = "vxr")]
    "vxr",
];

/// Loads a scene from a file: a dense array (`.npy`, `.npz`), a `MagicaVoxel` file (`.vox`) or voxray's own (`.vxr`).
///
/// A `.npy` or `.vxr` file is mapped, not read: it must not be changed or cut short while it is in use. A `.vxr` scene
/// stays in the file; every other is in memory when this returns.
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
/// # if voxray::io::SCENE_ENDINGS.contains(&"vxr") {
/// save_scene(&stairs, &path, &SaveOptions::default())?;
/// let (scene, report) = load_scene(&path, &LoadOptions::default())?;
/// assert_eq!((scene.voxel_count(), report.format), (stairs.voxel_count(), "vxr"));
/// # }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn load_scene(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let ending = known_ending(path).map_err(|error| error.at(path))?;
    if !matches!(ending, "npy" | "npz") {
        options.refuse_axes(ending).map_err(|error| error.at(path))?;
    }
    let loaded = match ending {
        #[cfg(feature = "npy")]
        "npy" => super::dense::load_npy(path, options),
        #[cfg(feature = "npy")]
        "npz" => super::dense::load_npz(path, options),
        #[cfg(feature = "vox")]
        "vox" => super::vox::load(path, options),
        #[cfg(feature = "vxr")]
        "vxr" => super::vxr::load(path, options),
        other => Err(no_reader(other)),
    };
    let placed = loaded.and_then(|(scene, report)| Ok((options.place(scene)?, report)));
    placed.map_err(|error| error.at(path))
}

/// Saves a scene to a file, in the format of its ending. The file appears whole or not at all.
///
/// Only `.vxr` keeps all of a scene. A dense array (`.npy`, `.npz`: `[x, y, z]`, C order, u8 where all materials are
/// below 256, else u16) is of the box alone, and index 0 is its lower corner; a `.vox` file keeps box, voxels and
/// colours of at most 255 materials. Neither keeps how the grid lies in the world, and neither can hold blocks whose exact
/// shapes are more than voxels.
///
/// # Errors
/// Where the ending is unknown, the format cannot hold the scene, or the file cannot be written.
#[cfg_attr(
    not(feature = "npy"),
    allow(unused_variables, reason = "only arrays have something to choose")
)]
pub fn save_scene(scene: &Scene, path: &Path, options: &SaveOptions) -> Result<()> {
    let ending = known_ending(path).map_err(|error| error.at(path))?;
    if ending != "vxr" && scene.shapes().is_some_and(|shapes| !shapes.all_exact()) {
        return Err(Error::input(format!(
            "a .{ending} file cannot hold the exact shapes of the scene's blocks; save it as .vxr"
        ))
        .at(path));
    }
    let saved = match ending {
        #[cfg(feature = "npy")]
        "npy" => super::dense::save_npy(scene, path),
        #[cfg(feature = "npy")]
        "npz" => super::dense::save_npz(scene, path, options.compress),
        #[cfg(feature = "vox")]
        "vox" => super::vox::save(scene, path),
        #[cfg(feature = "vxr")]
        "vxr" => super::vxr::save(scene, path),
        other => Err(no_reader(other)),
    };
    saved.map_err(|error| error.at(path))
}

/// The ending of `path`, if a scene can have it.
fn known_ending(path: &Path) -> Result<&'static str> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let known = SCENE_ENDINGS.iter().find(|known| known.eq_ignore_ascii_case(ending));
    known.copied().ok_or_else(|| no_reader(ending))
}

fn no_reader(ending: &str) -> Error {
    let known: Vec<String> = SCENE_ENDINGS.iter().map(|known| format!(".{known}")).collect();
    let known = known.join(", ");
    Error::usage(if ending.is_empty() {
        format!("has no ending that tells its format; the endings of scenes are {known}")
    } else {
        format!("no scene format has the ending .{ending}; the endings of scenes are {known}")
    })
}
