//! From a file or folder to a world of blocks, and on to a scene.

use std::path::Path;

use super::found::{Found, Loaded};
use super::growth::file_bytes;
use super::options::selected;
use super::states::States;
use super::table::BlockTable;
use crate::aabb::GridBox;
use crate::blocks::{BlockClass, BlockFilter, BlockWorld};
use crate::error::{Error, Result};
use crate::georeference::Georeference;
use crate::io::options::{LoadOptions, LoadReport};
use crate::scene::Scene;

/// Loads a world of blocks, to be looked at and changed: the folder of a Minecraft world, a region file (`.mca`, `.mcr`), a
/// `.schematic`, `.schem`, `.litematic` or structure `.nbt`. Its types are what the table of
/// [`BlockOptions`](super::BlockOptions) says, numbered by name; each is named as its block. z is up.
///
/// [`load_scene`](crate::io::load_scene) gives the scene at once, in the box that the file declares.
///
/// # Errors
/// Where the ending is unknown, the file is damaged, or more memory would be needed than there is.
///
/// ```no_run
/// use voxray::blocks::{BlockFilter, BlockId};
/// use voxray::io::{LoadOptions, load_blocks};
/// let (mut world, report) = load_blocks("world".as_ref(), &LoadOptions::default())?;
/// println!("{} blocks of {} types", report.source["blocks"], world.types().len() - 1);
/// world.set_block([0, 0, 64], BlockId::AIR)?;
/// let scene = world.scene(BlockFilter::SOLID)?;
/// # Ok::<(), voxray::Error>(())
/// ```
pub fn load_blocks(path: &Path, options: &LoadOptions) -> Result<(BlockWorld, LoadReport)> {
    let loaded = read(path, options).map_err(|error| error.at(path))?;
    Ok((loaded.world, loaded.report))
}

/// Loads a world of blocks as a scene.
pub(in crate::io) fn load(path: &Path, options: &LoadOptions) -> Result<(Scene, LoadReport)> {
    let loaded = read(path, options)?;
    let filter = options.blocks.filter;
    loaded.check_memory(file_bytes(path), filter, options)?;
    let scene = loaded.world.scene_in(loaded.bounds, filter, options.threads)?;
    // Full cubes are their voxels.
    let scene = if options.blocks.shapes { scene } else { scene.without_shapes() };
    let axes = "x east, y north, z up".into();
    let scene = scene.with_georeference(Georeference { axes, ..Georeference::default() });
    let mut report = loaded.report;
    tell_passed(&mut report, &loaded.world, filter);
    Ok((scene, report))
}

/// How many blocks rays pass through, and what is to be told to have them hit.
fn tell_passed(report: &mut LoadReport, world: &BlockWorld, filter: BlockFilter) {
    for (block_type, count) in world.types().iter().zip(world.counts()) {
        let reason = match block_type.class {
            class if filter.hits(class) => continue,
            BlockClass::Fluid => "blocks of fluids (hit with --fluids)",
            BlockClass::Passable => "blocks that one walks through (hit with --passable)",
            _ => continue,
        };
        report.skip(reason, count);
    }
}

fn read(path: &Path, options: &LoadOptions) -> Result<Loaded> {
    let blocks = &options.blocks;
    let within = selected(options.bounds, blocks.block_box)?;
    let table = BlockTable::load(blocks.table.as_deref(), blocks.leaves)?;
    let states = States::new(table, blocks.shapes);
    let found = read_format(path, options, within, &states)?;
    found.into_world(states, options)
}

fn read_format(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        _ if path.is_dir() => super::world::read_world(path, options, within, states),
        "mca" | "mcr" => super::world::read_world(path, options, within, states),
        "schematic" | "schem" => super::schematic::read_schematic(path, options, within, states),
        "litematic" => super::litematic::read_litematic(path, options, within, states),
        "nbt" => super::structure::read_structure(path, options, within, states),
        other => Err(Error::usage(format!(
            "no world of blocks has the ending .{other}; name the folder of a world, or a file .mca, .mcr, .schematic, .schem, .litematic or .nbt"
        ))),
    }
}
