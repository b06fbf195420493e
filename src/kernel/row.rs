//! From the end of a walk to a row of results.

use super::boxes::BrickBoxes;
use super::reference::{Cell, Outcome, WalkLimits, walk};
use super::start::{KernelRay, Start, start};
use crate::batch::{Hit, Status};
use crate::coord::{BRICK_SIDE, ChunkSlot};
use crate::face::Face;
use crate::grid::{ChunkGrid, Materials, Shapes};
use crate::space::Transform;

/// What a ray is cast against: the voxels, their materials, and where the grid lies.
#[derive(Debug, Clone, Copy)]
pub struct World<'a> {
    /// The voxels.
    pub grid: &'a ChunkGrid,
    /// Their materials.
    pub materials: &'a Materials,
    /// The exact shapes of bricks that are more than voxels; none where there are no such bricks.
    pub shapes: Option<&'a Shapes>,
    /// How the grid lies in the world.
    pub transform: &'a Transform,
}

impl<'a> World<'a> {
    /// What is in a local voxel.
    pub fn cell(&self, voxel: [i32; 3]) -> Cell<'a> {
        if !self.grid.is_occupied(voxel) {
            return Cell::Free;
        }
        let boxes = self.boxes_around(voxel);
        if boxes.boxes.is_empty() { Cell::Filled } else { Cell::Boxes(boxes) }
    }

    /// The boxes of the brick around a local voxel; none of a brick that is its voxels.
    pub fn boxes_around(&self, voxel: [i32; 3]) -> BrickBoxes<'a> {
        let of_word = |word| self.shapes.map(|shapes| shapes.boxes_of(word));
        let boxes = self.grid.word_index(voxel).and_then(of_word).unwrap_or(&[]);
        BrickBoxes { corner: voxel.map(|k| k & !(BRICK_SIDE - 1)), boxes }
    }

    /// The material of a local voxel that is filled.
    #[inline]
    pub fn material(&self, voxel: [i32; 3]) -> u16 {
        if let Some(material) = self.materials.as_uniform() {
            return material;
        }
        self.grid.word_index(voxel).map_or(0, |index| {
            self.materials.get(index, self.grid.words()[index], ChunkSlot::of(voxel).bit)
        })
    }

    /// The world position of a position in kernel space.
    #[inline]
    pub fn world_position(&self, kernel: [f64; 3]) -> [f64; 3] {
        let corner = self.grid.bounds().min;
        self.transform.to_world([0, 1, 2].map(|axis| kernel[axis] + f64::from(corner[axis])))
    }

    /// The grid coordinates of a local voxel.
    #[inline]
    pub fn grid_voxel(&self, local: [i32; 3]) -> [i32; 3] {
        let corner = self.grid.bounds().min;
        [0, 1, 2].map(|axis| local[axis] + corner[axis])
    }
}

/// The row of one ray by the plain walk: the definition of what every faster path answers.
pub fn cast_reference(world: &World<'_>, ray: &KernelRay, limits: WalkLimits) -> Hit {
    cast_reference_told(world, ray, limits, |_, _| {})
}

/// As [`cast_reference`], and tells of every voxel that is tested (grid coordinates), in order, and of the reported time at
/// which the ray comes into it.
pub fn cast_reference_told(
    world: &World<'_>,
    ray: &KernelRay,
    limits: WalkLimits,
    mut tell: impl FnMut([i32; 3], f32),
) -> Hit {
    let start = match start(ray, world.grid.bounds().sides()) {
        Err(status) => return Hit::none(status, 0),
        Ok(start) => start,
    };
    // The first voxel, where the ray starts within it, is entered by no event: see `row`.
    let mut within = start.entered_axis(start.voxel, start.t_start).is_none();
    let outcome = walk(&start, limits, |voxel, t| {
        let by_no_event = std::mem::take(&mut within);
        let t = if by_no_event { ray.t_near + 0.0 } else { start.clock.report(t) };
        tell(world.grid_voxel(voxel), t);
        world.cell(voxel)
    });
    row(world, ray, &start, &outcome)
}

/// The row of a walk that ended.
pub fn row(world: &World<'_>, ray: &KernelRay, start: &Start, outcome: &Outcome) -> Hit {
    let Outcome { status, voxel, t, axis, steps, planes } = *outcome;
    if !status.is_hit() {
        return Hit::none(status, steps);
    }
    Hit {
        // A ray that starts inside starts at its t_near, by no event.
        t_hit: if status == Status::Inside { ray.t_near + 0.0 } else { start.clock.report(t) },
        voxel: world.grid_voxel(voxel),
        face: axis.map(|axis| Face::entered(axis, start.is_backward(axis))),
        material: world.material(voxel),
        status,
        steps,
        point: world.world_position(hit_point(
            start.origin,
            start.direction,
            planes.unwrap_or_else(|| voxel_planes(voxel)),
            // By no event, so the walk's own time may not have it.
            if status == Status::Inside { start.clock.walk_time(ray.t_near) } else { f64::from(t) },
            axis,
        )),
    }
}

/// The low and the high planes of a voxel.
#[allow(clippy::cast_precision_loss, reason = "planes of a box are below 2^18 and exact")]
pub fn voxel_planes(voxel: [i32; 3]) -> [[f32; 3]; 2] {
    [voxel.map(|k| k as f32), voxel.map(|k| (k + 1) as f32)]
}

/// Where the hit is in kernel space: on the plane of the face exactly, and never outside the voxel or box that was hit,
/// whose low and high planes are given.
pub fn hit_point(
    origin: [f32; 3],
    direction: [f32; 3],
    [low, high]: [[f32; 3]; 2],
    t: f64,
    axis: Option<usize>,
) -> [f64; 3] {
    [0, 1, 2].map(|a| {
        let (low, high) = (f64::from(low[a]), f64::from(high[a]));
        if axis == Some(a) {
            // The face looks against the ray.
            return if direction[a] < 0.0 { high } else { low };
        }
        (f64::from(origin[a]) + t * f64::from(direction[a])).clamp(low, high)
    })
}
