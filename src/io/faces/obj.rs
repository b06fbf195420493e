//! Writes the surface as Wavefront text (`.obj`), with the materials beside it (`.mtl`).
//!
//! Positions are those of the world, exact to the last digit: z is up, as in the scene. Every rectangle has its own four
//! corners, numbered from the first of the file on: not all readers can count backwards.

use std::io::Write;
use std::path::Path;

use super::material::{by_material, color, info_of, mesh_name};
use super::quad::{Quad, quads_by_material};
use crate::error::Result;
use crate::io::atomic::write_whole;
use crate::palette::MaterialInfo;
use crate::scene::Scene;
use crate::space::Transform;

/// Saves an `.obj` and its `.mtl`.
pub(in crate::io) fn save(scene: &Scene, path: &Path, merge: bool) -> Result<()> {
    let quads = quads_by_material(scene, merge)?;
    let beside = path.with_extension("mtl");
    write_whole(&beside, |out| write_materials(scene, &quads, out))?;
    let name = beside.file_name().unwrap_or_default().to_string_lossy();
    write_whole(path, |out| write_mesh(scene, &quads, &name, out))
}

fn write_mesh(
    scene: &Scene,
    quads: &[Quad],
    materials: &str,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(out, "# The exposed faces of voxels; world coordinates, z up")?;
    let place = scene.georeference();
    for (what, words) in [("coordinate reference system", &place.crs), ("axes", &place.axes)] {
        // Well-known text may be broken into lines; a remark ends with its line.
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !words.is_empty() {
            writeln!(out, "# {what}: {words}")?;
        }
    }
    writeln!(out, "mtllib {materials}")?;
    let mut corners = (1_u64..).step_by(4);
    for (material, part) in by_material(quads) {
        writeln!(out, "usemtl {}", mesh_name(material, &info_of(scene.palette(), material)))?;
        for (quad, first) in part.iter().zip(&mut corners) {
            write_quad(scene.transform(), quad, first, out)?;
        }
    }
    Ok(())
}

/// A rectangle whose corners have the numbers from `first` on.
fn write_quad(
    transform: &Transform,
    quad: &Quad,
    first: u64,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for corner in quad.corners() {
        let [x, y, z] = transform.to_world(corner.map(f64::from));
        writeln!(out, "v {x} {y} {z}")?;
    }
    writeln!(out, "f {first} {} {} {}", first + 1, first + 2, first + 3)
}

fn write_materials(scene: &Scene, quads: &[Quad], out: &mut dyn Write) -> std::io::Result<()> {
    by_material(quads).try_for_each(|(material, _)| {
        let info = info_of(scene.palette(), material);
        writeln!(out, "newmtl {}", mesh_name(material, &info))?;
        write_material(&info, out)
    })
}

fn write_material(info: &MaterialInfo, out: &mut dyn Write) -> std::io::Result<()> {
    let [r, g, b, alpha] = color(info);
    writeln!(out, "Kd {r} {g} {b}")?;
    if alpha < 1.0 {
        writeln!(out, "d {alpha}")?;
    }
    if info.emission > 0.0 {
        let [r, g, b] = [r, g, b].map(|part| part * f64::from(info.emission));
        writeln!(out, "Ke {r} {g} {b}")?;
    }
    // Model 4 stands for glass, 1 for plain diffuse light.
    writeln!(out, "illum {}", if info.glass { 4 } else { 1 })
}
