//! Rows of numbers, as every format gives them.

use crate::error::{Error, Result};
use crate::memory::readable_bytes;

/// Gives the rows of a window of a raster from north to south.
pub(super) trait Rows {
    /// The next row: a number for each column of the window.
    ///
    /// # Errors
    /// Where the file is damaged or cut short.
    ///
    /// # Panics
    /// May, behind the last row of the window.
    fn next_row(&mut self, numbers: &mut [f64]) -> Result<()>;
}

/// What may always be held at once.
const ALWAYS: u64 = 48 << 20;
/// How many times a file what is unpacked of it at once may be.
const TIMES_FILE: u64 = 3;

/// Refuses what would have to be held unpacked at once, if that is out of proportion to the file and to the scene, which
/// has 16 bytes at least for each 256 of its `cells`: a few bytes of a packed file can stand for many gigabytes.
///
/// # Errors
/// With the remedy.
pub(super) fn check_held(
    what: &str,
    bytes: u64,
    file: u64,
    cells: usize,
    remedy: &str,
) -> Result<()> {
    let scene = cells as u64 / 16;
    let most = ALWAYS.saturating_add(file.saturating_mul(TIMES_FILE)).saturating_add(4 * scene);
    if bytes <= most {
        return Ok(());
    }
    Err(Error::memory(format!(
        "{what} takes {} unpacked, which has to be held at once, and more than {} is out of proportion to the file; {remedy}",
        readable_bytes(bytes),
        readable_bytes(most)
    )))
}
