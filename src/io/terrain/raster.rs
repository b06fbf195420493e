//! A raster file of any format: its frame first, then the heights of a window, row by row.

use std::path::Path;

use super::frame::{Frame, Meaning, Window};
use super::kind::Kind;
use super::rows::{Rows, check_held};
use super::{array, asc, geotiff, grey, hgt, npz, pieces};
use crate::error::{Error, Result};
use crate::io::bytes::read_file;
use crate::io::options::LoadOptions;

/// A raster whose heights have not been read.
pub(super) struct Raster {
    pub(super) frame: Frame,
    /// The format, by its ending.
    pub(super) format: &'static str,
    body: Body,
}

/// What the heights are read from.
enum Body {
    Tiff(pieces::Tiff),
    Text(asc::Grid),
    Grey(grey::Image),
    Array(array::Array),
    Archive(npz::Heights),
}

impl Raster {
    /// Opens a file by its ending.
    pub(super) fn open(path: &Path, options: &LoadOptions) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = || read_file(path, options);
        let (frame, format, body) = match ending.as_deref().unwrap_or_default() {
            "tif" | "tiff" => {
                let (frame, tiff) = geotiff::open(bytes()?)?;
                (frame, "tif", Body::Tiff(tiff))
            }
            "asc" => {
                let (frame, grid) = asc::open(bytes()?)?;
                (frame, "asc", Body::Text(grid))
            }
            "hgt" => {
                let bytes = bytes()?;
                let frame = hgt::frame(path, bytes.len(), options)?;
                let heights = array::Array::plain(bytes, Kind::BIG_SHORT, frame.columns);
                (frame, "hgt", Body::Array(heights))
            }
            "png" => {
                let (frame, image) = grey::open(bytes()?)?;
                (frame, "png", Body::Grey(image))
            }
            "npy" => {
                let (frame, array) = array::open_npy(bytes()?)?;
                (frame, "npy", Body::Array(array))
            }
            "npz" => {
                let (frame, heights) = npz::open_npz(bytes()?, options)?;
                (frame, "npz", Body::Archive(heights))
            }
            _ => {
                return Err(Error::usage(
                    "is no raster of heights by its ending; those are .tif, .tiff, .asc, .hgt, .png, .npy, .npz",
                ));
            }
        };
        frame.check()?;
        Ok(Self { frame, format, body })
    }

    /// The heights of a window; `nodata` is the number that means no data in place of what the file says.
    pub(super) fn heights(
        &mut self,
        needed: &Window,
        nodata: Option<f64>,
        scale: f64,
        memory: Option<u64>,
    ) -> Result<Heights<'_>> {
        // Full loads are no wider than a scene; of a part more may have to be read.
        let row = self.frame.columns as u64 * size_of::<f64>() as u64;
        check_held("a row of it", row, 0, needed.cells(), "cut it into parts first")?;
        let meaning = Meaning { nodata: nodata.or(self.frame.nodata), scale };
        let rows: Box<dyn Rows + '_> = match &mut self.body {
            Body::Tiff(tiff) => Box::new(tiff.rows(needed, memory)?),
            Body::Text(grid) => Box::new(grid.rows(&self.frame, needed)?),
            Body::Grey(image) => Box::new(image.rows(needed, memory)?),
            Body::Array(array) | Body::Archive(npz::Heights::Held(array)) => {
                Box::new(array.rows(needed))
            }
            Body::Archive(npz::Heights::Packed(packed)) => {
                Box::new(packed.rows(&self.frame, needed)?)
            }
        };
        Ok(Heights { rows, meaning, row: vec![0.0; needed.x.len()] })
    }
}

/// The heights of a window, row by row from north to south.
pub(super) struct Heights<'a> {
    rows: Box<dyn Rows + 'a>,
    meaning: Meaning,
    row: Vec<f64>,
}

impl Heights<'_> {
    /// The next row; NaN where there is no data.
    pub(super) fn next_row(&mut self) -> Result<&mut [f64]> {
        self.rows.next_row(&mut self.row)?;
        self.row.iter_mut().for_each(|number| *number = self.meaning.height(*number));
        Ok(&mut self.row)
    }
}
