//! Rays of one's own, as a structure of arrays.

use super::view::{RayScalar, RayView};
use crate::ray::Ray;

/// Rays as a structure of arrays, in `f32` or `f64`.
///
/// ```
/// use voxray::{Ray, RayBatch};
/// let mut rays = RayBatch::<f32>::default();
/// rays.push(&Ray::new([0.5, 0.5, 9.0], [0.0, 0.0, -1.0]));
/// assert_eq!(rays.view().ray(0).direction, [0.0, 0.0, -1.0]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RayBatch<T = f32> {
    /// x, y, z of the origins.
    pub origin: [Vec<T>; 3],
    /// x, y, z of the directions.
    pub direction: [Vec<T>; 3],
    /// Start times, one per ray.
    pub t_near: Vec<f32>,
    /// End times, one per ray.
    pub t_far: Vec<f32>,
}

impl<T: RayScalar> RayBatch<T> {
    /// How many rays.
    pub fn len(&self) -> usize {
        self.t_far.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.t_far.is_empty()
    }

    /// The rays, borrowed.
    ///
    /// # Panics
    /// Where the columns were made to differ in length.
    pub fn view(&self) -> RayView<'_> {
        let [ox, oy, oz] = &self.origin;
        let [dx, dy, dz] = &self.direction;
        RayView::from_columns([ox, oy, oz], [dx, dy, dz])
            .and_then(|view| view.with_t_near(&self.t_near)?.with_t_far(&self.t_far))
            .expect("one entry per ray in each column")
    }
}

impl RayBatch<f32> {
    /// Adds a ray, rounded to `f32`.
    #[allow(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
    pub fn push(&mut self, ray: &Ray) {
        self.push_parts(
            ray.origin.map(|x| x as f32),
            ray.direction.map(|x| x as f32),
            ray.t_near,
            ray.t_far,
        );
    }
}

impl RayBatch<f64> {
    /// Adds a ray.
    pub fn push(&mut self, ray: &Ray) {
        self.push_parts(ray.origin, ray.direction, ray.t_near, ray.t_far);
    }
}

impl<T: RayScalar> RayBatch<T> {
    /// Adds a ray by its numbers.
    pub fn push_parts(&mut self, origin: [T; 3], direction: [T; 3], t_near: f32, t_far: f32) {
        for axis in 0..3 {
            self.origin[axis].push(origin[axis]);
            self.direction[axis].push(direction[axis]);
        }
        self.t_near.push(t_near);
        self.t_far.push(t_far);
    }
}

impl<'a, T: RayScalar> From<&'a RayBatch<T>> for RayView<'a> {
    fn from(rays: &'a RayBatch<T>) -> Self {
        rays.view()
    }
}

impl From<&Self> for RayView<'_> {
    fn from(rays: &Self) -> Self {
        *rays
    }
}
