//! The classes of rays that benchmarks cast: what people ask of voxel worlds, from coherent to random.
//!
//! ```text
//!   camera     from a pinhole outside, in tiles of 4 x 4 pixels
//!   occlusion  from each camera hit, on its face, evenly spread about the normal (cosine-weighted)
//!   sun        from the same points, all one way
//!   pairs      between random free places, with an end: lines of sight
//!   axis, miss, grazing    what puts one part of the walk to the test alone: see `extreme_rays`
//! ```

use super::extreme_rays::{axis_parallel, grazing, misses};
use super::hash::{Field, Stream};
use super::viewpoint::Viewpoint;
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::camera::Camera;
use crate::error::{Error, Result};
use crate::face::Face;
use crate::options::Options;
use crate::scene::Scene;
use crate::space::Space;

/// Towards the sun.
const SUN: [f32; 3] = [0.4, 0.3, 0.7];
/// How far occlusion rays stray from the normal: just less than 1, so that none is zero.
const SPREAD: f32 = 0.999;
/// How often a free place is looked for before the scene counts as full.
const TRIES: u32 = 1 << 20;

/// A class of rays.
///
/// ```
/// use voxray::demo::{RayClass, RayParams};
/// let scene = "demo:menger?level=3".parse::<voxray::DemoSpec>()?.build(0)?;
/// let params = RayParams { camera_side: 64, ..RayParams::default() };
/// assert_eq!(RayClass::Camera.make(&scene, &params)?.len(), 64 * 64);
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RayClass {
    /// A pinhole camera.
    Camera,
    /// Ambient occlusion from what the camera sees.
    Occlusion,
    /// Towards the sun from what the camera sees.
    Sun,
    /// Between random free places.
    Pairs,
    /// From random free places along one axis, there or back.
    AxisParallel,
    /// From random free places any way, each ending just short of what it would hit: none hits anything.
    Miss,
    /// From what the camera sees, one degree off the face's plane: long ways that keep close to filled voxels.
    Grazing,
}

/// How many rays, and which.
#[derive(Debug, Clone)]
pub struct RayParams {
    /// Pixels along a side of the camera's picture.
    pub camera_side: usize,
    /// How many pairs; also how many rays of the classes that start at random free places.
    pub pairs: usize,
    /// Where the camera stands, in grid space; none is the standard one, outside the box.
    pub view: Option<Viewpoint>,
    /// Another seed, other directions and places.
    pub seed: u64,
    /// How to find the camera's hits: threads, instruction set, observer. The rest is not used.
    pub options: Options,
}

impl Default for RayParams {
    /// 1024 x 1024 pixels, 2^20 pairs.
    fn default() -> Self {
        Self { camera_side: 1024, pairs: 1 << 20, view: None, seed: 1, options: Options::default() }
    }
}

impl RayClass {
    /// The four classes that people ask for, cast by `demo` and `verify`.
    pub const ALL: [Self; 4] = [Self::Camera, Self::Occlusion, Self::Sun, Self::Pairs];

    /// Those of [`Self::ALL`], and three that go to extremes: what `bench` measures.
    pub const BENCH: [Self; 7] = [
        Self::Camera,
        Self::Occlusion,
        Self::Sun,
        Self::Pairs,
        Self::AxisParallel,
        Self::Miss,
        Self::Grazing,
    ];

    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Occlusion => "occlusion",
            Self::Sun => "sun",
            Self::Pairs => "pairs",
            Self::AxisParallel => "axis",
            Self::Miss => "miss",
            Self::Grazing => "grazing",
        }
    }

    /// The rays of this class in a scene, in grid space.
    ///
    /// # Errors
    /// Where the scene is empty or, for classes that start at free places, full, or the observer says stop.
    pub fn make(self, scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
        if scene.bounds().is_empty() {
            return Err(Error::input("the scene is empty: there is nothing to aim rays at"));
        }
        match self {
            Self::Camera => camera(scene, params),
            Self::Occlusion => occlusion(scene, params),
            Self::Sun => sun(scene, params),
            Self::Pairs => pairs(scene, params),
            Self::AxisParallel => axis_parallel(scene, params),
            Self::Miss => misses(scene, params),
            Self::Grazing => grazing(scene, params),
        }
    }
}

fn camera(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    let side = params.camera_side;
    let camera = match &params.view {
        None => Camera::standard(scene.bounds(), side)?,
        Some(Viewpoint { eye, target, fov, .. }) => {
            Camera::perspective(*eye, *target, (fov.to_radians() / 2.0).tan(), [side, side])?
        }
    };
    Ok(camera.rays())
}

fn occlusion(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    let draws = Field::new(params.seed, 50);
    from_camera_hits(scene, params, |index, face| {
        let mut stream = draws.stream([index, 0, 0]);
        let normal = face.normal();
        let strayed = on_sphere(&mut stream);
        unit([0, 1, 2].map(|axis| normal[axis] as f32 + SPREAD * strayed[axis]))
    })
}

fn sun(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    from_camera_hits(scene, params, |_, _| unit(SUN))
}

/// One ray from every hit of the camera, in its order.
pub(super) fn from_camera_hits(
    scene: &Scene,
    params: &RayParams,
    direction: impl Fn(i32, Face) -> [f32; 3],
) -> Result<RayBatch<f32>> {
    let rays = camera(scene, params)?;
    let points = if scene.shapes().is_some() { Columns::POINT } else { Columns::NONE };
    let options = Options {
        columns: Columns::T_HIT | Columns::VOXEL | Columns::FACE | points,
        space: Space::Grid,
        threads: params.options.threads,
        isa: params.options.isa,
        observer: params.options.observer.clone(),
        ..Options::default()
    };
    let hits = scene.cast_rays(&rays, &options)?;
    let mut from_hits = RayBatch::default();
    for (index, number) in (0..rays.len()).zip(0..) {
        let Some(face) = Face::from_number(hits.face[index]) else { continue };
        // A box of a block has planes of its own.
        let origin = match hits.point.get(index) {
            Some(&point) => to_f32(scene.transform().to_grid(point)),
            None => point_on_face(&rays, &hits, index, face),
        };
        from_hits.push_parts(origin, direction(number, face), 0.0, f32::INFINITY);
    }
    Ok(from_hits)
}

#[allow(clippy::cast_possible_truncation, reason = "rays are f32")]
fn to_f32(point: [f64; 3]) -> [f32; 3] {
    point.map(|k| k as f32)
}

/// Where a ray meets the face that it hits: exactly in its plane, and within the voxel on the other axes.
fn point_on_face(rays: &RayBatch<f32>, hits: &HitBatch, index: usize, face: Face) -> [f32; 3] {
    [0, 1, 2].map(|axis| {
        let low = hits.voxel[index][axis] as f32;
        if axis == face.axis() {
            return if face.is_positive() { low + 1.0 } else { low };
        }
        let point = rays.origin[axis][index] + rays.direction[axis][index] * hits.t_hit[index];
        point.clamp(low, low + 1.0)
    })
}

fn pairs(scene: &Scene, params: &RayParams) -> Result<RayBatch<f32>> {
    let mut stream = Field::new(params.seed, 51).stream([0; 3]);
    let mut rays = RayBatch::default();
    while rays.len() < params.pairs {
        if params.options.is_cancelled() {
            return Err(Error::cancelled());
        }
        let [from, to] = [free_point(scene, &mut stream)?, free_point(scene, &mut stream)?];
        let way = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        if way != [0.0; 3] {
            rays.push_parts(from, unit(way), 0.0, length(way));
        }
    }
    Ok(rays)
}

/// An even place in the free voxels of the scene.
pub(super) fn free_point(scene: &Scene, stream: &mut Stream) -> Result<[f32; 3]> {
    let (bounds, sides) = (scene.bounds(), scene.bounds().sides());
    let full = || {
        Error::input("the scene has hardly a free voxel to draw places in; use one with more room")
    };
    if scene.voxel_count() == bounds.volume() {
        return Err(full());
    }
    for _ in 0..TRIES {
        let voxel = [0, 1, 2].map(|axis| bounds.min[axis] + stream.below(sides[axis]));
        if !scene.is_occupied(voxel) {
            return Ok(voxel.map(|k| k as f32 + stream.unit()));
        }
    }
    Err(full())
}

/// An even direction: of places in a cube the first that lies in its ball, on the ball's surface.
pub(super) fn on_sphere(stream: &mut Stream) -> [f32; 3] {
    loop {
        let place = [0; 3].map(|_| 2.0 * stream.unit() - 1.0);
        if (1e-6..=1.0).contains(&dot(place, place)) {
            return unit(place);
        }
    }
}

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(a: [f32; 3]) -> f32 {
    dot(a, a).sqrt()
}

pub(super) fn unit(a: [f32; 3]) -> [f32; 3] {
    let length = length(a);
    a.map(|component| component / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aabb::GridBox;
    use crate::batch::Status;
    use crate::demo::DemoSpec;

    fn scene(spec: &str) -> Scene {
        spec.parse::<DemoSpec>().and_then(|spec| spec.build(0)).expect("the spec is sound")
    }

    fn params() -> RayParams {
        RayParams { camera_side: 96, pairs: 2000, ..RayParams::default() }
    }

    fn make(class: RayClass, scene: &Scene) -> RayBatch<f32> {
        class.make(scene, &params()).expect("the scene has hits and room")
    }

    fn row(rays: &RayBatch<f32>, index: usize) -> ([f32; 3], [f32; 3]) {
        let at = |columns: &[Vec<f32>; 3]| [0, 1, 2].map(|axis| columns[axis][index]);
        (at(&rays.origin), at(&rays.direction))
    }

    /// A sum over the bits of all rays that depends on their order.
    fn checksum(rays: &RayBatch<f32>) -> u64 {
        let ends: Vec<_> = (0..rays.len()).map(|index| rays.view().ray(index).t_far).collect();
        let columns = rays.origin.iter().chain(&rays.direction).chain([&ends]);
        let bits = columns.flatten().map(|value| u64::from(value.to_bits()));
        bits.fold(0, |sum, bits| crate::demo::hash::mix(sum ^ bits))
    }

    #[test]
    fn rays_stay_the_same_bits() {
        let scene = scene("terrain?size=128");
        let found = RayClass::BENCH.map(|class| {
            let rays = make(class, &scene);
            (class.name(), rays.len(), checksum(&rays))
        });
        let pinned = [
            ("camera", 9216, 0x5373f010ec32f686),
            ("occlusion", 4496, 0xa40295874d356b84),
            ("sun", 4496, 0xfba326d8ee0f6ccf),
            ("pairs", 2000, 0x7fce792d8e4d199d),
            ("axis", 2000, 0x8c672a812adb614f),
            ("miss", 2000, 0xc3883281ba753311),
            ("grazing", 4496, 0x8eceac0ee1e6b06b),
        ];
        assert_eq!(found, pinned, "rays are pinned: figures compare from one version to the next");
    }

    #[test]
    fn rays_from_hits_start_on_faces_and_never_inside() {
        for spec in ["menger?level=3", "noise?size=64", "city?size=128"] {
            let scene = scene(spec);
            let options = Options { space: Space::Grid, ..Options::default() };
            for class in [RayClass::Occlusion, RayClass::Sun, RayClass::Grazing] {
                let rays = make(class, &scene);
                let hits = scene.cast_rays(&rays, &options).expect("cast");
                assert!(rays.len() > 1000, "the camera sees {spec}");
                let odd = hits.summary.count(Status::Invalid) + hits.summary.count(Status::Inside);
                assert_eq!(odd, 0, "of the {} rays of {spec}", class.name());
                for index in 0..rays.len() {
                    let (origin, direction) = row(&rays, index);
                    let on_plane = origin.iter().any(|k| k.fract() == 0.0);
                    assert!(on_plane, "ray {index} of {spec} starts at {origin:?}");
                    assert!((length(direction) - 1.0).abs() < 1e-6, "{direction:?}");
                }
            }
        }
    }

    #[test]
    fn directions_are_even_on_the_sphere() {
        let mut stream = Field::new(3, 4).stream([0; 3]);
        let mut sum = [0.0; 3];
        for _ in 0..40_000 {
            let way = on_sphere(&mut stream);
            assert!((length(way) - 1.0).abs() < 1e-6, "{way:?}");
            sum = [0, 1, 2].map(|axis| sum[axis] + f64::from(way[axis]) / 40_000.0);
        }
        assert!(sum.iter().all(|mean| mean.abs() < 0.015), "five sigma: {sum:?}");
    }

    #[test]
    fn pairs_join_free_places() {
        let scene = scene("cave?size=64");
        let rays = make(RayClass::Pairs, &scene);
        assert_eq!(rays.len(), 2000, "as many as asked for");
        let floor = |place: [f32; 3]| {
            #[allow(clippy::cast_possible_truncation, reason = "within the box")]
            place.map(|k| k.floor() as i32)
        };
        for index in 0..rays.len() {
            let (from, way) = row(&rays, index);
            assert!(!scene.is_occupied(floor(from)), "{from:?} is free");
            // A hair short of the end, which may be rounded into the next voxel.
            let to = [0, 1, 2].map(|a| from[a] + way[a] * (rays.t_far[index] - 0.001));
            let near = [-0.002, 0.002].map(|e| floor(to.map(|k| k + e)));
            assert!(near.iter().any(|&v| !scene.is_occupied(v)), "{to:?} is free, or beside");
        }
    }

    #[test]
    fn full_and_empty_scenes_are_refused() {
        let bounds = GridBox::with_sides([4; 3]).expect("small");
        let full = Scene::from_fn(bounds, 1, |_| 1).expect("small");
        let error = RayClass::Pairs.make(&full, &params()).expect_err("no room");
        assert!(error.to_string().contains("hardly a free voxel"), "{error}");
        let empty = Scene::from_fn(GridBox::default(), 1, |_| 0).expect("small");
        for class in RayClass::BENCH {
            let error = class.make(&empty, &params()).expect_err("no box");
            assert!(error.to_string().contains("empty"), "{}: {error}", class.name());
        }
    }
}
