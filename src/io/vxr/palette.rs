//! The palette as bytes.

use crate::error::{Error, Result};
use crate::palette::{MaterialInfo, Palette};

/// Bytes of an entry without its name.
const FIXED: usize = 16;

/// The bytes of a palette.
///
/// # Errors
/// Where a name is longer than 2^32 bytes, or an emission is negative or not finite.
pub(super) fn to_bytes(palette: &Palette) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (material, info) in palette.iter() {
        if !(info.emission >= 0.0 && info.emission.is_finite()) {
            return Err(Error::output(format!(
                "the emission of material {material}, {}, is no number from 0 up; mend it",
                info.emission
            )));
        }
        let length = u32::try_from(info.name.len())
            .map_err(|_| Error::output("a material's name is longer than 4 GiB; shorten it"))?;
        bytes.extend(material.to_le_bytes());
        bytes.extend([u8::from(info.color.is_some()), u8::from(info.glass)]);
        bytes.extend(info.color.unwrap_or_default());
        bytes.extend(info.emission.to_le_bytes());
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
    let (&[m0, m1, colored, glass, r, g, b, a, e0, e1, e2, e3, l0, l1, l2, l3], rest) =
        bytes.split_first_chunk::<FIXED>()?;
    let length = usize::try_from(u32::from_le_bytes([l0, l1, l2, l3])).ok()?;
    let (name, rest) = rest.split_at_checked(length)?;
    let name = std::str::from_utf8(name).ok()?.to_string();
    let color = match colored {
        0 => None,
        1 => Some([r, g, b, a]),
        _ => return None,
    };
    let emission = f32::from_le_bytes([e0, e1, e2, e3]);
    if glass > 1 || !(emission >= 0.0 && emission.is_finite()) {
        return None;
    }
    let info = MaterialInfo { name, color, emission, glass: glass == 1 };
    Some((u16::from_le_bytes([m0, m1]), info, rest))
}
