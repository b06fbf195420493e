//! From the triangles of a file to a scene: what all readers of meshes share.

use std::path::Path;

use super::options::Up;
use crate::budget;
use crate::error::{Error, Result};
use crate::georeference::Georeference;
use crate::io::bytes::read_file;
use crate::io::options::{DEFAULT_RESOLUTION, LoadOptions, LoadReport};
use crate::scene::Scene;
use crate::space::Transform;
use crate::voxelize::{Fill, MeshJob, TriangleMesh, mesh_bounds, voxelize_mesh};

/// The part of a voxel by which the longest side is short of a whole number of them: its far end lies in the last voxel,
/// not on the face behind it.
const SLACK: f64 = 1.0 / 1024.0;

/// Bytes of a vertex, and of a triangle and its material.
const VERTEX_BYTES: u64 = 24;
const TRIANGLE_BYTES: u64 = 12 + 2;
/// What counting open edges takes more: by vertex the first one at its place, and that of its hole; by triangle a part of
/// its edges.
const JOINING_BYTES: u64 = 2 * 4;
const EDGES_BYTES: u64 = 4;

/// What a reader made of a file.
#[derive(Debug, Default)]
pub(in crate::io) struct MeshSource {
    /// The triangles, as the file has them.
    pub(in crate::io) mesh: TriangleMesh,
    /// With counts of the file's own kinds.
    pub(in crate::io) report: LoadReport,
    pub(in crate::io) georeference: Georeference,
    /// Whether bodies that are not closed keep their surface where others are filled.
    pub(in crate::io) keep_open: bool,
}

/// The bytes of a file that is not empty.
pub(in crate::io) fn read_mesh_file(path: &Path, options: &LoadOptions) -> Result<Vec<u8>> {
    let bytes = read_file(path, options)?;
    if bytes.is_empty() {
        return Err(Error::input("is empty, of 0 bytes; save or fetch it again"));
    }
    Ok(bytes)
}

/// Whether there is room for a mesh of so many vertices and triangles, to be read from a file of so many bytes while `held`
/// are in memory, and to be made voxels of when they are given back.
///
/// # Errors
/// Where there is not.
pub(super) fn check_room(
    file: usize,
    held: usize,
    [vertices, triangles]: [usize; 2],
    options: &LoadOptions,
) -> Result<()> {
    let bytes = |vertex: u64, triangle: u64| {
        let vertices = (vertices as u64).saturating_mul(vertex);
        vertices.saturating_add((triangles as u64).saturating_mul(triangle))
    };
    let reading = bytes(VERTEX_BYTES, TRIANGLE_BYTES).saturating_add(held as u64);
    let counting = bytes(VERTEX_BYTES + JOINING_BYTES, TRIANGLE_BYTES + EDGES_BYTES);
    let needed = reading.max(counting);
    budget::check(needed, options.memory)?;
    budget::check_proportion(needed, file as u64, 0, options.memory)
}

/// How a file that does not say which way is up was read, in words.
pub(super) fn convention(up: Up) -> String {
    let axes = match up {
        Up::Z => "z up, as the grid: nothing turned or mirrored",
        Up::Y => "y up: (x, y, z) of the file is (x, -z, y), nothing mirrored",
    };
    format!("{axes}; units as in the file, metres")
}

/// Makes the scene.
pub(in crate::io) fn build(
    mut source: MeshSource,
    up: Up,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    if up == Up::Y {
        source.mesh.vertices.iter_mut().for_each(|vertex| *vertex = turned_up(*vertex));
    }
    source.mesh.check()?;
    let transform = transform(&source.mesh, options)?;
    let bounds = match options.bounds {
        Some(_) => Some(options.part_of(mesh_bounds(&source.mesh, &transform)?)?),
        None => None,
    };
    let job = MeshJob {
        transform,
        fill: options.mesh.fill.unwrap_or_default(),
        bounds,
        keep_open: source.keep_open,
        threads: options.threads,
        memory: options.memory,
    };
    let (scene, figures) = voxelize_mesh(&source.mesh, &job)?;
    let mut report = source.report;
    report.count("vertices", source.mesh.vertices.len() as u64);
    report.count("triangles", source.mesh.triangles.len() as u64);
    report.count("open_edges", figures.open.edges);
    report.count("branching_edges", figures.open.branching);
    if job.fill != Fill::Surface {
        report.skip("insides of bodies that are not closed", figures.open_bodies);
    }
    Ok((scene.with_georeference(source.georeference), report))
}

/// From y up to z up by a quarter turn around x: nothing is mirrored.
pub(super) fn turned_up([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, -z, y]
}

/// How the grid lies: by the voxel size told, the origin a multiple of it; else so that the longest side has as many voxels
/// as asked for, from the lowest corner on.
fn transform(mesh: &TriangleMesh, options: &LoadOptions) -> Result<Transform> {
    let (low, high) = mesh.extent().unwrap_or_default();
    if let Some(size) = options.voxel_size {
        let aligned = [0, 1, 2].map(|axis| (low[axis] / size[axis]).floor() * size[axis]);
        return Transform::new(options.origin.unwrap_or(aligned), size);
    }
    let longest = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
    let voxels = f64::from(options.resolution.unwrap_or(DEFAULT_RESOLUTION)) - SLACK;
    if voxels <= 0.0 {
        return Err(Error::usage("the resolution (--resolution) must be at least 1 voxel"));
    }
    // A point has no size of its own.
    let size = if longest > 0.0 { longest / voxels } else { 1.0 };
    Transform::new(options.origin.unwrap_or(low), [size; 3])
}
