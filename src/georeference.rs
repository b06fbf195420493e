//! Where a scene lies on the earth, as its file says it.

/// What a file says of its coordinates, in words; carried along, never computed with. The numbers that place the grid are
/// the scene's [`Transform`](crate::Transform).
///
/// ```
/// use voxray::{Georeference, Scene, GridBox};
/// let scene = Scene::from_fn(GridBox::with_sides([4, 4, 4])?, 0, |_| 1)?;
/// let scene = scene.with_georeference(Georeference {
///     crs: "EPSG:28992".into(),
///     axes: "x east, y north, z up".into(),
/// });
/// assert_eq!(scene.georeference().crs, "EPSG:28992");
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Georeference {
    /// The coordinate reference system of the world coordinates: `EPSG:` and a number, or well-known text (WKT), as the
    /// file has it; empty where the file names none.
    pub crs: String,
    /// Which way the world axes point, as in `x east, y north, z up`; empty where the file does not say.
    pub axes: String,
}

impl Georeference {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.crs.is_empty() && self.axes.is_empty()
    }
}
