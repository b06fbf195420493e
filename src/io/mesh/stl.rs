//! Stereolithography files (`.stl`), as text and as bytes.
//!
//! A file of bytes often starts with `solid` too, so the size decides: 80 bytes, a count n, 50 n bytes. Corners at the same
//! position become one vertex; normals and the two bytes that some programs use for colours are passed over.

use std::collections::HashMap;
use std::path::Path;

use super::options::Up;
use super::source::{MeshSource, build, convention, read_mesh_file};
use super::text::{Lines, number, shown, words};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;
use crate::voxelize::TriangleMesh;

/// Bytes before the count.
const TITLE: usize = 80;
/// Bytes of a triangle.
const FACET: u64 = 50;

/// Loads an `.stl`.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let up = options.mesh.up.unwrap_or(Up::Z);
    let mut report = LoadReport::new("stl", convention(up));
    let bytes = read_mesh_file(path, options)?;
    let mesh = parse(&bytes, &mut report)?;
    drop(bytes);
    report.count("faces", mesh.triangles.len() as u64);
    build(MeshSource { mesh, report, ..MeshSource::default() }, up, options)
}

fn parse(bytes: &[u8], report: &mut LoadReport) -> Result<TriangleMesh> {
    let claimed = claimed_size(bytes);
    let size = bytes.len() as u64;
    // A count of bytes, or the title before it, holds a 0; text holds none.
    let is_text = bytes.trim_ascii_start().starts_with(b"solid")
        && !bytes.iter().take(TITLE + 4).any(|&byte| byte == 0);
    match claimed {
        Some(claimed) if claimed == size || !is_text && claimed < size => {
            report.skip("bytes after the last face", size - claimed);
            parse_bytes(bytes)
        }
        _ if is_text => parse_text(bytes),
        Some(claimed) => Err(Error::input(format!(
            "is cut short: its faces take {claimed} bytes by their count at byte {TITLE}, and {size} are there; save or fetch it again"
        ))),
        None => Err(Error::input(format!(
            "is no .stl file: it does not start with solid, and has {size} bytes, fewer than the 84 of a title and a count"
        ))),
    }
}

/// The size of the whole file, by its count.
fn claimed_size(bytes: &[u8]) -> Option<u64> {
    let count = ByteReader::new(bytes.get(TITLE..)?).u32_le("count").ok()?;
    Some(84 + FACET * u64::from(count))
}

/// Collects triangles; corners at one position are one vertex.
#[derive(Debug, Default)]
struct Corners {
    mesh: TriangleMesh,
    known: HashMap<[u64; 3], u32>,
}

impl Corners {
    fn push(&mut self, triangle: [[f64; 3]; 3]) {
        // -0.0 and 0.0 are one position.
        let key = |point: [f64; 3]| point.map(|x| (x + 0.0).to_bits());
        let corners = triangle.map(|point| {
            let next = u32::try_from(self.mesh.vertices.len()).unwrap_or(u32::MAX);
            *self.known.entry(key(point)).or_insert_with(|| {
                self.mesh.vertices.push(point);
                next
            })
        });
        self.mesh.triangles.push(corners);
    }
}

fn parse_bytes(bytes: &[u8]) -> Result<TriangleMesh> {
    let mut reader = ByteReader::new(bytes);
    reader.skip(TITLE, "title")?;
    let count = reader.u32_le("count of faces")?;
    let mut corners = Corners::default();
    for face in 0..count {
        reader.skip(12, "normal")?;
        let mut triangle = [[0.0; 3]; 3];
        for value in triangle.iter_mut().flatten() {
            *value = f64::from(reader.f32_le("corner")?);
            if !value.is_finite() {
                return Err(Error::input(format!(
                    "face {face} (from 0), at byte {}, has a corner at {value}; its coordinates must be finite numbers",
                    reader.place() - 4
                )));
            }
        }
        reader.skip(2, "attribute")?;
        corners.push(triangle);
    }
    Ok(corners.mesh)
}

fn parse_text(bytes: &[u8]) -> Result<TriangleMesh> {
    let mut corners = Corners::default();
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut is_ended = false;
    let mut lines = Lines::new(bytes);
    while let Some(line) = lines.next() {
        let mut parts = words(&line);
        let word = parts.next().unwrap_or_default().to_ascii_lowercase();
        let line = lines.number;
        match &word[..] {
            b"vertex" => {
                let mut next =
                    || number(parts.next(), || format!("line {line}: a part of a vertex"));
                points.push([next()?, next()?, next()?]);
            }
            b"endfacet" => {
                let triangle = points[..].try_into().map_err(|_| {
                    let count = points.len();
                    Error::input(format!(
                        "line {line}: a facet ends with {count} vertices; each has 3"
                    ))
                })?;
                corners.push(triangle);
                points.clear();
            }
            b"endsolid" => is_ended = true,
            b"solid" => is_ended = false,
            b"facet" | b"outer" | b"endloop" | b"" => {}
            word => {
                return Err(Error::input(format!(
                    "line {line} starts with {:?}, which no .stl file of text has; save the mesh again",
                    shown(word)
                )));
            }
        }
    }
    if !is_ended || !points.is_empty() {
        return Err(Error::input(format!(
            "is cut short: it ends in line {} without endsolid; save or fetch it again",
            lines.number
        )));
    }
    Ok(corners.mesh)
}
