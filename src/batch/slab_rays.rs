//! Rays of any number of dimensions in `f32`: what slab tests take. One, or many where they lie.
//!
//! Invariant: numbers are rounded to `f32` once, and it is the rounded ones that are judged and computed with.

use std::ops::Range;

use super::rays::RayBatch;
use super::view::{Column, RayScalar, RayView};
use crate::error::{Error, Result};

/// A ray in D dimensions: point(t) = origin + t * direction, for t in the closed range [`t_near`, `t_far`], in units of
/// |direction|.
///
/// ```
/// use voxray::slab::SlabRay;
/// let ray = SlabRay::new([0.0, 0.5], [2.0, 0.0]);
/// assert!(ray.is_valid());
/// assert!(!SlabRay { t_near: -1.0, ..ray }.is_valid());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlabRay<const D: usize> {
    /// Where t = 0.
    pub origin: [f32; D],
    /// What t = 1 adds to the origin; of any length.
    pub direction: [f32; D],
    /// The first time that counts, >= 0.
    pub t_near: f32,
    /// The last time that counts; may be +inf.
    pub t_far: f32,
}

impl<const D: usize> SlabRay<D> {
    /// The ray from `origin` along `direction` without an end.
    pub fn new(origin: [f32; D], direction: [f32; D]) -> Self {
        Self { origin, direction, t_near: 0.0, t_far: f32::INFINITY }
    }

    /// Whether it is a ray at all: no NaN, a finite origin, a finite direction that is not zero, no negative start.
    pub fn is_valid(&self) -> bool {
        self.origin.iter().chain(&self.direction).all(|x| x.is_finite())
            && self.direction.iter().any(|&d| d != 0.0)
            && self.t_near >= 0.0
            && !self.t_far.is_nan()
    }
}

/// Rays in D dimensions, borrowed where they lie: columns of `f32` or `f64` with any stride. A [`RayView`] is one of 3
/// dimensions, and seen from above, without its z, one of 2.
///
/// ```
/// use voxray::slab::SlabRays;
/// let (x, y) = ([0.0_f32, 4.0], [0.5_f32, 0.5]);
/// let (dx, dy) = ([1.0_f32, -1.0], [0.0_f32, 0.25]);
/// let rays = SlabRays::from_columns([&x, &y], [&dx, &dy])?.with_t_far(&[9.0_f32, 1.0])?;
/// assert_eq!((rays.len(), rays.ray(1).t_far), (2, 1.0));
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SlabRays<'a, const D: usize> {
    len: usize,
    /// Coordinates of the origins, axis by axis.
    pub(crate) origin: [Column<'a>; D],
    /// Components of the directions, axis by axis.
    pub(crate) direction: [Column<'a>; D],
    /// Start times; 0 where absent.
    pub(crate) t_near: Option<Column<'a>>,
    /// End times; +inf where absent.
    pub(crate) t_far: Option<Column<'a>>,
}

impl<'a, const D: usize> SlabRays<'a, D> {
    /// Rays in separate columns of equal length.
    ///
    /// # Errors
    /// Where the lengths differ.
    pub fn from_columns<T: RayScalar>(
        origin: [&'a [T]; D],
        direction: [&'a [T]; D],
    ) -> Result<Self> {
        let len = origin.first().map_or(0, |column| column.len());
        if origin.iter().chain(&direction).any(|column| column.len() != len) {
            return Err(Error::input(
                "the columns of the rays differ in length; give one entry per ray in each",
            ));
        }
        let column = |data: &'a [T]| T::column(data, 1);
        let (origin, direction) = (origin.map(column), direction.map(column));
        Ok(Self { len, origin, direction, t_near: None, t_far: None })
    }

    /// Rays as rows of a C-ordered array of shape (n, `width`): origin and direction, 2 D numbers; with one more also
    /// `t_far`; with two more also `t_near` and `t_far`.
    ///
    /// # Errors
    /// Where `width` is another, or the number of values no multiple of it.
    ///
    /// ```
    /// use voxray::slab::SlabRays;
    /// let rows = [0.0_f64, 0.5, 1.0, 0.0, /* next ray */ 4.0, 0.5, -1.0, 0.25];
    /// assert_eq!(SlabRays::<2>::from_rows(&rows, 4)?.ray(1).direction, [-1.0, 0.25]);
    /// # Ok::<(), voxray::Error>(())
    /// ```
    pub fn from_rows<T: RayScalar>(rows: &'a [T], width: usize) -> Result<Self> {
        let least = 2 * D;
        if width == 0 || !(least..=least + 2).contains(&width) || !rows.len().is_multiple_of(width)
        {
            return Err(Error::input(format!(
                "{} values do not make rays of {width} numbers; a ray in {D} dimensions has {least} (origin, direction), {} (and t_far) or {} (and t_near, t_far)",
                rows.len(),
                least + 1,
                least + 2
            )));
        }
        let column = |k: usize| T::column(rows.get(k..).unwrap_or(&[]), width);
        Ok(Self {
            len: rows.len() / width,
            origin: std::array::from_fn(column),
            direction: std::array::from_fn(|axis| column(D + axis)),
            t_near: (width == least + 2).then(|| column(least)),
            t_far: (width > least).then(|| column(width - 1)),
        })
    }

    /// The same rays with start times.
    ///
    /// # Errors
    /// Where there is not one per ray.
    pub fn with_t_near<T: RayScalar>(self, t_near: &'a [T]) -> Result<Self> {
        Ok(Self { t_near: Some(self.time_column(t_near)?), ..self })
    }

    /// The same rays with end times.
    ///
    /// # Errors
    /// Where there is not one per ray.
    pub fn with_t_far<T: RayScalar>(self, t_far: &'a [T]) -> Result<Self> {
        Ok(Self { t_far: Some(self.time_column(t_far)?), ..self })
    }

    fn time_column<T: RayScalar>(&self, times: &'a [T]) -> Result<Column<'a>> {
        if times.len() == self.len {
            return Ok(T::column(times, 1));
        }
        Err(Error::input(format!(
            "{} times were given for {} rays; give one per ray",
            times.len(),
            self.len
        )))
    }

    /// How many rays.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The ray `index`, rounded to `f32`; a start before 0 stays before 0.
    ///
    /// # Panics
    /// Where there is none.
    #[allow(clippy::cast_possible_truncation, reason = "slab tests are in f32: rounded once, here")]
    pub fn ray(&self, index: usize) -> SlabRay<D> {
        assert!(index < self.len, "ray {index} of {}", self.len);
        SlabRay {
            origin: self.origin.map(|column| column.get(index) as f32),
            direction: self.direction.map(|column| column.get(index) as f32),
            t_near: self.t_near.map_or(0.0, |column| column.get_time(index)),
            t_far: self.t_far.map_or(f32::INFINITY, |column| column.get_time(index)),
        }
    }

    /// The rays of `range`.
    ///
    /// # Panics
    /// Where it reaches past the end.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "rays {range:?} of {}",
            self.len
        );
        let tail = |column: Column<'a>| column.skip(range.start);
        Self {
            len: range.len(),
            origin: self.origin.map(tail),
            direction: self.direction.map(tail),
            t_near: self.t_near.map(tail),
            t_far: self.t_far.map(tail),
        }
    }
}

impl<'a> From<RayView<'a>> for SlabRays<'a, 3> {
    fn from(rays: RayView<'a>) -> Self {
        let RayView { origin, direction, t_near, t_far, .. } = rays;
        Self { len: rays.len(), origin, direction, t_near, t_far }
    }
}

/// Seen from above: z is left out, and a ray straight down is none.
impl<'a> From<RayView<'a>> for SlabRays<'a, 2> {
    fn from(rays: RayView<'a>) -> Self {
        let ([x, y, _], [dx, dy, _]) = (rays.origin, rays.direction);
        let (t_near, t_far) = (rays.t_near, rays.t_far);
        Self { len: rays.len(), origin: [x, y], direction: [dx, dy], t_near, t_far }
    }
}

impl<'a, T: RayScalar> From<&'a RayBatch<T>> for SlabRays<'a, 3> {
    fn from(rays: &'a RayBatch<T>) -> Self {
        rays.view().into()
    }
}
