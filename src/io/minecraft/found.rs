//! What was found in a file, of whatever format, and the world that is made of it.

use rayon::prelude::*;

use super::connect::connect;
use super::cuboid::Placed;
use super::fluids::fill_depths;
use super::growth::CLUSTER_BYTES;
use super::states::States;
use crate::aabb::GridBox;
use crate::blocks::{BlockFilter, BlockWorld};
use crate::budget::{self, Extent};
use crate::coord::BRICK_SIDE;
use crate::error::{Error, Result};
use crate::io::options::{LoadOptions, LoadReport};
use crate::pool::run_in_pool;

/// Bytes of the entry of a brick's shape.
const SHAPE_BYTES: u64 = 4;
/// The most unknown blocks that are named.
const MAX_NAMED: usize = 20;

const CONVENTION: &str = "z up: the game's (x east, y up, z south) is turned to (x, -z, y), so x is east, y north, z up, and nothing is mirrored; block (x, y, z) is block (x, -1 - z, y) of 4 x 4 x 4 voxels, a block is 1 m; facing turns with it";

/// Clusters of blocks, their types as [`States`] numbers them.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) clusters: Vec<Placed>,
    /// The box of blocks that was read, z up.
    pub(super) extent: GridBox,
    /// Whether `extent` is the scene's box; otherwise that is the smallest around the blocks.
    pub(super) is_declared: bool,
    pub(super) report: LoadReport,
}

/// A world, the box of it that was asked for, and what was found.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) world: BlockWorld,
    pub(super) bounds: GridBox,
    /// Clusters that were read.
    clusters: u64,
    pub(super) report: LoadReport,
}

impl Found {
    pub(super) fn new(format: &'static str) -> Self {
        Self {
            clusters: Vec::new(),
            extent: GridBox::default(),
            is_declared: true,
            report: LoadReport::new(format, CONVENTION),
        }
    }

    /// Says which box the file declares; what is asked for of it is the extent.
    pub(super) fn declare(&mut self, whole: GridBox, within: Option<GridBox>) -> Result<()> {
        self.extent = part_of(whole, within)?;
        // Refused before it is cut: what is too wide for a scene has no box.
        in_voxels(self.extent).map(drop)
    }

    /// Refuses a scene in which at least so many blocks are hit. Of a part it is not known how many are in it.
    pub(super) fn check_fewest(
        &self,
        blocks: u64,
        within: Option<GridBox>,
        options: &LoadOptions,
    ) -> Result<()> {
        let blocks = if within.is_none() { blocks } else { 0 };
        let [needed, _] = scene_bytes(self.extent, blocks, blocks.div_ceil(64))?;
        budget::check(needed, options.memory)
    }

    /// The world of these clusters.
    pub(super) fn into_world(mut self, states: States, options: &LoadOptions) -> Result<Loaded> {
        let mut world = BlockWorld::new();
        let numbered = states.number(&mut world)?;
        let renumber = |(_, cluster): &mut Placed| {
            cluster.ids.iter_mut().for_each(|id| *id = numbered.ids[usize::from(id.0)]);
        };
        run_in_pool(options.threads, || self.clusters.par_iter_mut().for_each(renumber))?;
        let clusters = self.clusters.len() as u64;
        world.reserve_clusters(self.clusters.len());
        self.clusters
            .into_iter()
            .for_each(|(position, cluster)| world.put_cluster(position, cluster));
        tell(&mut self.report, &world, &numbered.unknown);
        if options.blocks.shapes {
            connect(&mut world, &numbered)?;
            fill_depths(&mut world)?;
        }
        let bounds = if self.is_declared { self.extent } else { world.bounds() };
        Ok(Loaded { world, bounds, clusters, report: self.report })
    }
}

/// How many blocks there are, and of which unknown names.
fn tell(report: &mut LoadReport, world: &BlockWorld, unknown: &[bool]) {
    report.count("blocks", world.len());
    let types = world.types().iter().zip(world.counts()).zip(unknown);
    let mut named: Vec<_> = types.filter(|&(_, &is)| is).map(|(found, _)| found).collect();
    named.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.name.cmp(&b.0.name)));
    report.count("unknown", named.iter().map(|(_, count)| count).sum());
    for (block_type, count) in named.iter().take(MAX_NAMED) {
        report.count(&format!("unknown block {}", super::fault::shown(&block_type.name)), *count);
    }
    let rest = named.iter().skip(MAX_NAMED).map(|(_, count)| count).sum();
    if rest > 0 {
        report.count("unknown blocks of other names", rest);
    }
}

impl Loaded {
    /// Refuses a scene that needs more memory than there is, or more than a file of so many bytes should, with how much that
    /// is.
    pub(super) fn check_memory(
        &self,
        file: u64,
        filter: BlockFilter,
        options: &LoadOptions,
    ) -> Result<()> {
        let types = self.world.types().iter().zip(self.world.counts());
        let hit = types.filter(|(found, _)| filter.hits(found.class)).map(|(_, count)| count).sum();
        let [needed, scene] = scene_bytes(self.bounds, hit, self.clusters)?;
        budget::check(needed, options.memory)?;
        budget::check_proportion(needed, file, scene, options.memory)
    }
}

/// What the scene of so many blocks in a box of blocks takes while it is made of so many clusters, and in the end.
fn scene_bytes(bounds: GridBox, blocks: u64, clusters: u64) -> Result<[u64; 2]> {
    let extent = Extent { words: blocks, ..Extent::at_most(&in_voxels(bounds)?, 0)? };
    let needed = extent.build_bytes() + SHAPE_BYTES * blocks + CLUSTER_BYTES * clusters;
    Ok([needed, extent.scene_bytes()])
}

/// What a box of blocks has in common with the one that is asked for.
fn part_of(whole: GridBox, within: Option<GridBox>) -> Result<GridBox> {
    let Some(within) = within else { return Ok(whole) };
    let part = within.intersection(&whole);
    if part.is_empty() && !whole.is_empty() && !within.is_empty() {
        return Err(Error::usage(format!(
            "the box asked for, {:?} to {:?} in blocks of 4 voxels, holds nothing of the scene, which spans {:?} to {:?}; ask for a box that meets it",
            within.min, within.max, whole.min, whole.max
        )));
    }
    Ok(part)
}

/// A box of blocks in voxels.
pub(super) fn in_voxels(bounds: GridBox) -> Result<GridBox> {
    let corner = |corner: [i32; 3]| corner.map(|k| k.saturating_mul(BRICK_SIDE));
    GridBox::new(corner(bounds.min), corner(bounds.max))
        .map_err(|error| Error::input(format!("{error}, or load a part of it with --box")))
}
