//! The numbers of a volume: mapped where they stand as they are, read from text, or a stream where they are packed.
//!
//! Invariant: memory grows with what was read, up to the size that the header gives, which is checked against the budget
//! before; a claim that the bytes of the file cannot fulfil is refused before anything is read.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, sink};

use bzip2::read::MultiBzDecoder;
use flate2::read::{MultiGzDecoder, ZlibDecoder};

use super::source::{Coding, Source, Start};
use super::text::{read_hex, read_text};
use crate::budget;
use crate::error::{Error, Result};
use crate::io::dense::element::Kind;
use crate::io::dense::{cut_short, damaged};
use crate::io::options::LoadOptions;
use crate::io::plain_file::open_plain;
use crate::memory::MappedFile;

/// Deflate shrinks to 1/1032 at best.
const DEFLATE_BEST: u64 = 1032;

/// Bytes, in memory or in a file.
#[derive(Debug)]
pub(super) struct Numbers {
    place: Held,
    /// Bytes that follow them.
    pub(super) after: u64,
}

#[derive(Debug)]
enum Held {
    Mapped { file: MappedFile, start: usize, end: usize },
    Owned(Vec<u8>),
}

impl Numbers {
    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.place {
            Held::Mapped { file, start, end } => &file.bytes()[*start..*end],
            Held::Owned(bytes) => bytes,
        }
    }

    /// Memory that they take.
    pub(super) fn held(&self) -> u64 {
        match &self.place {
            Held::Mapped { .. } => 0,
            Held::Owned(bytes) => bytes.len() as u64,
        }
    }
}

/// Opens the `count` numbers of a source that is not packed.
///
/// # Errors
/// Where they are not there, damaged, or need more memory than is allowed; said of the source's file.
pub(super) fn open(
    source: &Source,
    count: u64,
    kind: Kind,
    options: &LoadOptions,
) -> Result<Numbers> {
    let wanted = count.checked_mul(kind.size()).ok_or_else(|| {
        Error::input(format!("its header claims {count} numbers, more than any file holds"))
    });
    let wanted = wanted.and_then(|wanted| match source.coding {
        Coding::Raw => map(source, wanted),
        _ => read(source, wanted, kind, options),
    });
    wanted.map_err(|error| error.at(&source.path))
}

/// Numbers that stand as they are.
fn map(source: &Source, wanted: u64) -> Result<Numbers> {
    let mut file = open_plain(&source.path)?;
    let length = length(&file)?;
    let start = match source.start {
        Start::Byte { byte, lines } => {
            after_lines(&mut file, byte, lines)?.checked_add(source.skip)
        }
        Start::FromEnd => length.checked_sub(wanted),
    };
    let end = start.and_then(|start| start.checked_add(wanted)).filter(|&end| end <= length);
    let (Some(start), Some(end)) = (start, end) else {
        return Err(cut_short(wanted, length.saturating_sub(start.unwrap_or(0))));
    };
    let place =
        Held::Mapped { file: MappedFile::open(&file)?, start: index(start), end: index(end) };
    Ok(Numbers { place, after: length - end })
}

/// Numbers that are text.
fn read(source: &Source, wanted: u64, kind: Kind, options: &LoadOptions) -> Result<Numbers> {
    let (file, there) = from_start(source)?;
    let reachable = match source.coding {
        Coding::Hex => there / 2,
        // Each number is a digit at least, and a blank but for the last.
        _ => (there / 2 + 1).saturating_mul(kind.size()),
    };
    if wanted > reachable {
        return Err(cut_short(wanted, there));
    }
    budget::check(wanted, options.memory)?;
    let (bytes, after) = match source.coding {
        Coding::Hex => read_hex(file, wanted)?,
        _ => read_text(file, wanted, kind)?,
    };
    Ok(Numbers { place: Held::Owned(bytes), after })
}

/// The `wanted` bytes of packed numbers as a stream, and what follows them.
///
/// # Errors
/// Where they cannot be there; said of the source's file.
pub(super) fn unpacked(source: &Source, wanted: u64) -> Result<Box<dyn Read>> {
    let open = || -> Result<Box<dyn Read>> {
        let (mut file, there) = from_start(source)?;
        let is_bzip2 = source.coding == Coding::Bzip2;
        let reachable = if is_bzip2 { u64::MAX } else { there.saturating_mul(DEFLATE_BEST) };
        if wanted.saturating_add(source.skip) > reachable {
            return Err(cut_short(wanted, there));
        }
        let mut stream: Box<dyn Read> = if is_bzip2 {
            Box::new(MultiBzDecoder::new(file))
        } else if is_gzip(&mut file)? {
            Box::new(MultiGzDecoder::new(file))
        } else {
            Box::new(ZlibDecoder::new(file))
        };
        let skipped = std::io::copy(&mut (&mut stream).take(source.skip), &mut sink());
        skipped.map_err(|error| damaged(&error))?;
        Ok(stream)
    };
    open().map_err(|error| error.at(&source.path))
}

/// The file from where its numbers start, and how many bytes there are.
fn from_start(source: &Source) -> Result<(BufReader<File>, u64)> {
    let mut file = open_plain(&source.path)?;
    let Start::Byte { byte, lines } = source.start else {
        return Err(Error::input(
            "its header counts its numbers from the end, which text and packed numbers cannot be; correct it",
        ));
    };
    // What is packed passes over its bytes once it is unpacked.
    let skip = if source.coding.is_packed() { 0 } else { source.skip };
    let length = length(&file)?;
    let start = after_lines(&mut file, byte, lines)?.saturating_add(skip).min(length);
    file.seek(SeekFrom::Start(start)).map_err(|error| unreadable(&error))?;
    Ok((BufReader::new(file), length - start))
}

/// gzip or zlib: the first two bytes tell.
pub(super) fn is_gzip(file: &mut impl BufRead) -> Result<bool> {
    let start = file.fill_buf().map_err(|error| unreadable(&error))?;
    Ok(start.starts_with(&[0x1f, 0x8b]))
}

/// Where the line after `lines` lines from `byte` on starts.
fn after_lines(file: &mut File, byte: u64, lines: u64) -> Result<u64> {
    if lines == 0 {
        return Ok(byte);
    }
    file.seek(SeekFrom::Start(byte)).map_err(|error| unreadable(&error))?;
    let mut reader = BufReader::new(file);
    let mut place = byte;
    for line in 0..lines {
        let length = reader.skip_until(b'\n').map_err(|error| unreadable(&error))?;
        if length == 0 {
            return Err(Error::input(format!(
                "its header says to skip {lines} lines, and it has {line}; correct it"
            )));
        }
        place += length as u64;
    }
    Ok(place)
}

fn length(file: &File) -> Result<u64> {
    Ok(file.metadata().map_err(|error| unreadable(&error))?.len())
}

fn unreadable(error: &std::io::Error) -> Error {
    Error::input(format!("cannot be read ({error})"))
}

/// A place in a file as one in memory; one that does not fit is beyond every file.
fn index(byte: u64) -> usize {
    usize::try_from(byte).unwrap_or(usize::MAX)
}
