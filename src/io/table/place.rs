//! Where a scene lies, as arrays that stand once in an archive beside its columns.
//!
//! ```text
//!   scene_crs, scene_axes            text, of shape ()
//!   scene_origin, scene_voxel_size   f64 x 3
//! ```

use crate::io::npy_header::render;
use crate::scene::Scene;

/// An array of an archive: its name without the ending, and its bytes with their header.
pub(crate) type Member = (&'static str, Vec<u8>);

/// The arrays that say where a scene lies; none where its file said nothing of the earth.
pub(crate) fn place_members(scene: &Scene) -> Vec<Member> {
    let place = scene.georeference();
    if place.is_empty() {
        return Vec::new();
    }
    let transform = scene.transform();
    vec![
        ("scene_crs", text(&place.crs)),
        ("scene_axes", text(&place.axes)),
        ("scene_origin", numbers(transform.origin)),
        ("scene_voxel_size", numbers(transform.voxel_size)),
    ]
}

/// A text as `NumPy` keeps it: every letter in 32 bits. One of no letters is kept as a blank, for lack of a shorter one.
fn text(text: &str) -> Vec<u8> {
    let text = if text.is_empty() { " " } else { text };
    let header = render(&format!("<U{}", text.chars().count()), &[]);
    header.into_iter().chain(text.chars().flat_map(|c| u32::from(c).to_le_bytes())).collect()
}

fn numbers(numbers: [f64; 3]) -> Vec<u8> {
    render("<f8", &[3]).into_iter().chain(numbers.into_iter().flat_map(f64::to_le_bytes)).collect()
}
