//! Stereolithography files.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| voxray_fuzz::load("stl", bytes));
