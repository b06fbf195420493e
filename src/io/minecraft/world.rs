//! Worlds: a folder of region files, or one of them. Chunks are read in batches, in parallel, and put together in order.

use std::path::{Path, PathBuf};

use super::chunk::{ChunkBlocks, read_chunk};
use super::cuboid::Placed;
use super::fault::{Fault, Sound};
use super::found::Found;
use super::growth::Growth;
use super::region::{Entry, Payload, Region, region_meets};
use super::states::States;
use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::io::options::LoadOptions;
use crate::pool::map_in_pool;

/// A batch ends with so many chunks, or with so many packed bytes.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 16 << 20;

/// What has been read so far.
#[derive(Debug)]
struct Reading<'a> {
    options: &'a LoadOptions,
    within: Option<GridBox>,
    states: &'a States,
    /// Whether a region was named, and not a folder of them: the game makes regions without a byte.
    is_file: bool,
    found: Found,
    growth: Growth<'a>,
    /// Chunks that are there, and sound ones among them.
    chunks: u64,
    sound: u64,
    first_fault: Option<Fault>,
}

/// Reads the world in a folder, or in one region file.
pub(super) fn read_world(
    path: &Path,
    options: &LoadOptions,
    within: Option<GridBox>,
    states: &States,
) -> Result<Found> {
    let files = if path.is_dir() { region_files(path)? } else { vec![path.to_owned()] };
    let mut reading = Reading {
        options,
        within,
        states,
        is_file: !path.is_dir(),
        found: Found::new("mca"),
        growth: Growth::new(path, states, options),
        chunks: 0,
        sound: 0,
        first_fault: None,
    };
    for file in files.iter().filter(|file| region_meets(file, within.as_ref())) {
        reading.region(file).map_err(|error| error.at(file))?;
    }
    reading.finish()
}

/// The region files of a folder, or of its folder `region`, in the order of their names.
pub(super) fn region_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let inner = folder.join("region");
    let folder = if inner.is_dir() { &inner } else { folder };
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Error::input(format!("cannot be read ({error})")))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort_unstable();
    // A world that was converted keeps its old files beside the new ones.
    let of_ending = |ending: &str| -> Vec<PathBuf> {
        let has =
            |file: &&PathBuf| file.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
        files.iter().filter(has).cloned().collect()
    };
    let regions = [of_ending("mca"), of_ending("mcr")].into_iter().find(|files| !files.is_empty());
    regions.ok_or_else(|| {
        Error::input("holds no region file (.mca or .mcr), nor does a folder region in it; name the folder of a world")
    })
}

impl Reading<'_> {
    /// Reads the chunks of a region that are asked for.
    fn region(&mut self, path: &Path) -> Result<()> {
        let mut region = match Region::open(path) {
            Ok(Some(region)) => region,
            Ok(None) if self.is_file => {
                return Err(Error::input("holds nothing; copy it again"));
            }
            Ok(None) => {
                self.found.report.skip("region files without a byte", 1);
                return Ok(());
            }
            Err(error) => {
                self.fail("region files", Fault::damaged(error.to_string()), 1);
                return Ok(());
            }
        };
        self.found.report.count("regions", 1);
        let mut batch: Vec<(Entry, Payload)> = Vec::new();
        let mut bytes = 0;
        for entry in region.entries(self.within.as_ref()) {
            self.chunks += 1;
            match region.payload(&entry) {
                Ok(payload) => {
                    bytes += payload.bytes.len();
                    batch.push((entry, payload));
                }
                Err(fault) => self.fail("chunks", fault, 1),
            }
            if batch.len() >= BATCH || bytes >= BATCH_BYTES {
                self.read_batch(&batch)?;
                batch.clear();
                bytes = 0;
            }
        }
        self.read_batch(&batch)
    }

    fn read_batch(&mut self, batch: &[(Entry, Payload)]) -> Result<()> {
        let read = |at: usize| -> Result<Sound<ChunkBlocks>> {
            let (entry, payload) = &batch[at];
            let read =
                |mut tree| read_chunk(&mut tree, entry.position, self.within.as_ref(), self.states);
            Ok(payload.tree().and_then(read))
        };
        for chunk in map_in_pool(self.options.threads, batch.len(), read)? {
            match chunk {
                Ok(chunk) => self.add(chunk),
                Err(fault) => self.fail("chunks", fault, 1),
            }
        }
        self.growth.check(self.found.clusters.len())
    }

    fn add(&mut self, chunk: ChunkBlocks) {
        let ChunkBlocks { clusters, extent, damaged_sections, is_generated, is_unchecked } = chunk;
        self.sound += 1;
        self.found.report.skip("chunks that are not generated", (!is_generated).into());
        self.found.report.skip("checksums of chunks that are cut off", is_unchecked.into());
        self.found.report.skip("sections with damaged data", damaged_sections);
        self.found.extent = self.found.extent.union(&extent);
        let ids = clusters.iter().flat_map(|(_, cluster)| &cluster.ids);
        ids.for_each(|id| self.growth.count(id.0));
        self.found.clusters.extend::<Vec<Placed>>(clusters);
    }

    fn fail(&mut self, what: &str, fault: Fault, count: u64) {
        self.found.report.skip(format!("{what} {}", fault.reason), count);
        self.first_fault.get_or_insert(fault);
    }

    fn finish(mut self) -> Result<Found> {
        match self.first_fault {
            Some(fault) if self.sound == 0 => {
                return Err(Error::input(format!(
                    "holds no sound chunk; of {} the first {}",
                    self.chunks.max(1),
                    fault.message
                )));
            }
            _ if self.chunks == 0 && self.within.is_some() => {
                return Err(Error::usage(
                    "the box asked for meets no chunk of the world; ask for a box that does",
                ));
            }
            _ => {}
        }
        self.found.report.count("chunks", self.sound);
        self.found.is_declared = self.within.is_some();
        Ok(self.found)
    }
}
