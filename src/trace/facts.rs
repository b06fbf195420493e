//! What is known of a traversal: plain data, and nothing about pictures. The keys of the JSON are the names here.

use serde::Serialize;

use super::json;
use crate::batch::Status;
use crate::face::Face;

/// One traversal, and what a method makes of the same ray.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trace {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: &'static str,
    /// The name of the scene.
    pub scene: String,
    /// The ray.
    pub ray: TracedRay,
    /// The box of the scene.
    #[serde(rename = "box")]
    pub bounds: TracedBox,
    /// What becomes of the ray.
    #[serde(serialize_with = "json::status")]
    pub status: Status,
    /// Faces crossed.
    pub steps: u32,
    /// The hit.
    pub hit: Option<TracedHit>,
    /// The voxels on the way, the one that is hit last.
    pub visited: Vec<Visit>,
    /// Empty blocks on the way.
    pub skipped: Vec<Block>,
    /// The planes of the box that the line of the ray crosses: of each axis the near one, then the far one.
    pub planes: Vec<Plane>,
    /// What a method does, if one was asked for.
    pub method: Option<MethodTrace>,
    /// What the picture shows.
    pub shown: Shown,
    /// What is filled near what is shown.
    pub solids: Vec<Solid>,
    /// What happened, in sentences.
    pub story: Vec<String>,
}

/// The ray in grid space.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TracedRay {
    /// Where t = 0.
    pub origin: [f64; 3],
    /// What t = 1 adds to the origin.
    pub direction: [f64; 3],
    /// The first time that counts.
    pub t_near: f32,
    /// The last time that counts; +inf where the ray has no end.
    pub t_far: f32,
    /// The length of the direction: voxels per unit of time.
    pub voxels_per_t: f64,
}

impl TracedRay {
    /// Where the ray is at a time.
    pub fn point(&self, t: f64) -> [f64; 3] {
        [0, 1, 2].map(|axis| self.origin[axis] + t * self.direction[axis])
    }
}

/// A box of voxels: the first, and one past the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TracedBox {
    /// The lowest voxel.
    pub min: [i32; 3],
    /// One past the highest voxel.
    pub max: [i32; 3],
}

/// What the exact walk hits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TracedHit {
    /// The voxel.
    pub voxel: [i32; 3],
    /// The face crossed; none where the ray starts within the voxel.
    #[serde(serialize_with = "json::face")]
    pub face: Option<Face>,
    /// The outward normal of the face.
    pub normal: Option<[i32; 3]>,
    /// When.
    pub t: f32,
    /// How far from the origin, in voxels.
    pub distance: f64,
    /// Where.
    pub point: [f64; 3],
    /// Where in the world.
    pub world_point: [f64; 3],
    /// The material of the voxel.
    pub material: u16,
    /// The filled box: the voxel, or the part of it that is filled.
    pub solid: Solid,
}

/// A voxel on the way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Visit {
    /// Counted from 1.
    pub number: usize,
    /// The voxel.
    pub voxel: [i32; 3],
    /// When it is entered, or when the ray starts in it.
    pub t: f64,
}

/// The two sizes of blocks that are skipped where they are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// 4 x 4 x 4 voxels.
    Brick,
    /// 16 x 16 x 16 voxels.
    Chunk,
}

/// An empty block, and which of the visited voxels lie in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Its size.
    pub kind: BlockKind,
    /// The lowest voxel.
    pub min: [i32; 3],
    /// One past the highest voxel, cut at the box.
    pub max: [i32; 3],
    /// The number of the first voxel visited in it.
    pub first: usize,
    /// The number of the last.
    pub last: usize,
}

/// A plane of the box, and where the line of the ray crosses it: the slab test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Plane {
    /// The axis it stands on.
    #[serde(serialize_with = "json::axis")]
    pub axis: usize,
    /// Whether the line comes between the two planes of the axis here, or leaves.
    pub enters: bool,
    /// Its coordinate on the axis.
    pub plane: i32,
    /// When; negative where that lies behind the origin.
    pub t: f64,
    /// Where.
    pub point: [f64; 3],
    /// Whether it is the latest of the entries, or the earliest of the exits.
    pub decides: bool,
}

/// What a method does with the ray.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodTrace {
    /// Its name.
    pub name: &'static str,
    /// The length of a step in voxels; none where it takes no such steps.
    pub step: Option<f64>,
    /// The most cells that it walks; none where it knows no such limit.
    pub max_cells: Option<u32>,
    /// Its tests, in order.
    pub looks: Vec<TracedLook>,
    /// What it finds.
    pub hit: Option<TracedMethodHit>,
    /// Voxels that it tests and the exact walk does not visit.
    pub added: Vec<[i32; 3]>,
    /// Voxels that the exact walk visits and it never tests.
    pub missed: Vec<Visit>,
    /// How its answer compares with the exact one.
    pub verdict: Verdict,
    /// Whether the answer is wrong.
    pub wrong: bool,
}

/// A test of a voxel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TracedLook {
    /// Counted from 1.
    pub number: usize,
    /// The voxel.
    pub voxel: [i32; 3],
    /// Where on the ray.
    pub t: f64,
    /// Whether it fills a gap between two steps.
    pub gap: bool,
    /// The place on the ray.
    pub point: [f64; 3],
}

/// What a method finds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TracedMethodHit {
    /// The voxel.
    pub voxel: [i32; 3],
    /// The face, as the method has it.
    #[serde(serialize_with = "json::face")]
    pub face: Option<Face>,
    /// When.
    pub t: f64,
    /// How far from the origin, in voxels.
    pub distance: f64,
}

/// How the answer of a method compares with the exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The same voxel and face, or both find nothing.
    Same,
    /// Another face of the same voxel.
    Face,
    /// It finds nothing, and there is something.
    Missed,
    /// Another voxel.
    Other,
    /// It finds something, and there is nothing.
    Invented,
}

/// Which part of the way the picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The number of the first visited voxel; 0 where none is visited.
    pub first: usize,
    /// The number of the last.
    pub last: usize,
    /// How many visited voxels are not shown.
    pub left_out: usize,
}

/// A filled box: x0, y0, z0, x1, y1, z1. Of a full voxel it is the unit cube; of one that boxes have a part of, such a
/// part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Solid(pub [f64; 6]);
