//! Which coordinate system a LAS file is in: by keys as in `GeoTIFF`, or as text (WKT).

use super::header::Header;
use crate::io::geo_keys::GeoKeys;

/// Whose records these are.
pub(super) const USER: &str = "LASF_Projection";
const TEXT: u16 = 2112;
const KEYS: u16 = 34735;

/// `EPSG:...` or WKT; empty where the file says neither.
pub(super) fn name(header: &Header) -> String {
    let keys = || header.record(USER, KEYS).map(by_keys).filter(|name| !name.is_empty());
    let text = || header.record(USER, TEXT).map(as_text).filter(|name| !name.is_empty());
    let found = if header.prefers_text { text().or_else(keys) } else { keys().or_else(text) };
    found.unwrap_or_default()
}

/// Whether coordinates are degrees of longitude and latitude.
pub(super) fn is_geographic(header: &Header) -> bool {
    let by_keys = header.record(USER, KEYS).is_some_and(|bytes| keys(bytes).is_geographic);
    let text = header.record(USER, TEXT).map(as_text).unwrap_or_default();
    // A projected system names the geographic one that it is made of.
    let has = |names: &[&str]| names.iter().any(|name| text.contains(name));
    by_keys || has(&["GEOGCS", "GEOGCRS"]) && !has(&["PROJCS", "PROJCRS", "PROJECTEDCRS"])
}

fn by_keys(bytes: &[u8]) -> String {
    keys(bytes).crs()
}

fn keys(bytes: &[u8]) -> GeoKeys {
    let numbers = bytes.as_chunks::<2>().0;
    let numbers: Vec<u16> = numbers.iter().map(|&pair| u16::from_le_bytes(pair)).collect();
    GeoKeys::parse(&numbers)
}

fn as_text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
}
