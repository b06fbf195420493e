//! Is B seen from A, and if not, what is in the way?
//!
//! A segment walks in the box cut at its end: on each axis the far face is the first plane at or beyond the end, and the
//! event there is not taken, so a target on a face is not hidden by its own voxel. The verdict is taken from the end that
//! is smaller in the order of (x, y, z), so that A sees B exactly if B sees A; the blocker named is the first from A.

use super::segment::Segment;
use crate::batch::{CastSummary, Columns, HitBatch, RayBatch};
use crate::coord::NO_VOXEL;
use crate::error::Result;
use crate::options::Options;
use crate::pool::map_in_pool;
use crate::scene::Scene;
use crate::space::Space;

/// In the `visible` column: something is in the way.
pub const LINE_OF_SIGHT_HIDDEN: u8 = 0;
/// In the `visible` column: nothing is in the way.
pub const LINE_OF_SIGHT_SEEN: u8 = 1;
/// In the `visible` column: an end has a NaN or infinite coordinate.
pub const LINE_OF_SIGHT_INVALID: u8 = 255;

/// Verdicts of a batch of pairs: entry i belongs to pair i.
#[derive(Debug, Clone, Default)]
pub struct SightBatch {
    /// 1 = B is seen from A, 0 = it is not, 255 = a coordinate is NaN or infinite.
    pub visible: Vec<u8>,
    /// Where the first blocker from A is entered, as a part of the way from A to B, 0..=1; +inf = none.
    pub t_hit: Vec<f32>,
    /// The first blocking voxel from A, in grid coordinates; `i32::MIN` = none.
    pub voxel: Vec<[i32; 3]>,
    /// How the rays of the verdicts ended.
    pub summary: CastSummary,
}

/// Pairs per task.
const BLOCK: usize = 1 << 12;

/// Whether the second point of each pair is seen from the first, in the coordinates of `options.space`. Points may lie
/// inside, on the faces of, and outside the box. A point within a filled voxel is not seen and sees nothing. The time
/// range, `max_steps` and `skip_inside` of the options do not apply.
///
/// # Errors
/// Where an option makes no sense, or the observer says stop.
///
/// ```
/// use voxray::{Options, SceneBuilder, visibility::line_of_sight};
/// let mut builder = SceneBuilder::new();
/// builder.insert([5, 0, 0], 1)?;
/// let pairs = [[0.5, 0.5, 0.5, 9.5, 0.5, 0.5], [0.5, 0.5, 0.5, 5.0, 0.5, 0.5]];
/// let sight = line_of_sight(&builder.build()?, &pairs, &Options::default())?;
/// assert_eq!(sight.visible, [0, 1]); // the second target lies on the face of the voxel
/// assert_eq!((sight.t_hit[0], sight.voxel[0]), (0.5, [5, 0, 0]));
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn line_of_sight(scene: &Scene, pairs: &[[f64; 6]], options: &Options) -> Result<SightBatch> {
    let options = Options {
        columns: Columns::T_HIT | Columns::VOXEL,
        t_near: 0.0,
        t_far: f32::INFINITY,
        max_steps: u32::MAX,
        skip_inside: false,
        ..options.clone()
    };
    let blocks: Vec<_> = pairs.chunks(BLOCK).collect();
    // Threads are here, one block each.
    let alone = Options { threads: 1, observer: options.cancel_only(), ..options.clone() };
    let seen = map_in_pool(options.threads, blocks.len(), |block| {
        let sight = see_block(scene, blocks[block], &alone)?;
        options.advance(blocks[block].len() as u64);
        Ok(sight)
    })?;
    let mut sight = SightBatch::default();
    seen.iter().for_each(|block| sight.append(block));
    Ok(sight)
}

impl SightBatch {
    fn append(&mut self, later: &Self) {
        self.summary.append(&later.summary, self.visible.len() as u64);
        self.visible.extend_from_slice(&later.visible);
        self.t_hit.extend_from_slice(&later.t_hit);
        self.voxel.extend_from_slice(&later.voxel);
    }

    fn push(&mut self, visible: u8, blocker: Option<(f32, [i32; 3])>) {
        let (t_hit, voxel) = blocker.unwrap_or((f32::INFINITY, [NO_VOXEL; 3]));
        self.visible.push(visible);
        self.t_hit.push(t_hit);
        self.voxel.push(voxel);
    }
}

fn see_block(scene: &Scene, pairs: &[[f64; 6]], options: &Options) -> Result<SightBatch> {
    let ends: Vec<_> = pairs.iter().map(|pair| kernel_ends(scene, pair, options.space)).collect();
    let in_order = |[a, b]: &'_ [[f64; 3]; 2]| if before(b, a) { [*b, *a] } else { [*a, *b] };
    let verdicts = cast(scene, ends.iter().map(in_order), options)?;

    // Verdicts taken from the far end say nothing of the first blocker from A.
    let is_reversed =
        |&i: &usize| verdicts.blocker(i).is_some() && before(&ends[i][1], &ends[i][0]);
    let reversed: Vec<usize> = (0..pairs.len()).filter(is_reversed).collect();
    let from_a = cast(scene, reversed.iter().map(|&i| ends[i]), options)?;
    let mut nearer = reversed.iter().enumerate().peekable();

    let mut sight = SightBatch { summary: verdicts.hits.summary.clone(), ..SightBatch::default() };
    for (index, [a, b]) in ends.iter().enumerate() {
        let mut blocker = verdicts.blocker(index);
        if let Some((row, _)) = nearer.next_if(|&(_, &i)| i == index) {
            // Seen from A the way may be free by a rounding; then the blocker of the verdict stands.
            blocker = from_a.blocker(row).or(blocker.map(|(t, voxel)| (1.0 - t, voxel)));
        }
        let visible = if !finite(a) || !finite(b) {
            LINE_OF_SIGHT_INVALID
        } else if blocker.is_some() || verdicts.stands_in_solid(scene, index) {
            LINE_OF_SIGHT_HIDDEN
        } else {
            LINE_OF_SIGHT_SEEN
        };
        sight.push(visible, blocker);
    }
    Ok(sight)
}

/// Segments and what became of them.
struct Verdicts {
    segments: Vec<Option<Segment>>,
    hits: HitBatch,
}

impl Verdicts {
    /// The time, on the whole way, and the voxel of the hit.
    fn blocker(&self, index: usize) -> Option<(f32, [i32; 3])> {
        let segment = self.segments[index]?;
        let hit = self.hits.t_hit[index] < f32::INFINITY;
        hit.then(|| (segment.whole_time(self.hits.t_hit[index]), self.hits.voxel[index]))
    }

    /// Whether both ends are the same point, within something filled: no ray can tell.
    fn stands_in_solid(&self, scene: &Scene, index: usize) -> bool {
        let Some(segment) = self.segments[index].filter(Segment::is_point) else { return false };
        scene.is_filled(segment.target)
    }
}

/// Casts the segments between the ends. A pair without a segment near the box is cast as a ray beside the box, so that
/// rows stay in step and the summary counts it.
fn cast(
    scene: &Scene,
    ends: impl Iterator<Item = [[f64; 3]; 2]>,
    options: &Options,
) -> Result<Verdicts> {
    let mut rays = RayBatch::<f64>::default();
    let mut targets: [Vec<f32>; 3] = Default::default();
    let mut segments = Vec::new();
    for [from, to] in ends {
        let valid = finite(&from) && finite(&to);
        let segment = if valid { Segment::near_box(from, to, scene.bounds()) } else { None };
        let (origin, direction, target) = match segment.filter(|segment| !segment.is_point()) {
            Some(segment) => (segment.origin, segment.direction, segment.target),
            None if valid => ([-1.0; 3], [-1.0; 3], [-1.0; 3]),
            None => ([f64::NAN; 3], [f64::NAN; 3], [-1.0; 3]),
        };
        rays.push_parts(origin, direction, 0.0, f32::INFINITY);
        targets.iter_mut().zip(target).for_each(|(column, x)| column.push(x));
        segments.push(segment);
    }
    let [x, y, z] = &targets;
    let hits = scene.cast_kernel_rays(&rays.view().with_target([x, y, z]), options)?;
    Ok(Verdicts { segments, hits })
}

/// The ends of a pair in kernel space. -0.0 is read as 0.0.
fn kernel_ends(scene: &Scene, pair: &[f64; 6], space: Space) -> [[f64; 3]; 2] {
    let &[ax, ay, az, bx, by, bz] = pair;
    let corner = scene.bounds().min;
    [[ax, ay, az], [bx, by, bz]].map(|point| {
        let grid = if space == Space::World { scene.transform().to_grid(point) } else { point };
        [0, 1, 2].map(|axis| grid[axis] - f64::from(corner[axis]) + 0.0)
    })
}

/// Whether `a` comes before `b` in the order of (x, y, z).
fn before(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a.partial_cmp(b) == Some(std::cmp::Ordering::Less)
}

fn finite(point: &[f64; 3]) -> bool {
    point.iter().all(|x| x.is_finite())
}
