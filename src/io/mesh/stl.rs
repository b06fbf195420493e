//! Stereolithography files (`.stl`), as text and as bytes.
//!
//! A file of bytes often starts with `solid` too, so the size decides: 80 bytes, a count n, 50 n bytes. Corners at the same
//! position become one vertex; normals and the two bytes that some programs use for colours are passed over.

use std::path::Path;

use super::options::Up;
use super::source::{MeshSource, build, check_room, convention, read_mesh_file};
use super::text::{Lines, number, shown, words};
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;
use crate::voxelize::{TriangleMesh, first_of_equal};

/// Bytes before the count.
const TITLE: usize = 80;
/// Bytes of a triangle.
const FACET: usize = 50;

/// Loads an `.stl`.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let up = options.mesh.up.unwrap_or(Up::Z);
    let mut report = LoadReport::new("stl", convention(up));
    let bytes = read_mesh_file(path, options)?;
    let mesh = parse(bytes, &mut report, options)?;
    report.count("faces", mesh.triangles.len() as u64);
    build(MeshSource { mesh, report, ..MeshSource::default() }, up, options)
}

/// Takes the bytes, so that they are given back as soon as their numbers are read.
fn parse(bytes: Vec<u8>, report: &mut LoadReport, options: &LoadOptions) -> Result<TriangleMesh> {
    let claimed = claimed_size(&bytes);
    let size = bytes.len() as u64;
    // A count of bytes, or the title before it, holds a 0; text holds none.
    let is_text = bytes.trim_ascii_start().starts_with(b"solid")
        && !bytes.iter().take(TITLE + 4).any(|&byte| byte == 0);
    match claimed {
        Some(claimed) if claimed == size || !is_text && claimed < size => {
            report.skip("bytes after the last face", size - claimed);
            parse_bytes(&bytes, options)
        }
        _ if is_text => parse_text(bytes, options),
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
    Some(84 + FACET as u64 * u64::from(count))
}

/// The triangles of so many corners; corners at one position are one vertex, numbered as they first come up. Of a file of so
/// many bytes `held` are in memory meanwhile.
fn weld(
    count: usize,
    [file, held]: [usize; 2],
    corner: impl Fn(usize) -> [f64; 3],
    options: &LoadOptions,
) -> Result<TriangleMesh> {
    if u32::try_from(count).is_err() {
        return Err(Error::input("has more than 2^32 corners; cut it into parts"));
    }
    let faces = count / 3;
    check_room(file, held, [0, faces], options)?;
    let mut mesh = TriangleMesh { triangles: vec![[0; 3]; faces], ..TriangleMesh::default() };
    let vertex_of = mesh.triangles.as_flattened_mut();
    // -0.0 and 0.0 are one position.
    first_of_equal(vertex_of, |k| corner(k as usize).map(|x| (x + 0.0).to_bits()));
    let distinct = (0..).zip(&*vertex_of).filter(|(k, first)| k == *first).count();
    check_room(file, held, [distinct, faces], options)?;
    mesh.vertices.reserve_exact(distinct);
    for k in 0..count {
        let first = vertex_of[k] as usize;
        vertex_of[k] = if first == k {
            mesh.vertices.push(corner(k));
            u32::try_from(mesh.vertices.len() - 1).unwrap_or(u32::MAX)
        } else {
            vertex_of[first]
        };
    }
    Ok(mesh)
}

fn parse_bytes(bytes: &[u8], options: &LoadOptions) -> Result<TriangleMesh> {
    let mut reader = ByteReader::new(bytes);
    reader.skip(TITLE, "title")?;
    let count = reader.u32_le("count of faces")?;
    for face in 0..count {
        reader.skip(12, "normal")?;
        for _ in 0..9 {
            let value = reader.f32_le("corner")?;
            if !value.is_finite() {
                return Err(Error::input(format!(
                    "face {face} (from 0), at byte {}, has a corner at {value}; its coordinates must be finite numbers",
                    reader.place() - 4
                )));
            }
        }
        reader.skip(2, "attribute")?;
    }
    let corner = |k: usize| {
        let place = TITLE + 4 + k / 3 * FACET + 12 + k % 3 * 12;
        let part = |axis: usize| bytes[place + 4 * axis..].first_chunk().copied();
        [0, 1, 2].map(|axis| f64::from(f32::from_le_bytes(part(axis).unwrap_or_default())))
    };
    weld(3 * count as usize, [bytes.len(); 2], corner, options)
}

fn parse_text(bytes: Vec<u8>, options: &LoadOptions) -> Result<TriangleMesh> {
    let mut points = Vec::new();
    let count = count_vertices(&bytes);
    let file = bytes.len();
    check_room(file, file, [count, 0], options)?;
    points.reserve_exact(count);
    read_text(&bytes, &mut points)?;
    drop(bytes);
    weld(points.len(), [file, size_of_val(&points[..])], |k| points[k], options)
}

fn count_vertices(bytes: &[u8]) -> usize {
    let is_vertex =
        |line: &[u8]| words(line).next().is_some_and(|word| word.eq_ignore_ascii_case(b"vertex"));
    Lines::new(bytes).filter(|line| is_vertex(line)).count()
}

/// Reads the corners of all facets.
fn read_text(bytes: &[u8], points: &mut Vec<[f64; 3]>) -> Result<()> {
    let (mut is_ended, mut facets) = (false, 0);
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
                let count = points.len() - 3 * facets;
                if count != 3 {
                    return Err(Error::input(format!(
                        "line {line}: a facet ends with {count} vertices; each has 3"
                    )));
                }
                facets += 1;
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
    if !is_ended || points.len() != 3 * facets {
        return Err(Error::input(format!(
            "is cut short: it ends in line {} without endsolid; save or fetch it again",
            lines.number
        )));
    }
    Ok(())
}
