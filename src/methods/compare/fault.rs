//! The ways in which an answer can be wrong.

use crate::batch::HitBatch;
use crate::face::Face;
use crate::methods::{Contender, Method, MethodHit};
use crate::ray::Ray;
use crate::scene::Scene;

/// A way of being wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The exact walk hits, the method goes through to the end.
    Missed,
    /// The exact walk hits, the method gave up before.
    GaveUp,
    /// The method hits, the exact walk does not.
    Invented,
    /// Both hit, but another voxel.
    WrongVoxel,
    /// Both hit the same voxel, but by another face.
    WrongFace,
}

impl Fault {
    /// All kinds, the gravest first.
    pub const ALL: [Self; 5] =
        [Self::Missed, Self::GaveUp, Self::Invented, Self::WrongVoxel, Self::WrongFace];

    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::GaveUp => "gave up",
            Self::Invented => "invented",
            Self::WrongVoxel => "wrong voxel",
            Self::WrongFace => "wrong face",
        }
    }

    /// The fault of an answer, if it has one.
    pub(super) fn of(found: Option<Seen>, gave_up: bool, truth: Option<Seen>) -> Option<Self> {
        match (truth, found) {
            (None, None) => None,
            (Some(_), None) => Some(if gave_up { Self::GaveUp } else { Self::Missed }),
            (None, Some(_)) => Some(Self::Invented),
            (Some(truth), Some(found)) if truth.voxel != found.voxel => Some(Self::WrongVoxel),
            (Some(truth), Some(found)) => (truth.face != found.face).then_some(Self::WrongFace),
        }
    }
}

/// What is compared of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The voxel, in grid coordinates.
    pub voxel: [i32; 3],
    /// The face; none where the ray starts within the voxel.
    pub face: Option<Face>,
}

impl Seen {
    /// The hit in a row of a batch.
    pub(super) fn in_row(hits: &HitBatch, index: usize) -> Option<Self> {
        let face = Face::from_number(hits.face[index]);
        (hits.t_hit[index] < f32::INFINITY).then_some(Self { voxel: hits.voxel[index], face })
    }
}

impl From<MethodHit> for Seen {
    fn from(hit: MethodHit) -> Self {
        Self { voxel: hit.voxel, face: hit.face }
    }
}

/// One ray by a method and by the plain walk.
pub(super) struct Trial {
    pub(super) found: Option<MethodHit>,
    pub(super) truth: Option<MethodHit>,
    pub(super) fault: Option<Fault>,
}

impl Trial {
    /// Casts a ray, in grid space.
    pub(super) fn of(scene: &Scene, contender: &Contender, ray: &Ray) -> Self {
        let ending = contender.method.run(scene, ray, &contender.options, |_| {});
        let truth = Method::Exact.run(scene, ray, &contender.options, |_| {}).hit;
        let fault = Fault::of(ending.hit.map(Seen::from), ending.gave_up, truth.map(Seen::from));
        Self { found: ending.hit, truth, fault }
    }
}
