//! Runs decoders that are other people's work on bytes that may be made to do harm.
//!
//! Some of them panic on what no encoder writes: an index out of range, a division by zero. That is a damaged file, not
//! a fault of the program, so it becomes an error. A panic is also told on stderr by the hook of the process, which a
//! library must not replace: [`is_guarded`] lets the program that owns the process stay silent about these.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs a decoder whose panics are taken for a damaged file, so that a panic hook has nothing to
/// tell.
///
/// ```
/// assert!(!voxray::io::is_guarded());
/// ```
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// What `decode` gives; none where it panics. What it has changed by then is not to be used.
pub(in crate::io) fn guarded<T>(decode: impl FnOnce() -> T) -> Option<T> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(decode));
    GUARDED.set(before);
    result.ok()
}
