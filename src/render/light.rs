//! How much light falls on what the camera sees: from the sun, from the sky, and from what those light.
//!
//! Every question is a batch of rays. Light from all around is followed to the next surface only; what comes from
//! farther round the corner is taken to be the same everywhere.

use glam::{DVec3, Vec3};

use super::albedo::Albedo;
use super::film::{Film, SURFACE_COLUMNS, Surface, surface};
use super::hemisphere::{Hemispheres, PASSES};
use super::sky::{AMBIENT, SUN_LIGHT, sky};
use crate::batch::{Columns, RayBatch};
use crate::error::Result;
use crate::options::Options;
use crate::scene::Scene;
use crate::space::Space;

/// Asks the scene for light.
#[derive(Debug)]
pub(super) struct Lamp<'a> {
    pub(super) scene: &'a Scene,
    pub(super) albedo: &'a Albedo,
    pub(super) hemispheres: &'a Hemispheres,
    /// Towards the sun: a unit vector in world coordinates.
    pub(super) sun: DVec3,
    pub(super) options: Options,
}

/// Rays from surfaces, in grid space, and the numbers of the surfaces.
#[derive(Debug, Default)]
struct Queue {
    rays: RayBatch<f64>,
    owners: Vec<usize>,
}

impl Queue {
    fn push(&mut self, owner: usize, from: &Surface, direction: [f64; 3], t_far: f32) {
        self.rays.push_parts(from.point, direction, 0.0, t_far);
        self.owners.push(owner);
    }
}

impl Lamp<'_> {
    /// For each sample the light of the sun that falls on it, times 1/pi.
    pub(super) fn sun_light(&self, film: &Film) -> Result<(Vec<Vec3>, u64)> {
        let surfaces = film.seen().map(|(index, _, surface)| (index, surface));
        self.sun_on(surfaces, film.surfaces.len())
    }

    /// For each sample the light of sky and surroundings that falls on it, times 1/pi.
    pub(super) fn ambient_light(&self, film: &Film) -> Result<(Vec<Vec3>, u64)> {
        let mut light = vec![Vec3::ZERO; film.surfaces.len()];
        let mut count = 0;
        for pass in 0..PASSES {
            let queue = self.around(film, pass, f32::INFINITY);
            let hits = self.scene.cast_rays(&queue.rays, &self.options(SURFACE_COLUMNS))?;
            let met: Vec<_> =
                (0..queue.owners.len()).map(|ray| surface(&queue.rays, &hits, ray)).collect();
            let surfaces =
                met.iter().enumerate().filter_map(|(ray, met)| Some((ray, met.as_ref()?)));
            let (sun, sun_rays) = self.sun_on(surfaces, met.len())?;
            for (ray, &owner) in queue.owners.iter().enumerate() {
                light[owner] += match &met[ray] {
                    Some(met) => {
                        self.albedo.of(met.voxel, met.material) * (sun[ray] + AMBIENT * 2.0)
                    }
                    None => self.sky_along(&queue.rays, ray),
                };
            }
            count += queue.owners.len() as u64 + sun_rays;
        }
        light.iter_mut().for_each(|light| *light /= PASSES as f32);
        Ok((light, count))
    }

    /// For each sample how open its surroundings are up to the distance `reach` (world units): 0..=1, nearer things
    /// hide more.
    pub(super) fn openness(&self, film: &Film, reach: f32) -> Result<(Vec<Vec3>, u64)> {
        let mut open = vec![Vec3::ZERO; film.surfaces.len()];
        let mut count = 0;
        for pass in 0..PASSES {
            let queue = self.around(film, pass, reach);
            let hits = self.scene.cast_rays(&queue.rays, &self.options(Columns::T_HIT))?;
            for (&owner, &t_hit) in queue.owners.iter().zip(&hits.t_hit) {
                open[owner] += Vec3::splat((t_hit / reach).min(1.0).sqrt());
            }
            count += queue.owners.len() as u64;
        }
        open.iter_mut().for_each(|open| *open /= PASSES as f32);
        Ok((open, count))
    }

    /// One ray from every surface of the film.
    fn around(&self, film: &Film, pass: usize, t_far: f32) -> Queue {
        let mut queue = Queue::default();
        for (index, sample, surface) in film.seen() {
            let way = self.hemispheres.direction(surface.face, sample, pass);
            queue.push(index, surface, self.to_grid(way), t_far);
        }
        queue
    }

    /// The light of the sun on each of the surfaces; their numbers are below `count`. And how many rays it took.
    fn sun_on<'s>(
        &self,
        surfaces: impl Iterator<Item = (usize, &'s Surface)>,
        count: usize,
    ) -> Result<(Vec<Vec3>, u64)> {
        let way = self.to_grid(self.sun);
        let mut queue = Queue::default();
        let mut light = vec![Vec3::ZERO; count];
        for (number, surface) in surfaces {
            let normal = DVec3::from(surface.face.normal().map(f64::from));
            let cosine = normal.dot(self.sun);
            if cosine > 0.0 {
                queue.push(number, surface, way, f32::INFINITY);
                #[allow(clippy::cast_possible_truncation, reason = "0..=1")]
                let cosine = cosine as f32;
                light[number] = SUN_LIGHT * cosine;
            }
        }
        let occluded = self.scene.test_occlusions(&queue.rays, &self.options(Columns::T_HIT))?;
        for (&owner, _) in queue.owners.iter().zip(&occluded).filter(|(_, hidden)| **hidden == 1) {
            light[owner] = Vec3::ZERO;
        }
        Ok((light, queue.owners.len() as u64))
    }

    fn sky_along(&self, rays: &RayBatch<f64>, ray: usize) -> Vec3 {
        let size = self.scene.transform().voxel_size;
        let way = DVec3::from([0, 1, 2].map(|axis| rays.direction[axis][ray] * size[axis]));
        #[allow(clippy::cast_possible_truncation, reason = "-1..=1")]
        let up = way.z as f32;
        sky(up)
    }

    fn to_grid(&self, direction: DVec3) -> [f64; 3] {
        self.scene.transform().direction_to_grid(direction.to_array())
    }

    fn options(&self, columns: Columns) -> Options {
        Options { columns, space: Space::Grid, ..self.options.clone() }
    }
}
