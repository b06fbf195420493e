//! Region files: up to 32 x 32 chunks behind a table of where they lie.
//!
//! ```text
//!   1024 x [sector u24, sectors u8]     big-endian; chunk (x, z) of the region is number x + 32 z; 0 = no such chunk
//!   1024 x time
//!   at 4096 * sector: length u32, packing u8, length - 1 bytes of packed NBT
//! ```
//!
//! A packing with its top bit set says that the bytes stand in a file of their own, `c.X.Z.mcc`. Only the chunks that are
//! asked for are read. Invariant: each sector is read once, so that a thousand entries of one chunk are no thousand
//! chunks; and a chunk that unpacks to more than 64 MiB is refused.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::chunk::read_position;
use super::fault::{CUT_SHORT, Fault, NOT_UNPACKED, SHARED, Sound};
use super::nbt::Limits;
use super::packing::{Packing, Tree};
use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::io::plain_file::open_plain;

const SECTOR: u64 = 4096;
/// Chunks along a side of a region.
const CHUNKS: i32 = 32;
/// Blocks along a side of a chunk.
const SIDE: i32 = 16;
/// The farthest region whose blocks have coordinates.
const MAX_REGION: i32 = 1 << 18;
/// What a chunk may unpack to: those of the game are below some MiB, and the 254 sections that one can have take at most
/// two of them for their blocks.
const LIMITS: Limits = Limits { hold: 4 << 20, bytes: 64 << 20, tags: 1 << 23 };
/// The top bit of a packing: the chunk stands in a file of its own.
const EXTERNAL: u8 = 0x80;

/// An open region file.
#[derive(Debug)]
pub(super) struct Region {
    path: PathBuf,
    file: File,
    length: u64,
    /// The table.
    entries: Vec<[u8; 4]>,
    /// Its position in regions.
    position: [i32; 2],
    /// The sectors that chunks were read from.
    taken: HashSet<u64>,
}

/// A chunk of a region.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Its position in chunks, x and z.
    pub(super) position: [i32; 2],
    sector: u64,
    sectors: u64,
}

/// The packed bytes of a chunk.
#[derive(Debug)]
pub(super) struct Payload {
    packing: Packing,
    pub(super) bytes: Vec<u8>,
    /// The file of its own in which they stand instead.
    own_file: Option<PathBuf>,
}

impl Payload {
    /// Its NBT. A file of its own is read as it is unpacked, however large it is.
    pub(super) fn tree(&self) -> Sound<Tree<'_>> {
        let Some(path) = &self.own_file else {
            return Ok(self.packing.unpack(self.bytes.as_slice(), LIMITS));
        };
        let file = open_plain(path).map_err(|error| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Fault::new("whose own file is missing", format!("the file {name} beside it {error}"))
        })?;
        Ok(self.packing.unpack(BufReader::new(file), LIMITS))
    }
}

impl Region {
    /// Opens a region file; none for one without a byte, as the game makes them.
    pub(super) fn open(path: &Path) -> Result<Option<Self>> {
        let mut file = open_plain(path)?;
        let length = file.metadata().map_err(|error| unreadable(&error))?.len();
        if length == 0 {
            return Ok(None);
        }
        let mut table = vec![0; 4096];
        file.read_exact(&mut table).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Error::input(format!(
                "is cut short: a region file starts with a table of 8192 bytes, and {length} are there; copy it again"
            )),
            _ => unreadable(&error),
        })?;
        let entries = table.as_chunks::<4>().0.to_vec();
        let (path, position) = (path.to_owned(), [0; 2]);
        let mut region = Self { path, file, length, entries, position, taken: HashSet::new() };
        region.position = region.find_position()?;
        region.taken.clear();
        Ok(Some(region))
    }

    /// Where it stands: by its name, `r.X.Z.mca`, else by what its first sound chunk says.
    fn find_position(&mut self) -> Result<[i32; 2]> {
        let position = position_of_name(&self.path).unwrap_or_else(|| self.position_of_chunks());
        if position.iter().all(|k| (-MAX_REGION..MAX_REGION).contains(k)) {
            return Ok(position);
        }
        Err(Error::input(format!(
            "stands at the region {position:?}, beyond the blocks that can be counted; give it the name r.X.Z.mca of a region nearer to the origin"
        )))
    }

    fn position_of_chunks(&mut self) -> [i32; 2] {
        for entry in self.entries(None) {
            let Ok(payload) = self.payload(&entry) else { continue };
            let position = payload.tree().and_then(|mut tree| read_position(&mut tree));
            if let Ok([Some(x), Some(z)]) = position {
                return [x, z].map(|k| i32::try_from(k).map_or(i32::MAX, |k| k.div_euclid(CHUNKS)));
            }
        }
        [0; 2]
    }

    /// The chunks that are there, and meet `within` (in blocks, z up), in the order of the table.
    pub(super) fn entries(&self, within: Option<&GridBox>) -> Vec<Entry> {
        let entries = (0..).zip(&self.entries).filter(|(_, entry)| **entry != [0; 4]);
        let entries = entries.map(|(number, &[a, b, c, sectors])| Entry {
            position: [
                self.position[0] * CHUNKS + number % CHUNKS,
                self.position[1] * CHUNKS + number / CHUNKS,
            ],
            sector: u32::from_be_bytes([0, a, b, c]).into(),
            sectors: sectors.into(),
        });
        entries.filter(|entry| meets(within, entry.position, SIDE)).collect()
    }

    /// The packed bytes of a chunk, which may be asked for once.
    pub(super) fn payload(&mut self, entry: &Entry) -> Sound<Payload> {
        let start = entry.sector * SECTOR;
        let header = self.read_at(start, 5)?;
        let length = u32::from_be_bytes([header[0], header[1], header[2], header[3]]);
        if length == 0 || u64::from(length) + 4 > entry.sectors * SECTOR || entry.sector < 2 {
            return Err(Fault::damaged(format!(
                "has a chunk of {length} bytes at byte {start}, in {} sectors; copy it again",
                entry.sectors
            )));
        }
        self.take(entry.sector, u64::from(length) + 4)?;
        let packing = Packing::of_region(header[4] & !EXTERNAL).ok_or_else(|| {
            Fault::new(
                NOT_UNPACKED,
                format!(
                    "has a chunk at byte {start} that is packed in the unknown way {}; have the game save it with zlib",
                    header[4]
                ),
            )
        })?;
        if header[4] & EXTERNAL != 0 {
            let [x, z] = entry.position;
            let own_file = Some(self.path.with_file_name(format!("c.{x}.{z}.mcc")));
            return Ok(Payload { packing, bytes: Vec::new(), own_file });
        }
        let bytes = self.read_at(start + 5, u64::from(length) - 1)?;
        Ok(Payload { packing, bytes, own_file: None })
    }

    /// Takes the sectors of so many bytes. What counts is the length of the chunk: the table may claim more.
    fn take(&mut self, sector: u64, bytes: u64) -> Sound<()> {
        let sectors = sector..sector + bytes.div_ceil(SECTOR);
        if let Some(shared) = sectors.clone().find(|sector| self.taken.contains(sector)) {
            return Err(Fault::new(
                SHARED,
                format!(
                    "has a chunk at byte {} whose sector {shared} is that of another chunk; copy it again",
                    sector * SECTOR
                ),
            ));
        }
        self.taken.extend(sectors);
        Ok(())
    }

    fn read_at(&mut self, start: u64, count: u64) -> Sound<Vec<u8>> {
        if start + count > self.length {
            return Err(Fault::new(
                CUT_SHORT,
                format!(
                    "is cut short: a chunk takes the bytes up to {}, and {} are there; copy it again",
                    start + count,
                    self.length
                ),
            ));
        }
        let mut bytes = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(start))
            .and_then(|_| (&mut self.file).take(count).read_to_end(&mut bytes));
        match read {
            Ok(read) if read as u64 == count => Ok(bytes),
            Ok(read) => Err(Fault::cut_short(start + read as u64, "a chunk")),
            Err(error) => Err(Fault::of_reading(&error, start, "a chunk")),
        }
    }
}

fn unreadable(error: &std::io::Error) -> Error {
    Error::input(format!("cannot be read ({error})"))
}

/// The position in a name `r.X.Z.mca`.
pub(super) fn position_of_name(path: &Path) -> Option<[i32; 2]> {
    let name = path.file_stem()?.to_str()?;
    let (x, z) = name.strip_prefix("r.")?.split_once('.')?;
    Some([x.parse().ok()?, z.parse().ok()?])
}

/// Whether a region by this name can have blocks in `within`.
pub(super) fn region_meets(path: &Path, within: Option<&GridBox>) -> bool {
    position_of_name(path).is_none_or(|position| meets(within, position, CHUNKS * SIDE))
}

/// Whether the column at a position, `side` blocks wide, meets a box of blocks whose z is up.
fn meets(within: Option<&GridBox>, [x, z]: [i32; 2], side: i32) -> bool {
    let Some(within) = within else { return true };
    let spans = |low: i64, axis: usize| {
        low < within.max[axis].into() && low + i64::from(side) > within.min[axis].into()
    };
    let [x, z, side] = [x, z, side].map(i64::from);
    spans(x * side, 0) && spans(-(z + 1) * side, 1)
}
