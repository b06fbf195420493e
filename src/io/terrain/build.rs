//! From a raster of heights, and perhaps a second one, to a scene.

use std::path::Path;

use super::degrees::{looks_like_degrees, metres_per_degree};
use super::frame::Frame;
use super::options::{SurfaceKind, TerrainOptions};
use super::raster::Raster;
use super::read::{Surface, read_scene};
use crate::error::{Error, Result};
use crate::georeference::Georeference;
use crate::io::options::{LoadOptions, LoadReport};
use crate::palette::{MaterialInfo, Palette};
use crate::scene::Scene;
use crate::space::Transform;
use crate::voxelize::heights::{BUILDING, CANOPY, GROUND, HeightRules};

/// Loads a raster of heights.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let told = &options.terrain;
    check_told(told)?;
    let ground = Raster::open(path, options)?;
    let mut frame = ground.frame.clone();
    frame.is_geographic |= looks_like_degrees(&frame, options.voxel_size);
    let window = frame.window(options)?;
    let (place, units) = place(&frame, options)?;
    let format = ground.format;
    let surface = match &told.surface {
        Some(path) => Some(Surface::open(path, &frame, options).map_err(|error| error.at(path))?),
        None => None,
    };
    let rules = rules(&place, options);
    let (scene, missing) = read_scene(ground, surface, &window, &rules, options)?;
    let mut report = LoadReport::new(format, convention(&frame, &place, &units, told));
    report.count("cells", frame.cells());
    report.skip("cells without data", missing);
    let palette = palette(told);
    // Metres are no longer those of a system in degrees.
    let crs = if frame.is_geographic { String::new() } else { frame.crs.clone() };
    let georeference = Georeference { crs, axes: units };
    let scene = scene.with_transform(place).with_palette(palette);
    Ok((scene.with_georeference(georeference), report))
}

/// Numbers that are told must be some.
fn check_told(told: &TerrainOptions) -> Result<()> {
    let sound = |name: &str, value: Option<f64>, least: f64| {
        if value.is_none_or(|value| value.is_finite() && value >= least) {
            return Ok(());
        }
        Err(Error::usage(format!(
            "the {name} {} cannot be; give a finite number{}",
            value.unwrap_or_default(),
            if least > f64::NEG_INFINITY { ", not a negative one" } else { "" }
        )))
    };
    if told.canopy_base > 0.0 && told.surface_kind != SurfaceKind::Canopy {
        return Err(Error::usage(
            "the canopy base (--canopy-base) says nothing of buildings; leave it out, or say that the surface is a canopy (--surface-kind canopy)",
        ));
    }
    sound("base", told.base, f64::NEG_INFINITY)?;
    sound("height scale", Some(told.height_scale), f64::NEG_INFINITY)?;
    sound("canopy base", Some(told.canopy_base), 0.0)?;
    sound("height of a voxel", told.cell_height, 0.0)
}

/// How the grid lies in the world, and what its axes are, in words.
fn place(frame: &Frame, options: &LoadOptions) -> Result<(Transform, String)> {
    let (mut cell, mut corner) = (frame.cell.unwrap_or([1.0; 2]), frame.corner);
    let mut axes = String::from("x east, y north, z up");
    if frame.is_geographic {
        let middle = corner[1] + cell[1] * frame.rows as f64 / 2.0;
        if !(-90.0..=90.0).contains(&middle) {
            return Err(Error::input(format!(
                "lies at latitude {middle}, beyond the poles; the header is damaged"
            )));
        }
        let metres = metres_per_degree(middle);
        cell = [cell[0] * metres[0], cell[1] * metres[1]];
        axes = format!(
            "x east, y north, z up, metres from longitude {} latitude {}{}",
            corner[0],
            corner[1],
            if frame.crs.is_empty() { String::new() } else { format!(" of {}", frame.crs) }
        );
        corner = [0.0; 2];
    }
    if frame.cell.is_some() {
        check_sides(cell, options.voxel_size)?;
    }
    let height = options.terrain.cell_height;
    let by_cell = [cell[0], cell[1], height.unwrap_or(cell[0])];
    let voxel_size = options.told_sides().unwrap_or(by_cell);
    let origin = options.origin.unwrap_or([corner[0], corner[1], 0.0]);
    Ok((Transform::new(origin, voxel_size)?, axes))
}

/// A cell is a column, so that other sides than those that the file says would stretch the land.
fn check_sides(cell: [f64; 2], told: Option<[f64; 3]>) -> Result<()> {
    let Some([x, y, _]) = told else { return Ok(()) };
    let is_close = |told: f64, side: f64| (told - side).abs() <= 1e-6 * side;
    if is_close(x, cell[0]) && is_close(y, cell[1]) {
        return Ok(());
    }
    Err(Error::usage(format!(
        "a cell is {} x {} by the file, and {x} x {y} (--voxel-size) would stretch the land; tell the height of a voxel alone (--cell-height), or resample the raster first",
        cell[0], cell[1]
    )))
}

fn rules(place: &Transform, options: &LoadOptions) -> HeightRules {
    HeightRules {
        cell_height: place.voxel_size[2],
        origin: place.origin[2],
        columns: options.terrain.columns,
        base: options.terrain.base,
        lowest: None,
        material: GROUND,
        bounds: options.bounds,
        threads: options.threads,
        memory: options.memory,
    }
}

fn convention(frame: &Frame, place: &Transform, axes: &str, told: &TerrainOptions) -> String {
    let [x, y, z] = place.voxel_size;
    let unit = match (frame.is_geographic, frame.cell) {
        (true, _) if frame.crs.is_empty() => {
            "which are taken for degrees, so small and there, and made metres by the ellipsoid at the middle latitude (--voxel-size with the sides of the file keeps them)"
        }
        (true, _) => "metres by the ellipsoid at the middle latitude",
        (false, Some(_)) => "units of the file, taken as metres",
        (false, None) => "1 m unless told otherwise",
    };
    let surface = match (&told.surface, told.surface_above_ground) {
        (None, _) => "",
        (_, true) => "; heights of the surface are above ground",
        (_, false) => "; heights of the surface are absolute",
    };
    format!(
        "{axes}; row 0 is the northernmost; cells of {x} x {y}, {unit}; z = 0 is height 0, levels of {z}; a voxel is filled where its middle lies at or below the height{surface}"
    )
}

fn palette(told: &TerrainOptions) -> Palette {
    let mut palette = Palette::default();
    let mut add = |material: u16, name: &str, [red, green, blue]: [u8; 3]| {
        let color = Some([red, green, blue, 255]);
        palette.insert(material, MaterialInfo { name: name.into(), color, ..Default::default() });
    };
    add(GROUND, "ground", [146, 116, 82]);
    if told.surface.is_some() {
        match told.surface_kind {
            SurfaceKind::Building => add(BUILDING, "building", [196, 92, 72]),
            SurfaceKind::Canopy => add(CANOPY, "canopy", [54, 112, 50]),
        }
    }
    palette
}
