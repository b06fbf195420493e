//! From a source of points to a scene and its report: the same for all formats.

use super::classes::palette;
use crate::error::Result;
use crate::georeference::Georeference;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;
use crate::voxelize::points::{PointCounts, PointGrid, PointSource, voxelize_points};

/// The scene of points whose file does not say where on the earth they are.
pub(super) fn build<S: PointSource + ?Sized>(
    source: &S,
    format: &'static str,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    build_in(source, format, String::new(), options)
}

/// The scene of points in a coordinate system, which may be empty.
pub(super) fn build_in<S: PointSource + ?Sized>(
    source: &S,
    format: &'static str,
    crs: String,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    let how = PointGrid {
        voxel_size: options.voxel_size,
        resolution: options.resolution,
        origin: options.origin,
        bounds: options.bounds,
        min_points: options.points.min_points,
        classes: options.points.classes.clone(),
        threads: options.threads,
        memory: options.memory,
    };
    let (scene, counts) = voxelize_points(source, &how)?;
    let palette = palette(&scene.material_counts());
    let axes = if crs.is_empty() { "x, y, z as in the file" } else { "x east, y north, z up" };
    let georeference = Georeference { crs, axes: axes.into() };
    let report = report(format, &georeference, &counts);
    Ok((scene.with_palette(palette).with_georeference(georeference), report))
}

fn report(format: &'static str, georeference: &Georeference, counts: &PointCounts) -> LoadReport {
    let frame = match georeference.crs.as_str() {
        "" => "z up, units as in the file, taken as metres".to_owned(),
        crs if crs.len() > 40 => "x east, y north, z up, units of the file's WKT system".to_owned(),
        crs => format!("x east, y north, z up, units of {crs}"),
    };
    let convention =
        format!("{frame}; a voxel is filled where points lie in it; material = class + 1");
    let mut report = LoadReport::new(format, convention);
    report.count("points", counts.points);
    for (reason, count) in [
        ("points that are not finite", counts.not_finite),
        ("points marked as withheld", counts.withheld),
        ("points of other classes", counts.other_classes),
        ("points outside the box asked for", counts.outside_box),
        ("voxels with too few points", counts.sparse_voxels),
    ] {
        if count > 0 {
            report.skip(reason, count);
        }
    }
    report
}
