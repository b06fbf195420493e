//! The table of scene formats: what each is called, who reads and writes it, and what may be told of it.
//!
//! A new format is one line here.

use std::path::Path;

#[cfg(all(feature = "npy", not(feature = "terrain")))]
use super::dense::{load_npy, load_npz};
#[cfg(feature = "npy")]
use super::knob::ARRAY_KNOBS;
#[cfg(any(feature = "mesh", feature = "points"))]
use super::knob::PLY_KNOBS;
#[cfg(feature = "points")]
use super::knob::POINT_KNOBS;
#[cfg(any(feature = "mesh", feature = "surface"))]
use super::knob::{GLTF_KNOBS, MESH_KNOBS};
use super::knob::{KNOBS, Knob};
use super::options::{LoadOptions, LoadReport, SaveOptions};
#[cfg(feature = "terrain")]
use super::terrain::{load_npy, load_npz};
use crate::error::{Error, Result};
use crate::scene::Scene;

type Load = fn(&Path, &LoadOptions) -> Result<(Scene, LoadReport)>;
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
    #[cfg(feature = "octomap")]
    Format {
        endings: &["bt", "ot"],
        load: Some(super::octomap::load),
        save: None,
        takes: &[Knob::Octree, Knob::Threshold],
    },
    #[cfg(feature = "volume")]
    Format {
        endings: &["nrrd", "nhdr"],
        load: Some(super::volume::load_nrrd),
        save: None,
        takes: &[Knob::Threshold, Knob::Labels],
    },
    #[cfg(feature = "volume")]
    Format {
        endings: &["mhd", "mha"],
        load: Some(super::volume::load_metaimage),
        save: None,
        takes: &[Knob::Threshold, Knob::Labels],
    },
    #[cfg(feature = "volume")]
    Format {
        endings: &["nii", "nii.gz", "hdr"],
        load: Some(super::volume::load_nifti),
        save: None,
        takes: &[Knob::Threshold, Knob::Labels],
    },
    #[cfg(any(feature = "mesh", feature = "surface"))]
    Format {
        endings: &["obj"],
        #[cfg(feature = "mesh")]
        load: Some(super::mesh::load_obj),
        #[cfg(not(feature = "mesh"))]
        load: None,
        #[cfg(feature = "surface")]
        save: Some(|scene, path, options| super::faces::save_obj(scene, path, options.merge)),
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
        save: Some(|scene, path, options| super::faces::save_glb(scene, path, options.merge)),
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
