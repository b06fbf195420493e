//! The columns of a table, and a block of their numbers.

/// The type of the numbers in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// Bytes.
    U8,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 32 bits.
    I32,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Dtype {
    /// As `NumPy` writes it, in this machine's byte order.
    #[cfg(feature = "npy")]
    pub(crate) fn descr(self) -> &'static str {
        let little = cfg!(target_endian = "little");
        match self {
            Self::U8 => "|u1",
            Self::U16 if little => "<u2",
            Self::U32 if little => "<u4",
            Self::I32 if little => "<i4",
            Self::F32 if little => "<f4",
            Self::F64 if little => "<f8",
            Self::U16 => ">u2",
            Self::U32 => ">u4",
            Self::I32 => ">i4",
            Self::F32 => ">f4",
            Self::F64 => ">f8",
        }
    }
}

/// What a column is called and holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableColumn {
    pub(crate) name: String,
    pub(crate) dtype: Dtype,
    /// Names of the numbers of an entry, in text; none if an entry is a single number.
    pub(crate) parts: Vec<String>,
}

impl TableColumn {
    /// One number per row: an array of shape (n,).
    pub fn scalar(name: &str, dtype: Dtype) -> Self {
        Self { name: name.to_string(), dtype, parts: Vec::new() }
    }

    /// Several numbers per row: an array of shape (n, w), where w is the number of `parts`. Those are the names that text
    /// gives to the single numbers.
    ///
    /// ```
    /// use voxray::io::{Dtype, TableColumn};
    /// let column = TableColumn::vector("voxel", Dtype::I32, &["voxel_x", "voxel_y", "voxel_z"]);
    /// assert_eq!(column.width(), 3);
    /// ```
    pub fn vector(name: &str, dtype: Dtype, parts: &[&str]) -> Self {
        let parts = parts.iter().map(|&part| part.to_string()).collect();
        Self { name: name.to_string(), dtype, parts }
    }

    /// How many numbers an entry has.
    pub fn width(&self) -> usize {
        self.parts.len().max(1)
    }

    /// The shape of an array of `rows` entries.
    #[cfg(feature = "npy")]
    pub(crate) fn shape(&self, rows: u64) -> Vec<u64> {
        [rows, self.parts.len() as u64][..if self.parts.is_empty() { 1 } else { 2 }].to_vec()
    }

    /// The names of the single numbers.
    #[cfg(feature = "csv")]
    pub(crate) fn text_names(&self) -> &[String] {
        if self.parts.is_empty() { std::slice::from_ref(&self.name) } else { &self.parts }
    }
}

/// A block of a column: the numbers of entry after entry.
#[derive(Debug, Clone, Copy)]
pub enum ColumnData<'a> {
    /// Bytes.
    U8(&'a [u8]),
    /// Unsigned, 16 bits.
    U16(&'a [u16]),
    /// Unsigned, 32 bits.
    U32(&'a [u32]),
    /// Signed, 32 bits.
    I32(&'a [i32]),
    /// Single precision.
    F32(&'a [f32]),
    /// Double precision.
    F64(&'a [f64]),
}

impl ColumnData<'_> {
    /// The type of the numbers.
    pub fn dtype(&self) -> Dtype {
        match self {
            Self::U8(_) => Dtype::U8,
            Self::U16(_) => Dtype::U16,
            Self::U32(_) => Dtype::U32,
            Self::I32(_) => Dtype::I32,
            Self::F32(_) => Dtype::F32,
            Self::F64(_) => Dtype::F64,
        }
    }

    /// How many numbers.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::U8(data) => data.len(),
            Self::U16(data) => data.len(),
            Self::U32(data) => data.len(),
            Self::I32(data) => data.len(),
            Self::F32(data) => data.len(),
            Self::F64(data) => data.len(),
        }
    }

    /// The numbers as they lie in memory.
    #[cfg(feature = "npy")]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::U8(data) => data,
            Self::U16(data) => bytemuck::cast_slice(data),
            Self::U32(data) => bytemuck::cast_slice(data),
            Self::I32(data) => bytemuck::cast_slice(data),
            Self::F32(data) => bytemuck::cast_slice(data),
            Self::F64(data) => bytemuck::cast_slice(data),
        }
    }
}
