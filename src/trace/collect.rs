//! From a scene and a ray to the facts.

use super::planes::{deciding, planes};
use super::{
    SCHEMA, Trace, TracedBox, TracedHit, TracedRay, Visit, blocks, compare, shown, solids, story,
};
use crate::batch::Hit;
use crate::error::{Error, Result};
use crate::methods::{Method, MethodOptions, STEP_RANGE};
use crate::options::Options;
use crate::ray::Ray;
use crate::scene::Scene;
use crate::space::Space;

/// Tests of one method that are kept at most: as many as a ray through the largest box makes with steps of 1/16 voxel.
const MOST_LOOKS: f64 = 4_000_000.0;

/// What is traced beside the exact walk, and how much of it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceOptions {
    /// How the scene is called in the picture.
    pub scene: String,
    /// Which coordinates the ray is in.
    pub space: Space,
    /// The method to put beside the exact walk.
    pub method: Option<Method>,
    /// How it is set.
    pub method_options: MethodOptions,
    /// How many visited voxels the picture shows at most.
    pub voxels: usize,
}

impl Default for TraceOptions {
    fn default() -> Self {
        Self {
            scene: String::new(),
            space: Space::World,
            method: None,
            method_options: MethodOptions::default(),
            voxels: 24,
        }
    }
}

impl Trace {
    /// Follows one ray through a scene.
    ///
    /// ```
    /// use voxray::trace::{Trace, TraceOptions};
    /// use voxray::{Ray, SceneBuilder, Status};
    /// let mut builder = SceneBuilder::new();
    /// builder.insert([3, 0, 0], 1)?;
    /// builder.insert([0, 1, 0], 1)?;
    /// let ray = Ray::between([0.5, 0.5, 0.5], [4.5, 0.5, 0.5]);
    /// let trace = Trace::new(&builder.build()?, &ray, &TraceOptions::default())?;
    /// assert_eq!((trace.status, trace.visited.len()), (Status::Hit, 4));
    /// assert!(trace.to_svg([800, 600]).starts_with("<svg"));
    /// # Ok::<(), voxray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where the ray is none, and where the method would make too many steps.
    pub fn new(scene: &Scene, ray: &Ray, options: &TraceOptions) -> Result<Self> {
        check_ray(ray)?;
        let ray = grid_ray(scene, ray, options.space)?;
        check_length(&ray)?;
        let grid = Options { space: Space::Grid, ..Options::default() };
        let row = scene.cast_ray_reference(&ray, &grid);
        let traced = traced_ray(&ray);
        let planes = planes(&traced, scene.bounds());
        let visited = visited(scene, &ray, &traced, &row);
        let hit = row.status.is_hit().then(|| traced_hit(scene, &traced, &row));
        let mut trace = Self {
            schema: SCHEMA,
            scene: options.scene.clone(),
            ray: traced,
            bounds: TracedBox { min: scene.bounds().min, max: scene.bounds().max },
            status: row.status,
            steps: row.steps,
            hit,
            skipped: blocks::skipped(scene, &visited),
            visited,
            planes,
            method: None,
            shown: shown::nothing(),
            solids: Vec::new(),
            story: Vec::new(),
        };
        if let Some(method) = options.method {
            check_effort(&trace, method, &options.method_options)?;
            let looks = compare::looks(&trace, scene, &ray, method, &options.method_options);
            trace.method = Some(compare::compare(&trace, method, &options.method_options, looks));
        }
        trace.shown = shown::choose(&trace, options.voxels);
        trace.solids = solids::near(scene, &trace.shown_way(), trace.shown_visits().len());
        trace.story = story::tell(&trace);
        Ok(trace)
    }
}

/// The visited voxels: the tests of the exact walk, and where it asked a brick for its boxes, the voxels from there on to
/// the hit.
fn visited(scene: &Scene, ray: &Ray, traced: &TracedRay, row: &Hit) -> Vec<Visit> {
    let mut visited = Vec::new();
    Method::Exact.cast(scene, ray, &MethodOptions::default(), |look| {
        visited.push(Visit { number: visited.len() + 1, voxel: look.voxel, t: look.t });
    });
    while let Some(last) = visited.last().filter(|_| row.status.is_hit()) {
        let Some(next) = towards(traced, last, row.voxel) else { break };
        visited.push(next);
    }
    visited
}

/// The next voxel on the way to `goal`, which the ray visits, too; none where it is there.
fn towards(ray: &TracedRay, from: &Visit, goal: [i32; 3]) -> Option<Visit> {
    let time = |axis: usize| {
        let plane =
            from.voxel[axis].max(from.voxel[axis] + (goal[axis] - from.voxel[axis]).signum());
        (f64::from(plane) - ray.origin[axis]) / ray.direction[axis]
    };
    let differing = (0..3).filter(|&axis| from.voxel[axis] != goal[axis]);
    let axis = differing.min_by(|&a, &b| time(a).total_cmp(&time(b)))?;
    let mut voxel = from.voxel;
    voxel[axis] += (goal[axis] - voxel[axis]).signum();
    Some(Visit { number: from.number + 1, voxel, t: time(axis).max(from.t) })
}

fn check_ray(ray: &Ray) -> Result<()> {
    if ray.direction == [0.0; 3] {
        return Err(Error::usage(
            "the ray goes nowhere: it ends where it starts, or its direction is 0, 0, 0; give two different points",
        ));
    }
    if ray.is_valid() {
        return Ok(());
    }
    Err(Error::usage(
        "this is no ray: its numbers must be finite, also the way between its ends, and its start time not negative; give nearer points",
    ))
}

/// Shorter directions have lengths whose inverses f64 does not hold; nothing can be drawn to their scale.
fn check_length(ray: &Ray) -> Result<()> {
    let [x, y, z] = ray.direction;
    if x.hypot(y).hypot(z) < 1e-290 {
        return Err(Error::usage(
            "the direction is too short to be drawn; give one of ordinary length",
        ));
    }
    Ok(())
}

/// The ray in grid space, by the same operations in f64 that the engine uses.
fn grid_ray(scene: &Scene, ray: &Ray, space: Space) -> Result<Ray> {
    if space == Space::Grid {
        return Ok(*ray);
    }
    let transform = scene.transform();
    let (origin, direction) =
        (transform.to_grid(ray.origin), transform.direction_to_grid(ray.direction));
    let ray = Ray { origin, direction, ..*ray };
    if ray.is_valid() {
        return Ok(ray);
    }
    Err(Error::usage(
        "the ray lies too far away, in voxels, for its numbers to hold it; move it nearer, or see whether --voxel-size is right",
    ))
}

fn traced_ray(ray: &Ray) -> TracedRay {
    let Ray { origin, direction, t_near, t_far } = *ray;
    let [x, y, z] = direction;
    // Not the root of a sum of squares, which may be beyond f64.
    TracedRay { origin, direction, t_near, t_far, voxels_per_t: x.hypot(y).hypot(z) }
}

fn traced_hit(scene: &Scene, ray: &TracedRay, row: &Hit) -> TracedHit {
    let point = scene.transform().to_grid(row.point);
    TracedHit {
        voxel: row.voxel,
        face: row.face,
        normal: row.face.map(crate::face::Face::normal),
        t: row.t_hit,
        distance: f64::from(row.t_hit) * ray.voxels_per_t,
        point,
        solid: solids::hit_at(scene, row.voxel, point),
        world_point: row.point,
        material: row.material,
    }
}

/// Refuses steps so short that their tests would fill the memory.
fn check_effort(trace: &Trace, method: Method, options: &MethodOptions) -> Result<()> {
    if !matches!(method, Method::Step | Method::Gapfill) {
        return Ok(());
    }
    let [least, most] = STEP_RANGE;
    if !(least..=most).contains(&options.step) {
        return Err(Error::usage(format!("a step must be {least} to {most} voxels long")));
    }
    let [entry, exit] = trace.times_in_box();
    let steps = (exit - entry).max(0.0) * trace.ray.voxels_per_t / options.step;
    if steps <= MOST_LOOKS {
        return Ok(());
    }
    Err(Error::usage(format!(
        "steps of {} voxels are too short to be drawn: there would be {steps:.0} of them, more than {MOST_LOOKS:.0}; make --step longer or the ray shorter",
        options.step
    )))
}

impl Trace {
    /// From when to when the ray is in the box; the wrong way round where it never is.
    pub(super) fn times_in_box(&self) -> [f64; 2] {
        let entry = deciding(&self.planes, true).map_or(0.0, |plane| plane.t);
        let exit = deciding(&self.planes, false).map_or(f64::INFINITY, |plane| plane.t);
        [entry.max(f64::from(self.ray.t_near)), exit.min(f64::from(self.ray.t_far))]
    }
}
