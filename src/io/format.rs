//! The table of scene formats: what each is called, who reads and writes it, and what may be told of it.
//!
//! A new format is one line here.

use std::path::Path;

use super::axes::Axes;
#[cfg(all(feature = "npy", not(feature = "terrain")))]
use super::dense::{load_npy, load_npz};
use super::options::{LoadOptions, LoadReport, SaveOptions};
#[cfg(feature = "terrain")]
use super::terrain::{load_npy, load_npz};
use crate::error::{Error, Result};
use crate::scene::Scene;

type Load = fn(&Path, &LoadOptions) -> Result<(Scene, LoadReport)>;
type IsTurned = fn(&LoadOptions) -> bool;
type Save = fn(&Scene, &Path, &SaveOptions) -> Result<()>;

/// A format of scenes.
pub(super) struct Format {
    /// The endings of its files, in lower case, without the dot.
    pub(super) endings: &'static [&'static str],
    pub(super) load: Option<Load>,
    pub(super) save: Option<Save>,
    /// What else than place, part and memory may be told of it.
    pub(super) takes: &'static [Knob],
}

/// An option that some formats take only. Told of another it is a mistake, not to be passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Knob {
    Axes,
    Resolution,
    #[cfg(feature = "minecraft")]
    Blocks,
    #[cfg(feature = "mesh")]
    Fill,
    #[cfg(feature = "mesh")]
    Up,
    #[cfg(feature = "cityjson")]
    Lod,
    #[cfg(feature = "points")]
    Points,
    #[cfg(feature = "terrain")]
    Terrain,
}

/// All knobs, with what a message calls them and how to see whether one was turned.
const KNOBS: &[(Knob, &str, IsTurned)] = &[
    (Knob::Axes, "the order of axes (--axes)", |options| options.axes != Axes::default()),
    (Knob::Resolution, "the resolution (--resolution)", |options| options.resolution.is_some()),
    #[cfg(feature = "minecraft")]
    (
        Knob::Blocks,
        "what blocks are (--fluids, --passable, --no-shapes, --no-leaves, --block-table, --block-box)",
        |options| options.blocks != super::minecraft::BlockOptions::default(),
    ),
    #[cfg(feature = "mesh")]
    (Knob::Fill, "what is filled (--fill)", |options| options.mesh.fill.is_some()),
    #[cfg(feature = "mesh")]
    (Knob::Up, "the axis that points up (--up)", |options| options.mesh.up.is_some()),
    #[cfg(feature = "cityjson")]
    (Knob::Lod, "the level of detail (--lod)", |options| options.mesh.lod.is_some()),
    #[cfg(feature = "points")]
    (Knob::Points, "what points count (--min-points, --classes)", |options| {
        options.points != super::points::PointOptions::default()
    }),
    #[cfg(feature = "terrain")]
    (
        Knob::Terrain,
        "how heights become columns (--terrain, --surface, --base and others)",
        |options| options.terrain != super::terrain::TerrainOptions::default(),
    ),
];

/// What may be told of points.
#[cfg(feature = "points")]
const POINT_KNOBS: &[Knob] = &[Knob::Resolution, Knob::Points];

/// What may be told of arrays.
#[cfg(feature = "npy")]
const ARRAY_KNOBS: &[Knob] = &[
    Knob::Axes,
    #[cfg(feature = "terrain")]
    Knob::Terrain,
];

/// What may be told of meshes that do not say which way is up.
#[cfg(any(feature = "mesh", feature = "surface"))]
const MESH_KNOBS: &[Knob] = &[
    #[cfg(feature = "mesh")]
    Knob::Resolution,
    #[cfg(feature = "mesh")]
    Knob::Fill,
    #[cfg(feature = "mesh")]
    Knob::Up,
];

/// What may be told of meshes that say which way is up.
#[cfg(any(feature = "mesh", feature = "surface"))]
const GLTF_KNOBS: &[Knob] = &[
    #[cfg(feature = "mesh")]
    Knob::Resolution,
    #[cfg(feature = "mesh")]
    Knob::Fill,
];

/// What may be told of polygon files: they hold meshes or points.
#[cfg(any(feature = "mesh", feature = "points"))]
const PLY_KNOBS: &[Knob] = &[
    Knob::Resolution,
    #[cfg(feature = "points")]
    Knob::Points,
    #[cfg(feature = "mesh")]
    Knob::Fill,
    #[cfg(feature = "mesh")]
    Knob::Up,
];

/// The formats that this build knows.
pub(super) const FORMATS: &[Format] = &[
    #[cfg(feature = "npy")]
    Format {
        endings: &["npy"],
        load: Some(load_npy),
        save: Some(|scene, path, _| super::dense::save_npy(scene, path)),
        takes: ARRAY_KNOBS,
    },
    #[cfg(feature = "npy")]
    Format {
        endings: &["npz"],
        load: Some(load_npz),
        save: Some(|scene, path, options| super::dense::save_npz(scene, path, options.compress)),
        takes: ARRAY_KNOBS,
    },
    #[cfg(feature = "vox")]
    Format {
        endings: &["vox"],
        load: Some(super::vox::load),
        save: Some(|scene, path, _| super::vox::save(scene, path)),
        takes: &[],
    },
    #[cfg(feature = "vxr")]
    Format {
        endings: &["vxr"],
        load: Some(super::vxr::load),
        save: Some(|scene, path, _| super::vxr::save(scene, path)),
        takes: &[],
    },
    #[cfg(feature = "minecraft")]
    Format {
        endings: super::minecraft::ENDINGS,
        load: Some(super::minecraft::load),
        save: None,
        takes: &[Knob::Blocks],
    },
    #[cfg(feature = "binvox")]
    Format {
        endings: &["binvox"],
        load: Some(super::binvox::load),
        save: Some(|scene, path, _| super::binvox::save(scene, path)),
        takes: &[],
    },
    #[cfg(feature = "vxl")]
    Format { endings: &["vxl"], load: Some(super::vxl::load), save: None, takes: &[] },
    #[cfg(feature = "points")]
    Format {
        endings: &["las", "laz"],
        load: Some(super::points::load_las),
        save: None,
        takes: POINT_KNOBS,
    },
    #[cfg(any(feature = "mesh", feature = "points"))]
    Format { endings: &["ply"], load: Some(super::ply::load), save: None, takes: PLY_KNOBS },
    #[cfg(feature = "points")]
    Format {
        endings: &["pcd"],
        load: Some(super::points::load_pcd),
        save: None,
        takes: POINT_KNOBS,
    },
    #[cfg(feature = "points")]
    Format {
        endings: &["xyz"],
        load: Some(super::points::load_xyz),
        save: None,
        takes: POINT_KNOBS,
    },
    #[cfg(feature = "terrain")]
    Format {
        endings: &["tif", "tiff", "asc", "hgt", "png"],
        load: Some(super::terrain::load),
        save: None,
        takes: &[Knob::Terrain],
    },
    #[cfg(any(feature = "mesh", feature = "surface"))]
    Format {
        endings: &["obj"],
        #[cfg(feature = "mesh")]
        load: Some(super::mesh::load_obj),
        #[cfg(not(feature = "mesh"))]
        load: None,
        #[cfg(feature = "surface")]
        save: Some(|scene, path, _| super::faces::save_obj(scene, path)),
        #[cfg(not(feature = "surface"))]
        save: None,
        takes: MESH_KNOBS,
    },
    #[cfg(any(feature = "mesh", feature = "surface"))]
    Format {
        endings: &["glb"],
        #[cfg(feature = "mesh")]
        load: Some(super::mesh::load_gltf),
        #[cfg(not(feature = "mesh"))]
        load: None,
        #[cfg(feature = "surface")]
        save: Some(|scene, path, _| super::faces::save_glb(scene, path)),
        #[cfg(not(feature = "surface"))]
        save: None,
        takes: GLTF_KNOBS,
    },
    #[cfg(feature = "mesh")]
    Format { endings: &["stl"], load: Some(super::mesh::load_stl), save: None, takes: MESH_KNOBS },
    #[cfg(feature = "mesh")]
    Format {
        endings: &["gltf"],
        load: Some(super::mesh::load_gltf),
        save: None,
        takes: GLTF_KNOBS,
    },
    #[cfg(feature = "cityjson")]
    Format {
        endings: &["json"],
        load: Some(super::cityjson::load),
        save: None,
        takes: &[Knob::Resolution, Knob::Fill, Knob::Lod],
    },
    #[cfg(feature = "cityjson")]
    Format {
        endings: &["jsonl"],
        load: Some(super::cityjson::load_sequence),
        save: None,
        takes: &[Knob::Resolution, Knob::Fill, Knob::Lod],
    },
];

impl LoadOptions {
    /// What is told that only files of some formats take, in words; none where a scene of any source will do.
    ///
    /// ```
    /// use voxray::io::LoadOptions;
    /// assert_eq!(LoadOptions::default().told_of_files(), None);
    /// let options = LoadOptions { resolution: Some(512), ..LoadOptions::default() };
    /// assert_eq!(options.told_of_files(), Some("the resolution (--resolution)"));
    /// ```
    pub fn told_of_files(&self) -> Option<&'static str> {
        KNOBS.iter().find(|(_, _, is_turned)| is_turned(self)).map(|&(_, what, _)| what)
    }
}

impl Format {
    /// The format of a file, by the end of its name; a folder is a world of blocks.
    ///
    /// # Errors
    /// Where no format has its ending.
    pub(super) fn of(path: &Path) -> Result<&'static Self> {
        let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase());
        let name = name.unwrap_or_default();
        let has = |ending: &&str| {
            name.strip_suffix(*ending).is_some_and(|stem| stem.len() > 1 && stem.ends_with('.'))
        };
        let is_folder = path.is_dir();
        let reads = |format: &&Self| match is_folder {
            true => format.endings.contains(&"mca"),
            false => format.endings.iter().any(has),
        };
        let found = FORMATS.iter().find(reads);
        found.ok_or_else(|| no_format(path))
    }

    /// Refuses options that say nothing of this format.
    ///
    /// # Errors
    /// Of kind usage, naming the option and the formats that take it.
    pub(super) fn refuse_others(&self, options: &LoadOptions) -> Result<()> {
        for &(knob, what, is_turned) in KNOBS {
            if is_turned(options) && !self.takes.contains(&knob) {
                let takers = FORMATS.iter().filter(|format| format.takes.contains(&knob));
                return Err(Error::usage(format!(
                    "{what} can be told for {} only; leave it out",
                    dotted(takers.flat_map(|format| format.endings))
                )));
            }
        }
        Ok(())
    }
}

/// The endings of scene files that this build reads.
pub fn readable_endings() -> Vec<&'static str> {
    let readable = FORMATS.iter().filter(|format| format.load.is_some());
    readable.flat_map(|format| format.endings).copied().collect()
}

/// The endings of scene files that this build writes.
pub fn writable_endings() -> Vec<&'static str> {
    let writable = FORMATS.iter().filter(|format| format.save.is_some());
    writable.flat_map(|format| format.endings).copied().collect()
}

/// Endings as a list for people.
pub(super) fn dotted<'a>(endings: impl IntoIterator<Item = &'a &'static str>) -> String {
    let dotted: Vec<_> = endings.into_iter().map(|ending| format!(".{ending}")).collect();
    dotted.join(", ")
}

fn no_format(path: &Path) -> Error {
    let known = dotted(&readable_endings());
    Error::usage(match path.extension() {
        None => format!("has no ending that tells its format; the endings of scenes are {known}"),
        Some(ending) => format!(
            "no scene format has the ending .{}; the endings of scenes are {known}",
            ending.to_string_lossy()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_formats_share_an_ending() {
        let mut endings = readable_endings();
        endings.sort_unstable();
        let count = endings.len();
        endings.dedup();
        assert_eq!(endings.len(), count, "{endings:?}");
    }

    #[test]
    #[cfg(feature = "vxr")]
    fn a_format_is_found_in_any_case_of_letters() {
        let format = Format::of(Path::new("folder.npy/A.VXR")).expect("known");
        assert_eq!(format.endings, ["vxr"], "by the end of the name");
        for name in [".vxr", "vxr", "a.vxr.gz", "a.", ""] {
            assert!(Format::of(Path::new(name)).is_err(), "{name:?} tells no format");
        }
    }
}
