//! Rays that put one part of the walk to the test alone.
//!
//! ```text
//!   axis      two axes never cross a plane: the walk has no choice to make
//!   miss      nothing but the way: no ray hits, whatever the scene
//!   grazing   one degree off the face it starts on: the ways are long, and empty chunks hardly help
//! ```

use super::hash::{Field, Stream};
use super::rays::{RayParams, dot, free_point, from_camera_hits, on_sphere, unit};
use crate::batch::{Columns, RayBatch};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::scene::Scene;
use crate::space::Space;

/// The tangent of one degree.
const ONE_DEGREE: f32 = 0.017_455;

/// From free places along one axis.
pub(super) fn axis_parallel(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    from_free_places(scene, params, 52, |stream| {
        let side = stream.below(6);
        let along = if side & 1 == 0 { -1.0 } else { 1.0 };
        [0, 1, 2].map(|axis| if axis == side / 2 { along } else { 0.0 })
    })
}

/// From free places any way, each ending just short of what it would hit.
pub(super) fn misses(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    let mut rays = from_free_places(scene, params, 53, on_sphere)?;
    let options = Options { columns: Columns::T_HIT, space: Space::Grid, ..params.options.clone() };
    let hits = scene.cast_rays(&rays, &options)?;
    // A hit at 0 cannot be kept from: such a ray ends before it starts.
    let before = |&t_hit: &f32| if t_hit.is_finite() { t_hit.next_down() } else { t_hit };
    rays.t_far = hits.t_hit.iter().map(before).collect();
    Ok(rays)
}

/// From every hit of the camera, nearly within the plane of the face.
pub(super) fn grazing(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    let draws = Field::new(params.seed, 54);
    from_camera_hits(scene, params, |index, face| {
        let normal = face.normal().map(|k| k as f32);
        let along = in_plane(&mut draws.stream([index, 0, 0]), face.axis());
        unit([0, 1, 2].map(|axis| along[axis] + ONE_DEGREE * normal[axis]))
    })
}

/// An even direction across `axis`.
fn in_plane(stream: &mut Stream, axis: usize) -> [f32; 3] {
    loop {
        let mut way = on_sphere(stream);
        way[axis] = 0.0;
        if dot(way, way) > 1e-3 {
            return unit(way);
        }
    }
}

/// As many rays as there are to be pairs.
fn from_free_places(
    scene: &Scene,
    params: &RayParams,
    purpose: u64,
    direction: impl Fn(&mut Stream) -> [f32; 3],
) -> Result<RayBatch<f32>> {
    let mut stream = Field::new(params.seed, purpose).stream([0; 3]);
    let mut rays = RayBatch::default();
    while rays.len() < params.pairs {
        if params.options.is_cancelled() {
            return Err(Error::cancelled());
        }
        let from = free_point(scene, &mut stream)?;
        rays.push_parts(from, direction(&mut stream), 0.0, f32::INFINITY);
    }
    Ok(rays)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::{DemoSpec, RayClass};

    fn cast(spec: &str, class: RayClass) -> (RayBatch<f32>, crate::batch::HitBatch) {
        let scene = spec.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("a scene");
        let params = RayParams { camera_side: 96, pairs: 3000, ..RayParams::default() };
        let rays = class.make(&scene, &params).expect("rays");
        let options = Options { columns: Columns::ALL, space: Space::Grid, ..Options::default() };
        let hits = scene.cast_rays(&rays, &options).expect("hits");
        (rays, hits)
    }

    #[test]
    fn misses_hit_nothing_but_go_as_far_as_they_can() {
        for spec in ["noise?size=64", "cave?size=64", "room?size=64"] {
            let (rays, hits) = cast(spec, RayClass::Miss);
            assert_eq!((hits.summary.hits(), rays.len()), (0, 3000), "{spec}");
            let steps: u64 = hits.steps.iter().map(|&steps| u64::from(steps)).sum();
            assert!(steps > 3000, "they go some way in {spec}: {steps}");
        }
    }

    #[test]
    fn axis_parallel_rays_go_all_six_ways() {
        let (rays, _) = cast("menger?level=3", RayClass::AxisParallel);
        let mut ways = [0; 6];
        for index in 0..rays.len() {
            let way = [0, 1, 2].map(|axis| rays.direction[axis][index]);
            let axis = way.iter().position(|&d| d != 0.0).expect("a way");
            assert_eq!(way.iter().filter(|&&d| d != 0.0).count(), 1, "one axis: {way:?}");
            ways[2 * axis + usize::from(way[axis] > 0.0)] += 1;
        }
        assert!(ways.iter().all(|&count| count > 400), "500 each, roughly: {ways:?}");
    }

    #[test]
    fn grazing_rays_leave_their_face_at_one_degree() {
        let (rays, _) = cast("terrain?size=64", RayClass::Grazing);
        assert!(rays.len() > 1000, "the camera sees hills");
        for index in 0..rays.len() {
            let way = [0, 1, 2].map(|axis| rays.direction[axis][index].abs());
            assert!(way.iter().any(|d| (0.0174..0.0175).contains(d)), "sin 1 degree: {way:?}");
        }
    }
}
