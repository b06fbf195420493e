//! Casts a batch in tiles: threads outside, vectors inside.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::batch::{CastSummary, HitSlices, RayView};
use crate::error::{Error, Result};
use crate::kernel::cast::CastTile;
use crate::kernel::load::RayMap;
use crate::kernel::row::World;
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
    let isa = options.resolve_isa()?;
    let tiles = cut(rays, hits);
    let caster = TileCaster { world: scene.world(), map, isa, options, memory: Mutex::default() };
    let run = |(view, slices): (RayView<'_>, HitSlices<'_>)| caster.cast(&view, slices);
    let threads = resolve_threads(options.threads);
    let summaries: Vec<CastSummary> = if tiles.len() < 2 || threads == 1 {
        tiles.into_iter().map(run).collect::<Result<_>>()?
    } else {
        run_in_pool(threads, || tiles.into_par_iter().map(run).collect::<Result<_>>())??
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
    isa: Isa,
    options: &'a Options,
    /// Memory of tiles that no thread is using; at most one per thread is ever made.
    memory: Mutex<Vec<Tile>>,
}

impl TileCaster<'_> {
    fn cast(&self, rays: &RayView<'_>, hits: HitSlices<'_>) -> Result<CastSummary> {
        if self.options.is_cancelled() {
            return Err(Error::cancelled());
        }
        let mut tile = self.memory().pop().unwrap_or_default();
        let kernel = CastTile {
            world: &self.world,
            rays,
            map: &self.map,
            limits: self.options.limits(),
            columns: self.options.columns,
            tile: &mut tile,
            hits,
        };
        let summary = dispatch(self.isa, kernel);
        self.memory().push(tile);
        if let Some(observer) = &self.options.observer {
            observer.advance(rays.len() as u64);
        }
        Ok(summary)
    }

    fn memory(&self) -> MutexGuard<'_, Vec<Tile>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
