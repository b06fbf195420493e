//! How much memory a scene will take, worked out before any of it is taken.
//!
//! Building holds most things twice: once in the strips that the tasks made, once in the joined tables. The strips grow
//! by doubling, so that half of what they hold may be empty. They give up their words before the entries are joined.

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::grid::chunk_counts;
use crate::memory::{available_bytes, readable_bytes};

/// Of a scene, per chunk and per brick with a voxel.
const RECORD_BYTES: u64 = 16;
const BUILT_WORD_BYTES: u64 = 8 + 4;
/// Per chunk: its record, its mask twice, whether it is occupied, and for each of 8 octants a reach and what it is made of.
const CHUNK_BYTES: u64 = RECORD_BYTES + 2 * 8 + 1 + 8 * 3;
/// Per brick with a voxel: occupancy word and material entry, in the strips and joined.
const WORD_BYTES: u64 = 2 * BUILT_WORD_BYTES + 8;
/// Per voxel of a brick of mixed materials.
const VALUE_BYTES: u64 = 3 * 2;

/// What any file may take to be read.
const ALWAYS: u64 = 64 << 20;
/// How many times its own bytes and those of its scene a file may take besides.
const TIMES: u64 = 4;

/// What a scene is made of, as far as memory goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Extent {
    /// Chunks of the box.
    pub(crate) chunks: u64,
    /// Bricks that hold a voxel.
    pub(crate) words: u64,
    /// Voxels in bricks of mixed materials.
    pub(crate) values: u64,
}

impl Extent {
    /// The most that a scene in this box with so many voxels can hold.
    pub(crate) fn at_most(bounds: &GridBox, voxels: u64) -> Result<Self> {
        let chunks = chunk_counts(bounds)?.iter().map(|&count| count as u64).product();
        Ok(Self { chunks, words: voxels.min(64 * chunks), values: voxels })
    }

    /// The bytes that it takes in the end, materials aside.
    pub(crate) fn scene_bytes(&self) -> u64 {
        self.chunks * RECORD_BYTES + self.words * BUILT_WORD_BYTES
    }

    /// The bytes that building it takes.
    pub(crate) fn build_bytes(&self) -> u64 {
        // At most 2^30 chunks of 4096 voxels: no product comes near 2^64.
        self.chunks * CHUNK_BYTES + self.words * WORD_BYTES + self.values * VALUE_BYTES
    }
}

/// How many bytes may be taken: `cap`, and never more than there are. Without limit where neither is known.
pub(crate) fn allowed_bytes(cap: Option<u64>) -> u64 {
    cap.unwrap_or(u64::MAX).min(available_bytes().unwrap_or(u64::MAX))
}

/// Refuses a file that needs more memory than is allowed.
///
/// # Errors
/// Of kind memory, with what is needed and what to do.
pub(crate) fn check(needed: u64, cap: Option<u64>) -> Result<()> {
    check_job("", needed, cap, "load a part of it with --box")
}

/// Refuses a file that takes out of proportion to its own bytes and those that its scene has at least, where nothing was
/// said of memory: few bytes can claim much, and whoever knows them to be right allows it.
///
/// # Errors
/// Of kind memory, with what is needed and how to allow it.
pub(crate) fn check_proportion(needed: u64, file: u64, scene: u64, cap: Option<u64>) -> Result<()> {
    let usual = file.saturating_add(scene).saturating_mul(TIMES).saturating_add(ALWAYS);
    if cap.is_some() || needed <= usual {
        return Ok(());
    }
    Err(Error::memory(format!(
        "needs {} of memory or more, out of proportion to a file of {}; if it is what it should be, allow more with --memory, as in --memory 4G",
        readable_bytes(needed),
        readable_bytes(file)
    )))
}

/// Refuses a job that needs more memory than is allowed; `remedy` is what makes it smaller.
///
/// # Errors
/// Of kind memory, with what is needed and what to do.
pub(crate) fn check_job(what: &str, needed: u64, cap: Option<u64>, remedy: &str) -> Result<()> {
    let allowed = allowed_bytes(cap);
    if needed <= allowed {
        return Ok(());
    }
    let capped = cap == Some(allowed);
    Err(Error::memory(format!(
        "{what}needs about {} of memory, more than {} ({}); {remedy}{}",
        readable_bytes(needed),
        if capped { "the limit set with --memory" } else { "what is available" },
        readable_bytes(allowed),
        if capped { " or raise --memory" } else { "" }
    )))
}
