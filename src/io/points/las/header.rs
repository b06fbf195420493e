//! The header of a LAS file and its variable length records.

use std::ops::Range;

use crate::error::{Error, Result};
use crate::io::bytes::ByteReader;

/// A record of the header: whose, what, and where in the file its bytes are.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) user: String,
    pub(super) number: u16,
    pub(super) bytes: Vec<u8>,
}

/// What a header says, checked.
#[derive(Debug, Clone)]
pub(super) struct Header {
    /// The byte at which the points start.
    pub(super) data_start: usize,
    /// The point format, 0 to 10.
    pub(super) format: u8,
    /// Bytes of an uncompressed point.
    pub(super) point_bytes: usize,
    pub(super) points: u64,
    pub(super) scale: [f64; 3],
    pub(super) offset: [f64; 3],
    pub(super) compressed: bool,
    /// Whether the coordinate system is told as text (WKT), not by keys.
    pub(super) prefers_text: bool,
    pub(super) records: Vec<Record>,
}

/// The fewest bytes of a point, by its format.
const LEAST_BYTES: [usize; 11] = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(b"LASF") {
            return Err(Error::input(
                "is not a LAS file: it does not begin with LASF; save it again as .las or .laz",
            ));
        }
        let mut reader = ByteReader::new(bytes);
        reader.skip(6, "header")?;
        let encoding = reader.u16_le("global encoding")?;
        reader.skip(16, "project number")?;
        let minor = minor_version(&mut reader)?;
        reader.skip(68, "header")?;
        let header_bytes = usize::from(reader.u16_le("header size")?);
        let data_start = reader.u32_le("start of the points")? as usize;
        let record_count = reader.u32_le("number of records")?;
        let kind = reader.u8("point format")?;
        let point_bytes = usize::from(reader.u16_le("point length")?);
        let mut points = u64::from(reader.u32_le("number of points")?);
        reader.skip(20, "points by return")?;
        let scale = triple(&mut reader, "scale")?;
        let offset = triple(&mut reader, "offset")?;
        let mut late_records = None;
        if minor == 4 {
            reader.skip(48 + 8, "extent")?;
            let start = reader.u64_le("start of the late records")?;
            let count = reader.u32_le("number of late records")?;
            late_records = Some((start, count));
            points = points.max(reader.u64_le("number of points")?);
        }
        // Writers of compressed files set the highest bit, some the next one.
        let (format, compressed) = (kind & 0x3f, kind & 0xc0 != 0);
        check_points(format, point_bytes, &scale, &offset)?;
        let mut records = early_records(bytes, header_bytes..data_start, record_count)?;
        if let Some((start, count)) = late_records {
            records.extend(self::late_records(bytes, start, count)?);
        }
        let prefers_text = encoding & 16 != 0;
        Ok(Self {
            data_start,
            format,
            point_bytes,
            points,
            scale,
            offset,
            compressed,
            prefers_text,
            records,
        })
    }

    /// The bytes of the first record of this name.
    pub(super) fn record(&self, user: &str, number: u16) -> Option<&[u8]> {
        let found =
            self.records.iter().find(|record| record.user == user && record.number == number);
        found.map(|record| record.bytes.as_slice())
    }
}

/// The second number of the version; the first is 1.
fn minor_version(reader: &mut ByteReader<'_>) -> Result<u8> {
    match [reader.u8("version")?, reader.u8("version")?] {
        [1, minor @ 0..=4] => Ok(minor),
        [major, minor] => Err(Error::input(format!(
            "is a LAS file of version {major}.{minor}; versions 1.0 to 1.4 can be read"
        ))),
    }
}

fn triple(reader: &mut ByteReader<'_>, field: &'static str) -> Result<[f64; 3]> {
    Ok([reader.f64_le(field)?, reader.f64_le(field)?, reader.f64_le(field)?])
}

fn check_points(format: u8, bytes: usize, scale: &[f64; 3], offset: &[f64; 3]) -> Result<()> {
    let Some(&least) = LEAST_BYTES.get(usize::from(format)) else {
        return Err(Error::input(format!(
            "holds points of format {format}; formats 0 to 10 can be read"
        )));
    };
    if bytes < least {
        return Err(Error::input(format!(
            "its points have {bytes} bytes, but those of format {format} have at least {least}; the header is damaged"
        )));
    }
    for (name, numbers) in [("scale", scale), ("offset", offset)] {
        let sound = |x: &f64| x.is_finite() && (name == "offset" || *x != 0.0);
        if !numbers.iter().all(sound) {
            return Err(Error::input(format!(
                "its {name} at byte {} is {numbers:?}, which places no point; the header is damaged",
                if name == "scale" { 131 } else { 155 }
            )));
        }
    }
    Ok(())
}

/// The records between the header and the points.
fn early_records(bytes: &[u8], within: Range<usize>, count: u32) -> Result<Vec<Record>> {
    let between = bytes.get(within.clone()).ok_or_else(|| {
        Error::input(format!(
            "its points start at byte {}, but its header ends at {} and the file at {}; the file is cut short or damaged",
            within.end,
            within.start,
            bytes.len()
        ))
    })?;
    let mut reader = ByteReader::new(between);
    let mut records = Vec::new();
    for _ in 0..count {
        let (user, number) = record_name(&mut reader)?;
        let length = usize::from(reader.u16_le("length of a record")?);
        reader.skip(32, "description of a record")?;
        let bytes = reader.take(length, "variable length record")?.to_vec();
        records.push(Record { user, number, bytes });
    }
    Ok(records)
}

/// The records behind the points, since version 1.4.
fn late_records(bytes: &[u8], start: u64, count: u32) -> Result<Vec<Record>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let rest = usize::try_from(start).ok().and_then(|start| bytes.get(start..)).ok_or_else(|| {
        Error::input(format!(
            "its {count} late records start at byte {start}, beyond the end of the file at {}; the file is cut short",
            bytes.len()
        ))
    })?;
    let mut reader = ByteReader::new(rest);
    let mut records = Vec::new();
    for _ in 0..count {
        let (user, number) = record_name(&mut reader)?;
        let length = usize::try_from(reader.u64_le("length of a record")?).unwrap_or(usize::MAX);
        reader.skip(32, "description of a record")?;
        let bytes = reader.take(length, "late record")?;
        // Only these say where the points are: others may be as long as the points themselves.
        let bytes = if user == super::reference::USER { bytes.to_vec() } else { Vec::new() };
        records.push(Record { user, number, bytes });
    }
    Ok(records)
}

fn record_name(reader: &mut ByteReader<'_>) -> Result<(String, u16)> {
    reader.skip(2, "record")?;
    let user = reader.take(16, "user of a record")?;
    let end = user.iter().position(|&byte| byte == 0).unwrap_or(user.len());
    let user = String::from_utf8_lossy(&user[..end]).into_owned();
    Ok((user, reader.u16_le("number of a record")?))
}
