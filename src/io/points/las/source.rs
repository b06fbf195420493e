//! The points of a LAS or LAZ file, in parts.

use super::header::Header;
use super::laz::Chunks;
use crate::error::{Error, Result};
use crate::voxelize::points::{PointSource, SourcePoint};

/// Points of a part of an uncompressed file.
const PART: usize = 1 << 16;

/// The points of a file whose bytes are there.
pub(super) struct LasSource<'a> {
    header: Header,
    layout: Layout<'a>,
}

enum Layout<'a> {
    /// Records one after the other.
    Plain(&'a [u8]),
    Compressed(Chunks<'a>),
}

impl<'a> LasSource<'a> {
    /// Finds the points.
    pub(super) fn new(bytes: &'a [u8], header: Header) -> Result<Self> {
        let layout = if header.compressed {
            Layout::Compressed(Chunks::find(bytes, &header)?)
        } else {
            Layout::Plain(plain_records(bytes, &header)?)
        };
        Ok(Self { header, layout })
    }

    /// The point of a record.
    fn point(&self, record: &[u8]) -> SourcePoint {
        let mut position = [0.0; 3];
        let (numbers, _) = record.as_chunks::<4>();
        for axis in 0..3 {
            let number = f64::from(i32::from_le_bytes(numbers[axis]));
            position[axis] = number * self.header.scale[axis] + self.header.offset[axis];
        }
        let (class, withheld) = if self.header.format < 6 {
            (record[15] & 31, record[15] & 128 != 0)
        } else {
            (record[16], record[15] & 4 != 0)
        };
        SourcePoint { position, class, withheld }
    }
}

impl PointSource for LasSource<'_> {
    fn part_count(&self) -> usize {
        match &self.layout {
            Layout::Plain(bytes) => bytes.len().div_ceil(PART * self.header.point_bytes),
            Layout::Compressed(chunks) => chunks.len(),
        }
    }

    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let size = self.header.point_bytes;
        let mut visit_all = |records: &[u8]| {
            records.chunks_exact(size).for_each(|record| visit(self.point(record)));
        };
        match &self.layout {
            Layout::Plain(bytes) => {
                let rest = bytes.get(part * PART * size..).unwrap_or_default();
                visit_all(&rest[..rest.len().min(PART * size)]);
                Ok(())
            }
            Layout::Compressed(chunks) => chunks.decode(part, &mut visit_all),
        }
    }
}

/// The bytes of all records.
fn plain_records<'a>(bytes: &'a [u8], header: &Header) -> Result<&'a [u8]> {
    let there = &bytes[header.data_start..];
    let size = header.point_bytes as u64;
    let wanted = header.points.checked_mul(size).and_then(|wanted| usize::try_from(wanted).ok());
    wanted.and_then(|wanted| there.get(..wanted)).ok_or_else(|| {
        Error::input(format!(
            "is cut short: its header claims {} points of {size} bytes from byte {} on, and {} are there; write it again",
            header.points,
            header.data_start,
            there.len() as u64 / size
        ))
    })
}
