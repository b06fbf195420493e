//! Worlds of blocks: their calls, rays in them by every path against a plain walk from block to block with exact boxes,
//! and the named cases of slabs, stairs, fences, fluids and plants.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

#[path = "../common/mod.rs"]
mod common;

mod equality;
mod named;
mod plain;
mod random;
mod sight;
mod world;
