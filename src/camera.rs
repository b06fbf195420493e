//! Cameras: from pixels to rays.
//!
//! A camera is two planes of vectors over the picture, one of origins and one of directions; a perspective camera has one
//! origin for all pixels, an orthographic one has one direction. Rays come in tiles of 4 x 4 pixels, so that neighbours in
//! a batch go nearly the same way.
//!
//! ```text
//!   pixel (0, 0) is the upper left; in a tile of 4 x 4      0  1  2  3 | 16 17 ..
//!   rays run row by row; tiles run row by row               4  5  6  7 | 20
//!                                                           ..         |
//! ```

use glam::DVec3;

use crate::aabb::GridBox;
use crate::batch::RayBatch;
use crate::error::{Error, Result};
use crate::ray::Ray;

/// Pixels along a side of a tile.
const TILE: usize = 4;

/// A vector over the picture: `center + right * u + up * v`, with u and v in [-1, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
struct Plane {
    center: DVec3,
    right: DVec3,
    up: DVec3,
}

impl Plane {
    fn constant(center: DVec3) -> Self {
        Self { center, right: DVec3::ZERO, up: DVec3::ZERO }
    }

    fn at(&self, u: f64, v: f64) -> DVec3 {
        self.center + self.right * u + self.up * v
    }
}

/// Turns pixels into rays.
///
/// ```
/// use voxray::Camera;
/// let camera = Camera::perspective([0.0, -9.0, 0.0], [0.0; 3], 0.5, [64, 48])?;
/// let middle = camera.ray([32.0, 24.0]);
/// assert_eq!((middle.origin, middle.direction), ([0.0, -9.0, 0.0], [0.0, 1.0, 0.0]));
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    origin: Plane,
    direction: Plane,
    size: [usize; 2],
}

impl Camera {
    /// A pinhole at `eye` that looks at `target`, z up; `tangent` is that of half the vertical angle of view; `size` is
    /// the width and height of the picture in pixels.
    ///
    /// # Errors
    /// Where eye and target are the same point or not finite, or the tangent is not positive.
    pub fn perspective(
        eye: [f64; 3],
        target: [f64; 3],
        tangent: f64,
        size: [usize; 2],
    ) -> Result<Self> {
        let (eye, target) = (DVec3::from(eye), DVec3::from(target));
        let forward = (target - eye).try_normalize().filter(|_| eye.is_finite());
        let forward = forward.ok_or_else(|| {
            Error::usage("the camera needs an eye and another point to look at, both finite")
        })?;
        if !(tangent > 0.0 && tangent.is_finite()) {
            return Err(Error::usage(format!(
                "the tangent of half the angle of view is {tangent}; it must be positive"
            )));
        }
        // Straight up or down there is no way that is up in the picture: y is.
        let right =
            forward.cross(DVec3::Z).try_normalize().filter(|_| forward.z.abs() < 1.0 - 1e-12);
        let right = right.unwrap_or(DVec3::X);
        let up = right.cross(forward);
        let aspect = size[0] as f64 / size[1] as f64;
        let direction =
            Plane { center: forward, right: right * tangent * aspect, up: up * tangent };
        Ok(Self { origin: Plane::constant(eye), direction, size })
    }

    /// A camera that looks straight down, x to the right and y up in the picture, without perspective. `center` is the
    /// point that the middle of the picture starts from, `pixel` the side of a pixel.
    ///
    /// # Errors
    /// Where a number is not finite, or the pixel has no size.
    pub fn top(center: [f64; 3], pixel: f64, size: [usize; 2]) -> Result<Self> {
        let center = DVec3::from(center);
        if !(center.is_finite() && pixel.is_finite() && pixel > 0.0) {
            return Err(Error::usage(
                "a view from the top needs finite numbers and pixels of a size",
            ));
        }
        let right = DVec3::X * (pixel * size[0] as f64 / 2.0);
        let up = DVec3::Y * (pixel * size[1] as f64 / 2.0);
        let direction = Plane::constant(DVec3::NEG_Z);
        Ok(Self { origin: Plane { center, right, up }, direction, size })
    }

    /// The camera of the standard ray classes: from above a corner of the box, outside, towards the middle of its lower
    /// part; in grid space; `side` pixels wide and high.
    ///
    /// # Errors
    /// Where the box is empty.
    pub fn standard(bounds: &GridBox, side: usize) -> Result<Self> {
        let at = |share: [f64; 3], offset: f64| {
            [0, 1, 2].map(|axis| {
                let length = f64::from(bounds.sides()[axis]);
                f64::from(bounds.min[axis]) + length * share[axis] + offset
            })
        };
        let eye = at([-0.15, -0.2, 1.3], 0.37);
        Self::perspective(eye, at([0.5, 0.5, 0.2], 0.0), 0.55, [side, side])
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// The ray through a point of the picture, in pixels from the upper left corner; the middle of pixel (x, y) is
    /// (x + 0.5, y + 0.5). Its direction has length 1.
    pub fn ray(&self, [x, y]: [f64; 2]) -> Ray {
        let [width, height] = self.size.map(|side| side as f64);
        let (u, v) = (2.0 * x / width - 1.0, 1.0 - 2.0 * y / height);
        let direction = self.direction.at(u, v).normalize();
        Ray::new(self.origin.at(u, v).to_array(), direction.to_array())
    }

    /// The rays through the middles of all pixels, in the order of [`TileOrder`].
    pub fn rays(&self) -> RayBatch<f32> {
        let mut rays = RayBatch::<f32>::default();
        for [x, y] in TileOrder::new(self.size).pixels() {
            rays.push(&self.ray([x as f64 + 0.5, y as f64 + 0.5]));
        }
        rays
    }
}

/// The order of rays of a picture: in tiles of 4 x 4 pixels; tiles at the right and lower edge may be cut.
///
/// ```
/// use voxray::TileOrder;
/// let order = TileOrder::new([10, 6]);
/// let pixels: Vec<_> = order.pixels().collect();
/// assert_eq!(pixels[16..18], [[4, 0], [5, 0]]);
/// assert!(pixels.iter().enumerate().all(|(index, &pixel)| order.index(pixel) == index));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileOrder {
    size: [usize; 2],
}

impl TileOrder {
    /// The order for a picture of this width and height.
    pub fn new(size: [usize; 2]) -> Self {
        Self { size }
    }

    /// The place of a pixel (x, y) in the order.
    pub fn index(&self, [x, y]: [usize; 2]) -> usize {
        let [width, height] = self.size;
        let (left, top) = (x / TILE * TILE, y / TILE * TILE);
        let (tile_width, tile_height) = (TILE.min(width - left), TILE.min(height - top));
        top * width + left * tile_height + (y - top) * tile_width + (x - left)
    }

    /// All pixels, in order.
    pub fn pixels(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let [width, height] = self.size;
        let span = |start: usize, end: usize| start..end.min(start + TILE);
        (0..height).step_by(TILE).flat_map(move |top| {
            (0..width).step_by(TILE).flat_map(move |left| {
                span(top, height).flat_map(move |y| span(left, width).map(move |x| [x, y]))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_come_once_each_where_the_index_says() {
        for size in [[1, 1], [4, 4], [5, 9], [16, 3], [0, 4]] {
            let order = TileOrder::new(size);
            let pixels: Vec<_> = order.pixels().collect();
            assert_eq!(pixels.len(), size[0] * size[1], "{size:?}");
            for (index, &pixel) in pixels.iter().enumerate() {
                assert_eq!(order.index(pixel), index, "{pixel:?} of {size:?}");
            }
        }
    }

    #[test]
    fn picture_has_its_upper_left_first() {
        let camera = Camera::perspective([0.0; 3], [0.0, 1.0, 0.0], 0.5, [200, 100]).expect("fine");
        let [x, y, z] = camera.ray([0.0, 0.0]).direction;
        assert!((x / y + 1.0).abs() < 1e-12, "left by the tangent times the aspect: {}", x / y);
        assert!((z / y - 0.5).abs() < 1e-12, "up by the tangent: {}", z / y);
    }

    #[test]
    fn top_view_looks_down_with_y_up() {
        let camera = Camera::top([5.0, 5.0, 9.0], 0.1, [100, 100]).expect("fine");
        let ray = camera.ray([0.0, 0.0]);
        assert_eq!(ray.direction, [0.0, 0.0, -1.0], "down");
        assert!((ray.origin[0]).abs() < 1e-12 && (ray.origin[1] - 10.0).abs() < 1e-12, "{ray:?}");
    }

    #[test]
    fn straight_down_has_a_right_and_an_up() {
        let camera = Camera::perspective([0.0, 0.0, 9.0], [0.0; 3], 1.0, [2, 2]).expect("fine");
        let [x, y, _] = camera.ray([0.0, 0.0]).direction;
        assert!(x < 0.0 && y > 0.0, "x to the right, y up");
    }

    #[test]
    fn camera_without_a_direction_is_refused() {
        assert!(Camera::perspective([1.0; 3], [1.0; 3], 0.5, [4, 4]).is_err(), "no direction");
        assert!(Camera::perspective([f64::NAN; 3], [1.0; 3], 0.5, [4, 4]).is_err(), "NaN");
        assert!(Camera::perspective([0.0; 3], [1.0; 3], 0.0, [4, 4]).is_err(), "no angle");
    }
}
