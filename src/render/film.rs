//! What the camera sees: one surface per sample.

use glam::DVec3;

use crate::batch::{Columns, HitBatch, RayBatch};
use crate::camera::{Camera, TileOrder};
use crate::error::Result;
use crate::face::Face;
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;

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

/// The samples of a rectangle, row by row.
#[derive(Debug)]
pub(super) struct Film {
    pub(super) area: Area,
    pub(super) surfaces: Vec<Option<Surface>>,
    /// From the camera, unit vectors in world coordinates.
    pub(super) directions: Vec<DVec3>,
    /// The samples (x, y) in the order in which rays are cast.
    order: Vec<[usize; 2]>,
}

/// A rectangle of the whole picture, in samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    /// The first column and row.
    pub(super) start: [usize; 2],
    /// Columns and rows.
    pub(super) size: [usize; 2],
}

/// Memory that batches take turns in: taking it from the system anew for every batch costs more than casting.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) queue: Queue,
    pub(super) hits: HitBatch,
    /// For what the first batch met.
    pub(super) met: Vec<Option<Surface>>,
    pub(super) second: Queue,
}

/// Rays in grid space, and the numbers of what they start from.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) rays: RayBatch<f64>,
    pub(super) owners: Vec<usize>,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        let RayBatch { origin, direction, t_near, t_far } = &mut self.rays;
        origin.iter_mut().chain(direction).for_each(Vec::clear);
        t_near.clear();
        t_far.clear();
        self.owners.clear();
    }

    pub(super) fn push(&mut self, owner: usize, origin: [f64; 3], direction: [f64; 3], t_far: f32) {
        self.rays.push_parts(origin, direction, 0.0, t_far);
        self.owners.push(owner);
    }
}

/// The columns that a surface of a scene is made of.
pub(super) fn surface_columns(scene: &Scene) -> Columns {
    // A box of a block has planes of its own.
    let points = if scene.shapes().is_some() { Columns::POINT } else { Columns::NONE };
    Columns::T_HIT | Columns::VOXEL | Columns::FACE | Columns::MATERIAL | points
}

impl Film {
    /// Casts the rays of the camera through the samples of `area`.
    pub(super) fn expose(
        scene: &Scene,
        camera: &Camera,
        area: Area,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Result<Self> {
        let [width, height] = area.size;
        let mut film = Self {
            area,
            surfaces: vec![None; width * height],
            directions: vec![DVec3::ZERO; width * height],
            order: TileOrder::new(area.size).pixels().collect(),
        };
        let Scratch { queue, hits, .. } = scratch;
        queue.clear();
        for &[x, y] in &film.order {
            let place = [x + area.start[0], y + area.start[1]].map(|k| k as f64 + 0.5);
            let ray = camera.ray(place);
            film.directions[y * width + x] = DVec3::from(ray.direction);
            let Ray { origin, direction, .. } = to_grid(scene, &ray);
            queue.push(y * width + x, origin, direction, f32::INFINITY);
        }
        let columns = surface_columns(scene);
        let options = Options { columns, skip_inside: true, ..options.clone() };
        scene.cast_rays_into(&queue.rays, &options, hits)?;
        for (index, &owner) in queue.owners.iter().enumerate() {
            film.surfaces[owner] = surface(scene, &queue.rays, hits, index);
        }
        Ok(film)
    }

    /// All samples with a surface, in the order of casting: their place here, (x, y) in the whole picture, and the
    /// surface.
    pub(super) fn seen(&self) -> impl Iterator<Item = (usize, [usize; 2], &Surface)> {
        self.order.iter().filter_map(|&[x, y]| {
            let index = y * self.area.size[0] + x;
            let place = [x + self.area.start[0], y + self.area.start[1]];
            Some((index, place, self.surfaces[index].as_ref()?))
        })
    }
}

/// The ray in grid space; its times keep their values.
fn to_grid(scene: &Scene, ray: &Ray) -> Ray {
    let transform = scene.transform();
    Ray::new(transform.to_grid(ray.origin), transform.direction_to_grid(ray.direction))
}

/// The surface that a ray in grid space hit.
pub(super) fn surface(
    scene: &Scene,
    rays: &RayBatch<f64>,
    hits: &HitBatch,
    index: usize,
) -> Option<Surface> {
    /// Rays that start nearer to an edge than this may be rounded past it.
    const MARGIN: f64 = 1.0 / 64.0;
    let face = Face::from_number(hits.face[index])?;
    let voxel = hits.voxel[index];
    let distance = hits.t_hit[index];
    let given = hits.point.get(index).map(|&point| scene.transform().to_grid(point));
    let point = given.unwrap_or_else(|| {
        [0, 1, 2].map(|axis| {
            let low = f64::from(voxel[axis]);
            if axis == face.axis() {
                return if face.is_positive() { low + 1.0 } else { low };
            }
            let along = rays.direction[axis][index] * f64::from(distance);
            (rays.origin[axis][index] + along).clamp(low + MARGIN, low + 1.0 - MARGIN)
        })
    });
    Some(Surface { face, voxel, material: hits.material[index], point, distance })
}
