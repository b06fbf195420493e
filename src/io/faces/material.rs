//! How materials are called and coloured in meshes.

use super::quad::Quad;
use crate::palette::{MaterialInfo, Palette};

/// The colour of a material that has none: a light grey.
const PLAIN: [u8; 4] = [204, 204, 204, 255];

/// The parts of `quads`, which are sorted by material, that are of one material each.
pub(super) fn by_material(quads: &[Quad]) -> impl Iterator<Item = (u16, &[Quad])> {
    quads.chunk_by(|a, b| a.material == b.material).map(|part| (part[0].material, part))
}

/// A material's name in a mesh: its number, so that no two are called alike, and what the scene calls it. Readers end
/// names at a space.
pub(super) fn mesh_name(material: u16, info: &MaterialInfo) -> String {
    let name = info.name.replace(|c: char| c.is_whitespace() || c.is_control(), "_");
    let joint = if name.is_empty() { "" } else { "_" };
    format!("m{material}{joint}{name}")
}

/// What is known of a material.
pub(super) fn info_of(palette: &Palette, material: u16) -> MaterialInfo {
    palette.get(material).cloned().unwrap_or_default()
}

/// The colour of a material, 0 to 1, in sRGB; alpha is linear.
pub(super) fn color(info: &MaterialInfo) -> [f64; 4] {
    info.color.unwrap_or(PLAIN).map(|part| f64::from(part) / 255.0)
}

/// The colour of a material in linear light (IEC 61966-2-1).
pub(super) fn linear_color(info: &MaterialInfo) -> [f64; 4] {
    let [r, g, b, alpha] = color(info);
    let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    [linear(r), linear(g), linear(b), alpha]
}
