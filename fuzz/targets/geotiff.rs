//! Rasters with a place on the earth.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| voxray_fuzz::load("tif", bytes));
