//! glTF 2.0 scenes (`.gltf`, `.glb`).
//!
//! ```text
//!   container  ->  document (JSON) and buffers
//!   place      ->  each node once: mesh, placement
//!   accessor   ->  positions, indices: checked before they are read
//!   here       ->  triangles in the world, turned from y up to z up; materials
//! ```
//!
//! Read are triangles, strips and fans, with their materials' base colour and glow. Textures, skins, morphing, animation
//! and instances by extension are counted and passed over; what is compressed is refused by name.

mod accessor;
mod container;
mod document;
mod place;

use std::borrow::Cow;
use std::path::Path;

use self::accessor::Store;
use self::document::{Document, Material, Primitive};
use self::place::{Placement, apply, placed_meshes};
use super::materials::byte;
use super::options::Up;
use super::source::{MeshSource, build, check_room, read_mesh_file};
use crate::error::{Error, Result};
use crate::grid::UNNAMED_MATERIAL;
use crate::io::options::{LoadOptions, LoadReport};
use crate::palette::{MaterialInfo, Palette};
use crate::scene::Scene;
use crate::voxelize::TriangleMesh;

const CONVENTION: &str =
    "y up: (x, y, z) of the file is (x, -z, y), nothing mirrored; units are metres";
/// Extensions that change nothing of where triangles are.
const KNOWN: [&str; 8] = [
    "KHR_mesh_quantization",
    "KHR_materials_emissive_strength",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_texture_transform",
    "KHR_lights_punctual",
    "KHR_materials_pbrSpecularGlossiness",
    "EXT_texture_webp",
];
/// Materials that have a number: 0 is empty, 1 unnamed.
const MOST_MATERIALS: usize = u16::MAX as usize - 1;

/// Loads a `.gltf` or `.glb`.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let bytes = read_mesh_file(path, options)?;
    let source = read(&bytes, path, options)?;
    drop(bytes);
    build(source, Up::Y, options)
}

fn read(bytes: &[u8], path: &Path, options: &LoadOptions) -> Result<MeshSource> {
    let (text, beside) = container::split(bytes)?;
    let document: Document = serde_json::from_slice(text).map_err(|error| {
        Error::input(format!("is no sound glTF document ({error}); save it again"))
    })?;
    check(&document)?;
    let buffers = container::buffers(&document, beside, path, options)?;
    let placed = placed_meshes(&document)?;
    let store = Store { document, buffers };
    let [vertices, triangles] = counts(&store, &placed);
    let [file, held] = held(bytes, &store);
    check_room(file, held, [vertices, triangles], options)?;
    let mut source =
        MeshSource { report: LoadReport::new("gltf", CONVENTION), ..MeshSource::default() };
    source.mesh.vertices.reserve_exact(vertices);
    source.mesh.triangles.reserve_exact(triangles);
    source.mesh.materials.reserve_exact(triangles);
    for (mesh, placement) in &placed {
        let primitives = store.document.meshes.get(*mesh).ok_or_else(|| {
            Error::input(format!("mesh {mesh} is named and not there; save it again"))
        })?;
        for primitive in &primitives.primitives {
            add_primitive(&store, primitive, placement, &mut source)
                .map_err(|error| Error::input(format!("mesh {mesh}: {error}")))?;
        }
    }
    source.mesh.palette = palette(&store.document.materials);
    let count = source.mesh.triangles.len() as u64;
    source.report.count("faces", count);
    source.report.count("instances", placed.len() as u64);
    report_passed_over(&store.document, &mut source.report);
    Ok(source)
}

/// Counts what says more of the scene than is read.
fn report_passed_over(document: &Document, report: &mut LoadReport) {
    let mut skip = |reason: &str, count: usize| report.skip(reason, count as u64);
    let textured = |m: &&Material| m.pbr_metallic_roughness.base_color_texture.is_some();
    skip("textures", document.materials.iter().filter(textured).count());
    let nodes = || document.nodes.iter();
    skip("skins (shown as at rest)", nodes().filter(|node| node.skin.is_some()).count());
    let repeated = nodes().filter(|node| node.extensions.instancing.is_some()).count();
    skip("nodes with instances by EXT_mesh_gpu_instancing (shown once)", repeated);
    let primitives = document.meshes.iter().flat_map(|mesh| &mesh.primitives);
    skip("morph targets (shown as at rest)", primitives.map(|part| part.targets.len()).sum());
    skip("animations (shown as at rest)", document.animations.len());
}

/// The bytes of the file and of the largest buffer that is not in it, as many may name one; and with all of them.
fn held(bytes: &[u8], store: &Store<'_>) -> [usize; 2] {
    let owned = |buffer: &Cow<'_, [u8]>| match buffer {
        Cow::Owned(owned) => owned.len(),
        Cow::Borrowed(_) => 0,
    };
    let owned = || store.buffers.iter().map(owned);
    [owned().max().unwrap_or(0), owned().sum()].map(|more| bytes.len() + more)
}

fn check(document: &Document) -> Result<()> {
    let version: String = document.asset.version.chars().take(20).collect();
    if !version.starts_with("2.") {
        return Err(Error::input(format!("is glTF of version {version:?}; version 2 can be read")));
    }
    if document.materials.len() > MOST_MATERIALS {
        return Err(Error::input(format!(
            "has {} materials; a scene has numbers for {MOST_MATERIALS}; join some",
            document.materials.len()
        )));
    }
    match document.extensions_required.iter().find(|name| !KNOWN.contains(&name.as_str())) {
        Some(name) => Err(Error::input(format!(
            "needs the extension {:?}, which is not read; save it without compression or extensions",
            name.chars().take(60).collect::<String>()
        ))),
        None => Ok(()),
    }
}

/// How many vertices and triangles all meshes have, wherever they are placed; what cannot be read counts nothing.
fn counts(store: &Store<'_>, placed: &[(usize, Placement)]) -> [usize; 2] {
    let meshes = placed.iter().filter_map(|(mesh, _)| store.document.meshes.get(*mesh));
    meshes.flat_map(|mesh| &mesh.primitives).fold([0_usize; 2], |sum, primitive| {
        let position = primitive.attributes.get("POSITION");
        let points = position.and_then(|&at| store.positions(at).ok()).map_or(0, |all| all.len());
        let corners = match primitive.indices {
            Some(indices) => store.indices(indices).map_or(0, |(count, _)| count),
            None => points,
        };
        let more = [points, triangle_count(primitive.mode, corners)];
        [0, 1].map(|k| sum[k].saturating_add(more[k]))
    })
}

/// How many triangles so many corners are: 4 triangles, 5 a strip, 6 a fan.
fn triangle_count(mode: Option<u64>, corners: usize) -> usize {
    match mode.unwrap_or(4) {
        4 => corners / 3,
        5 | 6 => corners.saturating_sub(2),
        _ => 0,
    }
}

fn add_primitive(
    store: &Store<'_>,
    primitive: &Primitive,
    placement: &Placement,
    source: &mut MeshSource,
) -> Result<()> {
    let mode = primitive.mode.unwrap_or(4);
    let position = primitive.attributes.get("POSITION");
    let (Some(&position), 4..=6) = (position, mode) else {
        source.report.skip("primitives without triangles", 1);
        return Ok(());
    };
    let points = store.positions(position)?;
    let first = source.mesh.vertices.len();
    let count = points.len();
    if u32::try_from(first.saturating_add(count)).is_err() {
        return Err(Error::input("has more than 2^32 vertices; cut it into parts"));
    }
    source.mesh.vertices.extend(points.map(|point| apply(placement, point)));
    match primitive.indices {
        Some(indices) => {
            let (corners, index) = store.indices(indices)?;
            let triangles = triangle_count(primitive.mode, corners);
            add_triangles(&mut source.mesh, [first, count], mode, triangles, index)?;
        }
        None => {
            let triangles = triangle_count(primitive.mode, count);
            let index = |k: usize| u32::try_from(k).unwrap_or(u32::MAX);
            add_triangles(&mut source.mesh, [first, count], mode, triangles, index)?;
        }
    }
    let mesh = &mut source.mesh;
    let material = primitive.material.map_or(UNNAMED_MATERIAL, number);
    mesh.materials.resize(mesh.triangles.len(), material);
    Ok(())
}

/// Adds triangles of corners that `index` names, which are among `count` vertices from `first` on.
fn add_triangles(
    mesh: &mut TriangleMesh,
    [first, count]: [usize; 2],
    mode: u64,
    triangles: usize,
    index: impl Fn(usize) -> u32,
) -> Result<()> {
    for k in 0..triangles {
        let places = match mode {
            4 => [3 * k, 3 * k + 1, 3 * k + 2],
            5 => [k, k + 1, k + 2],
            _ => [0, k + 1, k + 2],
        };
        let corners = places.map(&index);
        if let Some(beyond) = corners.iter().find(|&&corner| corner as usize >= count) {
            return Err(Error::input(format!(
                "a corner is vertex {beyond}, and the primitive has {count} (from 0)"
            )));
        }
        // That all vertices have a number was checked.
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        mesh.triangles.push(corners.map(|corner| corner + first));
    }
    Ok(())
}

/// The number of a material: 0 is empty, 1 unnamed.
fn number(index: usize) -> u16 {
    u16::try_from(index.saturating_add(2)).unwrap_or(u16::MAX)
}

fn palette(materials: &[Material]) -> Palette {
    let mut palette = Palette::default();
    for (index, material) in materials.iter().enumerate() {
        let [r, g, b, a] = material.pbr_metallic_roughness.base_color_factor.unwrap_or([1.0; 4]);
        let [r, g, b] = [r, g, b].map(|part| byte(encoded(part)));
        let strength = material.extensions.emissive.as_ref().and_then(|e| e.emissive_strength);
        let glow = material.emissive_factor.into_iter().fold(0.0, f32::max).min(f32::MAX);
        palette.insert(
            number(index),
            MaterialInfo {
                name: material.name.clone(),
                color: Some([r, g, b, byte(a)]),
                emission: (glow * strength.unwrap_or(1.0).clamp(0.0, f32::MAX)).min(f32::MAX),
                glass: material.alpha_mode == "BLEND" || material.extensions.transmission.is_some(),
            },
        );
    }
    palette
}

/// From linear to sRGB (IEC 61966-2-1).
fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}
