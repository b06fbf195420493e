//! `.hgt`: SRTM tiles (USGS 2015): big-endian 16 bit heights of a square of one degree, from the north-west. The name of
//! the file is the corner: N36W085.hgt reaches from 36 to 37 degrees north and from 85 to 84 degrees west.
//!
//! Heights are those of points on the edges and within, 1201 or 3601 along a side: the cell of a point reaches half a
//! step beyond it.

use std::path::Path;

use super::frame::Frame;
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;

/// Points along a side: every three seconds of arc, or every one.
const SIDES: [usize; 2] = [1201, 3601];
const NO_DATA: f64 = -32768.0;

/// Where the tile lies.
pub(super) fn frame(path: &Path, length: usize, options: &LoadOptions) -> Result<Frame> {
    let side = SIDES.into_iter().find(|side| side * side * 2 == length).ok_or_else(|| {
        Error::input(format!(
            "has {length} bytes; a tile has 2884802 (1201 x 1201 heights) or 25934402 (3601 x 3601); fetch it again"
        ))
    })?;
    let mut frame = Frame::of_cells(side as u64, side as u64)?;
    frame.nodata = Some(NO_DATA);
    let name = path.file_stem().map(|name| name.to_string_lossy().to_ascii_uppercase());
    match corner(name.as_deref().unwrap_or_default()) {
        Some([longitude, latitude]) => {
            let step = 1.0 / (side - 1) as f64;
            frame.cell = Some([step; 2]);
            frame.corner = [longitude - step / 2.0, latitude - step / 2.0];
            frame.is_geographic = true;
            frame.crs = "EPSG:4326".into();
        }
        None if options.voxel_size.is_some() => {}
        None => {
            return Err(Error::input(
                "must have a name that tells where it lies, as N36W085.hgt does; give it that name, or say how large a cell is with --voxel-size",
            ));
        }
    }
    Ok(frame)
}

/// Longitude and latitude of the south-western corner, by a name as N36W085.
fn corner(name: &str) -> Option<[f64; 2]> {
    let (latitude, longitude) = (name.get(..3)?, name.get(3..7)?);
    let degrees = |text: &str, plus: char, minus: char, most: u16| {
        let number: u16 = text.get(1..)?.parse().ok().filter(|&degrees| degrees <= most)?;
        match text.chars().next()? {
            sign if sign == plus => Some(f64::from(number)),
            sign if sign == minus => Some(-f64::from(number)),
            _ => None,
        }
    };
    Some([degrees(longitude, 'E', 'W', 180)?, degrees(latitude, 'N', 'S', 90)?])
}
