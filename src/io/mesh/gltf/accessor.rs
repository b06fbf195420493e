//! Numbers out of buffers: every reach is checked before it is made.

use std::borrow::Cow;

use super::document::{Accessor, Document};
use crate::error::{Error, Result};

/// A document with its buffers.
pub(super) struct Store<'a> {
    pub(super) document: Document,
    pub(super) buffers: Vec<Cow<'a, [u8]>>,
}

/// The rows of an accessor.
struct Rows<'a> {
    bytes: &'a [u8],
    stride: usize,
    count: usize,
    component: u64,
    normalized: bool,
}

impl Store<'_> {
    /// The three numbers of every row.
    ///
    /// # Errors
    /// Where the accessor is of another shape, or reaches beyond its buffer.
    pub(super) fn positions(
        &self,
        index: usize,
    ) -> Result<impl ExactSizeIterator<Item = [f64; 3]>> {
        let rows = self.rows(index, "VEC3", 3)?;
        let (size, count) = (component_size(rows.component), rows.count);
        let at = move |row: usize| {
            let start = row * rows.stride;
            [0, 1, 2].map(|k| rows.number(start + k * size))
        };
        Ok((0..count).map(at))
    }

    /// How many whole numbers there are, and each by its row.
    ///
    /// # Errors
    /// As [`Self::positions`].
    pub(super) fn indices(&self, index: usize) -> Result<(usize, impl Fn(usize) -> u32)> {
        let rows = self.rows(index, "SCALAR", 1)?;
        if !matches!(rows.component, 5121 | 5123 | 5125) {
            return Err(Error::input(format!(
                "accessor {index} has indices of component type {}; 5121, 5123 and 5125 are indices",
                rows.component
            )));
        }
        Ok((rows.count, move |row: usize| rows.index(row * rows.stride)))
    }

    fn rows(&self, index: usize, shape: &str, width: usize) -> Result<Rows<'_>> {
        let accessor = self.document.accessors.get(index).ok_or_else(|| {
            Error::input(format!("accessor {index} is named and not there; save it again"))
        })?;
        let size = component_size(accessor.component_type);
        if accessor.shape != shape || size == 0 {
            return Err(Error::input(format!(
                "accessor {index} is of type {:?} and component type {}, where {shape} is needed",
                accessor.shape.chars().take(20).collect::<String>(),
                accessor.component_type
            )));
        }
        if accessor.sparse.is_some() || accessor.buffer_view.is_none() {
            return Err(Error::input(format!(
                "accessor {index} is sparse, which is not read; save the mesh with plain accessors"
            )));
        }
        let reach = self.reach(accessor, width * size);
        let (bytes, stride) = reach.ok_or_else(|| {
            Error::input(format!("accessor {index} reaches beyond its buffer; save it again"))
        })?;
        Ok(Rows {
            bytes,
            stride,
            count: accessor.count,
            component: accessor.component_type,
            normalized: accessor.normalized,
        })
    }

    /// The bytes of all rows of so many bytes, and how far apart they are.
    fn reach(&self, accessor: &Accessor, row: usize) -> Option<(&[u8], usize)> {
        let view = self.document.buffer_views.get(accessor.buffer_view?)?;
        let buffer = self.buffers.get(view.buffer)?;
        let end = view.byte_offset.checked_add(view.byte_length)?;
        let bytes = buffer.get(view.byte_offset..end)?.get(accessor.byte_offset..)?;
        let stride = view.byte_stride.filter(|&stride| stride != 0).unwrap_or(row);
        let Some(last) = accessor.count.checked_sub(1) else { return Some((&[], stride)) };
        let needed = last.checked_mul(stride)?.checked_add(row)?;
        (stride >= row && needed <= bytes.len()).then_some((bytes, stride))
    }
}

impl Rows<'_> {
    fn array<const N: usize>(&self, start: usize) -> [u8; N] {
        self.bytes[start..].first_chunk().copied().unwrap_or([0; N])
    }

    fn number(&self, start: usize) -> f64 {
        let (number, most) = match self.component {
            5120 => (f64::from(i8::from_le_bytes(self.array(start))), 127.0),
            5121 => (f64::from(u8::from_le_bytes(self.array(start))), 255.0),
            5122 => (f64::from(i16::from_le_bytes(self.array(start))), 32_767.0),
            5123 => (f64::from(u16::from_le_bytes(self.array(start))), 65_535.0),
            5125 => return f64::from(u32::from_le_bytes(self.array(start))),
            _ => return f64::from(f32::from_le_bytes(self.array(start))),
        };
        if self.normalized { (number / most).max(-1.0) } else { number }
    }

    fn index(&self, start: usize) -> u32 {
        match self.component {
            5121 => u32::from(u8::from_le_bytes(self.array(start))),
            5123 => u32::from(u16::from_le_bytes(self.array(start))),
            _ => u32::from_le_bytes(self.array(start)),
        }
    }
}

/// Bytes of a component; 0 where there is no such type.
fn component_size(component: u64) -> usize {
    match component {
        5120 | 5121 => 1,
        5122 | 5123 => 2,
        5125 | 5126 => 4,
        _ => 0,
    }
}
