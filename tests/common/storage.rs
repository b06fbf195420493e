//! Rays in every form in which a batch may be given: rows of 6, 7 or 8 numbers or separate columns, f32 or f64.

use voxray::{Ray, RayScalar, RayView};

/// A number that rays may be given in.
pub(crate) trait Number: RayScalar {
    /// Its name.
    const NAME: &'static str;
    /// The nearest one.
    fn of(x: f64) -> Self;
    /// Exactly.
    fn get(self) -> f64;
}

impl Number for f32 {
    const NAME: &'static str = "f32";
    fn of(x: f64) -> Self {
        x as Self
    }
    fn get(self) -> f64 {
        f64::from(self)
    }
}

impl Number for f64 {
    const NAME: &'static str = "f64";
    fn of(x: f64) -> Self {
        x
    }
    fn get(self) -> f64 {
        self
    }
}

/// How the rays lie in memory; the number is how many numbers of a ray are kept: 6, 7 with `t_far`, 8 with `t_near` too.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Layout {
    Rows(usize),
    Columns(usize),
}

impl Layout {
    pub(crate) const ALL: [Self; 6] = [
        Self::Rows(8),
        Self::Columns(8),
        Self::Rows(7),
        Self::Columns(7),
        Self::Rows(6),
        Self::Columns(6),
    ];

    fn width(self) -> usize {
        match self {
            Self::Rows(width) | Self::Columns(width) => width,
        }
    }
}

/// Rays that lie in memory in some form.
#[derive(Debug)]
pub(crate) struct Stored<T> {
    layout: Layout,
    rows: Vec<T>,
    columns: [Vec<T>; 8],
}

impl<T: Number> Stored<T> {
    pub(crate) fn new(rays: &[Ray], layout: Layout) -> Self {
        let width = layout.width();
        let rows = rays.iter().flat_map(|ray| numbers::<T>(ray, width)).collect::<Vec<_>>();
        let column = |k| rows.iter().skip(k).step_by(width).copied().collect();
        let columns = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| if k < width { column(k) } else { vec![] });
        Self { layout, rows, columns }
    }

    /// The rays as the library sees them.
    pub(crate) fn view(&self) -> RayView<'_> {
        let width = match self.layout {
            Layout::Rows(width) => {
                return RayView::from_rows(&self.rows, width).expect("whole rows");
            }
            Layout::Columns(width) => width,
        };
        let [ox, oy, oz, dx, dy, dz, six, seven] = &self.columns;
        let view = RayView::from_columns([ox, oy, oz], [dx, dy, dz]).expect("equal columns");
        match width {
            6 => view,
            7 => view.with_t_far(six).expect("one per ray"),
            _ => view.with_t_near(six).and_then(|v| v.with_t_far(seven)).expect("one per ray"),
        }
    }

    /// The rays as they were stored, read without the library: rounded, and without the times that are not kept.
    pub(crate) fn rays(&self) -> Vec<Ray> {
        self.rows.chunks(self.layout.width()).map(ray_of).collect()
    }
}

fn numbers<T: Number>(ray: &Ray, width: usize) -> Vec<T> {
    let times: &[f32] = match width {
        6 => &[],
        7 => &[ray.t_far],
        _ => &[ray.t_near, ray.t_far],
    };
    let places = ray.origin.iter().chain(&ray.direction).copied();
    places.chain(times.iter().map(|&t| f64::from(t))).map(T::of).collect()
}

fn ray_of<T: Number>(row: &[T]) -> Ray {
    let x: Vec<f64> = row.iter().map(|x| x.get()).collect();
    let (t_near, t_far) = match x.len() {
        6 => (0.0, f32::INFINITY),
        7 => (0.0, x[6] as f32),
        _ => (x[6] as f32, x[7] as f32),
    };
    Ray { origin: [x[0], x[1], x[2]], direction: [x[3], x[4], x[5]], t_near, t_far }
}
