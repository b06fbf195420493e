//! Where a scene lies, as JSON.

use serde::Serialize;
use voxray::Scene;

/// What its file says of the scene's place, and the numbers that place its grid.
#[derive(Debug, Serialize)]
pub(crate) struct Place {
    /// The coordinate reference system, `EPSG:` and a number or well-known text; empty where unknown.
    pub(crate) crs: String,
    /// Which way the world axes point; empty where unknown.
    pub(crate) axes: String,
    origin: [f64; 3],
    voxel_size: [f64; 3],
}

impl Place {
    /// The place of a scene.
    pub(crate) fn of(scene: &Scene) -> Self {
        let (place, transform) = (scene.georeference(), scene.transform());
        Self {
            crs: place.crs.clone(),
            axes: place.axes.clone(),
            origin: transform.origin,
            voxel_size: transform.voxel_size,
        }
    }
}
