//! A raster file of any format: its frame first, then the heights of a window.

use std::path::Path;

use super::frame::{Frame, Heights, Meaning, Window};
use super::options::TerrainOptions;
use super::{array, asc, geotiff, grey, hgt};
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
    Tiff(geotiff::Tiff),
    Text(asc::Grid),
    Srtm(Vec<u8>),
    Grey(grey::Image),
    Array(array::Array),
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
                (hgt::frame(path, bytes.len(), options)?, "hgt", Body::Srtm(bytes))
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
                let (frame, array) = array::open_npz(bytes()?, options)?;
                (frame, "npz", Body::Array(array))
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

    /// Reads the heights of a window, NaN where the file has no data; and, if `whole`, all others to know the lowest. The
    /// file is given back.
    pub(super) fn read(
        self,
        window: &Window,
        whole: bool,
        told: &TerrainOptions,
        memory: Option<u64>,
    ) -> Result<Heights> {
        let nodata = told.nodata.or(self.frame.nodata);
        let meaning = Meaning { nodata, scale: told.height_scale };
        let mut heights = Heights::new(window, meaning);
        let needed = if whole { self.frame.all() } else { window.clone() };
        match self.body {
            Body::Tiff(tiff) => tiff.read(&needed, &mut heights)?,
            Body::Text(grid) => grid.read(&self.frame, &mut heights)?,
            Body::Srtm(bytes) => hgt::read(&bytes, &self.frame, &mut heights),
            Body::Grey(image) => image.read(&needed, &mut heights, memory)?,
            Body::Array(array) => array.read(&self.frame, &needed, &mut heights),
        }
        Ok(heights)
    }
}
