//! Polygon files (`.ply`) with faces.

use super::options::Up;
use super::polygon::Triangulator;
use super::source::{MeshSource, build, check_room, convention};
use crate::error::{Error, Result};
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::ply::{Element, PlyHeader, Row, RowReader};
use crate::scene::Scene;

/// Makes a scene of a `.ply` that has faces.
pub(in crate::io) fn load(
    bytes: Vec<u8>,
    header: &PlyHeader,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    let up = options.mesh.up.unwrap_or(Up::Z);
    let mut source =
        MeshSource { report: LoadReport::new("ply", convention(up)), ..MeshSource::default() };
    read(&bytes, header, &mut source, options)?;
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
        let corners = corners.filter(|&place| !faces.is_number(place));
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

/// Reads all elements in order: a face names vertices that stand before it.
fn read(
    bytes: &[u8],
    header: &PlyHeader,
    source: &mut MeshSource,
    options: &LoadOptions,
) -> Result<()> {
    let columns = Columns::find(header)?;
    let mut rows = RowReader::new(bytes, header)?;
    for (place, element) in header.elements.iter().enumerate() {
        if place == columns.vertex {
            let count = rows.most_rows(element);
            check_room(bytes.len(), bytes.len(), [count, 0], options)?;
            source.mesh.vertices.reserve_exact(count);
            read_vertices(&mut rows, element, &columns, source)?;
            source.report.skip("colours of vertices", element.colors());
        } else if place == columns.face {
            let count = rows.count_triangles(element, columns.corners);
            let counts = [source.mesh.vertices.len(), count];
            check_room(bytes.len(), bytes.len(), counts, options)?;
            source.mesh.triangles.reserve_exact(count);
            read_faces(&mut rows, element, &columns, source)?;
            source.report.skip("colours of faces", element.colors());
        } else if !element.properties.is_empty() {
            rows.pass(element, 0, element.rows)?;
            source.report.skip("rows of other elements", element.rows);
        }
    }
    Ok(())
}

fn read_vertices(
    rows: &mut RowReader<'_>,
    element: &Element,
    columns: &Columns,
    source: &mut MeshSource,
) -> Result<()> {
    let mut row = Row::of(element, &columns.xyz);
    for number in 0..element.rows {
        rows.read(element, number, &mut row)?;
        source.mesh.vertices.push(vertex(&row, columns, number)?);
    }
    Ok(())
}

fn read_faces(
    rows: &mut RowReader<'_>,
    element: &Element,
    columns: &Columns,
    source: &mut MeshSource,
) -> Result<()> {
    let mut row = Row::of(element, &[columns.corners]);
    let (mut triangulator, mut corners, mut small) = (Triangulator::default(), Vec::new(), 0);
    let mesh = &mut source.mesh;
    for number in 0..element.rows {
        rows.read(element, number, &mut row)?;
        corners.clear();
        for &index in row.list(columns.corners) {
            corners.push(corner(index, mesh.vertices.len(), number)?);
        }
        if corners.len() < 3 {
            small += 1;
            continue;
        }
        triangulator
            .add(&corners, &[], &mesh.vertices, &mut mesh.triangles)
            .map_err(|error| Error::input(format!("face {number} (from 0): {error}")))?;
    }
    source.report.count("faces", element.rows);
    source.report.skip("faces of fewer than 3 corners", small);
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
