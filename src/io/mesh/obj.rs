//! Wavefront objects (`.obj`), and the colours of their materials (`.mtl`).
//!
//! Read are `v`, `f`, `usemtl` and `mtllib`; texture coordinates, normals, groups and smoothing say nothing of voxels.
//! Faces of any number of corners, with indices from 1, or backwards from -1, of vertices that stand above them. Libraries
//! of materials are read from the file's own folder only: a file must not make the program open others.

use std::collections::HashSet;
use std::path::Path;

use super::materials::MaterialNames;
use super::mtl::{library_names, read_library};
use super::options::Up;
use super::polygon::Triangulator;
use super::source::{MeshSource, build, check_room, convention, read_mesh_file};
use super::text::{Lines, number, shown, words};
use crate::error::{Error, Result};
use crate::grid::UNNAMED_MATERIAL;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads an `.obj`.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let up = options.mesh.up.unwrap_or(Up::Z);
    let bytes = read_mesh_file(path, options)?;
    let mut reader = ObjReader { material: UNNAMED_MATERIAL, ..ObjReader::default() };
    let [vertices, triangles] = counts(&bytes);
    check_room(bytes.len(), bytes.len(), [vertices, triangles], options)?;
    reader.source.mesh.vertices.reserve_exact(vertices);
    reader.source.mesh.triangles.reserve_exact(triangles);
    reader.read(&bytes)?;
    drop(bytes);
    build(reader.finish(path, up, options)?, up, options)
}

/// How many vertices there are, and triangles of faces.
fn counts(bytes: &[u8]) -> [usize; 2] {
    let mut counts = [0; 2];
    for line in Lines::new(bytes) {
        let mut parts = words(&line);
        match parts.next() {
            Some(b"v") => counts[0] += 1,
            Some(b"f") => counts[1] += corners_of(parts).count().saturating_sub(2),
            _ => {}
        }
    }
    counts
}

/// The corners of a face, up to a remark.
fn corners_of<'a>(parts: impl Iterator<Item = &'a [u8]>) -> impl Iterator<Item = &'a [u8]> {
    parts.take_while(|part| !part.starts_with(b"#"))
}

#[derive(Debug, Default)]
struct ObjReader {
    source: MeshSource,
    names: MaterialNames,
    triangulator: Triangulator,
    material: u16,
    libraries: Vec<String>,
    corners: Vec<u32>,
    faces: u64,
    objects: u64,
    small_faces: u64,
    lines_and_points: u64,
    unknown: u64,
}

impl ObjReader {
    fn read(&mut self, bytes: &[u8]) -> Result<()> {
        let mut lines = Lines::new(bytes);
        while let Some(line) = lines.next() {
            let mut parts = words(&line);
            match parts.next() {
                Some(b"v") => self.vertex(parts, lines.number)?,
                Some(b"f") => self.face(parts, lines.number)?,
                Some(b"usemtl") => self.use_material(&rest_of(&line, b"usemtl"))?,
                Some(b"mtllib") => self.libraries.push(rest_of(&line, b"mtllib")),
                Some(b"o") => self.objects += 1,
                Some(b"l" | b"p") => self.lines_and_points += 1,
                Some(b"vt" | b"vn" | b"g" | b"s") | None => {}
                Some(word) if word.starts_with(b"#") => {}
                Some(_) => self.unknown += 1,
            }
        }
        if self.source.mesh.vertices.is_empty() {
            return Err(Error::input(
                "holds no vertices: no line starts with v, so it is no .obj file, or an empty one; save the mesh again",
            ));
        }
        Ok(())
    }

    /// Lets the faces that follow be of a material.
    fn use_material(&mut self, name: &str) -> Result<()> {
        self.list_materials();
        self.material = self.names.number(name)?;
        Ok(())
    }

    /// Gives the triangles that have no material yet the one in use.
    fn list_materials(&mut self) {
        let mesh = &mut self.source.mesh;
        mesh.materials.reserve_exact(mesh.triangles.capacity() - mesh.materials.len());
        mesh.materials.resize(mesh.triangles.len(), self.material);
    }

    fn vertex<'a>(&mut self, mut parts: impl Iterator<Item = &'a [u8]>, line: usize) -> Result<()> {
        let mut vertex = [0.0; 3];
        for (axis, value) in vertex.iter_mut().enumerate() {
            let name = ['x', 'y', 'z'][axis];
            *value = number(parts.next(), || format!("line {line}: the {name} of a vertex"))?;
        }
        self.source.mesh.vertices.push(vertex);
        Ok(())
    }

    fn face<'a>(&mut self, parts: impl Iterator<Item = &'a [u8]>, line: usize) -> Result<()> {
        self.corners.clear();
        let count = self.source.mesh.vertices.len();
        for part in corners_of(parts) {
            let index = part.split(|&byte| byte == b'/').next().unwrap_or_default();
            let corner = resolve(index, count).ok_or_else(|| {
                let above = match count {
                    0 => "there is no vertex above it; put vertices before faces".into(),
                    1 => "the only vertex above it is 1".into(),
                    _ => format!("the {count} vertices above it are 1 to {count}"),
                };
                Error::input(format!(
                    "line {line}: a face has the corner {:?}, and {above}",
                    shown(part)
                ))
            })?;
            self.corners.push(corner);
        }
        self.faces += 1;
        if self.corners.len() < 3 {
            self.small_faces += 1;
            return Ok(());
        }
        let mesh = &mut self.source.mesh;
        self.triangulator
            .add(&self.corners, &[], &mesh.vertices, &mut mesh.triangles)
            .map_err(|error| Error::input(format!("line {line}: {error}")))
    }

    /// Reads the libraries, and says what was found.
    fn finish(mut self, path: &Path, up: Up, options: &LoadOptions) -> Result<MeshSource> {
        let mut report = LoadReport::new("obj", convention(up));
        let mut read = HashSet::new();
        let lines = std::mem::take(&mut self.libraries);
        for library in lines.iter().flat_map(|rest| library_names(path, rest)) {
            // Some programs name it before every object.
            if !read.insert(library.clone()) {
                continue;
            }
            read_library(path, &library, &mut self.names, options, &mut report)?;
        }
        // Where none is named they take no room.
        if self.names.len() > 0 {
            self.list_materials();
        }
        report.count("faces", self.faces);
        report.count("objects", self.objects);
        report.count("materials", self.names.len() as u64);
        report.skip("faces of fewer than 3 corners", self.small_faces);
        report.skip("lines and points", self.lines_and_points);
        report.skip("statements that are not known", self.unknown);
        self.source.mesh.palette = self.names.into_palette();
        Ok(MeshSource { report, ..self.source })
    }
}

/// What follows the first word of a line.
pub(super) fn rest_of(line: &[u8], word: &[u8]) -> String {
    let line = line.trim_ascii().strip_prefix(word).unwrap_or_default();
    String::from_utf8_lossy(line.trim_ascii()).into_owned()
}

/// The vertex that an index of a face means.
fn resolve(index: &[u8], count: usize) -> Option<u32> {
    let index: i64 = std::str::from_utf8(index).ok()?.parse().ok()?;
    let from_end = i64::try_from(count).ok()?.checked_add(index)?;
    let corner = if index > 0 { index - 1 } else { from_end };
    let is_there = index != 0 && usize::try_from(corner).is_ok_and(|corner| corner < count);
    u32::try_from(corner).ok().filter(|_| is_there)
}
