//! The first 256 bytes.

use xxhash_rust::xxh3::xxh3_64;

use crate::aabb::GridBox;
use crate::error::{Error, Result};
use crate::space::Transform;

/// Where the body starts.
pub(super) const BODY: usize = 256;
/// Tables start at multiples of this.
pub(super) const ALIGN: usize = 64;

const MAGIC: &[u8; 8] = b"VOXRAY\r\n";
const VERSION: u32 = 4;
/// How many tables there are.
pub(super) const TABLES: usize = 8;
/// What the header's own check sum covers.
const CHECKED: usize = 248;

/// Where a table lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Span {
    pub(super) first_byte: u64,
    pub(super) entries: u64,
}

/// The tables, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Spans {
    pub(super) records: Span,
    pub(super) words: Span,
    pub(super) entries: Span,
    pub(super) values: Span,
    pub(super) shapes: Span,
    pub(super) boxes: Span,
    pub(super) palette: Span,
    pub(super) place: Span,
}

impl Spans {
    /// As they lie in the file.
    fn in_order(self) -> [Span; TABLES] {
        let Self { records, words, entries, values, shapes, boxes, palette, place } = self;
        [records, words, entries, values, shapes, boxes, palette, place]
    }
}

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Header {
    pub(super) bounds: GridBox,
    pub(super) transform: Transform,
    pub(super) voxels: u64,
    /// The material of all voxels.
    pub(super) uniform: Option<u16>,
    pub(super) spans: Spans,
    pub(super) file_bytes: u64,
    pub(super) body_sum: u64,
}

impl Header {
    /// The header as it stands in the file.
    pub(super) fn to_bytes(self) -> [u8; BODY] {
        let mut bytes = Vec::with_capacity(BODY);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.bounds.min.iter().chain(&self.bounds.max).flat_map(|k| k.to_le_bytes()));
        let Transform { origin, voxel_size } = self.transform;
        bytes.extend(origin.iter().chain(&voxel_size).flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.voxels.to_le_bytes());
        bytes.extend(self.uniform.map_or(0, u64::from).to_le_bytes());
        for span in self.spans.in_order() {
            bytes.extend(span.first_byte.to_le_bytes());
            bytes.extend(span.entries.to_le_bytes());
        }
        bytes.extend(self.file_bytes.to_le_bytes());
        bytes.extend(self.body_sum.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        let mut header = [0; BODY];
        header.copy_from_slice(&bytes);
        header
    }

    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Where the file is another, of a later version, damaged or cut short.
    pub(super) fn parse(file: &[u8]) -> Result<Self> {
        let damaged = || Error::input("its header is damaged; make the file again");
        if !file.starts_with(MAGIC) {
            return Err(Error::input("is no .vxr file: it does not start as one"));
        }
        let header = file.get(..BODY).ok_or_else(damaged)?;
        let mut rest = Reader(&header[MAGIC.len()..]);
        let version = rest.u32();
        if version != VERSION {
            return Err(Error::input(format!(
                "is of version {version} of the format, and this voxray reads version {VERSION}; make it again"
            )));
        }
        let sum = u64::from_le_bytes(*header[CHECKED..].first_chunk().ok_or_else(damaged)?);
        if sum != xxh3_64(&header[..CHECKED]) || rest.u32() != 0 {
            return Err(damaged());
        }
        let header = rest.header()?;
        if header.file_bytes != file.len() as u64 {
            return Err(Error::input(format!(
                "has {} bytes where its header says {}; it is cut short or damaged, make it again",
                file.len(),
                header.file_bytes
            )));
        }
        Ok(header)
    }
}

/// Takes numbers off the front of a header, whose length was checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((taken, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        *taken
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn ints(&mut self) -> [i32; 3] {
        [(); 3].map(|()| i32::from_le_bytes(self.take()))
    }

    fn floats(&mut self) -> [f64; 3] {
        [(); 3].map(|()| f64::from_le_bytes(self.take()))
    }

    fn span(&mut self) -> Span {
        Span { first_byte: self.u64(), entries: self.u64() }
    }

    /// What follows magic and version.
    fn header(&mut self) -> Result<Header> {
        let bounds = GridBox::new(self.ints(), self.ints())?;
        let transform = Transform::new(self.floats(), self.floats())?;
        let voxels = self.u64();
        let uniform = u16::try_from(self.u64())
            .map_err(|_| Error::input("names a material above 65535; make the file again"))?;
        let spans = Spans {
            records: self.span(),
            words: self.span(),
            entries: self.span(),
            values: self.span(),
            shapes: self.span(),
            boxes: self.span(),
            palette: self.span(),
            place: self.span(),
        };
        let (file_bytes, body_sum) = (self.u64(), self.u64());
        let uniform = (uniform != 0).then_some(uniform);
        Ok(Header { bounds, transform, voxels, uniform, spans, file_bytes, body_sum })
    }
}
