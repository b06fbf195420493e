//! Rays built so that a plane of one axis and a plane of another have the same or neighbouring f32 times, with a solid in
//! the voxel that a wrong guess takes. Random rays never show this.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{
    Layout, Rng, Stored, all_columns, all_isas, assert_rows_equal, grid_box, noise, reference_rows,
    seed,
};
use voxray::{GridBox, Options, Ray, Scene};

/// Two axes, the plane of each at which they tie, and the direction.
struct Tie {
    axes: [usize; 2],
    planes: [i32; 2],
    direction: [f32; 3],
}

/// The time of a plane, as the definition has it.
fn time(plane: i32, origin: f32, direction: f32) -> f32 {
    (plane as f32 - origin) * (1.0 / direction)
}

/// How many floats lie from `a` to `b`, both positive.
fn distance(a: f32, b: f32) -> i64 {
    i64::from(b.to_bits()) - i64::from(a.to_bits())
}

fn step(x: f32, steps: i32) -> f32 {
    let one = |x: f32, _| if steps < 0 { x.next_down() } else { x.next_up() };
    (0..steps.abs()).fold(x, one)
}

impl Tie {
    /// An edge of `solid` along a random axis, crossed diagonally, so that the solid is one of the two voxels between.
    fn at(solid: [i32; 3], rng: &mut Rng) -> Self {
        let first = rng.below(3);
        let axes = [first, (first + 1 + rng.below(2)) % 3];
        let mut direction = [0; 3].map(|_: i32| (rng.sign() * rng.within(0.02, 1.0)) as f32);
        let largest = rng.below(3);
        direction[largest] = direction[largest].signum() * rng.within(1.0, 2.0) as f32;
        let forward = |axis: usize| i32::from(direction[axis] > 0.0);
        // One plane by which the solid is entered, and one by which it would be left.
        let entered = solid[axes[0]] + 1 - forward(axes[0]);
        let left = solid[axes[1]] + forward(axes[1]);
        Self { axes, planes: [entered, left], direction }
    }

    /// An origin at about the time -t of the tie, with the times of both planes some floats apart; none where f32 is
    /// too coarse for that.
    fn origin(&self, solid: [i32; 3], t: f64, apart: i64, rng: &mut Rng) -> Option<[f32; 3]> {
        let [a, b] = self.axes;
        let mut origin = [0, 1, 2].map(|axis| {
            let within = f64::from(solid[axis]) + rng.unit();
            (within - t * f64::from(self.direction[axis])) as f32
        });
        origin[a] = (f64::from(self.planes[0]) - t * f64::from(self.direction[a])) as f32;
        let goal = time(self.planes[0], origin[a], self.direction[a]);
        let exact = f64::from(self.planes[1]) - f64::from(goal) * f64::from(self.direction[b]);
        let near = |steps: i32| {
            let mut nudged = origin;
            nudged[b] = step(exact as f32, steps);
            let other = time(self.planes[1], nudged[b], self.direction[b]);
            (other > 0.0 && goal > 0.0 && distance(goal, other) == apart).then_some(nudged)
        };
        (0..6).flat_map(|steps| [steps, -steps]).find_map(near)
    }
}

/// `count` rays that tie at an edge of a solid, up to 3 floats off, from up to a longest side away.
fn tying_rays(scene: &Scene, count: usize, rng: &mut Rng) -> Vec<Ray> {
    let corner = scene.bounds().min.map(f64::from);
    let mut solids = Vec::new();
    scene.for_each_voxel(|voxel, _| {
        solids.push([0, 1, 2].map(|a| voxel[a] - scene.bounds().min[a]));
    });
    let mut rays = Vec::with_capacity(count);
    while rays.len() < count {
        let solid = rng.pick(&solids);
        let tie = Tie::at(solid, rng);
        let reach = rng.pick(&[5.0, 40.0, f64::from(scene.bounds().longest_side())]);
        let (t, apart) = (rng.within(0.01, reach), rng.pick(&[0, 0, 0, -1, 1, -1, 1, 2, -3]));
        if let Some(origin) = tie.origin(solid, t, apart, rng) {
            let in_grid = [0, 1, 2].map(|a| f64::from(origin[a]) + corner[a]);
            rays.push(Ray::new(in_grid, tie.direction.map(f64::from)));
        }
    }
    rays
}

/// Casts rays that tie, on every instruction set, as f64, so that no number changes on the way to kernel space.
fn assert_ties_equal(bounds: GridBox, share: f64, count: usize, salt: u64) {
    let mut rng = Rng::new(seed() + salt);
    let scene = noise(bounds, share, salt);
    let rays = tying_rays(&scene, count, &mut rng);
    let stored = Stored::<f64>::new(&rays, Layout::Rows(6));
    for skip_inside in [false, true] {
        let options = Options { skip_inside, ..all_columns() };
        let expected = reference_rows(&scene, &rays, &options);
        let hits = expected.iter().filter(|hit| hit.status.is_hit()).count();
        assert!(hits * 10 > count, "{hits} of {count} rays hit: the solids lie in the way");
        for isa in all_isas() {
            let options = Options { isa: Some(isa), ..options.clone() };
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            let context = format!("seed {}, {bounds:?} {share}, {options:?}", seed());
            assert_rows_equal(&expected, &hits, &rays, &context);
        }
    }
}

#[test]
fn ties_in_small_boxes() {
    assert_ties_equal(grid_box([0; 3], [20; 3]), 0.05, 30_000, 1);
    assert_ties_equal(grid_box([-7, 3, -90], [50, 61, 37]), 0.01, 30_000, 2);
}

#[test]
fn ties_behind_empty_bricks_and_chunks() {
    assert_ties_equal(grid_box([-150, 20, -31], [300, 280, 190]), 0.000_3, 40_000, 3);
    assert_ties_equal(grid_box([0; 3], [256; 3]), 0.000_01, 30_000, 4);
}

#[test]
fn ties_in_long_boxes() {
    assert_ties_equal(grid_box([-2000, 5, 5], [4001, 33, 65]), 0.000_2, 20_000, 5);
    assert_ties_equal(grid_box([0, -1000, 0], [18, 20_000, 20]), 0.000_1, 5_000, 6);
    assert_ties_equal(grid_box([0; 3], [17, 16, 1 << 17]), 0.000_02, 2_000, 7);
}

#[test]
fn a_solid_that_only_a_wrong_order_hits_is_passed() {
    // One solid in an empty box: of rays that tie at its edge some hit it and some pass, by the order of two events.
    let mut rng = Rng::new(seed() + 9);
    let bounds = grid_box([0; 3], [128; 3]);
    let (mut passed, mut all) = (0, 0);
    for _ in 0..40 {
        let solid = [0; 3].map(|_: i32| rng.int(20, 107));
        let scene = common::of_voxels(bounds, &[solid]);
        let rays = tying_rays(&scene, 500, &mut rng);
        let stored = Stored::<f32>::new(&rays, Layout::Columns(6));
        let expected = reference_rows(&scene, &rays, &all_columns());
        passed += expected.iter().filter(|hit| !hit.status.is_hit()).count();
        all += rays.len();
        for isa in all_isas() {
            let options = Options { isa: Some(isa), ..all_columns() };
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            let context = format!("seed {}, one solid at {solid:?}, {isa}", seed());
            assert_rows_equal(&expected, &hits, &rays, &context);
        }
    }
    println!("{passed} of {all} rays pass the solid at whose edge they tie");
    assert!(passed * 5 > all && passed * 5 < 4 * all, "{passed} of {all} rays pass");
}
