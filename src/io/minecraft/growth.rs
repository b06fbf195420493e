//! What clusters take while they are read, against what their scene will take.
//!
//! A cluster takes the same whatever is in it; of a scene there is but what rays hit. So what rays hit is counted as it is
//! read, and a file of few bytes whose clusters hold little of it is refused before they are all there.

use std::path::{Path, PathBuf};

use super::states::States;
use super::world::region_files;
use crate::budget::{self, Extent};
use crate::error::Result;
use crate::io::options::LoadOptions;

/// Bytes of a cluster: 64 types, where words of its own would stand, its place in the table.
pub(super) const CLUSTER_BYTES: u64 = 2 * 64 + 8 + 32;
/// Blocks or clusters after which it is looked how much memory is held: asking the system takes time.
pub(super) const CHECK_EVERY: usize = 1 << 13;

/// What has been read so far, for whom.
#[derive(Debug)]
pub(super) struct Growth<'a> {
    states: &'a States,
    options: &'a LoadOptions,
    /// Bytes of the file.
    file: u64,
    /// Which types rays hit, as far as they are known.
    is_hit: Vec<bool>,
    /// Blocks that rays hit.
    hit: u64,
}

impl<'a> Growth<'a> {
    pub(super) fn new(path: &Path, states: &'a States, options: &'a LoadOptions) -> Self {
        Self { states, options, file: file_bytes(path), is_hit: Vec::new(), hit: 0 }
    }

    /// Counts a block of this type.
    #[inline]
    pub(super) fn count(&mut self, id: u16) {
        if usize::from(id) >= self.is_hit.len() {
            self.states.add_hit_types(&mut self.is_hit, self.options.blocks.filter);
        }
        self.hit += u64::from(self.is_hit.get(usize::from(id)).is_some_and(|&is_hit| is_hit));
    }

    /// Refuses more clusters than there is room for, or than the file and the scene are worth.
    pub(super) fn check(&self, clusters: usize) -> Result<()> {
        let (clusters, memory) = (clusters as u64, self.options.memory);
        let held = clusters * CLUSTER_BYTES;
        budget::check(held, memory)?;
        // Each cluster is a chunk of the scene.
        let scene = Extent { chunks: clusters, words: self.hit, values: 0 };
        budget::check_proportion(held, self.file, scene.scene_bytes(), memory)
    }
}

/// The bytes of a file, or of the region files of a world, and of the files of single chunks beside them; none where they
/// cannot be told, for then reading fails.
pub(super) fn file_bytes(path: &Path) -> u64 {
    let files =
        if path.is_dir() { region_files(path).unwrap_or_default() } else { vec![path.into()] };
    let beside = files.first().and_then(|file| file.parent()?.read_dir().ok());
    let is_chunk = |file: &PathBuf| file.extension().is_some_and(|e| e.eq_ignore_ascii_case("mcc"));
    let chunks = beside.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let all = files.iter().cloned().chain(chunks.filter(is_chunk));
    all.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}
