//! What a benchmark found: plain figures, written and read as JSON. The keys are told in the folder's front door.

use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::machine::Machine;
use super::rates::Rates;
use crate::error::{Error, Result};
use crate::io::open_plain;

/// The name and version of the JSON format.
pub const SCHEMA: &str = "voxray-bench/1";
/// A report of the full suite has less than 2 MB.
const MOST_BYTES: u64 = 256 << 20;

/// All figures of a run of the benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// Where it ran.
    pub machine: Machine,
    /// What was run.
    pub suite: SuiteInfo,
    /// The scenes, in order.
    pub scenes: Vec<SceneFigures>,
    /// Scenes x classes x instruction sets x threads.
    pub cells: Vec<Cell>,
    /// The same work by more and more threads.
    pub scaling: Vec<ScalingPoint>,
    /// Calls with few rays.
    pub latency: Vec<LatencyFigures>,
    /// The same rays in larger and larger worlds.
    pub world: Vec<WorldPoint>,
}

/// What was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SuiteInfo {
    /// `full`, `quick` or `custom`.
    pub name: String,
    /// Timed runs of each cell.
    pub runs: usize,
    /// Pixels along a side of the camera's picture.
    pub camera_side: usize,
    /// Rays of each class that starts at random places.
    pub random_rays: usize,
    /// Rays of each cell compared with the plain walk, at most.
    pub sample: usize,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// A scene and its memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SceneFigures {
    /// A short name for people.
    pub label: String,
    /// The name with all keys: makes the same scene on every machine.
    pub spec: String,
    /// Sides of the box in voxels.
    pub sides: [i32; 3],
    /// Filled voxels.
    pub voxels: u64,
    /// Chunks of the box.
    pub chunks: u64,
    /// Bricks that hold a voxel.
    pub bricks: u64,
    /// Bytes of the records and occupancy words: all that casting reads.
    pub grid_bytes: u64,
    /// Bytes of the materials, which lie apart.
    pub material_bytes: u64,
    /// `grid_bytes` over `voxels`.
    pub bytes_per_voxel: f64,
    /// The smallest cache of this machine that holds the grid, or `memory`.
    pub fits: String,
    /// Seconds to make it, with all threads.
    pub build_seconds: f64,
}

/// One class of rays in one scene by one path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The spec of the scene.
    pub scene: String,
    /// The name of the class of rays.
    pub class: String,
    /// The instruction set.
    pub isa: String,
    /// Threads.
    pub threads: usize,
    /// Rays of one run.
    pub rays: u64,
    /// Rays whose rows were compared with the plain walk.
    pub checked: u64,
    /// Closest hits, `t_hit` alone.
    pub closest: Rates,
    /// Whether there is a hit.
    pub any: Rates,
    /// Wall time per ray, closest hits.
    pub ns_per_ray: f64,
    /// Faces crossed, per ray.
    pub faces_per_ray: f64,
    /// Steps of the fast walk, per ray.
    pub lookups_per_ray: f64,
    /// `ns_per_ray` over `lookups_per_ray`.
    pub ns_per_lookup: f64,
    /// Lanes that held a ray, of all that were stepped.
    pub lane_use: f64,
    /// Vector steps with a correction, of all.
    pub corrected: f64,
    /// Rays that hit, of all.
    pub hit_rate: f64,
    /// XXH3 of the rows, as 16 hex digits.
    pub checksum: String,
}

/// One number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScalingPoint {
    /// The spec of the scene.
    pub scene: String,
    /// The name of the class of rays.
    pub class: String,
    /// The instruction set.
    pub isa: String,
    /// Threads.
    pub threads: usize,
    /// Closest hits.
    pub closest: Rates,
    /// The rate over `threads` times that of one thread.
    pub efficiency: f64,
}

/// Calls with few rays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LatencyFigures {
    /// The spec of the scene.
    pub scene: String,
    /// The name of the class of rays.
    pub class: String,
    /// The instruction set.
    pub isa: String,
    /// Rays of one call.
    pub rays: usize,
    /// Calls timed.
    pub calls: usize,
    /// Half of the calls took at most so many microseconds.
    pub p50_us: f64,
    /// All but one in a hundred took at most so many microseconds.
    pub p99_us: f64,
}

/// One class of rays in one size of world, by one thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorldPoint {
    /// Columns along a side.
    pub size: i32,
    /// The spec of the scene.
    pub scene: String,
    /// Bytes of records and occupancy words.
    pub grid_bytes: u64,
    /// The name of the class of rays.
    pub class: String,
    /// The instruction set.
    pub isa: String,
    /// Closest hits.
    pub closest: Rates,
    /// Wall time per ray.
    pub ns_per_ray: f64,
}

impl Report {
    /// Reads a report.
    ///
    /// # Errors
    /// Of kind input, where the text is no report of this version, or a rate is none: not finite, or not above 0.
    pub fn from_json(text: &str) -> Result<Self> {
        let value: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| Error::input(format!("is no JSON ({error}); {REMEDY}")))?;
        match value.get("schema").and_then(serde_json::Value::as_str) {
            Some(SCHEMA) => {}
            Some(other) => {
                return Err(Error::input(format!(
                    "has the format {other:?}, not {SCHEMA:?}; {REMEDY}"
                )));
            }
            None => return Err(Error::input(format!("is JSON, but no report; {REMEDY}"))),
        }
        if has_controls(&value) {
            return Err(Error::input(format!("holds control characters; {REMEDY}")));
        }
        let report: Self = serde_json::from_value(value)
            .map_err(|error| Error::input(format!("is a damaged report ({error}); {REMEDY}")))?;
        report.check()?;
        Ok(report)
    }

    /// Reads a report from a file.
    ///
    /// # Errors
    /// As [`Self::from_json`], and where the file cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let read = || {
            let mut text = String::new();
            let file = open_plain(path)?;
            file.take(MOST_BYTES).read_to_string(&mut text).map_err(|error| {
                Error::input(format!("cannot be read as text ({error}); {REMEDY}"))
            })?;
            Self::from_json(&text)
        };
        read().map_err(|error| error.at(path))
    }

    /// The short name of a scene; its spec where the report does not list it.
    pub fn label<'a>(&'a self, spec: &'a str) -> &'a str {
        let found = self.scenes.iter().find(|scene| scene.spec == spec);
        found.map_or(spec, |scene| &scene.label)
    }

    /// That every figure that is drawn or compared is one.
    fn check(&self) -> Result<()> {
        let cells = self.cells.iter().map(|cell| {
            let sound = cell.closest.is_sound() && cell.any.is_sound() && cell.is_sound();
            (sound, &cell.scene, &cell.class, &cell.isa)
        });
        let scaling = self.scaling.iter().map(|point| {
            let sound = point.closest.is_sound() && are_figures(&[point.efficiency]);
            (sound, &point.scene, &point.class, &point.isa)
        });
        let latency = self.latency.iter().map(|call| {
            (are_figures(&[call.p50_us, call.p99_us]), &call.scene, &call.class, &call.isa)
        });
        let world = self.world.iter().map(|point| {
            let sound = point.size > 0 && point.closest.is_sound();
            (sound && are_figures(&[point.ns_per_ray]), &point.scene, &point.class, &point.isa)
        });
        let broken = cells.chain(scaling).chain(latency).chain(world).find(|(sound, ..)| !sound);
        let Some((_, scene, class, isa)) = broken else { return Ok(()) };
        Err(Error::input(format!(
            "holds figures that are none, for {scene}, {class}, {isa}; {REMEDY}"
        )))
    }
}

impl Cell {
    /// Whether the figures beside the rates are some.
    fn is_sound(&self) -> bool {
        are_figures(&[
            self.ns_per_ray,
            self.faces_per_ray,
            self.lookups_per_ray,
            self.ns_per_lookup,
            self.lane_use,
            self.corrected,
            self.hit_rate,
        ])
    }
}

/// Whether all are 0 or more, and so small that a product of two is a number.
fn are_figures(figures: &[f64]) -> bool {
    figures.iter().all(|figure| (0.0..=1e15).contains(figure))
}

/// Whether a text in it holds characters that do something to a terminal.
fn has_controls(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::String(text) => text.contains(char::is_control),
        serde_json::Value::Array(values) => values.iter().any(has_controls),
        serde_json::Value::Object(entries) => entries.values().any(has_controls),
        _ => false,
    }
}

/// What to do about a report that is none.
const REMEDY: &str = "name a file that voxray bench --json wrote";
