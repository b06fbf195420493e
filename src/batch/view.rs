//! Rays where they lie: borrowed columns of `f32` or `f64`, with any stride.

use std::ops::Range;

use crate::error::{Error, Result};
use crate::ray::Ray;

/// Numbers that rays may be given in.
pub trait RayScalar: Copy + Send + Sync + 'static {
    /// A column of such numbers: entry i stands at `data[i * stride]`.
    fn column(data: &[Self], stride: usize) -> Column<'_>;
}

impl RayScalar for f32 {
    fn column(data: &[Self], stride: usize) -> Column<'_> {
        Column::F32(Strided { data, stride })
    }
}

impl RayScalar for f64 {
    fn column(data: &[Self], stride: usize) -> Column<'_> {
        Column::F64(Strided { data, stride })
    }
}

/// Entries at equal distances: entry i is `data[i * stride]`.
#[derive(Debug, Clone, Copy)]
pub struct Strided<'a, T> {
    data: &'a [T],
    stride: usize,
}

impl<'a, T: Copy> Strided<'a, T> {
    /// The entry `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> T {
        self.data[index * self.stride]
    }

    /// The entries of `range`, in order.
    #[inline(always)]
    pub fn iter(&self, range: Range<usize>) -> impl Iterator<Item = T> + use<'a, T> {
        let part = if range.is_empty() { &[] } else { &self.data[range.start * self.stride..] };
        part.iter().step_by(self.stride).copied().take(range.len())
    }

    /// The entries of `range` as a slice, where they lie side by side and are all there.
    #[inline(always)]
    pub fn as_slice(&self, range: Range<usize>) -> Option<&'a [T]> {
        if self.stride == 1 { self.data.get(range) } else { None }
    }
}

/// One column of rays.
#[derive(Debug, Clone, Copy)]
pub enum Column<'a> {
    /// Single precision.
    F32(Strided<'a, f32>),
    /// Double precision.
    F64(Strided<'a, f64>),
}

impl Column<'_> {
    /// The entry `index`.
    #[inline]
    pub fn get(&self, index: usize) -> f64 {
        match self {
            Self::F32(column) => f64::from(column.get(index)),
            Self::F64(column) => column.get(index),
        }
    }

    /// The entry `index` rounded to `f32`, as times are; what is below 0 stays below 0.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "times are f32: rounded once, here")]
    pub fn get_time(&self, index: usize) -> f32 {
        match self {
            Self::F32(column) => column.get(index),
            Self::F64(column) => {
                let time = column.get(index);
                if time < 0.0 { (time as f32).min(-f32::MIN_POSITIVE) } else { time as f32 }
            }
        }
    }

    /// The entries from `entries` on; none where there are fewer.
    pub(super) fn skip(&self, entries: usize) -> Self {
        fn tail<'a, T>(column: &Strided<'a, T>, entries: usize) -> Strided<'a, T> {
            let start = (entries * column.stride).min(column.data.len());
            Strided { data: &column.data[start..], stride: column.stride }
        }
        match self {
            Self::F32(column) => Self::F32(tail(column, entries)),
            Self::F64(column) => Self::F64(tail(column, entries)),
        }
    }
}

/// A batch of rays, borrowed: three columns of origins, three of directions, and, where given, the range of times.
///
/// ```
/// use voxray::RayView;
/// let rows: [f32; 12] = [0.5, 0.5, 9.0, 0.0, 0.0, -1.0, /* next ray */ 3.5, 0.5, 0.5, -1.0, 0.0, 0.0];
/// let rays = RayView::from_rows(&rows, 6)?;
/// assert_eq!(rays.len(), 2);
/// assert_eq!(rays.ray(1).origin, [3.5, 0.5, 0.5]);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RayView<'a> {
    len: usize,
    /// x, y, z of the origins.
    pub(crate) origin: [Column<'a>; 3],
    /// x, y, z of the directions.
    pub(crate) direction: [Column<'a>; 3],
    /// Start times; 0 where absent.
    pub(crate) t_near: Option<Column<'a>>,
    /// End times; +inf where absent.
    pub(crate) t_far: Option<Column<'a>>,
    /// Where the box is cut for a line of sight: on each axis the far face is the first plane at or beyond this point.
    pub(crate) target: Option<[Column<'a>; 3]>,
}

impl<'a> RayView<'a> {
    /// All columns that there are.
    #[inline(always)]
    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column<'a>> {
        let given = self.origin.iter().chain(&self.direction);
        given.chain(&self.t_near).chain(&self.t_far).chain(self.target.iter().flatten())
    }

    /// Rays as rows of a C-ordered array of shape (n, `width`): origin and direction; with 7 also `t_far`; with 8 also
    /// `t_near` and `t_far`.
    ///
    /// # Errors
    /// Where `width` is another, or the number of values no multiple of it.
    pub fn from_rows<T: RayScalar>(rows: &'a [T], width: usize) -> Result<Self> {
        if !(6..=8).contains(&width) || !rows.len().is_multiple_of(width) {
            return Err(Error::input(format!(
                "{} values do not make rays of {width} numbers; a ray has 6 (origin, direction), 7 (and t_far) or 8 (and t_near, t_far)",
                rows.len()
            )));
        }
        let column = |k: usize| T::column(rows.get(k..).unwrap_or(&[]), width);
        let mut view = Self::of_columns(
            rows.len() / width,
            [column(0), column(1), column(2)],
            [column(3), column(4), column(5)],
        );
        view.t_near = (width == 8).then(|| column(6));
        view.t_far = (width > 6).then(|| column(width - 1));
        Ok(view)
    }

    /// Rays in separate columns of equal length.
    ///
    /// # Errors
    /// Where the lengths differ.
    pub fn from_columns<T: RayScalar>(
        origin: [&'a [T]; 3],
        direction: [&'a [T]; 3],
    ) -> Result<Self> {
        let len = origin[0].len();
        if origin.iter().chain(&direction).any(|column| column.len() != len) {
            return Err(Error::input(
                "the columns of the rays differ in length; give one entry per ray in each",
            ));
        }
        let column = |data: &'a [T]| T::column(data, 1);
        Ok(Self::of_columns(len, origin.map(column), direction.map(column)))
    }

    fn of_columns(len: usize, origin: [Column<'a>; 3], direction: [Column<'a>; 3]) -> Self {
        Self { len, origin, direction, t_near: None, t_far: None, target: None }
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

    /// The same rays as lines of sight to these points: the walk ends before the first plane at or beyond them.
    pub(crate) fn with_target<T: RayScalar>(self, target: [&'a [T]; 3]) -> Self {
        Self { target: Some(target.map(|column| T::column(column, 1))), ..self }
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

    /// The ray `index`.
    ///
    /// # Panics
    /// Where there is none.
    pub fn ray(&self, index: usize) -> Ray {
        Ray {
            origin: self.origin.map(|column| column.get(index)),
            direction: self.direction.map(|column| column.get(index)),
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
            target: self.target.map(|target| target.map(tail)),
        }
    }
}
