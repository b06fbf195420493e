//! Writes the surface as binary glTF 2.0 (`.glb`).
//!
//! ```text
//!   "glTF" 2 length | length "JSON" {..} | length "BIN\0" positions: 4 x 3 f32 per rectangle, then indices: 6 u32
//! ```
//!
//! glTF is right-handed with y up and in metres, so (x, y, z) becomes (x, z, -y): turned about x, not mirrored. Positions
//! are f32, counted from the lower corner of the scene's box; where that lies is the translation of the one node, which
//! keeps its digits however far away it is. There are no normals, which in glTF stands for flat faces.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::material::{by_material, info_of, linear_color, mesh_name};
use super::quad::{Quad, quads_by_material};
use crate::error::{Error, Result};
use crate::io::atomic::write_whole;
use crate::palette::MaterialInfo;
use crate::scene::Scene;

/// Bytes of the positions of a rectangle: 4 corners of 3 numbers.
const POSITION_BYTES: usize = 4 * 3 * 4;
/// Bytes of its indices: two triangles.
const INDEX_BYTES: usize = 6 * 4;
/// The corners of its two triangles.
const TRIANGLES: [u32; 6] = [0, 1, 2, 0, 2, 3];
/// In glTF: numbers of 32 bits, and what a buffer is for.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34_962;
const ELEMENT_ARRAY_BUFFER: u32 = 34_963;
/// Extensions of materials: light beyond 1, and glass.
const STRENGTH: &str = "KHR_materials_emissive_strength";
const GLASS: &str = "KHR_materials_transmission";

/// Saves a `.glb`.
pub(in crate::io) fn save(scene: &Scene, path: &Path, merge: bool) -> Result<()> {
    let quads = quads_by_material(scene, merge)?;
    let mut text = document(scene, &quads).to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let lengths = lengths_of(text.len(), quads.len())?;
    write_whole(path, |out| write_parts(scene, &quads, &text, lengths, out))
}

/// The lengths of the whole file, of the text and of the binary part, which is left out where there are no rectangles.
fn lengths_of(text: usize, quads: usize) -> Result<[u32; 3]> {
    let binary = quads * (POSITION_BYTES + INDEX_BYTES);
    let whole = 12 + 8 + text + if quads == 0 { 0 } else { 8 + binary };
    match [whole, text, binary].map(u32::try_from) {
        [Ok(whole), Ok(text), Ok(binary)] => Ok([whole, text, binary]),
        _ => Err(Error::output(format!(
            "a .glb file is at most 4 GiB, and a surface of {quads} rectangles takes more; save it as .obj or cut it into parts with --box"
        ))),
    }
}

fn write_parts(
    scene: &Scene,
    quads: &[Quad],
    text: &[u8],
    [whole, head, body]: [u32; 3],
    out: &mut impl Write,
) -> std::io::Result<()> {
    out.write_all(b"glTF")?;
    [2, whole, head].iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
    out.write_all(b"JSON")?;
    out.write_all(text)?;
    if quads.is_empty() {
        return Ok(());
    }
    out.write_all(&body.to_le_bytes())?;
    out.write_all(b"BIN\0")?;
    write_binary(scene, quads, out)
}

fn write_binary(scene: &Scene, quads: &[Quad], out: &mut impl Write) -> std::io::Result<()> {
    for position in quads.iter().flat_map(|quad| positions(scene, quad)) {
        out.write_all(&position.map(f32::to_le_bytes).concat())?;
    }
    for (_, part) in by_material(quads) {
        // Counted from the first corner of the material's own part.
        for first in (0..).step_by(4).take(part.len()) {
            let indices = TRIANGLES.map(|corner: u32| (first + corner).to_le_bytes());
            out.write_all(&indices.concat())?;
        }
    }
    Ok(())
}

/// The corners of a rectangle, from the lower corner of the box, y up.
fn positions(scene: &Scene, quad: &Quad) -> [[f32; 3]; 4] {
    let (corner, size) = (scene.bounds().min, scene.transform().voxel_size);
    quad.corners().map(|position| {
        let from_corner =
            [0, 1, 2].map(|axis| f64::from(position[axis] - corner[axis]) * size[axis]);
        y_up(from_corner).map(single)
    })
}

/// A position of the world as glTF has it.
fn y_up([x, y, z]: [f64; 3]) -> [f64; 3] {
    // 0 - y and not -y: no zero becomes a negative one.
    [x, z, 0.0 - y]
}

fn document(scene: &Scene, quads: &[Quad]) -> Value {
    let mut node = json!({ "name": "voxels" });
    let place = y_up(scene.transform().to_world(scene.bounds().min.map(f64::from)));
    if place != [0.0; 3] {
        node["translation"] = json!(place);
    }
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "voxray" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
    });
    let place = scene.georeference();
    if !place.is_empty() {
        document["asset"]["extras"] = json!({ "crs": place.crs, "axes": place.axes });
    }
    if !quads.is_empty() {
        node["mesh"] = json!(0);
        add_mesh(&mut document, scene, quads);
    }
    document["nodes"] = json!([node]);
    document
}

/// The mesh, its materials and where its numbers stand; glTF allows no empty lists.
fn add_mesh(document: &mut Value, scene: &Scene, quads: &[Quad]) {
    let (mut primitives, mut materials, mut accessors) = (vec![], vec![], vec![]);
    let mut before = 0;
    for (material, part) in by_material(quads) {
        primitives.push(json!({
            "attributes": { "POSITION": accessors.len() },
            "indices": accessors.len() + 1,
            "material": materials.len(),
        }));
        accessors.push(position_accessor(scene, part, before));
        accessors.push(index_accessor(part, before));
        materials.push(material_json(material, &info_of(scene.palette(), material)));
        before += part.len();
    }
    let extensions = extensions_of(&materials);
    if !extensions.is_empty() {
        document["extensionsUsed"] = json!(extensions);
    }
    document["materials"] = json!(materials);
    document["meshes"] = json!([{ "primitives": primitives }]);
    document["accessors"] = json!(accessors);
    let (positions, indices) = (quads.len() * POSITION_BYTES, quads.len() * INDEX_BYTES);
    document["bufferViews"] = json!([
        { "buffer": 0, "byteLength": positions, "target": ARRAY_BUFFER },
        { "buffer": 0, "byteOffset": positions, "byteLength": indices, "target": ELEMENT_ARRAY_BUFFER },
    ]);
    document["buffers"] = json!([{ "byteLength": positions + indices }]);
}

/// The indices of rectangles that come after `before` others.
fn index_accessor(part: &[Quad], before: usize) -> Value {
    json!({
        "bufferView": 1, "byteOffset": before * INDEX_BYTES,
        "componentType": UNSIGNED_INT, "count": 6 * part.len(), "type": "SCALAR",
    })
}

/// The positions of rectangles that come after `before` others, with the box around them.
fn position_accessor(scene: &Scene, part: &[Quad], before: usize) -> Value {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for position in part.iter().flat_map(|quad| positions(scene, quad)) {
        min = [0, 1, 2].map(|axis| min[axis].min(position[axis]));
        max = [0, 1, 2].map(|axis| max[axis].max(position[axis]));
    }
    json!({
        "bufferView": 0, "byteOffset": before * POSITION_BYTES,
        "componentType": FLOAT, "count": 4 * part.len(), "type": "VEC3", "min": min, "max": max,
    })
}

fn material_json(material: u16, info: &MaterialInfo) -> Value {
    let [r, g, b, alpha] = linear_color(info);
    let mut value = json!({
        "name": mesh_name(material, info),
        "pbrMetallicRoughness": {
            "baseColorFactor": [r, g, b, alpha], "metallicFactor": 0.0, "roughnessFactor": 1.0,
        },
    });
    if alpha < 1.0 {
        value["alphaMode"] = json!("BLEND");
    }
    if info.emission > 0.0 {
        // A factor is at most 1; what goes beyond is a strength.
        let dim = f64::from(info.emission.min(1.0));
        value["emissiveFactor"] = json!([r * dim, g * dim, b * dim]);
    }
    if info.emission > 1.0 {
        value["extensions"][STRENGTH]["emissiveStrength"] = json!(info.emission);
    }
    if info.glass {
        value["extensions"][GLASS]["transmissionFactor"] = json!(1.0);
    }
    value
}

/// The extensions that these materials have.
fn extensions_of(materials: &[Value]) -> Vec<&'static str> {
    let used =
        |name: &&str| materials.iter().any(|material| material["extensions"].get(*name).is_some());
    [STRENGTH, GLASS].into_iter().filter(used).collect()
}

#[allow(clippy::cast_possible_truncation, reason = "positions in a mesh are f32")]
fn single(value: f64) -> f32 {
    value as f32
}
