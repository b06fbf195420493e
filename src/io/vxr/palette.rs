//! The palette as bytes.

use crate::error::{Error, Result};
use crate::palette::{MaterialInfo, Palette};

/// Bytes of an entry without its name.
const FIXED: usize = 12;

/// The bytes of a palette.
///
/// # Errors
/// Where a name is longer than 2^32 bytes.
pub(super) fn to_bytes(palette: &Palette) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (material, info) in palette.iter() {
        let length = u32::try_from(info.name.len())
            .map_err(|_| Error::output("a material's name is longer than 4 GiB; shorten it"))?;
        bytes.extend(material.to_le_bytes());
        bytes.extend([u8::from(info.color.is_some()), 0]);
        bytes.extend(info.color.unwrap_or_default());
        bytes.extend(length.to_le_bytes());
        bytes.extend(info.name.bytes());
    }
    Ok(bytes)
}

/// The palette of these bytes.
///
/// # Errors
/// Where they are none.
pub(super) fn parse(mut bytes: &[u8]) -> Result<Palette> {
    let mut palette = Palette::default();
    while !bytes.is_empty() {
        let (material, info, rest) = parse_entry(bytes)
            .ok_or_else(|| Error::input("its palette is damaged; make the file again"))?;
        palette.insert(material, info);
        bytes = rest;
    }
    Ok(palette)
}

fn parse_entry(bytes: &[u8]) -> Option<(u16, MaterialInfo, &[u8])> {
    let (&[m0, m1, colored, 0, r, g, b, a, l0, l1, l2, l3], rest) =
        bytes.split_first_chunk::<FIXED>()?
    else {
        return None;
    };
    let length = usize::try_from(u32::from_le_bytes([l0, l1, l2, l3])).ok()?;
    let (name, rest) = rest.split_at_checked(length)?;
    let name = std::str::from_utf8(name).ok()?.to_string();
    let color = match colored {
        0 => None,
        1 => Some([r, g, b, a]),
        _ => return None,
    };
    Some((u16::from_le_bytes([m0, m1]), MaterialInfo { name, color }, rest))
}
