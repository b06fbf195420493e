//! Grey pictures of heights.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| voxray_fuzz::load("png", bytes));
