//! Where a scene lies, as small arrays of an archive, beside its voxels or the columns of its hits.
//!
//! ```text
//!   scene_crs, scene_axes            text, of shape ()
//!   scene_origin, scene_voxel_size   f64 x 3
//! ```

use std::io::{Read, Seek};

use zip::ZipArchive;

use super::npy_header::{NpyHeader, render};
use crate::error::{Error, Result};
use crate::georeference::Georeference;
use crate::space::Transform;

/// An array of an archive: its name without the ending, and its bytes with their header.
pub(super) type Member = (&'static str, Vec<u8>);

/// The most bytes of such an array that are read: well-known text takes some thousand letters.
const LONGEST: u64 = 1 << 18;

/// Whether a name is that of an array that says where a grid lies, and so of none that holds what is in it.
pub(super) fn is_place(name: &str) -> bool {
    name.starts_with("scene_")
}

/// The arrays that say where a grid lies.
pub(super) fn place_members(transform: &Transform, place: &Georeference) -> Vec<Member> {
    vec![
        ("scene_crs", text(&place.crs)),
        ("scene_axes", text(&place.axes)),
        ("scene_origin", numbers(transform.origin)),
        ("scene_voxel_size", numbers(transform.voxel_size)),
    ]
}

/// What these arrays of an archive say; what is not there stays as it is by default.
///
/// # Errors
/// Where one is there and is not as [`place_members`] makes it.
pub(super) fn read_place(
    archive: &mut ZipArchive<impl Read + Seek>,
) -> Result<(Transform, Georeference)> {
    let usual = Transform::default();
    let crs = read_text(archive, "scene_crs")?.unwrap_or_default();
    let axes = read_text(archive, "scene_axes")?.unwrap_or_default();
    let origin = read_numbers(archive, "scene_origin")?.unwrap_or(usual.origin);
    let size = read_numbers(archive, "scene_voxel_size")?.unwrap_or(usual.voxel_size);
    Ok((Transform::new(origin, size)?, Georeference { crs, axes }))
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

fn read_text(archive: &mut ZipArchive<impl Read + Seek>, name: &str) -> Result<Option<String>> {
    let Some((header, data)) = read_member(archive, name)? else { return Ok(None) };
    let (letters, rest) = data.as_chunks::<4>();
    let text: Option<String> =
        letters.iter().map(|&letter| char::from_u32(u32::from_le_bytes(letter))).collect();
    let is_text = header.descr == format!("<U{}", letters.len()) && header.shape.is_empty();
    match text.filter(|_| is_text && rest.is_empty()) {
        // NumPy fills a text up with zeros.
        Some(text) => Ok(Some(text.trim_end_matches(['\0', ' ']).to_string())),
        None => Err(unsound(name, "one text")),
    }
}

fn read_numbers(
    archive: &mut ZipArchive<impl Read + Seek>,
    name: &str,
) -> Result<Option<[f64; 3]>> {
    let Some((header, data)) = read_member(archive, name)? else { return Ok(None) };
    let read = match (header.descr.as_str(), data.len()) {
        ("<f8", 24) => {
            data.as_chunks().0.iter().map(|&number| f64::from_le_bytes(number)).collect()
        }
        ("<f4", 12) => {
            data.as_chunks().0.iter().map(|&number| f64::from(f32::from_le_bytes(number))).collect()
        }
        _ => Vec::new(),
    };
    match read[..] {
        [x, y, z] if header.shape == [3] => Ok(Some([x, y, z])),
        _ => Err(unsound(name, "three floats of 64 or 32 bits (<f8, <f4)")),
    }
}

/// The header and the numbers of an array, if the archive has it.
fn read_member(
    archive: &mut ZipArchive<impl Read + Seek>,
    name: &str,
) -> Result<Option<(NpyHeader, Vec<u8>)>> {
    let Some(index) = archive.index_for_name(&format!("{name}.npy")) else { return Ok(None) };
    let damaged = |_| unsound(name, "an array");
    let mut bytes = Vec::new();
    let entry = archive.by_index(index).map_err(|_| unsound(name, "an array"))?;
    entry.take(LONGEST).read_to_end(&mut bytes).map_err(damaged)?;
    let mut rest = bytes.as_slice();
    let header = NpyHeader::read(&mut rest).map_err(|_| unsound(name, "an array"))?;
    Ok(Some((header, rest.to_vec())))
}

fn unsound(name: &str, what: &str) -> Error {
    Error::input(format!(
        "its member {name} is not {what} that voxray reads; leave it out or save the file again"
    ))
}
