//! How much light falls on what the camera sees: from the sun, from the sky, and from what those light.
//!
//! Every question is a batch of rays. Light from all around is followed to the next surface only; what comes from
//! farther round the corner is taken to be the same everywhere.

use glam::{DVec3, Vec3};

use super::albedo::Albedo;
use super::film::{Film, Queue, Scratch, Surface, surface, surface_columns};
use super::hemisphere::{Hemispheres, PASSES};
use super::sky::{AMBIENT, SUN_LIGHT, sky};
use crate::batch::Columns;
use crate::error::Result;
use crate::options::Options;
use crate::scene::Scene;

/// Asks the scene for light.
#[derive(Debug)]
pub(super) struct Lamp<'a> {
    pub(super) scene: &'a Scene,
    pub(super) albedo: &'a Albedo,
    pub(super) hemispheres: &'a Hemispheres,
    /// Towards the sun: a unit vector in world coordinates.
    pub(super) sun: DVec3,
    /// For rays in grid space.
    pub(super) options: Options,
}

/// Light that falls on samples, one entry for each, and how it was found.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) light: Vec<Vec3>,
    pub(super) rays: u64,
    /// Of the rays around, how many met the sky.
    pub(super) to_sky: u64,
}

impl Lamp<'_> {
    /// For each sample the light of the sun that falls on it, times 1/pi.
    pub(super) fn sun_light(&self, film: &Film, scratch: &mut Scratch) -> Result<Gathered> {
        let mut gathered = Gathered::new(film.surfaces.len());
        let surfaces = film.seen().map(|(index, _, surface)| (index, surface));
        self.sun_on(surfaces, &mut scratch.second, &mut gathered)?;
        Ok(gathered)
    }

    /// For each sample the light of sky and surroundings that falls on it, times 1/pi.
    pub(super) fn ambient_light(&self, film: &Film, scratch: &mut Scratch) -> Result<Gathered> {
        let mut gathered = Gathered::new(film.surfaces.len());
        for pass in 0..PASSES {
            self.gather_pass(film, pass, scratch, &mut gathered)?;
        }
        gathered.light.iter_mut().for_each(|light| *light /= PASSES as f32);
        Ok(gathered)
    }

    /// One ray around from every sample, and from what it meets one to the sun.
    fn gather_pass(
        &self,
        film: &Film,
        pass: usize,
        scratch: &mut Scratch,
        gathered: &mut Gathered,
    ) -> Result<()> {
        let Scratch { queue, hits, met, second } = scratch;
        self.fill_around(film, pass, f32::INFINITY, queue);
        let options = self.with_columns(surface_columns(self.scene));
        self.scene.cast_rays_into(&queue.rays, &options, hits)?;
        met.clear();
        met.extend((0..queue.owners.len()).map(|ray| surface(self.scene, &queue.rays, hits, ray)));
        let surfaces = met.iter().enumerate().filter_map(|(ray, met)| Some((ray, met.as_ref()?)));
        let mut sun = Gathered::new(met.len());
        self.sun_on(surfaces, second, &mut sun)?;
        for (ray, &owner) in queue.owners.iter().enumerate() {
            gathered.light[owner] += match &met[ray] {
                Some(met) => self.albedo.of(met.voxel, met.material) * (sun.light[ray] + AMBIENT),
                None => {
                    gathered.to_sky += 1;
                    self.sky_along(queue, ray)
                }
            };
        }
        gathered.rays += queue.owners.len() as u64 + sun.rays;
        Ok(())
    }

    /// For each sample how open its surroundings are up to the distance `reach` (world units): 0..=1, nearer things
    /// hide more.
    pub(super) fn openness(
        &self,
        film: &Film,
        reach: f32,
        scratch: &mut Scratch,
    ) -> Result<Gathered> {
        let mut gathered = Gathered::new(film.surfaces.len());
        let Scratch { queue, hits, .. } = scratch;
        for pass in 0..PASSES {
            self.fill_around(film, pass, reach, queue);
            self.scene.cast_rays_into(&queue.rays, &self.with_columns(Columns::T_HIT), hits)?;
            for (&owner, &t_hit) in queue.owners.iter().zip(&hits.t_hit) {
                gathered.light[owner] += Vec3::splat((t_hit / reach).min(1.0));
            }
            gathered.rays += queue.owners.len() as u64;
        }
        gathered.light.iter_mut().for_each(|light| *light /= PASSES as f32);
        Ok(gathered)
    }

    /// One ray from every surface of the film.
    fn fill_around(&self, film: &Film, pass: usize, t_far: f32, queue: &mut Queue) {
        queue.clear();
        for (index, sample, surface) in film.seen() {
            let way = self.hemispheres.direction(surface.face, sample, pass);
            queue.push(index, surface.point, self.to_grid(way), t_far);
        }
    }

    /// The light of the sun on each of the surfaces, by their numbers.
    fn sun_on<'s>(
        &self,
        surfaces: impl Iterator<Item = (usize, &'s Surface)>,
        queue: &mut Queue,
        gathered: &mut Gathered,
    ) -> Result<()> {
        let way = self.to_grid(self.sun);
        queue.clear();
        for (number, surface) in surfaces {
            let normal = DVec3::from(surface.face.normal().map(f64::from));
            let cosine = normal.dot(self.sun);
            if cosine > 0.0 {
                queue.push(number, surface.point, way, f32::INFINITY);
                #[allow(clippy::cast_possible_truncation, reason = "0..=1")]
                let cosine = cosine as f32;
                gathered.light[number] = SUN_LIGHT * cosine;
            }
        }
        let occluded =
            self.scene.test_occlusions(&queue.rays, &self.with_columns(Columns::T_HIT))?;
        for (&owner, _) in queue.owners.iter().zip(&occluded).filter(|(_, hidden)| **hidden == 1) {
            gathered.light[owner] = Vec3::ZERO;
        }
        gathered.rays += queue.owners.len() as u64;
        Ok(())
    }

    fn sky_along(&self, queue: &Queue, ray: usize) -> Vec3 {
        // Directions have length 1 in the world, and their upward part is scaled by the voxel's height in the grid.
        let up = queue.rays.direction[2][ray] * self.scene.transform().voxel_size[2];
        #[allow(clippy::cast_possible_truncation, reason = "-1..=1")]
        sky(up as f32)
    }

    fn to_grid(&self, direction: DVec3) -> [f64; 3] {
        self.scene.transform().direction_to_grid(direction.to_array())
    }

    fn with_columns(&self, columns: Columns) -> Options {
        Options { columns, ..self.options.clone() }
    }
}

impl Gathered {
    fn new(samples: usize) -> Self {
        Self { light: vec![Vec3::ZERO; samples], rays: 0, to_sky: 0 }
    }
}
