//! Casts a batch in tiles: threads outside, vectors inside.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::batch::{CastSummary, HitSlices, RayView};
use crate::error::{Error, Result};
use crate::kernel::cast::CastTile;
use crate::kernel::load::RayMap;
use crate::kernel::row::{World, cast_reference as cast_reference_ray};
use crate::kernel::tile::{TILE, Tile};
use crate::options::Options;
use crate::pool::{resolve_threads, run_in_pool};
use crate::scene::Scene;
use crate::simd::{Isa, dispatch};

/// Casts `rays`, which `map` brings into kernel space, and writes their rows.
pub(crate) fn cast(
    scene: &Scene,
    rays: &RayView<'_>,
    map: RayMap,
    options: &Options,
    hits: HitSlices<'_>,
) -> Result<CastSummary> {
    options.check()?;
    let path = Path::Fast(options.resolve_isa()?);
    run_tiles(scene, rays, map, options, path, hits)
}

/// As [`cast`], by the plain walk, one voxel at a time.
pub(crate) fn cast_reference(
    scene: &Scene,
    rays: &RayView<'_>,
    map: RayMap,
    options: &Options,
    hits: HitSlices<'_>,
) -> Result<CastSummary> {
    options.check()?;
    run_tiles(scene, rays, map, options, Path::Reference, hits)
}

/// Which walk is taken.
#[derive(Clone, Copy)]
enum Path {
    Fast(Isa),
    Reference,
}

fn run_tiles(
    scene: &Scene,
    rays: &RayView<'_>,
    map: RayMap,
    options: &Options,
    path: Path,
    hits: HitSlices<'_>,
) -> Result<CastSummary> {
    let tiles = cut(rays, hits);
    let caster = TileCaster { world: scene.world(), map, path, options };
    let run = |(view, slices): (RayView<'_>, HitSlices<'_>)| caster.cast(&view, slices);
    // Asking the system how many threads there are takes longer than a small batch.
    let threads = if tiles.len() < 2 { 1 } else { resolve_threads(options.threads)? };
    let summaries: Vec<CastSummary> = if threads == 1 {
        tiles.into_iter().map(run).collect::<Result<_>>()?
    } else {
        // Tile by tile: in longer pieces one thread would end far behind the others.
        run_in_pool(threads, || {
            tiles.into_par_iter().with_max_len(1).map(run).collect::<Result<_>>()
        })??
    };
    let mut summary = CastSummary::default();
    for part in &summaries {
        summary.append(part, summary.rays());
    }
    Ok(summary)
}

fn cut<'a>(rays: &RayView<'a>, hits: HitSlices<'a>) -> Vec<(RayView<'a>, HitSlices<'a>)> {
    let mut rest = hits;
    let mut tiles = Vec::with_capacity(rays.len().div_ceil(TILE));
    for start in (0..rays.len()).step_by(TILE) {
        let view = rays.slice(start..rays.len().min(start + TILE));
        let (slices, others) = rest.split_at(view.len());
        tiles.push((view, slices));
        rest = others;
    }
    tiles
}

/// What all tiles of a batch share.
struct TileCaster<'a> {
    world: World<'a>,
    map: RayMap,
    path: Path,
    options: &'a Options,
}

impl TileCaster<'_> {
    fn cast(&self, rays: &RayView<'_>, hits: HitSlices<'_>) -> Result<CastSummary> {
        if self.options.is_cancelled() {
            return Err(Error::cancelled());
        }
        let summary = match self.path {
            Path::Fast(isa) => self.cast_fast(isa, rays, hits),
            Path::Reference => self.cast_reference(rays, hits),
        };
        if let Some(observer) = &self.options.observer {
            observer.advance(rays.len() as u64);
        }
        Ok(summary)
    }

    fn cast_fast(&self, isa: Isa, rays: &RayView<'_>, hits: HitSlices<'_>) -> CastSummary {
        let mut tile = idle_tiles().pop().unwrap_or_default();
        let kernel = CastTile {
            world: &self.world,
            rays,
            map: &self.map,
            limits: self.options.limits(),
            columns: self.options.columns,
            tile: &mut tile,
            hits,
        };
        let summary = dispatch(isa, kernel);
        idle_tiles().push(tile);
        summary
    }

    fn cast_reference(&self, rays: &RayView<'_>, mut hits: HitSlices<'_>) -> CastSummary {
        let mut summary = CastSummary::default();
        for index in 0..rays.len() {
            let ray = self.map.kernel_ray_of(rays, index);
            let hit = cast_reference_ray(&self.world, &ray, self.options.limits());
            hits.write(index, &hit);
            summary.add(hit.status, index as u64);
        }
        summary
    }
}

/// Memory of tiles that no thread is using; there are never more than threads that cast at once. Kept from one cast to the
/// next, so that a small batch need not make it first.
fn idle_tiles() -> MutexGuard<'static, Vec<Tile>> {
    static IDLE: Mutex<Vec<Tile>> = Mutex::new(Vec::new());
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}
