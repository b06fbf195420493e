//! The memory of one tile: its rays in kernel space, and where each walk ended.

use super::afar::MovedRays;
use super::start::Started;
use crate::simd::MAX_LANES;

/// Rays in a tile. Large enough that emptying the lanes at its end costs little, small enough to stay in the cache.
pub const TILE: usize = 4096;

const _: () = assert!(TILE <= 1 << 15, "the index of a ray fits into the tag of its lane");

/// Full vectors are read and written at any ray of a tile, so its columns are longer than the tile by one vector.
const PADDED: usize = TILE + MAX_LANES;

/// A column of a tile.
pub type TileColumn<T> = Box<[T; PADDED]>;

/// A column of zeros.
pub fn tile_column<T: Copy + Default>() -> TileColumn<T> {
    vec![T::default(); PADDED]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("PADDED entries"))
}

/// The memory of one tile; one per thread, used again for every tile.
#[derive(Debug)]
pub struct Tile {
    /// For rays that cannot be walked where they lie.
    pub rays: RayBuffers,
    /// For those that come from afar.
    pub moved: MovedRays,
    /// Where their walks ended.
    pub ends: TileEnds,
}

/// Room for the rays of a tile.
#[derive(Debug)]
pub struct RayBuffers {
    /// x, y, z of the origins.
    pub origin: [TileColumn<f32>; 3],
    /// x, y, z of the directions.
    pub direction: [TileColumn<f32>; 3],
    /// Start times.
    pub t_near: TileColumn<f32>,
    /// End times.
    pub t_far: TileColumn<f32>,
    /// x, y, z of the targets.
    pub target: [TileColumn<f32>; 3],
}

/// The rays of a tile in kernel space: grid space minus the lower corner of the box, rounded to f32. Directions and times
/// are as given, not yet scaled. Full vectors can be read at every multiple of the lanes up to the last ray; what follows it
/// means nothing.
#[derive(Debug, Clone, Copy)]
pub struct TileRays<'a> {
    /// How many.
    pub len: usize,
    /// x, y, z of the origins.
    pub origin: [&'a [f32]; 3],
    /// x, y, z of the directions.
    pub direction: [&'a [f32]; 3],
    /// Start times; 0 where absent.
    pub t_near: Option<&'a [f32]>,
    /// End times; +inf where absent.
    pub t_far: Option<&'a [f32]>,
    /// Of lines of sight, x, y, z of the targets, at which the box is cut.
    pub target: Option<[&'a [f32]; 3]>,
    /// How much later times are reported than the walk has them, before scaling, where some rays were moved.
    pub offset: Option<&'a [f64]>,
}

/// In the notes: a walk without a hit has not left the box.
pub const CLEAR: i32 = 1;
/// In the notes: the ray does not meet the box.
pub const OUTSIDE: i32 = 2;
/// In the notes: the ray was started one by one, and so is its row made.
pub const IRREGULAR: i32 = 4;

/// Where the walks of a tile ended, and what their rows need to know of how they started.
#[derive(Debug)]
pub struct TileEnds {
    /// The time of the hit on the clock of the walk; +inf without a hit.
    pub t: TileColumn<f32>,
    /// The voxel that was hit, where voxels are wanted; of irregular rays always.
    pub voxel: [TileColumn<i32>; 3],
    /// What the ray is without a hit: [`CLEAR`], [`OUTSIDE`], [`IRREGULAR`], or escaped.
    pub notes: TileColumn<i32>,
    /// The power of two that reported times are larger by.
    pub scale: TileColumn<f32>,
    /// Irregular rays, in their order.
    pub irregular: Vec<Started>,
    /// A hit at this time is the voxel in which the ray starts; NaN where there is none such: where an event is at the very
    /// start, or the first look-up finds nothing.
    pub inside: TileColumn<f32>,
    /// Where there are exact shapes, when each walk starts.
    pub start: TileColumn<f32>,
    /// Where there are exact shapes, what each ray struck of them: see [`struck`](super::struck).
    pub struck: TileColumn<i32>,
}

impl Default for Tile {
    fn default() -> Self {
        let columns = || [tile_column(), tile_column(), tile_column()];
        Self {
            rays: RayBuffers {
                origin: columns(),
                direction: columns(),
                t_near: tile_column(),
                t_far: tile_column(),
                target: columns(),
            },
            moved: MovedRays::default(),
            ends: TileEnds {
                t: tile_column(),
                voxel: [tile_column(), tile_column(), tile_column()],
                notes: tile_column(),
                scale: tile_column(),
                irregular: Vec::new(),
                inside: tile_column(),
                start: tile_column(),
                struck: tile_column(),
            },
        }
    }
}
