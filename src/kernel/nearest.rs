//! The nearest of the boxes of a brick, for a vector of rays: a batched slab test without branches.
//!
//! The vector form of [`boxes`](super::boxes), equal to it bit for bit on regular rays. Box k of every lane is tested at
//! once, and the nearest so far is kept; lanes whose brick has fewer boxes sit out the rest.

use super::lookup::{GridLanes, word_indices};
use super::setup::plane_times;
use crate::grid::Shapes;
use crate::grid::shapes::{COUNT, EXACT, FIRST_SHIFT, MAX_BOXES};
use crate::simd::Simd;

/// The numbers of the axes.
pub const AXES: [i32; 3] = [0, 1, 2];

/// The tables of shapes, seen by every lane.
#[derive(Debug, Clone, Copy)]
pub struct ShapeLanes<'a> {
    entries: &'a [u32],
    boxes: &'a [[u32; 2]],
    /// Whether the words are all that the boxes are, so that only rays that start in a brick ask for its boxes.
    pub all_exact: bool,
}

impl<'a> ShapeLanes<'a> {
    /// The tables of `shapes`.
    pub fn new(shapes: &'a Shapes) -> Self {
        Self { entries: shapes.entries(), boxes: shapes.box_bits(), all_exact: shapes.all_exact() }
    }

    /// The entries of the bricks around the filled voxels of the lanes in `active`; 0 for a brick that is its voxels.
    #[inline(always)]
    pub fn entries_of<S: Simd>(
        &self,
        s: S,
        grid: &GridLanes<'_, S>,
        voxel: [S::I32; 3],
        active: S::Mask,
    ) -> S::I32 {
        s.gather(self.entries, word_indices(s, grid, voxel, active), active)
    }

    /// Which entries have boxes that the word does not tell of.
    #[inline(always)]
    pub fn are_inexact<S: Simd>(s: S, entry: S::I32) -> S::Mask {
        let some = s.lt_i32(s.splat_i32(0), entry);
        s.and_not_mask(some, s.test(entry, s.splat_i32(EXACT.cast_signed())))
    }
}

/// What a box test needs of a vector of rays.
pub struct BoxRays<S: Simd> {
    /// Origins.
    pub origin: [S::F32; 3],
    /// Directions, 0 on parallel axes.
    pub direction: [S::F32; 3],
    /// 1 / direction.
    pub inv: [S::F32; 3],
    /// When the rays start.
    pub t_start: S::F32,
    /// The first time that is not walked.
    pub t_end: S::F32,
    /// Of lines of sight, where the box of the scene is cut.
    pub target: Option<[S::F32; 3]>,
}

/// The nearest boxes.
#[derive(Clone, Copy)]
pub struct Nearest<S: Simd> {
    /// Lanes that meet a box.
    pub found: S::Mask,
    /// When they enter it, or start in it; +inf without one.
    pub t: S::F32,
    /// The axis of the event that enters it; -1 where the ray starts within it, 3 without a box.
    pub axis: S::I32,
    /// The plane of that event.
    pub plane: S::F32,
    /// Which box of the table it is.
    pub index: S::I32,
}

/// The nearest boxes of the shapes with these entries, of bricks whose lower corners are `corner`.
#[inline(always)]
pub fn nearest_boxes<S: Simd>(
    s: S,
    shapes: &ShapeLanes<'_>,
    rays: &BoxRays<S>,
    corner: [S::I32; 3],
    entry: S::I32,
) -> Nearest<S> {
    let corner = axes!(a => s.to_f32(corner[a]));
    let count = s.and_i32(entry, s.splat_i32(COUNT.cast_signed()));
    let mut index = s.shr::<FIRST_SHIFT>(entry);
    let mut best = Nearest::<S> {
        found: s.mask_from_bits(0),
        t: s.splat_f32(f32::INFINITY),
        axis: s.splat_i32(3),
        plane: s.splat_f32(0.0),
        index,
    };
    for k in (0..).take(MAX_BOXES) {
        let lanes = s.lt_i32(s.splat_i32(k), count);
        if s.mask_to_bits(lanes) == 0 {
            break;
        }
        let planes = box_planes(s, shapes, corner, index, lanes);
        best = nearer(s, best, meet(s, rays, planes, index, lanes));
        index = s.add_i32(index, s.splat_i32(1));
    }
    best
}

/// The low and the high planes of the boxes with these indices, in bricks whose lower corners are `corner`.
#[inline(always)]
pub fn box_planes<S: Simd>(
    s: S,
    shapes: &ShapeLanes<'_>,
    corner: [S::F32; 3],
    index: S::I32,
    lanes: S::Mask,
) -> [[S::F32; 3]; 2] {
    let first = s.add_i32(s.add_i32(index, index), index);
    let bounds =
        axes!(a => s.gather_pair(shapes.boxes, s.add_i32(first, s.splat_i32(AXES[a])), lanes));
    [
        axes!(a => s.add_f32(corner[a], s.from_bits(bounds[a].0))),
        axes!(a => s.add_f32(corner[a], s.from_bits(bounds[a].1))),
    ]
}

/// Which rays meet their box, and by what event: see [`span`](super::boxes).
#[inline(always)]
fn meet<S: Simd>(
    s: S,
    rays: &BoxRays<S>,
    [low, high]: [[S::F32; 3]; 2],
    index: S::I32,
    lanes: S::Mask,
) -> Nearest<S> {
    let backward = axes!(a => s.sign(s.to_bits(rays.inv[a])));
    let parallel = axes!(a => s.eq_f32(rays.direction[a], s.splat_f32(0.0)));
    let first = axes!(a => s.select_f32(backward[a], high[a], low[a]));
    let last = axes!(a => s.select_f32(backward[a], low[a], high[a]));
    // A parallel axis crosses no plane: it is between them for ever, or never.
    let near = axes!(a => {
        let t = plane_times(s, first[a], rays.origin[a], rays.inv[a]);
        s.select_f32(parallel[a], s.splat_f32(f32::NEG_INFINITY), t)
    });
    let far = axes!(a => {
        let t = plane_times(s, last[a], rays.origin[a], rays.inv[a]);
        s.select_f32(parallel[a], s.splat_f32(f32::INFINITY), t)
    });
    let never = axes!(a => {
        let above = s.le_f32(low[a], rays.origin[a]);
        let between = s.and_mask(above, s.lt_f32(rays.origin[a], high[a]));
        let beside = s.and_not_mask(parallel[a], between);
        match &rays.target {
            None => beside,
            Some(target) => {
                let behind = s.le_f32(target[a], first[a]);
                let before = s.le_f32(first[a], target[a]);
                let cut = s.select_i32(backward[a], mask_bits(s, before), mask_bits(s, behind));
                s.or_mask(beside, s.and_not_mask(s.sign(cut), parallel[a]))
            }
        }
    });
    let never = s.or_mask(s.or_mask(never[0], never[1]), never[2]);

    let t = s.max_f32(s.max_f32(near[0], near[1]), near[2]);
    let t_far = s.min_f32(s.min_f32(far[0], far[1]), far[2]);
    let (x, y, z) = (s.splat_i32(0), s.splat_i32(1), s.splat_i32(2));
    // Of equal times the last near event is on the highest axis, the first far one on the lowest.
    let [last_y, last_z] = [s.eq_f32(near[1], t), s.eq_f32(near[2], t)];
    let axis = s.select_i32(last_z, z, s.select_i32(last_y, y, x));
    let plane = s.select_f32(last_z, first[2], s.select_f32(last_y, first[1], first[0]));
    let far_axis = s.select_i32(s.eq_f32(far[1], t_far), y, z);
    let far_axis = s.select_i32(s.eq_f32(far[0], t_far), x, far_axis);
    let tied = s.and_not_mask(s.eq_f32(t, t_far), s.lt_i32(far_axis, axis));
    let in_order = s.or_mask(s.lt_f32(t, t_far), tied);
    let in_time = s.and_mask(s.lt_f32(rays.t_start, t_far), s.lt_f32(t, rays.t_end));
    let found = s.and_not_mask(s.and_mask(s.and_mask(in_order, in_time), lanes), never);

    let inside = s.lt_f32(t, rays.t_start);
    Nearest {
        found,
        t: s.select_f32(inside, rays.t_start, t),
        axis: s.select_i32(inside, s.splat_i32(-1), axis),
        plane,
        index,
    }
}

/// All bits set where the mask is, else none.
#[inline(always)]
fn mask_bits<S: Simd>(s: S, mask: S::Mask) -> S::I32 {
    s.select_i32(mask, s.splat_i32(-1), s.splat_i32(0))
}

/// The first of two in the order of (t, axis); of equal ones `best`.
#[inline(always)]
fn nearer<S: Simd>(s: S, best: Nearest<S>, other: Nearest<S>) -> Nearest<S> {
    let first = s.and_mask(s.eq_f32(other.t, best.t), s.lt_i32(other.axis, best.axis));
    let nearer = s.and_mask(other.found, s.or_mask(s.lt_f32(other.t, best.t), first));
    Nearest {
        found: s.or_mask(best.found, nearer),
        t: s.select_f32(nearer, other.t, best.t),
        axis: s.select_i32(nearer, other.axis, best.axis),
        plane: s.select_f32(nearer, other.plane, best.plane),
        index: s.select_i32(nearer, other.index, best.index),
    }
}

/// The voxels in which rays stand when they enter their boxes: see [`Span::voxel`](super::boxes::Span::voxel).
#[inline(always)]
pub fn entered_voxels<S: Simd>(
    s: S,
    rays: &BoxRays<S>,
    nearest: &Nearest<S>,
    corner: [S::I32; 3],
    voxel: [S::I32; 3],
) -> [S::I32; 3] {
    let (one, three) = (s.splat_i32(1), s.splat_i32(3));
    let none = s.splat_i32(0);
    let [above, below] = [s.floor_to_i32(nearest.plane), below(s, nearest.plane)];
    axes!(a => {
        let own = s.splat_i32(AXES[a]);
        let backward = s.sign(s.to_bits(rays.inv[a]));
        // Of equal times the lower axis comes first.
        let comes_first = s.lt_i32(own, nearest.axis);
        let mut count = none;
        for k in 1..4 {
            let plane = s.to_f32(s.add_i32(corner[a], s.splat_i32(k)));
            let t = plane_times(s, plane, rays.origin[a], rays.inv[a]);
            let at = s.and_mask(s.eq_f32(t, nearest.t), comes_first);
            let crossed = s.or_mask(s.lt_f32(t, nearest.t), at);
            count = s.add_i32(count, s.select_i32(crossed, one, none));
        }
        let along = s.select_i32(backward, s.sub_i32(three, count), count);
        let along = s.add_i32(corner[a], along);
        let behind = s.select_i32(backward, below, above);
        let behind = s.min_i32(s.max_i32(behind, corner[a]), s.add_i32(corner[a], three));
        let is_own = s.and_not_mask(s.lt_i32(own, s.add_i32(nearest.axis, one)), comes_first);
        let entered = s.select_i32(is_own, behind, along);
        // A parallel axis stays where it is, and so does a ray that hits where it starts.
        let starts = s.le_f32(nearest.t, rays.t_start);
        let stays = s.or_mask(s.eq_f32(rays.direction[a], s.splat_f32(0.0)), starts);
        s.select_i32(stays, voxel[a], entered)
    })
}

/// The greatest integer below a number: its ceiling less one.
#[inline(always)]
fn below<S: Simd>(s: S, number: S::F32) -> S::I32 {
    let floor = s.floor_to_i32(number);
    let is_whole = s.eq_f32(s.to_f32(floor), number);
    s.select_i32(is_whole, s.sub_i32(floor, s.splat_i32(1)), floor)
}
