//! Paints blocks of pixels: all that one thread does between taking a block and handing it over.

use glam::{DVec3, Vec3};

use super::albedo::Albedo;
use super::color::{luminance, to_srgb};
use super::film::{Area, Film, Scratch};
use super::filter::{REACH, share_light};
use super::frame;
use super::hemisphere::Hemispheres;
use super::light::Lamp;
use super::options::{RenderOptions, Shade};
use super::shade::{Light, Look};
use crate::camera::Camera;
use crate::error::Result;
use crate::options::Options;
use crate::scene::Scene;
use crate::space::Space;

/// The longest side, in samples, of the small picture that exposure and depth are measured on.
const PROBE: usize = 112;
/// How far things hide the sky from one another in pictures of occlusion, in shares of the longest side of the box.
const OPENNESS_REACH: f64 = 0.12;

/// What all blocks share.
#[derive(Debug)]
pub(super) struct Painter<'a> {
    scene: &'a Scene,
    options: &'a RenderOptions,
    /// Its pixels are samples.
    camera: Camera,
    albedo: Albedo,
    hemispheres: Hemispheres,
    look: Look,
}

/// The light on the samples of a film.
struct Lit {
    light: Vec<Light>,
    rays: u64,
    /// Of the rays around, the share that met the sky.
    open_share: f32,
}

/// A finished block.
#[derive(Debug)]
pub(super) struct Block {
    /// Of the picture, in pixels.
    pub(super) area: Area,
    /// Row by row, three bytes each.
    pub(super) pixels: Vec<u8>,
    pub(super) rays: u64,
}

impl<'a> Painter<'a> {
    /// Places the camera, and sets exposure and range by a small picture.
    pub(super) fn new(scene: &'a Scene, options: &'a RenderOptions) -> Result<Self> {
        let at_size = |size| frame::camera(scene, &options.view, size);
        let camera = at_size([options.width, options.height].map(|side| side * options.samples))?;
        let mut painter = Self {
            scene,
            options,
            camera: at_size(probe_size([options.width, options.height]))?,
            albedo: Albedo::new(scene),
            hemispheres: Hemispheres::new(),
            look: Look::new(scene, options.shade),
        };
        painter.measure()?;
        painter.camera = camera;
        painter.look.set_footprint(scene, &painter.camera);
        Ok(painter)
    }

    /// Measures distances, openness and brightness on the camera that is there.
    fn measure(&mut self) -> Result<()> {
        let mut scratch = Scratch::default();
        let film = self.film(Area { start: [0; 2], size: self.camera.size() }, &mut scratch)?;
        let seen = || film.seen().map(|(.., surface)| surface.distance);
        let nearest = seen().fold(f32::INFINITY, f32::min);
        let farthest = seen().fold(0.0, f32::max);
        if nearest <= farthest {
            self.look.depth = nearest..farthest;
        }
        if self.options.shade == Shade::Beauty {
            self.look.set_footprint(self.scene, &self.camera);
            let lit = self.light(&film, &mut scratch)?;
            self.look.set_haze(lit.open_share);
            let logs = film.seen().map(|(index, _, surface)| {
                let color = self.look.surface(&self.albedo, surface, &lit.light[index]);
                luminance(color).max(1e-4).ln()
            });
            let (sum, count) = logs.fold((0.0, 0), |(sum, count), log| (sum + log, count + 1));
            self.look.set_exposure((sum / (count.max(1) as f32)).exp());
        }
        Ok(())
    }

    /// The pixels of an area, given in pixels.
    pub(super) fn paint(&self, area: Area) -> Result<Block> {
        let margin = if self.needs_ambient() { REACH } else { 0 };
        let mut scratch = Scratch::default();
        let film = self.film(self.samples_around(&area, margin), &mut scratch)?;
        let lit = self.light(&film, &mut scratch)?;
        let pixels = self.develop(&film, &lit.light, &area);
        if let Some(observer) = &self.options.observer {
            observer.advance((area.size[0] * area.size[1]) as u64);
        }
        Ok(Block { area, pixels, rays: film.surfaces.len() as u64 + lit.rays })
    }

    /// The samples of an area of pixels and so many around it, as far as there are.
    fn samples_around(&self, area: &Area, margin: usize) -> Area {
        let scale = self.options.samples;
        let start = area.start.map(|start| (start * scale).saturating_sub(margin));
        let end = [0, 1].map(|axis| {
            let end = (area.start[axis] + area.size[axis]) * scale + margin;
            end.min(self.camera.size()[axis])
        });
        Area { start, size: [0, 1].map(|axis| end[axis] - start[axis]) }
    }

    fn film(&self, area: Area, scratch: &mut Scratch) -> Result<Film> {
        Film::expose(self.scene, &self.camera, area, &self.cast_options(), scratch)
    }

    fn needs_ambient(&self) -> bool {
        matches!(self.options.shade, Shade::Beauty | Shade::Occlusion)
    }

    /// The light on each sample, as far as the picture needs it.
    fn light(&self, film: &Film, scratch: &mut Scratch) -> Result<Lit> {
        let mut lit =
            Lit { light: vec![Light::default(); film.surfaces.len()], rays: 0, open_share: 0.0 };
        if !self.needs_ambient() {
            return Ok(lit);
        }
        let lamp = self.lamp();
        let around = if self.options.shade == Shade::Beauty {
            let sun = lamp.sun_light(film, scratch)?;
            lit.light.iter_mut().zip(sun.light).for_each(|(light, sun)| light.sun = sun);
            lit.rays += sun.rays;
            lamp.ambient_light(film, scratch)?
        } else {
            lamp.openness(film, self.openness_reach(), scratch)?
        };
        lit.rays += around.rays;
        lit.open_share = around.to_sky as f32 / around.rays.max(1) as f32;
        let shared = share_light(film, &around.light, &self.look.footprint);
        lit.light.iter_mut().zip(shared).for_each(|(light, shared)| light.ambient = shared);
        Ok(lit)
    }

    fn lamp(&self) -> Lamp<'_> {
        Lamp {
            scene: self.scene,
            albedo: &self.albedo,
            hemispheres: &self.hemispheres,
            sun: DVec3::from(self.options.sun).normalize(),
            options: self.cast_options(),
        }
    }

    /// Threads are outside, one for each block; the observer hears of pixels, not of rays.
    fn cast_options(&self) -> Options {
        let watched = Options { observer: self.options.observer.clone(), ..Options::default() };
        Options {
            space: Space::Grid,
            threads: 1,
            isa: self.options.isa,
            observer: watched.cancel_only(),
            ..Options::default()
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "a distance for f32 times")]
    fn openness_reach(&self) -> f32 {
        let corners = frame::corners(self.scene);
        ((corners[7] - corners[0]).max_element() * OPENNESS_REACH) as f32
    }

    /// Means of the samples of each pixel, as bytes.
    fn develop(&self, film: &Film, light: &[Light], area: &Area) -> Vec<u8> {
        let scale = self.options.samples;
        let weight = 1.0 / (scale * scale) as f32;
        let mut pixels = Vec::with_capacity(3 * area.size[0] * area.size[1]);
        for y in area.start[1]..area.start[1] + area.size[1] {
            for x in area.start[0]..area.start[0] + area.size[0] {
                let mut sum = Vec3::ZERO;
                for row in y * scale..(y + 1) * scale {
                    let start = (row - film.area.start[1]) * film.area.size[0] + x * scale
                        - film.area.start[0];
                    let samples = start..start + scale;
                    sum += samples.map(|sample| self.sample(film, light, sample)).sum::<Vec3>();
                }
                pixels.extend(to_bytes(sum * weight, [x, y]));
            }
        }
        pixels
    }

    /// What a sample shows, 0..=1.
    fn sample(&self, film: &Film, light: &[Light], sample: usize) -> Vec3 {
        let color = match &film.surfaces[sample] {
            Some(surface) => self.look.surface(&self.albedo, surface, &light[sample]),
            None => self.look.background(film.directions[sample]),
        };
        self.look.finish(color)
    }
}

/// As large as is needed, in the shape of the picture.
fn probe_size(size: [usize; 2]) -> [usize; 2] {
    let longest = size[0].max(size[1]);
    size.map(|side| (side * PROBE.min(longest) / longest).max(1))
}

/// Rounded up or down by a fixed pattern, so that slow gradients show no steps.
fn to_bytes(light: Vec3, [x, y]: [usize; 2]) -> [u8; 3] {
    let mixed = (x as u64).wrapping_mul(0x9e37_79b9) ^ (y as u64).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ mixed >> 13).wrapping_mul(0x2c1b_3c6d);
    let threshold = (mixed >> 8 & 0xffff) as f32 / 65_536.0;
    #[allow(clippy::cast_possible_truncation, reason = "0..=255 after clamping")]
    let byte = |value: f32| (value * 255.0 + threshold).clamp(0.0, 255.0) as u8;
    let [red, green, blue] = to_srgb(light).to_array();
    [byte(red), byte(green), byte(blue)]
}
