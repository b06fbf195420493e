//! The one place that says why calling an intrinsic is sound, for the operations that stay in registers.
//!
//! Invariant: a method made here is a method of a token, so the processor has the instructions, and its intrinsics take
//! and return values only. What touches memory is written out at the back end, each with its own reason.

/// Methods of a token from rows `name(arguments) -> result { intrinsics }`.
macro_rules! register_operations {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $result {
            // SAFETY: `self` exists only where detection has found the instructions, and nothing here is a pointer.
            unsafe { $($body)* }
        }
    )*};
}

pub(super) use register_operations;
