//! City models in JSON (`.json`: `CityJSON` 1.0 to 2.0; `.jsonl`: sequences of features).
//!
//! ```text
//!   document  ->  transform, vertices, objects
//!   objects   ->  of each the highest level of detail: polygons -> triangles, one body per solid
//! ```
//!
//! A material is what a surface is (`RoofSurface`), or else what its object is (`Building`). Each solid is filled on its
//! own, so buildings that overlap are both full. What is not closed (terrain, many old buildings) keeps its surface.

mod document;
mod objects;

use std::path::Path;

use serde_json::Value;

use self::document::{Document, Steps};
use self::objects::Objects;
use crate::budget;
use crate::error::{Error, Result};
use crate::georeference::Georeference;
use crate::io::mesh::{MeshSource, Up, build, read_mesh_file, without_mark};
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

const CONVENTION: &str = "x east, y north, z up, as the grid: nothing turned or mirrored; world coordinates of the file's reference system, metres";

/// Loads a `.json`.
pub(super) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read(path, options)?;
    let mut objects = begin();
    let document = parse(&bytes, 1)?;
    check_head(&document)?;
    let steps = document.transform;
    add(&mut objects, document, steps, options)?;
    drop(bytes);
    finish(objects, options)
}

/// Loads a `.jsonl`: a document in the first line, a feature in each that follows.
pub(super) fn load_sequence(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read(path, options)?;
    let mut objects = begin();
    let (mut steps, mut is_first) = (None, true);
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let document = parse(line, index + 1)?;
        if std::mem::take(&mut is_first) {
            check_head(&document)?;
            steps = document.transform;
        } else if document.kind != "CityJSONFeature" {
            return Err(Error::input(format!(
                "line {} is no CityJSONFeature; write one feature a line",
                index + 1
            )));
        }
        add(&mut objects, document, steps, options)
            .map_err(|error| Error::input(format!("line {}: {error}", index + 1)))?;
    }
    if is_first {
        return Err(Error::input("holds no line of CityJSON; save it again"));
    }
    drop(bytes);
    finish(objects, options)
}

/// The bytes of a file, if there is room for them and for the mesh that is made of them.
fn read(path: &Path, options: &LoadOptions) -> Result<Vec<u8>> {
    let bytes = read_mesh_file(path, options)?;
    budget::check((bytes.len() as u64).saturating_mul(4), options.memory)?;
    Ok(bytes)
}

fn begin() -> Objects {
    let report = LoadReport::new("cityjson", CONVENTION);
    Objects::new(MeshSource { report, keep_open: true, ..MeshSource::default() })
}

fn parse(bytes: &[u8], line: usize) -> Result<Document<'_>> {
    serde_json::from_slice(without_mark(bytes)).map_err(|error| {
        let place = if line == 1 { String::new() } else { format!("line {line}: ") };
        Error::input(format!("{place}is no sound CityJSON ({error}); save it again"))
    })
}

fn check_head(document: &Document<'_>) -> Result<()> {
    if document.kind != "CityJSON" {
        return Err(Error::input(
            "is JSON, but no CityJSON: its type is not CityJSON; of .json files only city models can be read",
        ));
    }
    let known = ["1.", "2."].iter().any(|major| document.version.starts_with(major));
    if !known {
        let version: String = document.version.chars().take(20).collect();
        return Err(Error::input(format!(
            "is CityJSON of version {version:?}; versions 1.0 to 2.0 can be read"
        )));
    }
    Ok(())
}

fn add(
    objects: &mut Objects,
    mut document: Document<'_>,
    steps: Option<Steps>,
    options: &LoadOptions,
) -> Result<()> {
    if let Some(reference) = &document.metadata.reference_system {
        objects.source.georeference = georeference(reference);
    }
    let vertices = std::mem::take(&mut document.vertices);
    let first = objects.source.mesh.vertices.len();
    objects.source.mesh.vertices.extend(vertices.into_iter().map(|vertex| place(vertex, steps)));
    let range = first..objects.source.mesh.vertices.len();
    objects.add(&document, range, options.mesh.lod.as_deref())
}

fn place(vertex: [f64; 3], steps: Option<Steps>) -> [f64; 3] {
    let Some(Steps { scale, translate }) = steps else { return vertex };
    [0, 1, 2].map(|axis| vertex[axis] * scale[axis] + translate[axis])
}

/// `EPSG:` and the number, out of the address that the file has; else as the file has it.
fn georeference(reference: &Value) -> Georeference {
    let text = reference.as_str().unwrap_or_default();
    let digits = text.rsplit(['/', ':']).next().unwrap_or_default();
    let is_epsg = text.contains("EPSG")
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let crs = if is_epsg { format!("EPSG:{digits}") } else { text.into() };
    Georeference { crs, axes: "x east, y north, z up".into() }
}

fn finish(objects: Objects, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    build(objects.finish(), Up::Z, options)
}
