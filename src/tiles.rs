//! Casts a batch in tiles: threads outside, vectors inside.

use rayon::prelude::*;

use crate::batch::{CastSummary, HitSlices, RayView};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::pool::{resolve_threads, run_in_pool};
use crate::scene::Scene;

/// Rays per tile.
const TILE: usize = 4096;

/// Casts `rays` and writes their rows.
pub(crate) fn cast(
    scene: &Scene,
    rays: &RayView<'_>,
    options: &Options,
    hits: HitSlices<'_>,
) -> Result<CastSummary> {
    options.check()?;
    options.resolve_isa()?;
    let tiles = cut(rays, hits);
    let run =
        |(view, slices): (RayView<'_>, HitSlices<'_>)| cast_tile(scene, &view, options, slices);
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

fn cast_tile(
    scene: &Scene,
    rays: &RayView<'_>,
    options: &Options,
    mut hits: HitSlices<'_>,
) -> Result<CastSummary> {
    if options.is_cancelled() {
        return Err(Error::cancelled());
    }
    let mut summary = CastSummary::default();
    for index in 0..rays.len() {
        let hit = scene.cast_ray_reference(&rays.ray(index), options);
        hits.write(index, &hit);
        summary.add(hit.status, index as u64);
    }
    if let Some(observer) = &options.observer {
        observer.advance(rays.len() as u64);
    }
    Ok(summary)
}
