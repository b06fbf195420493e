//! The place on the earth as bytes.

use crate::error::{Error, Result};
use crate::georeference::Georeference;

/// The bytes of a place; none where nothing is known.
///
/// # Errors
/// Where its text is longer than 2^32 bytes.
pub(super) fn to_bytes(place: &Georeference) -> Result<Vec<u8>> {
    if place.is_empty() {
        return Ok(Vec::new());
    }
    let length = u32::try_from(place.crs.len()).map_err(|_| {
        Error::output(
            "the text of its coordinate reference system is longer than 4 GiB; shorten it",
        )
    })?;
    Ok([&length.to_le_bytes(), place.crs.as_bytes(), place.axes.as_bytes()].concat())
}

/// The place of these bytes.
///
/// # Errors
/// Where they are none.
pub(super) fn parse(bytes: &[u8]) -> Result<Georeference> {
    if bytes.is_empty() {
        return Ok(Georeference::default());
    }
    parse_texts(bytes)
        .ok_or_else(|| Error::input("its place on the earth is damaged; make the file again"))
}

fn parse_texts(bytes: &[u8]) -> Option<Georeference> {
    let (length, texts) = bytes.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (crs, axes) = texts.split_at_checked(length)?;
    let text = |bytes: &[u8]| Some(std::str::from_utf8(bytes).ok()?.to_string());
    Some(Georeference { crs: text(crs)?, axes: text(axes)? })
}
