//! Closed shells and the rays within them.
//!
//! Every shell is a set of interior voxels of some form, and around it all voxels that share a *face* with an interior
//! voxel. So the shell is one voxel thick, and only face-tight: at its steps two of its voxels touch along an edge or at a
//! corner alone, and a walk that slipped between them would be outside. No way from face to face leads out.

use voxray::{GridBox, RayBatch, Scene, SceneBuilder};

/// A closed shell, filled as a scene, and what is needed to cast rays from within it.
#[derive(Debug)]
pub(crate) struct Shell {
    /// Its name.
    pub(crate) name: &'static str,
    /// The shell; its box reaches beyond it on all sides.
    pub(crate) scene: Scene,
    interior: Cells,
    walls: Vec<[i32; 3]>,
}

/// A set of voxels of a box.
#[derive(Debug)]
struct Cells {
    bounds: GridBox,
    filled: Vec<bool>,
}

impl Cells {
    fn new(bounds: GridBox, is_filled: impl Fn([i32; 3]) -> bool) -> Self {
        let mut filled = Vec::with_capacity(bounds.volume() as usize);
        for z in bounds.min[2]..bounds.max[2] {
            for y in bounds.min[1]..bounds.max[1] {
                filled.extend((bounds.min[0]..bounds.max[0]).map(|x| is_filled([x, y, z])));
            }
        }
        Self { bounds, filled }
    }

    fn contains(&self, voxel: [i32; 3]) -> bool {
        let sides = self.bounds.sides();
        let [x, y, z] = [0, 1, 2].map(|a| (voxel[a] - self.bounds.min[a]) as usize);
        self.bounds.contains(voxel)
            && self.filled[(z * sides[1] as usize + y) * sides[0] as usize + x]
    }
}

/// The forms of the shells.
pub(crate) fn shells() -> Vec<Shell> {
    // Off the chunk borders, and not of whole chunks.
    let bounds = box_of([-171, 5, -1003], [345, 339, 342]);
    let centre = [0.5, 173.5, -831.5];
    let from_centre =
        move |voxel: [i32; 3]| [0, 1, 2].map(|a| f64::from(voxel[a]) + 0.5 - centre[a]);
    let squared = move |voxel: [i32; 3]| from_centre(voxel).iter().map(|x| x * x).sum::<f64>();
    let hollow = |voxel: [i32; 3]| {
        let [x, y, z] = from_centre(voxel);
        x.abs() < 158.0 && y.abs() < 155.0 && z.abs() < 160.0
    };
    vec![
        Shell::around("hollow box", bounds, hollow),
        Shell::around("sphere", bounds, |voxel| squared(voxel) < 157.3 * 157.3),
        Shell::around("noise", bounds, |voxel| squared(voxel).sqrt() < 153.0 + noise(voxel)),
    ]
}

fn box_of(min: [i32; 3], sides: [i32; 3]) -> GridBox {
    let max = [0, 1, 2].map(|a| min[a] + sides[a]);
    GridBox::new(min, max).expect("a box within the limits")
}

/// Random numbers in [-9, 9): mostly from cells of 16 voxels, a little from each voxel.
fn noise(voxel: [i32; 3]) -> f64 {
    let of = |cell: [i32; 3]| {
        let mixed = cell.iter().fold(7, |h, &k| hash(h ^ u64::from(k.cast_unsigned())));
        unit(mixed) - 0.5
    };
    16.0 * of(voxel.map(|k| k >> 4)) + 2.0 * of(voxel)
}

impl Shell {
    fn around(name: &'static str, bounds: GridBox, is_inside: impl Fn([i32; 3]) -> bool) -> Self {
        let interior = Cells::new(bounds, is_inside);
        let mut builder = SceneBuilder::new().bounds(bounds);
        let mut walls = Vec::new();
        for z in bounds.min[2]..bounds.max[2] {
            for y in bounds.min[1]..bounds.max[1] {
                for voxel in (bounds.min[0]..bounds.max[0]).map(|x| [x, y, z]) {
                    if is_wall(&interior, voxel) {
                        walls.push(voxel);
                        builder.insert_unnamed(voxel).expect("a voxel within the limits");
                    }
                }
            }
        }
        let scene = builder.build().expect("a scene within the limits");
        Self { name, scene, interior, walls }
    }

    /// `count` rays from within, the same for the same seed: a third aimed at corners and edges of the shell as well as f32
    /// allows, the others anywhere.
    pub(crate) fn rays(&self, count: usize, seed: u64) -> RayBatch {
        let mut random = Random(hash(seed));
        let mut rays = RayBatch::default();
        for index in 0..count {
            let origin = self.origin(&mut random);
            let direction = if index % 3 == 0 {
                let target = self.edge_point(&mut random);
                [0, 1, 2].map(|a| target[a] - origin[a])
            } else {
                random.direction()
            };
            rays.push_parts(origin, direction, 0.0, f32::INFINITY);
        }
        rays
    }

    /// A point in an interior voxel, not so near its faces that rounding could move it out.
    fn origin(&self, random: &mut Random) -> [f32; 3] {
        let bounds = &self.interior.bounds;
        loop {
            let voxel = [0, 1, 2].map(|a| random.int(bounds.min[a], bounds.max[a] - 1));
            if self.interior.contains(voxel) {
                return voxel.map(|k| k as f32 + (1 + random.below(15)) as f32 / 16.0);
            }
        }
    }

    /// A corner of a voxel of the shell, or a point of one of its edges.
    fn edge_point(&self, random: &mut Random) -> [f32; 3] {
        let wall = self.walls[random.below(self.walls.len())];
        let mut point = wall.map(|k| (k + random.int(0, 1)) as f32);
        if random.below(2) == 0 {
            let axis = random.below(3);
            point[axis] = wall[axis] as f32 + unit(random.bits()) as f32;
        }
        point
    }
}

fn is_wall(interior: &Cells, voxel: [i32; 3]) -> bool {
    let beside = |axis: usize, by: i32| {
        let mut next = voxel;
        next[axis] += by;
        interior.contains(next)
    };
    !interior.contains(voxel) && (0..3).any(|axis| beside(axis, -1) || beside(axis, 1))
}

/// splitmix64 (Steele, Lea and Flood, 2014).
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        hash(self.0)
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    fn int(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// Towards a point of the cube around; one in 8 with a component of 0.
    fn direction(&mut self) -> [f32; 3] {
        let mut direction = [0; 3].map(|_: i32| (2.0 * unit(self.bits()) - 1.0) as f32);
        if self.below(8) == 0 {
            direction[self.below(3)] = 0.0;
        }
        if direction == [0.0; 3] { [1.0, 0.0, 0.0] } else { direction }
    }
}

fn hash(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// In [0, 1).
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}
