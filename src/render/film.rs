//! What the camera sees: one surface per sample.

use glam::DVec3;

use crate::batch::{Columns, HitBatch, RayBatch};
use crate::camera::{Camera, TileOrder};
use crate::error::Result;
use crate::face::Face;
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;
use crate::space::Space;

/// A place on a face of a voxel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    pub(super) face: Face,
    pub(super) voxel: [i32; 3],
    pub(super) material: u16,
    /// In grid space, exactly in the plane of the face and within it.
    pub(super) point: [f64; 3],
    /// From the camera, in world units.
    pub(super) distance: f32,
}

/// The samples of some rows, row by row.
#[derive(Debug)]
pub(super) struct Film {
    /// Samples along a row, and rows.
    pub(super) size: [usize; 2],
    /// The row of the whole picture that the first row here is.
    pub(super) first_row: usize,
    pub(super) surfaces: Vec<Option<Surface>>,
    /// From the camera, unit vectors in world coordinates.
    pub(super) directions: Vec<DVec3>,
}

/// The columns that a surface is made of.
pub(super) const SURFACE_COLUMNS: Columns =
    Columns::T_HIT.union(Columns::VOXEL).union(Columns::FACE).union(Columns::MATERIAL);

impl Film {
    /// Casts the rays of the camera through the samples of `rows`.
    pub(super) fn expose(
        scene: &Scene,
        camera: &Camera,
        rows: std::ops::Range<usize>,
        options: &Options,
    ) -> Result<Self> {
        let size = [camera.size()[0], rows.len()];
        let mut film = Self {
            size,
            first_row: rows.start,
            surfaces: vec![None; size[0] * size[1]],
            directions: vec![DVec3::ZERO; size[0] * size[1]],
        };
        let mut rays = RayBatch::<f64>::default();
        for [x, y] in film.order() {
            let ray = camera.ray([x as f64 + 0.5, (rows.start + y) as f64 + 0.5]);
            film.directions[y * size[0] + x] = DVec3::from(ray.direction);
            rays.push(&to_grid(scene, &ray));
        }
        let options = Options {
            columns: SURFACE_COLUMNS,
            space: Space::Grid,
            skip_inside: true,
            ..options.clone()
        };
        let hits = scene.cast_rays(&rays, &options)?;
        for (index, [x, y]) in film.order().enumerate() {
            film.surfaces[y * size[0] + x] = surface(&rays, &hits, index);
        }
        Ok(film)
    }

    /// Samples (x, y) in the order in which rays are cast.
    pub(super) fn order(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        TileOrder::new(self.size).pixels()
    }

    /// All samples with a surface, in that order: their place here, (x, y) in the whole picture, and the surface.
    pub(super) fn seen(&self) -> impl Iterator<Item = (usize, [usize; 2], &Surface)> {
        self.order().filter_map(|[x, y]| {
            let index = y * self.size[0] + x;
            Some((index, [x, y + self.first_row], self.surfaces[index].as_ref()?))
        })
    }
}

/// The ray in grid space; its times keep their values.
fn to_grid(scene: &Scene, ray: &Ray) -> Ray {
    let transform = scene.transform();
    Ray::new(transform.to_grid(ray.origin), transform.direction_to_grid(ray.direction))
}

/// The surface that a ray in grid space hit.
pub(super) fn surface(rays: &RayBatch<f64>, hits: &HitBatch, index: usize) -> Option<Surface> {
    /// Rays that start nearer to an edge than this may be rounded past it.
    const MARGIN: f64 = 1.0 / 64.0;
    let face = Face::from_number(hits.face[index])?;
    let voxel = hits.voxel[index];
    let distance = hits.t_hit[index];
    let point = [0, 1, 2].map(|axis| {
        let low = f64::from(voxel[axis]);
        if axis == face.axis() {
            return if face.is_positive() { low + 1.0 } else { low };
        }
        let along = rays.direction[axis][index] * f64::from(distance);
        (rays.origin[axis][index] + along).clamp(low + MARGIN, low + 1.0 - MARGIN)
    });
    Some(Surface { face, voxel, material: hits.material[index], point, distance })
}
