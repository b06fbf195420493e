//! The chunks of a LAZ file: where each lies, and its points.
//!
//! Each chunk is decoded by itself, so that threads share the work. What a chunk or the table claims is checked before
//! the decoder is given it, as that takes memory by claims; what the decoder cannot bear is caught (see `guard`).

use std::io::Cursor;

use laz::laszip::ChunkTable;
use laz::record::{
    LayeredPointRecordDecompressor, RecordDecompressor, SequentialPointRecordDecompressor,
};
use laz::{DecompressionSelection, LazItemType, LazVlr};

use super::header::Header;
use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;
use crate::io::guard::guarded;

/// Extra bytes of a point above which nothing is decoded: each has statistics of some kilobytes.
const MOST_EXTRA: u16 = 4096;
/// Points that are decoded at a time.
const BLOCK: usize = 4096;

type Decompressor<'a> = Box<dyn RecordDecompressor<Cursor<&'a [u8]>> + 'a>;

/// The chunks of a file.
pub(super) struct Chunks<'a> {
    packing: LazVlr,
    point_bytes: usize,
    chunks: Vec<Chunk<'a>>,
}

struct Chunk<'a> {
    /// The byte of the file at which it begins.
    start: usize,
    bytes: &'a [u8],
    points: u64,
}

impl<'a> Chunks<'a> {
    /// Finds the chunks by the table.
    pub(super) fn find(bytes: &'a [u8], header: &Header) -> Result<Self> {
        let packing = packing(header)?;
        let chunks = match packing_kind(header) {
            // One chunk for all, and no table.
            1 => vec![Chunk {
                start: header.data_start,
                bytes: &bytes[header.data_start..],
                points: header.points,
            }],
            _ => by_table(bytes, header, &packing)?,
        };
        Ok(Self { packing, point_bytes: header.point_bytes, chunks })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Decodes a chunk and visits its records, some thousand at a time.
    pub(super) fn decode(&self, index: usize, visit: &mut dyn FnMut(&[u8])) -> Result<()> {
        let chunk = &self.chunks[index];
        let damaged = || {
            Error::input(format!(
                "its chunk {index} at byte {} cannot be unpacked; the file is damaged",
                chunk.start
            ))
        };
        self.check_layers(chunk).ok_or_else(damaged)?;
        let mut decoder = self.decoder(chunk.bytes)?;
        let mut records = vec![0; BLOCK * self.point_bytes];
        let mut left = chunk.points;
        while left > 0 {
            let count = usize::try_from(left).unwrap_or(usize::MAX).min(BLOCK);
            let records = &mut records[..count * self.point_bytes];
            let decoded = guarded(|| decoder.decompress_many(records));
            decoded.and_then(std::result::Result::ok).ok_or_else(damaged)?;
            visit(records);
            left -= count as u64;
        }
        Ok(())
    }

    fn decoder<'b>(&self, bytes: &'b [u8]) -> Result<Decompressor<'b>> {
        let mut decoder: Decompressor<'b> = if self.is_layered() {
            Box::new(LayeredPointRecordDecompressor::new(Cursor::new(bytes)))
        } else {
            Box::new(SequentialPointRecordDecompressor::new(Cursor::new(bytes)))
        };
        decoder.set_fields_from(self.packing.items()).map_err(|error| unreadable(&error))?;
        decoder.set_selection(
            DecompressionSelection::base()
                .decompress_z()
                .decompress_classification()
                .decompress_flags(),
        );
        if decoder.record_size() != self.point_bytes {
            return Err(Error::input(format!(
                "its points have {} bytes, but unpack to {}; the header is damaged",
                self.point_bytes,
                decoder.record_size()
            )));
        }
        Ok(decoder)
    }

    fn is_layered(&self) -> bool {
        self.packing.items().first().is_some_and(|item| item.version() > 2)
    }

    /// Whether the layers of a chunk fit in it: the decoder takes memory by what they claim.
    fn check_layers(&self, chunk: &Chunk<'_>) -> Option<()> {
        if !self.is_layered() || chunk.points == 0 {
            return Some(());
        }
        let layers: usize =
            self.packing.items().iter().map(|item| layer_count(item.item_type())).sum();
        let sizes = chunk.bytes.get(self.point_bytes + 4..)?;
        let (sizes, rest) = sizes.split_at_checked(4 * layers)?;
        let sizes = sizes.as_chunks::<4>().0.iter();
        let total: u64 = sizes.map(|&size| u64::from(u32::from_le_bytes(size))).sum();
        (total <= rest.len() as u64).then_some(())
    }
}

/// The layers that an item of a point is kept in.
fn layer_count(item: LazItemType) -> usize {
    match item {
        LazItemType::Point14 => 9,
        LazItemType::RGBNIR14 => 2,
        LazItemType::Byte14(count) => usize::from(count),
        _ => 1,
    }
}

/// The record that says how points are packed.
fn packing(header: &Header) -> Result<LazVlr> {
    let bytes = header.record(LazVlr::USER_ID, LazVlr::RECORD_ID).ok_or_else(|| {
        Error::input("has compressed points but no record that says how; write it again")
    })?;
    let packing = LazVlr::from_buffer(bytes).map_err(|error| unreadable(&error))?;
    let first = packing.items().first().map(laz::LazItem::item_type);
    let expected = if header.format < 6 { LazItemType::Point10 } else { LazItemType::Point14 };
    if first != Some(expected) {
        return Err(Error::input(format!(
            "holds points of format {}, but packs others; the header is damaged",
            header.format
        )));
    }
    for item in packing.items() {
        if let LazItemType::Byte(extra) | LazItemType::Byte14(extra) = item.item_type()
            && extra > MOST_EXTRA
        {
            return Err(Error::input(format!(
                "its points have {extra} extra bytes; up to {MOST_EXTRA} can be unpacked; leave them out"
            )));
        }
    }
    Ok(packing)
}

/// How the points are grouped: 1 = not at all, 2 = in chunks, 3 = in chunks of layers.
fn packing_kind(header: &Header) -> u16 {
    let bytes = header.record(LazVlr::USER_ID, LazVlr::RECORD_ID);
    bytes.and_then(|bytes| bytes.first_chunk()).map_or(0, |&kind| u16::from_le_bytes(kind))
}

fn unreadable(error: &dyn std::error::Error) -> Error {
    let said = error.to_string().replace('\n', " ");
    Error::input(format!(
        "its points are packed in a way that cannot be read ({}); save it again as .las",
        said.trim_end_matches('.')
    ))
}

/// The chunks as the table at the end of the points lists them.
fn by_table<'a>(bytes: &'a [u8], header: &Header, packing: &LazVlr) -> Result<Vec<Chunk<'a>>> {
    let table = read_table(bytes, header, packing)?;
    let mut chunks = Vec::with_capacity(table.len());
    let (mut start, mut left) = (header.data_start + 8, header.points);
    for (index, entry) in table.as_ref().iter().enumerate() {
        let length = usize::try_from(entry.byte_count).ok();
        let end = length.and_then(|length| start.checked_add(length));
        let Some(part) = end.and_then(|end| bytes.get(start..end)) else {
            return Err(Error::input(format!(
                "its chunk {index} at byte {start} reaches past the end of the file; the file is cut short or damaged"
            )));
        };
        // Chunks of one size are all full but the last.
        let points = entry.point_count.min(left);
        if points > 0 {
            chunks.push(Chunk { start, bytes: part, points });
        }
        left -= points;
        start += part.len();
    }
    if left > 0 {
        return Err(Error::input(format!(
            "its header claims {} points, but its chunks hold {left} fewer; the file is damaged",
            header.points
        )));
    }
    Ok(chunks)
}

/// The table, whose place and length are checked first.
fn read_table(bytes: &[u8], header: &Header, packing: &LazVlr) -> Result<ChunkTable> {
    let missing = || {
        Error::input(
            "has no table of its chunks: it was not written to the end, or is cut short; write it again",
        )
    };
    let first = header.data_start.checked_add(8).filter(|&first| first <= bytes.len());
    let first = first.ok_or_else(missing)?;
    let place = |at: usize| {
        let mut reader = ByteReader::new(bytes.get(at..)?);
        usize::try_from(reader.i64_le("place of the chunk table").ok()?).ok()
    };
    let within = |start: &usize| (first..bytes.len()).contains(start);
    // A writer that cannot go back leaves the place at the end of the file.
    let start = place(header.data_start).filter(within);
    let start = start.or_else(|| place(bytes.len() - 8).filter(within)).ok_or_else(missing)?;
    let mut reader = ByteReader::new(&bytes[start..]);
    reader.skip(4, "version of the chunk table")?;
    let count = reader.u32_le("number of chunks")? as usize;
    // Each chunk begins with a point as it is.
    if count > (start - first) / header.point_bytes {
        return Err(Error::input(format!(
            "its chunk table at byte {start} claims {count} chunks, more than fit before it; the file is damaged"
        )));
    }
    let mut source = Cursor::new(bytes);
    source.set_position(header.data_start as u64);
    let table = guarded(|| ChunkTable::read_from(&mut source, packing));
    table.and_then(std::result::Result::ok).ok_or_else(|| {
        Error::input(format!("its chunk table at byte {start} is damaged; write it again"))
    })
}
