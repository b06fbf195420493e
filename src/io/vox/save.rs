//! Writes a scene as models of at most 256 voxels a side, placed by a scene graph.

use std::collections::BTreeMap;
use std::path::Path;

use dot_vox::{Color, DEFAULT_INDEX_MAP, DEFAULT_PALETTE, Dict, DotVoxData, Frame};
use dot_vox::{Model, SceneNode, ShapeModel, Size, Voxel};

use super::material::chunks_of;
use crate::aabb::GridBox;
use crate::budget;
use crate::error::{Error, Result};
use crate::io::atomic::write_whole;
use crate::scene::Scene;

/// The longest side of a model.
const BLOCK: i32 = 256;
/// The version that files of today have.
const VERSION: u32 = 150;
/// Sizes in the file are 32 bits.
const MOST_BYTES: u64 = u32::MAX as u64 - (1 << 20);

/// Saves a `.vox` file.
pub(in crate::io) fn save(scene: &Scene, path: &Path) -> Result<()> {
    check(scene)?;
    let blocks = collect_blocks(scene);
    let data = DotVoxData {
        version: VERSION,
        index_map: DEFAULT_INDEX_MAP.to_vec(),
        scenes: scene_graph(scene.bounds(), &blocks),
        models: blocks
            .into_iter()
            .map(|(block, voxels)| model(scene.bounds(), block, voxels))
            .collect(),
        palette: palette(scene),
        materials: chunks_of(scene.palette()),
        layers: Vec::new(),
    };
    write_whole(path, |out| data.write_vox(out))
}

/// Whether the format can hold the scene.
fn check(scene: &Scene) -> Result<()> {
    let highest = scene.materials().highest();
    if highest > 255 {
        return Err(Error::output(format!(
            "a .vox file has the materials 1 to 255, and the scene has one of number {highest}; save it as .vxr"
        )));
    }
    let blocks = scene.bounds().sides().map(|side| u64::from(side.unsigned_abs()).div_ceil(256));
    let bytes =
        4 * scene.voxel_count() + 400 * blocks.iter().product::<u64>().min(scene.voxel_count() + 2);
    if bytes > MOST_BYTES {
        return Err(Error::output(format!(
            "a .vox file is at most 4 GiB, and {} voxels take more; save it as .vxr or cut it into parts",
            scene.voxel_count()
        )));
    }
    budget::check(3 * bytes, None)
}

/// The voxels by block of 256, counted from the lower corner of the box. The first and the last block are there even
/// if they are empty: together they span the box.
fn collect_blocks(scene: &Scene) -> BTreeMap<[i32; 3], Vec<Voxel>> {
    let bounds = scene.bounds();
    let mut blocks = BTreeMap::new();
    if !bounds.is_empty() {
        blocks.entry([0; 3]).or_insert_with(Vec::new);
        blocks.entry(bounds.sides().map(|side| (side - 1) / BLOCK)).or_default();
    }
    scene.for_each_voxel(|voxel, material| {
        let local = [0, 1, 2].map(|axis| voxel[axis] - bounds.min[axis]);
        let [x, y, z] = local.map(|k| byte(k % BLOCK));
        let voxel = Voxel { x, y, z, i: byte(i32::from(material.max(1)) - 1) };
        blocks.entry(local.map(|k| k / BLOCK)).or_default().push(voxel);
    });
    blocks
}

/// The part of the box that a block covers.
fn block_box(bounds: &GridBox, block: [i32; 3]) -> GridBox {
    let min = [0, 1, 2].map(|axis| bounds.min[axis] + block[axis] * BLOCK);
    GridBox { min, max: min.map(|k| k + BLOCK) }.intersection(bounds)
}

fn model(bounds: &GridBox, block: [i32; 3], voxels: Vec<Voxel>) -> Model {
    let [x, y, z] = block_box(bounds, block).sides().map(i32::unsigned_abs);
    Model { size: Size { x, y, z }, voxels }
}

/// Root, group, and for each block a transform with its shape: node 2 + 2i and 3 + 2i.
fn scene_graph(bounds: &GridBox, blocks: &BTreeMap<[i32; 3], Vec<Voxel>>) -> Vec<SceneNode> {
    let numbers = (0_u32..).zip(blocks.keys());
    let children = numbers.clone().map(|(index, _)| 2 + 2 * index).collect();
    let mut nodes =
        vec![transform(1, Dict::new()), SceneNode::Group { attributes: Dict::new(), children }];
    for (index, &block) in numbers {
        let covered = block_box(bounds, block);
        let [x, y, z] = [0, 1, 2].map(|axis| covered.min[axis] + covered.sides()[axis] / 2);
        let moved = Dict::from([("_t".to_string(), format!("{x} {y} {z}"))]);
        nodes.push(transform(3 + 2 * index, moved));
        let model = ShapeModel { model_id: index, attributes: Dict::new() };
        nodes.push(SceneNode::Shape { attributes: Dict::new(), models: vec![model] });
    }
    nodes
}

fn transform(child: u32, frame: Dict) -> SceneNode {
    SceneNode::Transform {
        attributes: Dict::new(),
        frames: vec![Frame::new(frame)],
        child,
        layer_id: u32::MAX,
    }
}

/// The colours of the materials, `MagicaVoxel`'s own where the scene has none.
fn palette(scene: &Scene) -> Vec<Color> {
    let mut palette = DEFAULT_PALETTE.clone();
    for (slot, material) in palette.iter_mut().zip(1..=255) {
        if let Some([r, g, b, a]) = scene.palette().get(material).and_then(|info| info.color) {
            *slot = Color { r, g, b, a };
        }
    }
    palette
}

/// A position in a block, or a colour.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 255 by the callers"
)]
fn byte(value: i32) -> u8 {
    value as u8
}
