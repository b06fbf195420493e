//! From a surface and its light to a colour.

use std::ops::Range;

use glam::{DVec3, Vec3};

use super::albedo::Albedo;
use super::color::{depth_ramp, from_srgb, tone_map};
use super::film::Surface;
use super::frame;
use super::options::Shade;
use super::sky::backdrop;
use crate::camera::Camera;
use crate::scene::Scene;

/// How bright the middle of a picture should be.
const MIDDLE: f32 = 0.17;
const EXPOSURE: Range<f32> = 0.4..6.0;
/// The share of haze at the distance of one diagonal of the box behind the nearest thing, in the open.
const HAZE: f32 = 0.30;
/// Where fewer rays than this meet the sky, one is indoors.
const OPEN_SHARE: f32 = 0.2;
/// Edges of voxels: how wide, in voxels, and how much darker.
const EDGE_WIDTH: f32 = 0.05;
const EDGE_SHADE: f32 = 0.16;

/// The light on a surface, times 1/pi.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Light {
    pub(super) sun: Vec3,
    pub(super) ambient: Vec3,
}

/// How wide a sample is on a surface that it sees head on, in voxels.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Footprint {
    fixed: f32,
    per_distance: f32,
}

impl Footprint {
    pub(super) fn at(&self, distance: f32) -> f32 {
        self.fixed + self.per_distance * distance
    }
}

/// What a picture shows of a surface.
#[derive(Debug)]
pub(super) struct Look {
    shade: Shade,
    exposure: f32,
    haze: f32,
    /// Distances of the nearest and the farthest thing.
    pub(super) depth: Range<f32>,
    /// Of the box.
    diagonal: f32,
    pub(super) footprint: Footprint,
}

impl Look {
    #[allow(clippy::cast_possible_truncation, reason = "a distance for f32 times")]
    pub(super) fn new(scene: &Scene, shade: Shade) -> Self {
        let corners = frame::corners(scene);
        let diagonal = (corners[7] - corners[0]).length() as f32;
        let footprint = Footprint::default();
        Self { shade, exposure: 1.0, haze: 0.0, depth: 0.0..diagonal, diagonal, footprint }
    }

    /// Measures how far apart neighbouring rays are in the middle of the picture.
    #[allow(clippy::cast_possible_truncation, reason = "sizes of samples")]
    pub(super) fn set_footprint(&mut self, scene: &Scene, camera: &Camera) {
        let [x, y] = camera.size().map(|side| side as f64 / 2.0);
        let [a, b] = [camera.ray([x, y]), camera.ray([x + 1.0, y])];
        let voxel = DVec3::from(scene.transform().voxel_size).min_element();
        let apart =
            |a: [f64; 3], b: [f64; 3]| (DVec3::from(a).distance(DVec3::from(b)) / voxel) as f32;
        self.footprint = Footprint {
            fixed: apart(a.origin, b.origin),
            per_distance: apart(a.direction, b.direction),
        };
    }

    /// Makes the air hazy as far as the scene is open to the sky: by the share of rays that meet it.
    pub(super) fn set_haze(&mut self, open_share: f32) {
        self.haze = HAZE * (open_share / OPEN_SHARE).min(1.0).powi(2);
    }

    /// Brings a picture of this mean brightness to the middle, or near it.
    pub(super) fn set_exposure(&mut self, mean: f32) {
        self.exposure = (MIDDLE / mean.max(1e-6)).clamp(EXPOSURE.start, EXPOSURE.end);
    }

    /// The colour of a surface.
    pub(super) fn surface(&self, albedo: &Albedo, surface: &Surface, light: &Light) -> Vec3 {
        match self.shade {
            Shade::Beauty => {
                let color = albedo.of(surface.voxel, surface.material) * self.edge(surface);
                let lit = color * (light.sun + light.ambient);
                lit.lerp(backdrop(0.0), self.haze(surface.distance))
            }
            Shade::Normal => {
                let normal = surface
                    .face
                    .normal()
                    .map(|part| [0, 128, 255][(part + 1).unsigned_abs() as usize]);
                from_srgb(normal)
            }
            Shade::Depth => {
                let share = (surface.distance - self.depth.start)
                    / (self.depth.end - self.depth.start).max(1e-6);
                depth_ramp(share)
            }
            Shade::Material => {
                let facing = [0.86, 0.86, 0.76, 0.76, 0.62, 1.0][surface.face as usize];
                albedo.of(surface.voxel, surface.material) * facing
            }
            Shade::Occlusion => light.ambient * self.edge(surface),
        }
    }

    /// The colour where nothing is seen.
    pub(super) fn background(&self, direction: DVec3) -> Vec3 {
        match self.shade {
            #[allow(clippy::cast_possible_truncation, reason = "-1..=1")]
            Shade::Beauty => backdrop(direction.z as f32),
            Shade::Normal => from_srgb([40, 40, 48]),
            Shade::Depth => from_srgb([8, 8, 20]),
            Shade::Material | Shade::Occlusion => from_srgb([244, 245, 247]),
        }
    }

    /// What the picture holds, 0..=1.
    pub(super) fn finish(&self, color: Vec3) -> Vec3 {
        if self.shade == Shade::Beauty { tone_map(color * self.exposure) } else { color }
    }

    fn haze(&self, distance: f32) -> f32 {
        let behind = (distance - self.depth.start).max(0.0) / self.diagonal;
        1.0 - 1.0 / (1.0 + self.haze * behind * behind)
    }

    /// Darkens the edges of voxels, as long as they are wide enough to be seen.
    fn edge(&self, surface: &Surface) -> f32 {
        let axis = surface.face.axis();
        #[allow(clippy::cast_possible_truncation, reason = "0..=1")]
        let from_edge = |axis: usize| {
            let within = surface.point[axis] - f64::from(surface.voxel[axis]);
            within.min(1.0 - within) as f32
        };
        let nearest = from_edge((axis + 1) % 3).min(from_edge((axis + 2) % 3));
        let visible = (1.0 - self.footprint.at(surface.distance) / (2.0 * EDGE_WIDTH)).max(0.0);
        if nearest < EDGE_WIDTH { 1.0 - EDGE_SHADE * visible } else { 1.0 }
    }
}
