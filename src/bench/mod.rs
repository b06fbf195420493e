//! The standard benchmark: scenes x classes of rays x instruction sets x threads, checked before they are timed.
//!
//! ```text
//!   Suite ---- run ----> Report ---- serde ------> JSON: a file that is kept
//!                           |  \---- to_html ----> one page, for a browser
//!                           |   \--- to_text ----> a terminal
//!                           \------- compare(old) -> Comparison: what got faster or slower beyond its own spread
//! ```
//!
//! Invariant: no rate without an answer that was checked. The rows of a sample of the rays are compared with the plain
//! walk bit by bit, and the checksum over all rows must be the same from every instruction set and thread count; so for
//! each cell, each number of threads and each world. Calls with few rays must give the rows of the whole batch.
//!
//! # The JSON report
//!
//! One object; `schema` is [`SCHEMA`]. Within a version of the schema no key is dropped or changes what it means. A key
//! that is added has a default, and readers pass over keys that they do not know: so reports of older and of newer
//! programs can be read, as long as the version is the same. Reports of another version are refused.
//!
//! | key | what |
//! |---|---|
//! | `schema` | `"voxray-bench/1"` |
//! | `machine` | [`Machine`], below |
//! | `suite` | [`SuiteInfo`]: `name`, `runs`, `camera_side`, `random_rays`, `sample`, `notes` (what was left out, and why) |
//! | `scenes` | [`SceneFigures`], below |
//! | `cells` | [`Cell`], below |
//! | `scaling` | [`ScalingPoint`]: `scene`, `class`, `isa`, `threads`, `closest`, `efficiency` |
//! | `latency` | [`LatencyFigures`]: `scene`, `class`, `isa`, `rays`, `calls`, `p50_us`, `p99_us` |
//! | `world` | [`WorldPoint`]: `size`, `scene`, `grid_bytes`, `class`, `isa`, `closest`, `ns_per_ray` |
//!
//! - [`Machine`]: `cpu`, `cores`, `threads`, `isas`, `caches` [{`name`, `bytes`}], `memory_bytes`, `os`, `kernel`,
//!   `compiler`, `version`, `commit` (ends in `-dirty` where the sources were changed since), `date` (UTC).
//! - [`SceneFigures`]: `label`, `spec`, `sides`, `voxels`, `chunks`, `bricks`, `grid_bytes`, `material_bytes`,
//!   `bytes_per_voxel`, `fits`, `build_seconds`.
//! - [`Cell`]: `scene` (a spec), `class`, `isa`, `threads`, `rays`, `checked`, `closest` and `any` ([`Rates`],
//!   Mrays/s), `ns_per_ray`, `faces_per_ray`, `lookups_per_ray`, `ns_per_lookup`, `lane_use`, `corrected`, `hit_rate`,
//!   `checksum`.
//!
//! [`Rates`] = {`median`, `min`, `q1`, `q3`, `max`} of the runs. Times are wall times: `ns_per_ray` = 1000 / median,
//! whatever the number of threads. `ns_per_lookup` = `ns_per_ray` / `lookups_per_ray`; a look-up is a step of the fast walk, which
//! passes over many faces at once where there is room. `corrected` is the share of vector steps in which a guess was in
//! doubt, `lane_use` the share of lanes that held a ray. `fits` names the smallest cache that holds the grid of the
//! scene, or `memory`. `checksum` is XXH3 (64 bits, as hex) over the columns `t_hit`, `voxel`, `face`, `status`, each
//! whole, in that order, little-endian.

mod cell;
mod check;
mod clock;
mod compare;
mod course;
mod html;
mod job;
mod latency;
mod machine;
mod rates;
mod report;
mod run;
mod scaling;
mod scene;
mod section;
mod suite;
#[cfg(test)]
mod tests;
mod text;
mod world;

pub use compare::{CellKey, Change, Comparison, Measure, Verdict, compare};
pub use machine::{Cache, Machine};
pub use rates::{Rates, percentile};
pub use report::{
    Cell, LatencyFigures, Report, SCHEMA, ScalingPoint, SceneFigures, SuiteInfo, WorldPoint,
};
pub use run::run;
pub use section::Section;
pub use suite::Suite;
