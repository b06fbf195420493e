//! Pictures of scenes.
//!
//! ```text
//!   bands of rows, each by one thread, from beginning to end:
//!
//!   camera --rays--> film: a surface per sample
//!                     |--rays to the sun------------------> sun light
//!                     |--rays all around--> next surface --rays to the sun--> ambient light --filter--+
//!                     v                                                                               v
//!                    colour x light, haze, tone curve, mean of the samples of a pixel --> rows of the image
//! ```
//!
//! Every ray is cast in a batch by the engine. A picture is the same for any number of threads and any instruction set.

mod albedo;
mod band;
mod color;
mod film;
mod filter;
mod frame;
mod hemisphere;
mod image;
mod light;
mod options;
mod shade;
mod sky;
#[cfg(test)]
mod tests;

pub use image::Image;
pub use options::{RenderOptions, Shade, View};

use crate::error::Result;
use crate::pool::map_in_pool;
use crate::scene::Scene;

/// Samples of a band: some megabytes of rays, whatever the size of the picture.
const BAND_SAMPLES: usize = 1 << 17;
/// The least rows of a band: a few more are cast for the filter on each side.
const LEAST_ROWS: usize = 8;

/// Draws a picture of a scene.
///
/// # Errors
/// Where the scene is empty, an option makes no sense, or the observer says stop.
///
/// ```
/// use voxray::render::{RenderOptions, Shade, render};
/// let scene = "demo:menger?level=2".parse::<voxray::DemoSpec>()?.build(0)?;
/// let options = RenderOptions { width: 32, height: 24, shade: Shade::Normal, ..RenderOptions::default() };
/// let image = render(&scene, &options)?;
/// assert_eq!(image.pixels.len(), 3 * 32 * 24);
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn render(scene: &Scene, options: &RenderOptions) -> Result<Image> {
    options.check()?;
    let painter = band::Painter::new(scene, options)?;
    let row = options.width * options.samples * options.samples;
    let rows = (BAND_SAMPLES / row).max(LEAST_ROWS);
    let bands = map_in_pool(options.threads, options.height.div_ceil(rows), |band| {
        painter.paint(band * rows..((band + 1) * rows).min(options.height))
    })?;
    let mut image = Image {
        width: options.width,
        height: options.height,
        pixels: Vec::with_capacity(3 * options.width * options.height),
        rays: 0,
    };
    for band in bands {
        image.pixels.extend_from_slice(&band.pixels);
        image.rays += band.rays;
    }
    Ok(image)
}
