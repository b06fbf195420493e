//! A picture of one traversal: what a ray visits on its way, and what a method makes of the same ray.
//!
//! ```text
//!   Scene, Ray --- Trace::new ----> Trace      plain data: visited voxels, skipped blocks, planes, hit, differences
//!                                     |  \---- to_json ----> JSON
//!                                     v
//!                                  Picture     what is drawn, in grid space: boxes, lines, dots, labels
//!                                     |  \---- to_html ----> one page that turns, for a browser
//!                                     \------- to_svg -----> a drawing
//! ```
//!
//! Invariant: the facts come from the engine. The visited voxels are those of the plain walk
//! ([`Scene::cast_ray_reference`](crate::Scene::cast_ray_reference)), and so is the hit; only the times of the planes and
//! what lies where on the paper are worked out here, in f64.
//!
//! # The JSON
//!
//! One object; `schema` is [`SCHEMA`]. Within a version of the schema no key is dropped or changes what it means. All
//! positions are grid coordinates unless the key says otherwise, times are in units of |direction|, distances in voxels
//! from the ray's origin, faces are `"-x"` to `"+z"`. What there is none of is `null`.
//!
//! | key | what |
//! |---|---|
//! | `schema` | `"voxray-trace/1"` |
//! | `scene` | its name, as it was given |
//! | `ray` | `origin`, `direction`, `t_near`, `t_far` (`null`: no end), `voxels_per_t` (the length of the direction) |
//! | `box` | `min`, `max` of the scene |
//! | `status` | of the exact walk: hit, inside, escaped, clear, outside |
//! | `steps` | faces that the exact walk crosses |
//! | `hit` | `voxel`, `face`, `normal`, `t`, `distance`, `point`, `world_point`, `material`, `solid` (the filled box) |
//! | `visited` | in order: `number` (from 1), `voxel`, `t` (when it is entered) |
//! | `skipped` | empty blocks that are crossed at once: `kind` (brick, chunk), `min`, `max`, `first`, `last` (numbers) |
//! | `planes` | of the box: `axis`, `enters`, `plane`, `t`, `point`, `decides` (the latest entry, the earliest exit) |
//! | `method` | `name`, `step`, `max_cells`, `looks`, `hit`, `added`, `missed`, `verdict`, `wrong` |
//! | `shown` | what the picture shows: `first`, `last` (numbers), `left_out` (how many visited voxels it does not show) |
//! | `solids` | filled boxes near what is shown: `[x0, y0, z0, x1, y1, z1]` |
//! | `story` | what happened, in sentences |
//!
//! Of a method: `looks` are `number`, `voxel`, `t`, `gap` (a gap-filling probe), `point`; `added` are voxels that it tests
//! and the exact walk does not visit; `missed` are visited voxels that it never tests; `verdict` is same, face (another
//! face of the same voxel), missed, other (another voxel) or invented (the exact walk hits nothing).

mod blocks;
mod captions;
mod collect;
mod compare;
mod draw;
mod facts;
mod frame;
mod html;
mod json;
mod labels;
mod legend;
mod picture;
mod planes;
mod ray_part;
mod shapes;
mod shown;
mod solids;
mod story;
mod svg;
#[cfg(test)]
mod tests;
mod view;

pub use collect::TraceOptions;
pub use facts::{
    Block, BlockKind, MethodTrace, Plane, Shown, Solid, Trace, TracedBox, TracedHit, TracedLook,
    TracedMethodHit, TracedRay, Verdict, Visit,
};

/// The version of the JSON.
pub const SCHEMA: &str = "voxray-trace/1";
