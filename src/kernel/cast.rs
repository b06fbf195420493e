//! Casts one tile, from borrowed rays to finished rows: the kernel that is entered once per tile.

use super::afar::bring_near;
use super::finish::{Finish, finish};
use super::fresh::Source;
use super::load::{RayMap, load};
use super::lookup::GridLanes;
use super::nearest::ShapeLanes;
use super::reference::WalkLimits;
use super::row::World;
use super::setup::BoxLanes;
use super::start::{Started, start};
use super::tile::Tile;
use super::walk::walk_all;
use crate::batch::{CastSummary, Columns, HitSlices, RayView};
use crate::simd::{Kernel, Simd};

/// One tile to be cast.
#[derive(Debug)]
pub struct CastTile<'a, 'b> {
    /// What is cast against.
    pub world: &'a World<'a>,
    /// The rays, at most a tile of them.
    pub rays: &'a RayView<'a>,
    /// How they come into kernel space.
    pub map: &'a RayMap,
    /// What ends a walk.
    pub limits: WalkLimits,
    /// The columns that are wanted.
    pub columns: Columns,
    /// The memory of the tile.
    pub tile: &'a mut Tile,
    /// Where the rows go.
    pub hits: HitSlices<'b>,
}

impl Kernel for CastTile<'_, '_> {
    type Output = CastSummary;

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) -> CastSummary {
        let Tile { rays: buffers, moved, ends } = self.tile;
        let sides = self.world.grid.bounds().sides();
        let rays = load(buffers, self.rays, self.map);
        let rays = bring_near(moved, rays, self.rays, self.map, sides);
        let start_one = |index: usize| {
            let ray = self.map.kernel_ray_of(self.rays, index);
            Started { ray, start: start(&ray, sides) }
        };
        ends.irregular.clear();
        let source = Source {
            rays,
            view: self.rays,
            shape: BoxLanes::new(s, sides),
            sides,
            max_steps: self.limits.max_steps,
            skip_inside: self.limits.skip_inside && self.world.shapes.is_none(),
            wants_voxels: wants_voxels(self.columns, self.limits),
            shapes: self.world.shapes.map(ShapeLanes::new),
            start_one: &start_one,
        };
        let grid = GridLanes::new(s, self.world.grid);
        let work = if source.shapes.is_some() {
            // Rays that pass over what they start in are left to the plain walk.
            walk_all::<S, false, true>(s, &grid, &source, ends)
        } else if self.limits.skip_inside {
            walk_all::<S, true, false>(s, &grid, &source, ends)
        } else {
            walk_all::<S, false, false>(s, &grid, &source, ends)
        };
        let kernel_ray = |index: usize| self.map.kernel_ray_of(self.rays, index);
        let parts = Finish {
            world: self.world,
            rays,
            columns: self.columns,
            limits: self.limits,
            shapes: source.shapes,
            kernel_ray: &kernel_ray,
        };
        let mut summary = finish(s, &parts, ends, &mut self.hits);
        summary.add_work(work);
        summary
    }
}

/// Whether anything but the time of a hit goes into its row, or into its status.
fn wants_voxels(columns: Columns, limits: WalkLimits) -> bool {
    let of_the_time = Columns::T_HIT | Columns::OCCLUDED | Columns::STATUS;
    !of_the_time.contains(columns) || limits.max_steps < u32::MAX
}
