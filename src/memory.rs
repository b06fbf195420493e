//! Tables that are either owned or lie in a mapped file, and how much memory there is.
//!
//! The one file outside `simd/` that holds `unsafe`: huge pages are asked of the system, and a mapped file is memory that
//! another process may change, which the compiler cannot know. Nothing here trusts the bytes: tables are of plain numbers,
//! every bit pattern of which is valid, and all look-ups are checked against the table's length.

use std::fmt;
use std::ops::Deref;

use bytemuck::Pod;

#[cfg(feature = "mapped")]
use std::{fs::File, sync::Arc};

#[cfg(feature = "mapped")]
use crate::error::{Error, Result};

/// A file mapped for reading.
#[cfg(feature = "mapped")]
#[derive(Debug, Clone)]
pub struct MappedFile(Arc<memmap2::Mmap>);

#[cfg(feature = "mapped")]
impl MappedFile {
    /// Maps the whole file.
    ///
    /// # Errors
    /// Where the system refuses.
    pub fn open(file: &File) -> Result<Self> {
        // SAFETY: the map is read only, and its bytes are only ever read as plain numbers, of which every bit pattern is
        // valid. Another process that truncates the file meanwhile can stop this one (SIGBUS), as with every mapped
        // file; the documentation of the formats says so.
        let map = unsafe { memmap2::Mmap::map(file) };
        map.map(|map| Self(Arc::new(map)))
            .map_err(|error| Error::input(format!("the file cannot be mapped: {error}")))
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The entries at `offset`, seen in place.
    ///
    /// # Errors
    /// Where they reach past the end of the file or `offset` is not a multiple of the size of `T`.
    #[cfg(feature = "vxr")]
    pub fn table<T: Pod>(&self, offset: usize, len: usize) -> Result<Table<T>> {
        let end = len.checked_mul(size_of::<T>()).and_then(|bytes| bytes.checked_add(offset));
        let bytes = end.and_then(|end| self.0.get(offset..end));
        let bytes = bytes.ok_or_else(|| {
            Error::input(format!("a table at byte {offset} reaches past the end of the file; the file is cut short or damaged"))
        })?;
        bytemuck::try_cast_slice::<u8, T>(bytes).map_err(|_| {
            Error::input(format!("the table at byte {offset} is not aligned; the file is damaged"))
        })?;
        Ok(Table(Storage::Mapped { file: self.clone(), offset, bytes: bytes.len() }))
    }
}

/// A table of plain numbers: owned, or in place in a mapped file.
#[derive(Clone)]
pub struct Table<T>(Storage<T>);

#[derive(Clone)]
enum Storage<T> {
    Owned(Vec<T>),
    #[cfg(feature = "vxr")]
    Mapped {
        file: MappedFile,
        offset: usize,
        bytes: usize,
    },
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(entries: Vec<T>) -> Self {
        Self(Storage::Owned(entries))
    }
}

impl<T: Pod> Deref for Table<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Storage::Owned(entries) => entries,
            #[cfg(feature = "vxr")]
            Storage::Mapped { file, offset, bytes } => {
                bytemuck::cast_slice(&file.bytes()[*offset..*offset + *bytes])
            }
        }
    }
}

impl<T: Pod> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} entries of {} bytes)", self.len(), size_of::<T>())
    }
}

/// An empty vector with room for `capacity` entries, on huge pages where the system has them and it is large enough: random
/// look-ups in a large scene else wait for the table of pages as long as for the data.
pub fn on_huge_pages<T>(capacity: usize) -> Vec<T> {
    let entries = Vec::with_capacity(capacity);
    #[cfg(target_os = "linux")]
    advise_huge_pages(&entries);
    entries
}

/// Asks for huge pages where the memory of a vector spans whole ones. Advice: what the system makes of it is not looked at.
#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(entries: &Vec<T>) {
    const HUGE_PAGE: usize = 2 << 20;
    let start = entries.as_ptr().addr();
    let first = start.next_multiple_of(HUGE_PAGE);
    let end = (start + entries.capacity() * size_of::<T>()) / HUGE_PAGE * HUGE_PAGE;
    if first < end {
        let pages = entries.as_ptr().with_addr(first).cast_mut().cast();
        // SAFETY: the pages lie within the vector's own memory, and the advice changes nothing that can be read there.
        unsafe { libc::madvise(pages, end - first, libc::MADV_HUGEPAGE) };
    }
}

/// A number of bytes for people, in powers of 1024, as `--memory` reads them: `83.4 MiB`.
///
/// ```
/// assert_eq!([900, 90_000].map(voxray::readable_bytes), ["900 bytes", "87.9 KiB"]);
/// ```
pub fn readable_bytes(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|&(shift, _)| bytes >> shift > 0) {
        Some((shift, unit)) => format!("{:.1} {unit}", bytes as f64 / f64::from(1 << shift)),
        None => format!("{bytes} bytes"),
    }
}

/// The memory that could be taken now, in bytes, as the system estimates it, and within the container's limit; none where
/// neither says.
pub fn available_bytes() -> Option<u64> {
    match (system_bytes("MemAvailable"), container_bytes()) {
        (Some(system), Some(container)) => Some(system.min(container)),
        (system, container) => system.or(container),
    }
}

/// What `/proc/meminfo` says under a key, as in `MemTotal`, in bytes; none where the system has no such file or key.
pub fn system_bytes(key: &str) -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let mut lines = info.lines().filter_map(|line| line.split_once(':'));
    let (_, value) = lines.find(|(name, _)| *name == key)?;
    value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What the control group (version 2) has left; none where it sets no limit.
fn container_bytes() -> Option<u64> {
    let number = |file: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}
