//! Pictures of scenes.
//!
//! ```text
//!   blocks of pixels, each by one thread, from beginning to end:
//!
//!   camera --rays--> film: a surface per sample
//!                     |--rays to the sun------------------> sun light
//!                     |--rays all around--> next surface --rays to the sun--> ambient light --filter--+
//!                     v                                                                               v
//!                    colour x light, haze, tone curve, mean of the samples of a pixel --> image
//! ```
//!
//! Every ray is cast in a batch by the engine. A picture is the same for any number of threads and any instruction set.

mod albedo;
mod color;
mod film;
mod filter;
mod frame;
mod hemisphere;
mod image;
mod light;
mod options;
mod painter;
mod shade;
mod sky;
#[cfg(test)]
mod tests;

use film::Area;
use painter::Painter;

pub use image::Image;
pub use options::{RenderOptions, Shade, View};

use crate::error::Result;
use crate::pool::map_in_pool;
use crate::scene::Scene;

/// Samples along a side of a block: some megabytes of rays per thread, whatever the size of the picture.
const BLOCK_SAMPLES: usize = 256;

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
    let painter = Painter::new(scene, options)?;
    let areas = blocks([options.width, options.height], BLOCK_SAMPLES / options.samples);
    let blocks = map_in_pool(options.threads, areas.len(), |index| painter.paint(areas[index]))?;
    let (width, height) = (options.width, options.height);
    let georeference = scene.georeference().clone();
    let pixels = vec![0; 3 * width * height];
    let mut image = Image { width, height, pixels, rays: 0, georeference };
    for block in blocks {
        let Area { start, size } = block.area;
        for (row, y) in block.pixels.chunks_exact(3 * size[0]).zip(start[1]..) {
            let first = 3 * (y * width + start[0]);
            image.pixels[first..first + row.len()].copy_from_slice(row);
        }
        image.rays += block.rays;
    }
    Ok(image)
}

/// Rectangles that cover a picture, row by row.
fn blocks(size: [usize; 2], side: usize) -> Vec<Area> {
    let starts = |axis: usize| (0..size[axis]).step_by(side);
    let block = |start: [usize; 2]| Area {
        start,
        size: [0, 1].map(|axis| side.min(size[axis] - start[axis])),
    };
    starts(1).flat_map(|y| starts(0).map(move |x| block([x, y]))).collect()
}
