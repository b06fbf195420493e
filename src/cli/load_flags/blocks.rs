//! What can be told of worlds of blocks.

use std::path::PathBuf;

use clap::Args;
use voxray::blocks::BlockFilter;
use voxray::io::BlockOptions;

use crate::cli::flags::block_box;

/// How a world of blocks is read.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BlockFlags {
    /// Rays hit fluids too (worlds of blocks).
    #[arg(long)]
    fluids: bool,
    /// Rays hit plants, torches, rails and other blocks that one walks through (worlds of blocks).
    #[arg(long)]
    passable: bool,
    /// Every block is a full cube, slabs, stairs and fences too (worlds of blocks).
    #[arg(long)]
    no_shapes: bool,
    /// Rays pass through leaves, unless --passable is given (worlds of blocks).
    #[arg(long)]
    no_leaves: bool,
    /// A file that says what blocks are, in place of the built-in table (worlds of blocks).
    #[arg(long, value_name = "FILE")]
    block_table: Option<PathBuf>,
    /// Reads only these blocks: x0,y0,z0,x1,y1,z1 as the game counts them, y up, without the upper corner.
    #[arg(long, value_name = "BOX", value_parser = block_box, allow_hyphen_values = true)]
    block_box: Option<[[i32; 3]; 2]>,
}

impl BlockFlags {
    /// The options of the readers.
    pub(crate) fn options(&self) -> BlockOptions {
        BlockOptions {
            filter: BlockFilter { fluids: self.fluids, passable: self.passable },
            shapes: !self.no_shapes,
            leaves: !self.no_leaves,
            table: self.block_table.clone(),
            block_box: self.block_box,
        }
    }
}
