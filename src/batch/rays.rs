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
///
/// The columns of times are empty while all times are the usual ones, so that nothing is read for them. To change
/// times in place, fill the column first: `rays.t_far.resize(rays.len(), f32::INFINITY)`; to read one, ask
/// `rays.view().ray(index)`. Batches are equal where their columns are, an empty one and a full one being different.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RayBatch<T = f32> {
    /// x, y, z of the origins.
    pub origin: [Vec<T>; 3],
    /// x, y, z of the directions.
    pub direction: [Vec<T>; 3],
    /// Start times, one per ray; none at all while every ray starts at 0.
    pub t_near: Vec<f32>,
    /// End times, one per ray; none at all while no ray ends.
    pub t_far: Vec<f32>,
}

impl<T: RayScalar> RayBatch<T> {
    /// How many rays.
    pub fn len(&self) -> usize {
        self.origin[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.origin[0].is_empty()
    }

    /// The rays, borrowed.
    ///
    /// # Panics
    /// Where the columns were made to differ in length.
    pub fn view(&self) -> RayView<'_> {
        let [ox, oy, oz] = &self.origin;
        let [dx, dy, dz] = &self.direction;
        let one_each = "one entry per ray in each column";
        let mut view = RayView::from_columns([ox, oy, oz], [dx, dy, dz]).expect(one_each);
        if !self.t_near.is_empty() {
            view = view.with_t_near(&self.t_near).expect(one_each);
        }
        if !self.t_far.is_empty() {
            view = view.with_t_far(&self.t_far).expect(one_each);
        }
        view
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
        push_time(&mut self.t_near, self.origin[0].len(), t_near, 0.0);
        push_time(&mut self.t_far, self.origin[0].len(), t_far, f32::INFINITY);
        for axis in 0..3 {
            self.origin[axis].push(origin[axis]);
            self.direction[axis].push(direction[axis]);
        }
    }
}

/// Adds a time to a column that has none while all are the usual one.
fn push_time(column: &mut Vec<f32>, len: usize, time: f32, usual: f32) {
    if column.is_empty() {
        if time == usual {
            return;
        }
        column.resize(len, usual);
    }
    column.push(time);
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
