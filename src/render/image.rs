//! Pictures in memory and in PNG files.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::Result;
use crate::georeference::Georeference;
use crate::io::AtomicFile;

/// A picture: rows from the top, pixels from the left, red, green, blue, each 0..=255 in sRGB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels along a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Three bytes per pixel.
    pub pixels: Vec<u8>,
    /// How many rays it took.
    pub rays: u64,
    /// The scene's place on the earth, which a PNG file keeps as text (`crs`, `axes`).
    pub georeference: Georeference,
}

impl Image {
    /// The pixel in column x of row y.
    ///
    /// # Panics
    /// Where there is none.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width && y < self.height, "pixel ({x}, {y}) of the picture");
        let start = 3 * (y * self.width + x);
        [0, 1, 2].map(|channel| self.pixels[start + channel])
    }

    /// Writes a PNG file: whole or not at all.
    ///
    /// # Errors
    /// Where the file cannot be written; one that was there before stays as it was.
    pub fn write_png(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let mut file = AtomicFile::create(path)?;
        self.encode(BufWriter::new(&mut file)).map_err(|error| file.error(&error))?;
        file.finish()
    }

    fn encode(&self, file: impl Write) -> io::Result<()> {
        let size = |side: usize| u32::try_from(side).map_err(io::Error::other);
        let mut encoder = png::Encoder::new(file, size(self.width)?, size(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        for (keyword, text) in [("crs", &self.georeference.crs), ("axes", &self.georeference.axes)]
        {
            if !text.is_empty() {
                encoder.add_itxt_chunk(keyword.into(), text.clone())?;
            }
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(())
    }
}
