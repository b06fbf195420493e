//! Kinds of rays that look for trouble: from afar, on planes and edges, with ties made on purpose.

use crate::aabb::GridBox;
use crate::batch::RayBatch;
use crate::ray::Ray;

/// A kind of rays, made at random but the same for the same seed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// From points this many sides from the middle of the box, towards points in it.
    Distance(f64),
    /// From points in the box, in any direction.
    Within,
    /// From points on the grid of halves, with directions of whole numbers from -2 to 2.
    HalfInteger,
    /// Parallel to one or two axes, some exactly on planes.
    Parallel,
    /// With components of very different size.
    Lopsided,
}

impl Kind {
    /// The kinds, with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("from 0 sides", Self::Distance(0.0)),
        ("from 0.9 sides", Self::Distance(0.9)),
        ("from 3 sides", Self::Distance(3.0)),
        ("from 10,000 sides", Self::Distance(10_000.0)),
        ("within", Self::Within),
        ("half integers", Self::HalfInteger),
        ("parallel", Self::Parallel),
        ("lopsided", Self::Lopsided),
    ];

    /// So many rays of the kind, in grid space, around and in the box.
    pub fn make(self, bounds: &GridBox, count: usize, seed: u64) -> RayBatch<f64> {
        let mut random = Random(seed);
        let mut rays = RayBatch::<f64>::default();
        for _ in 0..count {
            rays.push(&self.ray(bounds, &mut random));
        }
        rays
    }

    fn ray(self, bounds: &GridBox, random: &mut Random) -> Ray {
        let inside = random.point(bounds);
        let unit = random.direction();
        match self {
            Self::Distance(sides) => {
                let away = sides * f64::from(bounds.longest_side());
                let origin = [0, 1, 2].map(|a| random.point(bounds)[a] + unit[a] * away);
                let length = 0.25 + random.unit();
                Ray::new(origin, [0, 1, 2].map(|a| (inside[a] - origin[a]) * length))
            }
            Self::Within => Ray::new(inside, unit),
            Self::HalfInteger => {
                let whole = [0, 1, 2].map(|_| (random.unit() * 5.0).floor() - 2.0);
                let direction = if whole == [0.0; 3] { [1.0, 0.0, -1.0] } else { whole };
                Ray::new(inside.map(|x| (x * 2.0).round() / 2.0), direction)
            }
            Self::Parallel => {
                let mut direction = unit;
                let kept = random.below(3);
                direction[(kept + 1) % 3] = 0.0;
                if random.below(2) == 0 {
                    direction[(kept + 2) % 3] = -0.0;
                }
                let origin = inside.map(|x| if random.below(2) == 0 { x.round() } else { x });
                Ray::new(origin, direction)
            }
            Self::Lopsided => {
                let size = |random: &mut Random| {
                    2.0_f64.powi(-i32::try_from(random.below(60)).unwrap_or(0))
                };
                let direction = unit.map(|d| d * size(random));
                Ray::new(inside, direction)
            }
        }
    }
}

/// Rays on which a plane of one axis and a plane of another have the same or neighbouring times: through points near
/// edges of the grid, nudged by single bits. Random rays never show this.
pub fn near_ties(bounds: &GridBox, count: usize, seed: u64) -> RayBatch<f64> {
    let mut random = Random(seed);
    let mut rays = RayBatch::<f64>::default();
    for _ in 0..count {
        let edge = random.point(bounds).map(f64::round);
        // From the edge or corner backwards by a whole number of quarter turns of a simple or a random direction.
        let direction = if random.below(2) == 0 {
            [0, 1, 2]
                .map(|_| f64::from(1 + u8::try_from(random.below(7)).unwrap_or(0)) * random.sign())
        } else {
            random.direction()
        };
        let back = random.unit() * f64::from(bounds.longest_side()) * 0.4 + 0.5;
        let along = random.below(4);
        let origin = [0, 1, 2].map(|a| {
            let offset = if a == along { random.unit() } else { 0.0 };
            nudged(edge[a] + offset - direction[a] * back, &mut random)
        });
        rays.push(&Ray::new(origin, direction.map(|d| nudged(d, &mut random))));
    }
    rays
}

/// The nearest f32 or one of its neighbours.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
fn nudged(x: f64, random: &mut Random) -> f64 {
    let near = x as f32;
    f64::from(match random.below(5) {
        0 => near.next_up(),
        1 => near.next_down(),
        _ => near,
    })
}

/// `SplitMix64` (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Even in [0, 1).
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[allow(clippy::cast_possible_truncation, reason = "far below 2^32")]
    fn below(&mut self, limit: u64) -> usize {
        (self.next() % limit) as usize
    }

    fn sign(&mut self) -> f64 {
        if self.below(2) == 0 { 1.0 } else { -1.0 }
    }

    /// Even in the box.
    fn point(&mut self, bounds: &GridBox) -> [f64; 3] {
        [0, 1, 2].map(|a| f64::from(bounds.min[a]) + self.unit() * f64::from(bounds.sides()[a]))
    }

    /// Even in the cube around 0, without the neighbourhood of 0.
    fn direction(&mut self) -> [f64; 3] {
        loop {
            let d = [0, 1, 2].map(|_| self.unit() * 2.0 - 1.0);
            if d.iter().any(|x| x.abs() > 0.1) {
                return d;
            }
        }
    }
}
