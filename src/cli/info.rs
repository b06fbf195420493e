//! `voxray info`: what is in a scene.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use voxray::io::LoadReport;
use voxray::{GridBox, MaterialInfo, Result, Scene, Shapes};

use super::flags::MachineArgs;
use super::output::to_json;
use super::place::Place;
use super::say::{one_line, print, show};
use super::scene::SceneArgs;

/// Says what is in a scene: voxels, box, memory, materials, and what of the file was skipped.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    scene: SceneArgs,
    /// As JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

#[derive(Serialize)]
struct Info {
    format: &'static str,
    convention: String,
    voxels: u64,
    bricks: u64,
    chunks: u64,
    #[serde(rename = "box")]
    bounds: Bounds<i32>,
    /// Of what is filled, which may be less than the box; none where nothing is.
    filled: Option<Bounds<i32>>,
    /// The box in world coordinates.
    extent: Bounds<f64>,
    voxel_size: [f64; 3],
    origin: [f64; 3],
    georeference: Place,
    bytes: BTreeMap<&'static str, u64>,
    materials: Vec<Material>,
    source: BTreeMap<String, u64>,
    skipped: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct Bounds<T> {
    min: [T; 3],
    max: [T; 3],
}

impl From<GridBox> for Bounds<i32> {
    fn from(GridBox { min, max }: GridBox) -> Self {
        Self { min, max }
    }
}

#[derive(Serialize)]
struct Material {
    number: u16,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<[u8; 4]>,
    #[serde(skip_serializing_if = "is_zero")]
    emission: f32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    glass: bool,
    voxels: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (scene, report) = args.scene.load(args.machine.threads)?;
    let info = describe(&scene, report);
    if args.json { print(&to_json(&info)?) } else { show(&text(&args.scene.scene, &info)) }
}

fn describe(scene: &Scene, report: LoadReport) -> Info {
    let grid = scene.grid();
    let (entries, values) = scene.materials().tables();
    let bytes = [
        ("chunk_records", size_of_val(grid.records()) as u64),
        ("occupancy_words", size_of_val(grid.words()) as u64),
        ("materials", (size_of_val(entries) + size_of_val(values)) as u64),
        ("shapes", scene.shapes().map_or(0, Shapes::bytes)),
    ];
    let [nx, ny, nz] = grid.chunk_counts();
    let at = |corner: [i32; 3]| scene.transform().to_world(corner.map(f64::from));
    Info {
        format: report.format,
        convention: report.convention,
        voxels: scene.voxel_count(),
        bricks: grid.words().len() as u64,
        chunks: (nx * ny * nz) as u64,
        bounds: (*scene.bounds()).into(),
        filled: Some(scene.filled_box()).filter(|filled| !filled.is_empty()).map(Into::into),
        extent: Bounds { min: at(scene.bounds().min), max: at(scene.bounds().max) },
        voxel_size: scene.transform().voxel_size,
        origin: scene.transform().origin,
        georeference: Place::of(scene),
        bytes: bytes.into(),
        materials: materials(scene),
        source: report.source,
        skipped: report.skipped,
    }
}

fn materials(scene: &Scene) -> Vec<Material> {
    let known = |number| scene.palette().get(number).cloned().unwrap_or_default();
    let of = |(number, voxels)| {
        let MaterialInfo { name, color, emission, glass } = known(number);
        Material { number, name, color, emission, glass, voxels }
    };
    scene.material_counts().into_iter().map(of).collect()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(value: &f32) -> bool {
    *value == 0.0
}

/// Materials that are listed for people.
const LISTED: usize = 16;

fn text(name: &str, info: &Info) -> String {
    let Bounds { min, max } = &info.bounds;
    let [x, y, z] = [0, 1, 2].map(|axis| max[axis] - min[axis]);
    let mut text =
        format!("{}: {} voxels in a box of {x} x {y} x {z}\n", one_line(name), info.voxels);
    let extent = &info.extent;
    for (title, value) in [
        ("read as", info.convention.clone()),
        ("box", format!("{min:?} to {max:?}")),
        ("extent", format!("{:?} to {:?} in world units", extent.min, extent.max)),
        ("voxel size", format!("{:?}", info.voxel_size)),
        ("origin", format!("{:?}", info.origin)),
        ("in memory", format!("{} chunks, {} bricks that are not empty", info.chunks, info.bricks)),
    ] {
        line(&mut text, title, &value);
    }
    for (title, words) in [("crs", &info.georeference.crs), ("axes", &info.georeference.axes)] {
        if !words.is_empty() {
            line(&mut text, title, words);
        }
    }
    let total: u64 = info.bytes.values().sum();
    let parts: Vec<_> = info.bytes.iter().map(|(part, bytes)| format!("{part} {bytes}")).collect();
    line(&mut text, "bytes", &format!("{total} ({})", parts.join(", ")));
    for (title, counts) in [("source", &info.source), ("skipped", &info.skipped)] {
        let counts: Vec<_> = counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
        if !counts.is_empty() {
            line(&mut text, title, &counts.join(", "));
        }
    }
    add_materials(&mut text, &info.materials);
    text
}

fn add_materials(text: &mut String, materials: &[Material]) {
    line(text, "materials", &materials.len().to_string());
    for material in materials.iter().take(LISTED) {
        line(
            text,
            "",
            &format!("{:>5} {:<16} {} voxels", material.number, material.name, material.voxels),
        );
    }
    if materials.len() > LISTED {
        line(text, "", &format!("  ... and {} more (--json lists all)", materials.len() - LISTED));
    }
}

/// A line; what a file may have put in a name or a system of coordinates does not break it.
fn line(text: &mut String, title: &str, value: &str) {
    let value = one_line(value);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {title:<12} {value}");
}
