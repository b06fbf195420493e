//! Pictures show what is there.
