//! The ways in which NBT is packed, each unpacked as a stream through a small buffer.
//!
//! LZ4 comes as the game writes it, in blocks:
//!
//! ```text
//!   "LZ4Block"   token u8: 0x10 stored, 0x20 packed; + level, a block unpacks to at most 2^(10 + level) bytes
//!                packed length, length, checksum: u32 little-endian; then the packed bytes. A length of 0 ends it
//! ```

use std::io::{self, BufRead, BufReader, Read};

use super::nbt::{Limits, Nbt};

/// How NBT is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zlib,
    Plain,
    Lz4,
}

/// A reader of NBT, however it is packed.
pub(super) type Tree<'a> = Nbt<Box<dyn BufRead + 'a>>;

const BUFFER: usize = 32 << 10;

impl Packing {
    /// By its number in a region file; none for one that is not known.
    pub(super) fn of_region(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Gzip),
            2 => Some(Self::Zlib),
            3 => Some(Self::Plain),
            4 => Some(Self::Lz4),
            _ => None,
        }
    }

    /// By the first bytes of a file.
    pub(super) fn of_file(start: &[u8]) -> Self {
        match start {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [0x78, ..] => Self::Zlib,
            _ if start.starts_with(MAGIC) => Self::Lz4,
            _ => Self::Plain,
        }
    }

    /// Unpacks the NBT in these bytes.
    pub(super) fn unpack<'a>(self, bytes: impl BufRead + 'a, limits: Limits) -> Tree<'a> {
        let buffered = |input: Box<dyn Read + 'a>| BufReader::with_capacity(BUFFER, input);
        let input: Box<dyn BufRead + 'a> = match self {
            Self::Gzip => Box::new(buffered(Box::new(flate2::bufread::MultiGzDecoder::new(bytes)))),
            Self::Zlib => Box::new(buffered(Box::new(flate2::bufread::ZlibDecoder::new(bytes)))),
            Self::Plain => Box::new(bytes),
            Self::Lz4 => Box::new(Lz4Blocks::new(bytes)),
        };
        Nbt::new(input, limits)
    }
}

const MAGIC: &[u8] = b"LZ4Block";
const HEADER: usize = 8 + 1 + 3 * 4;
/// The most bytes of a block that is taken: as many as the game writes into one.
const MAX_BLOCK: usize = 1 << 16;

/// Blocks of LZ4, unpacked one at a time.
struct Lz4Blocks<R> {
    input: R,
    packed: Vec<u8>,
    block: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: BufRead> Lz4Blocks<R> {
    fn new(input: R) -> Self {
        Self { input, packed: Vec::new(), block: Vec::new(), at: 0, ended: false }
    }

    /// Unpacks the next block.
    fn next_block(&mut self) -> io::Result<()> {
        let mut header = [0; HEADER];
        self.input.read_exact(&mut header)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| header[at + k])) as usize;
        let (packed, length) = (word(9), word(13));
        if !header.starts_with(MAGIC) || packed > 2 * MAX_BLOCK || length > MAX_BLOCK {
            return Err(bad("no sound LZ4 block"));
        }
        self.packed.resize(packed, 0);
        self.input.read_exact(&mut self.packed)?;
        self.block.resize(length, 0);
        self.at = 0;
        self.ended = length == 0;
        match header[8] & 0xf0 {
            0x10 if packed == length => self.block.copy_from_slice(&self.packed),
            0x20 => {
                let unpacked = lz4_flex::block::decompress_into(&self.packed, &mut self.block);
                if unpacked.map_err(|_| bad("damaged LZ4"))? != length {
                    return Err(bad("an LZ4 block of another length than it says"));
                }
            }
            _ => return Err(bad("an LZ4 block of an unknown method")),
        }
        Ok(())
    }
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl<R: BufRead> BufRead for Lz4Blocks<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.block.len() && !self.ended {
            self.next_block()?;
        }
        Ok(&self.block[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = self.block.len().min(self.at + amount);
    }
}

impl<R: BufRead> Read for Lz4Blocks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let there = self.fill_buf()?;
        let taken = there.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&there[..taken]);
        self.consume(taken);
        Ok(taken)
    }
}
