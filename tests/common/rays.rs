//! Rays of every kind, in grid space. Each kind is one way in which rays have gone wrong.

use voxray::{GridBox, Ray, Transform};

use super::rng::Rng;

/// A kind of rays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// From anywhere in the box to anywhere.
    Inside,
    /// From around the box, aimed at it.
    Outside,
    /// From around the box to anywhere: most miss.
    Astray,
    /// Along an axis, from anywhere or from planes.
    AxisParallel,
    /// Within a plane of two axes.
    PlaneParallel,
    /// From whole positions on one to three axes.
    OnPlanes,
    /// From whole or half positions, with directions in {-2..2}^3.
    HalfInteger,
    /// With components down to the smallest number.
    Tiny,
    /// With directions of any length that a number has.
    AnyLength,
    /// Aimed at an edge or a corner between voxels, as well as f32 allows, or some last bits beside it.
    NearEdge,
    /// From this many longest sides away.
    Far(f64),
    /// Not rays at all, among rays.
    Invalid,
}

impl Kind {
    pub(crate) const ALL: [Self; 15] = [
        Self::Inside,
        Self::Outside,
        Self::Astray,
        Self::AxisParallel,
        Self::PlaneParallel,
        Self::OnPlanes,
        Self::HalfInteger,
        Self::Tiny,
        Self::AnyLength,
        Self::NearEdge,
        Self::Far(0.9),
        Self::Far(1.0),
        Self::Far(3.0),
        Self::Far(10_000.0),
        Self::Invalid,
    ];
}

/// So many rays of a kind around a box.
pub(crate) fn rays_of(kind: Kind, bounds: &GridBox, count: usize, rng: &mut Rng) -> Vec<Ray> {
    (0..count).map(|_| ray_of(kind, bounds, rng)).collect()
}

fn ray_of(kind: Kind, bounds: &GridBox, rng: &mut Rng) -> Ray {
    let inside = point_in(bounds, rng);
    let side = f64::from(bounds.longest_side()).max(1.0);
    match kind {
        Kind::Inside => Ray::new(inside, rng.direction()),
        Kind::Outside => {
            let origin = inside.map(|x| x + rng.within(-0.9, 0.9) * side);
            aimed(origin, inside, rng)
        }
        Kind::Astray => Ray::new(inside.map(|x| x + rng.within(-1.0, 1.0) * side), rng.direction()),
        Kind::AxisParallel => axis_parallel(inside, rng),
        Kind::PlaneParallel => {
            let mut direction = rng.direction();
            direction[rng.below(3)] = 0.0;
            Ray::new(on_some_planes(inside, 3, rng), direction)
        }
        Kind::OnPlanes => Ray::new(on_some_planes(inside, 2, rng), rng.direction()),
        Kind::HalfInteger => half_integer(bounds, rng),
        Kind::Tiny => tiny(inside, side, rng),
        Kind::AnyLength => {
            let length = 2.0_f64.powi(rng.int(-150, 127));
            let ray = Ray::new(inside, rng.direction().map(|d| d * length));
            if rng.one_in(2) { ray } else { Ray { origin: ray.origin.map(|x| x - side), ..ray } }
        }
        Kind::NearEdge => near_edge(bounds, side, rng),
        Kind::Far(sides) => far(inside, side * sides, rng),
        Kind::Invalid => invalid(inside, rng),
    }
}

fn point_in(bounds: &GridBox, rng: &mut Rng) -> [f64; 3] {
    [0, 1, 2].map(|a| rng.within(f64::from(bounds.min[a]), f64::from(bounds.max[a])))
}

/// From a point to another, the direction of a random length.
fn aimed(from: [f64; 3], to: [f64; 3], rng: &mut Rng) -> Ray {
    let length = if rng.one_in(2) { 1.0 } else { rng.within(0.001, 1.0) };
    let direction = [0, 1, 2].map(|a| (to[a] - from[a]) * length);
    if direction == [0.0; 3] { Ray::new(from, [1.0, 0.0, 0.0]) } else { Ray::new(from, direction) }
}

/// The position, made whole on each axis once in `n`.
fn on_some_planes(at: [f64; 3], n: usize, rng: &mut Rng) -> [f64; 3] {
    at.map(|x| if rng.one_in(n) { x.round() } else { x })
}

fn axis_parallel(inside: [f64; 3], rng: &mut Rng) -> Ray {
    let axis = rng.below(3);
    let mut origin = on_some_planes(inside, 3, rng);
    if rng.one_in(2) {
        origin[axis] -= rng.within(-30.0, 30.0).round();
    }
    // The zeros are of either sign.
    let mut direction = [0.0; 3].map(|zero: f64| zero * rng.sign());
    direction[axis] = rng.sign() * rng.pick(&[1.0, 0.001, 3.0, 1e-20, 1e20]);
    Ray::new(origin, direction)
}

fn half_integer(bounds: &GridBox, rng: &mut Rng) -> Ray {
    let origin =
        [0, 1, 2].map(|a| 0.5 * f64::from(rng.int(2 * bounds.min[a] - 6, 2 * bounds.max[a] + 6)));
    let direction = [0; 3].map(|_: i32| f64::from(rng.int(-2, 2)));
    Ray::new(origin, if direction == [0.0; 3] { [1.0, 2.0, -1.0] } else { direction })
}

fn tiny(inside: [f64; 3], side: f64, rng: &mut Rng) -> Ray {
    let mut direction = rng.direction();
    let large = rng.below(3);
    for axis in (0..3).filter(|&axis| axis != large) {
        if rng.one_in(3) {
            continue;
        }
        let exponent = if rng.one_in(3) { rng.int(-98, -94) } else { rng.int(-149, -3) };
        direction[axis] = rng.sign() * rng.within(1.0, 2.0) * 2.0_f64.powi(exponent);
    }
    let mut origin = on_some_planes(inside, 4, rng);
    if rng.one_in(3) {
        origin[large] -= direction[large].signum() * side * rng.unit();
    }
    Ray::new(origin, direction)
}

fn near_edge(bounds: &GridBox, side: f64, rng: &mut Rng) -> Ray {
    let mut target = point_in(bounds, rng).map(f64::round);
    if rng.one_in(2) {
        target[rng.below(3)] += rng.unit();
    }
    let inside = point_in(bounds, rng);
    let spread = rng.pick(&[0.0, 0.2, 0.9]);
    let origin = inside.map(|x| f64::from((x + rng.within(-spread, spread) * side) as f32));
    let mut ray = aimed(origin, target, rng);
    for component in &mut ray.direction {
        let single = *component as f32;
        let nudges = rng.int(-2, 2);
        let step = |x: f32, _| if nudges < 0 { x.next_down() } else { x.next_up() };
        if single != 0.0 {
            *component = f64::from((0..nudges.abs()).fold(single, step));
        }
    }
    ray
}

fn far(inside: [f64; 3], distance: f64, rng: &mut Rng) -> Ray {
    let mut to = rng.direction();
    // The longest component makes the distance on an axis.
    let longest = to.iter().fold(0.0_f64, |longest, d| longest.max(d.abs()));
    to = to.map(|d| d / longest);
    if rng.one_in(4) {
        to[rng.below(3)] = 0.0;
    }
    let origin = [0, 1, 2].map(|a| inside[a] + to[a] * distance);
    let mut ray = aimed(origin, inside, rng);
    if rng.one_in(8) {
        ray.direction = ray.direction.map(|d| -d);
    }
    ray
}

fn invalid(inside: [f64; 3], rng: &mut Rng) -> Ray {
    let mut ray = Ray::new(inside, rng.direction());
    let axis = rng.below(3);
    match rng.below(10) {
        0 => ray.origin[axis] = f64::NAN,
        1 => ray.direction[axis] = f64::NAN,
        2 => ray.t_near = f32::NAN,
        3 => ray.t_far = f32::NAN,
        4 => ray.origin[axis] = f64::INFINITY * rng.sign(),
        5 => ray.direction[axis] = f64::INFINITY * rng.sign(),
        6 => ray.direction = [0.0, -0.0, 0.0],
        7 => ray.t_near = -1e-30,
        _ => {}
    }
    ray
}

/// The ray with times to which its walk is cut, or not: about as long as the box, and the odd extreme.
pub(crate) fn with_random_range(ray: Ray, bounds: &GridBox, rng: &mut Rng) -> Ray {
    with_range_from(0.0, ray, bounds, rng)
}

/// As [`with_random_range`], of rays from afar half of them with times at which they are around the box. Times of f32 tell
/// far less there than the walk, so what is true of the line need not be of its times.
pub(crate) fn with_range_around(ray: Ray, bounds: &GridBox, rng: &mut Rng) -> Ray {
    let length = ray.direction.iter().fold(0.0_f64, |longest, d| longest.max(d.abs()));
    let scale = f64::from(bounds.longest_side()) / length;
    let afar = |axis: usize| (ray.origin[axis] - f64::from(bounds.min[axis])).abs();
    let distance = (0..3).map(afar).fold(0.0, f64::max) / length;
    let is_from_box = distance > 2.0 * scale && rng.one_in(2);
    let first = if is_from_box { distance - scale * rng.within(0.0, 2.0) } else { 0.0 };
    with_range_from(first, ray, bounds, rng)
}

fn with_range_from(first: f64, mut ray: Ray, bounds: &GridBox, rng: &mut Rng) -> Ray {
    let length = ray.direction.iter().fold(0.0_f64, |longest, d| longest.max(d.abs()));
    let scale = f64::from(bounds.longest_side()) / length;
    let mut time = |most: f64| {
        let t = (first + rng.within(0.0, most) * scale) as f32;
        if rng.one_in(4) { t.round() } else { t }
    };
    let (near, far) = (time(1.0), time(2.0));
    match rng.below(12) {
        0..3 => ray.t_far = far,
        3..6 => ray.t_near = near,
        6..9 => (ray.t_near, ray.t_far) = (near, near + far),
        9 => (ray.t_near, ray.t_far) = (near, far),
        10 => {
            ray.t_near = rng.pick(&[-0.0, 0.0, 1e-45, f32::MAX, f32::INFINITY]);
            ray.t_far = rng.pick(&[-0.0, 0.0, -1.0, 1e-40, f32::MAX, f32::NEG_INFINITY]);
        }
        _ => {}
    }
    ray
}

/// The ray in world coordinates that is this one in grid coordinates, but for rounding.
pub(crate) fn to_world(ray: &Ray, transform: &Transform) -> Ray {
    let direction = [0, 1, 2].map(|a| ray.direction[a] * transform.voxel_size[a]);
    Ray { origin: transform.to_world(ray.origin), direction, ..*ray }
}
