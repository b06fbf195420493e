//! How much memory a scene will take, worked out before any of it is taken.
//!
//! Building holds most things twice: once in the strips that the tasks made, once in the joined tables. The strips grow
//! by doubling, so that half of what they hold may be empty.

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::grid::chunk_counts;
use crate::memory::{available_bytes, readable_bytes};

/// Per chunk: its record, its mask twice, whether it is occupied, and a distance for each of 8 octants.
const CHUNK_BYTES: u64 = 16 + 2 * 8 + 1 + 8;
/// Per brick with a voxel: occupancy word and material entry, in the strips and joined.
const WORD_BYTES: u64 = 3 * (8 + 4);
/// Per voxel of a brick of mixed materials.
const VALUE_BYTES: u64 = 3 * 2;

/// What a scene is made of, as far as memory goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extent {
    /// Chunks of the box.
    pub(super) chunks: u64,
    /// Bricks that hold a voxel.
    pub(super) words: u64,
    /// Voxels in bricks of mixed materials.
    pub(super) values: u64,
}

impl Extent {
    /// The most that a scene in this box with so many voxels can hold.
    pub(super) fn at_most(bounds: &GridBox, voxels: u64) -> Result<Self> {
        let chunks = chunk_counts(bounds)?.iter().map(|&count| count as u64).product();
        Ok(Self { chunks, words: voxels.min(64 * chunks), values: voxels })
    }

    /// The bytes that building it takes.
    pub(super) fn build_bytes(&self) -> u64 {
        // At most 2^30 chunks of 4096 voxels: no product comes near 2^64.
        self.chunks * CHUNK_BYTES + self.words * WORD_BYTES + self.values * VALUE_BYTES
    }
}

/// How many bytes may be taken: `cap`, and never more than there are. Without limit where neither is known.
pub(super) fn allowed_bytes(cap: Option<u64>) -> u64 {
    cap.unwrap_or(u64::MAX).min(available_bytes().unwrap_or(u64::MAX))
}

/// Refuses a job that needs more than is allowed.
pub(super) fn check(needed: u64, cap: Option<u64>) -> Result<()> {
    let allowed = allowed_bytes(cap);
    if needed <= allowed {
        return Ok(());
    }
    let why = match cap {
        Some(cap) if cap == allowed => "the limit set with --memory",
        _ => "what is available",
    };
    Err(Error::memory(format!(
        "needs about {} of memory, more than {why} ({}); load a part of it with --box{}",
        readable_bytes(needed),
        readable_bytes(allowed),
        if cap == Some(allowed) { " or raise --memory" } else { "" }
    )))
}
