//! One ray.

/// A ray: point(t) = origin + t * direction, for t in the closed range [`t_near`, `t_far`].
///
/// The direction may have any length; t is in units of it. Whether coordinates are world or grid ones is said where the
/// ray is cast. A NaN anywhere, an infinite origin or direction, a zero direction or a negative `t_near` make a ray
/// *invalid*: it is reported as such and never loops or panics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where t = 0.
    pub origin: [f64; 3],
    /// What t = 1 adds to the origin.
    pub direction: [f64; 3],
    /// The first time that counts, >= 0.
    pub t_near: f32,
    /// The last time that counts; may be +inf.
    pub t_far: f32,
}

impl Ray {
    /// The ray from `origin` along `direction` without an end.
    ///
    /// ```
    /// let ray = voxray::Ray::new([0.5, 0.5, 9.0], [0.0, 0.0, -1.0]).with_t_far(4.0);
    /// assert!(ray.is_valid());
    /// assert!(!voxray::Ray::new([0.0; 3], [0.0; 3]).is_valid());
    /// ```
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin, direction, t_near: 0.0, t_far: f32::INFINITY }
    }

    /// The segment from `from` (t = 0) to `to` (t = 1).
    pub fn between(from: [f64; 3], to: [f64; 3]) -> Self {
        let direction = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        Self::new(from, direction).with_t_far(1.0)
    }

    /// The same ray with another start time.
    #[must_use]
    pub fn with_t_near(self, t_near: f32) -> Self {
        Self { t_near, ..self }
    }

    /// The same ray with another end time.
    #[must_use]
    pub fn with_t_far(self, t_far: f32) -> Self {
        Self { t_far, ..self }
    }

    /// The same ray, ending at a distance from its origin, in the units of its coordinates. The end time is rounded to `f32`.
    ///
    /// ```
    /// let ray = voxray::Ray::new([0.0; 3], [0.0, 3.0, 4.0]).with_max_distance(10.0);
    /// assert_eq!(ray.t_far, 2.0);
    /// ```
    #[must_use]
    pub fn with_max_distance(self, distance: f64) -> Self {
        let [x, y, z] = self.direction;
        let length = x.hypot(y).hypot(z);
        #[allow(clippy::cast_possible_truncation, reason = "times are f32: rounded once, here")]
        self.with_t_far((distance / length) as f32)
    }

    /// Whether the ray can be cast.
    pub fn is_valid(&self) -> bool {
        let finite = |values: &[f64; 3]| values.iter().all(|value| value.is_finite());
        finite(&self.origin)
            && finite(&self.direction)
            && self.direction.iter().any(|&component| component != 0.0)
            && self.t_near >= 0.0
            && !self.t_far.is_nan()
    }
}
