//! Polygon files (`.ply`) with faces.

use std::path::Path;

use super::options::Up;
use super::polygon::Triangulator;
use super::source::{MeshSource, build, read_mesh_file};
use crate::error::{Error, Result};
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::ply::{Element, PlyHeader, Row, for_each_row};
use crate::scene::Scene;

/// Loads a `.ply` that has faces.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let up = options.mesh.up.unwrap_or(Up::Z);
    let axes = match up {
        Up::Z => "z up, as the grid: nothing turned or mirrored",
        Up::Y => "y up: (x, y, z) of the file is (x, -z, y), nothing mirrored",
    };
    let bytes = read_mesh_file(path, options)?;
    let mut source = MeshSource {
        report: LoadReport::new("ply", format!("{axes}; units as in the file, metres")),
        ..MeshSource::default()
    };
    read(&bytes, &mut source)?;
    drop(bytes);
    build(source, up, options)
}

/// Where the columns stand.
struct Columns {
    vertex: usize,
    xyz: [usize; 3],
    face: usize,
    corners: usize,
}

impl Columns {
    fn find(header: &PlyHeader) -> Result<Self> {
        let (vertex, vertices) = element(header, "vertex")?;
        let (face, faces) = element(header, "face")?;
        if face < vertex {
            return Err(Error::input("lists its faces before its vertices; save it again"));
        }
        let column = |name: &str| {
            vertices.find(name).ok_or_else(|| {
                Error::input(format!("its vertices have no property {name}; save it again"))
            })
        };
        let corners = faces.find("vertex_indices").or(faces.find("vertex_index"));
        let corners = corners.filter(|&place| faces.properties[place].count.is_some());
        Ok(Self {
            vertex,
            xyz: [column("x")?, column("y")?, column("z")?],
            face,
            corners: corners.ok_or_else(|| {
                Error::input("its faces have no list vertex_indices; save it again")
            })?,
        })
    }
}

fn element<'a>(header: &'a PlyHeader, name: &str) -> Result<(usize, &'a Element)> {
    header.element(name).ok_or_else(|| {
        Error::input(format!("has no element named {name}, so it is no mesh; save it again"))
    })
}

fn read(bytes: &[u8], source: &mut MeshSource) -> Result<()> {
    let header = PlyHeader::parse(bytes)?;
    if !header.has_faces() {
        return Err(Error::input("has no faces, so it is no mesh; save it with its faces"));
    }
    let columns = Columns::find(&header)?;
    let mut triangulator = Triangulator::default();
    let mut corners = Vec::new();
    let (mut faces, mut small, mut other) = (0, 0, 0);
    for_each_row(bytes, &header, |element, number, row| {
        let mesh = &mut source.mesh;
        if element == columns.vertex {
            mesh.vertices.push(vertex(row, &columns, number)?);
        } else if element == columns.face {
            faces += 1;
            corners.clear();
            for &index in row.list(columns.corners) {
                corners.push(corner(index, mesh.vertices.len(), number)?);
            }
            if corners.len() < 3 {
                small += 1;
                return Ok(());
            }
            return triangulator
                .add(&corners, &[], &mesh.vertices, &mut mesh.triangles)
                .map_err(|error| Error::input(format!("face {number} (from 0): {error}")));
        } else {
            other += 1;
        }
        Ok(())
    })?;
    source.report.count("faces", faces);
    source.report.skip("faces of fewer than 3 corners", small);
    source.report.skip("rows of other elements", other);
    Ok(())
}

fn vertex(row: &Row, columns: &Columns, number: u64) -> Result<[f64; 3]> {
    let vertex = columns.xyz.map(|place| row.value(place));
    if vertex.iter().all(|value| value.is_finite()) {
        return Ok(vertex);
    }
    Err(Error::input(format!(
        "vertex {number} (from 0) lies at {vertex:?}; its coordinates must be finite numbers"
    )))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be there")]
fn corner(index: f64, count: usize, face: u64) -> Result<u32> {
    if index >= 0.0 && index < count as f64 && index.fract() == 0.0 {
        return Ok(index as u32);
    }
    Err(Error::input(format!(
        "face {face} (from 0) has the corner {index}, and there are {count} vertices (from 0)"
    )))
}
