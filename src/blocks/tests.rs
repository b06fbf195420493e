//! Lines of sight among boxes, with the planes at which they are cut: the engine's rows are the plain walk's, bit for bit.

use super::{BlockBox, BlockClass, BlockFilter, BlockShape, BlockType, BlockWorld};
use crate::batch::{Columns, HitBatch, RayBatch};
use crate::kernel::load::RayMap;
use crate::kernel::reference::WalkLimits;
use crate::kernel::row::cast_reference;
use crate::options::Options;
use crate::scene::Scene;
use crate::simd::Isa;

/// Random numbers (an LCG of Knuth's), as many bits as are asked for.
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }

    /// Sixteenths of a block are quarters of voxels.
    fn bounds(&mut self) -> [f32; 2] {
        let low = self.below(16);
        let high = low + 1 + self.below(16 - low);
        [low, high].map(|k| k as f32 / 16.0)
    }

    fn place(&mut self) -> [f32; 3] {
        [0; 3].map(|_: i32| self.below(104) as f32 / 4.0 - 5.0)
    }
}

fn world_of_boxes(draws: &mut Draws) -> BlockWorld {
    let mut world = BlockWorld::new();
    for place in 0..40 {
        let boxes = (0..=draws.below(4)).map(|_| {
            let [x, y, z] = [draws.bounds(), draws.bounds(), draws.bounds()];
            BlockBox::new([x[0], y[0], z[0]], [x[1], y[1], z[1]])
        });
        let shape = BlockShape::Boxes(boxes.collect());
        let block_type = BlockType::new("some", BlockClass::Solid).with_shape(shape);
        let id = world.add_type(block_type).expect("sound boxes");
        let block = [place % 4, place / 4 % 4, draws.below(4).cast_signed()];
        world.set_block(block, id).expect("near the origin");
    }
    world
}

/// Segments between such places, and their ends.
fn segments(draws: &mut Draws) -> (RayBatch<f64>, [Vec<f32>; 3]) {
    let (mut rays, mut targets) = (RayBatch::<f64>::default(), [const { Vec::new() }; 3]);
    while rays.len() < 3000 {
        let (from, mut to) = (draws.place(), draws.place());
        let axis = draws.below(12) as usize;
        if axis < 3 {
            to[axis] = from[axis];
        }
        if from != to {
            let way = [0, 1, 2].map(|a| f64::from(to[a]) - f64::from(from[a]));
            rays.push_parts(from.map(f64::from), way, 0.0, f32::INFINITY);
            targets.iter_mut().zip(to).for_each(|(column, x): (&mut Vec<f32>, f32)| column.push(x));
        }
    }
    (rays, targets)
}

/// How many of the rays hit something, all as the plain walk has it.
fn compare(scene: &Scene, rays: &RayBatch<f64>, targets: &[Vec<f32>; 3], isa: Isa) -> usize {
    let [x, y, z] = targets;
    let view = rays.view().with_target([x, y, z]);
    let options =
        Options { columns: Columns::ALL, threads: 1, isa: Some(isa), ..Options::default() };
    let hits: HitBatch = scene.cast_kernel_rays(&view, &options).expect("a cast");
    let map = RayMap { transform: None, corner: [0; 3], t_near: 0.0, t_far: f32::INFINITY };
    let mut count = 0;
    for index in 0..rays.len() {
        let ray = map.kernel_ray_of(&view, index);
        let plain = cast_reference(&scene.world(), &ray, WalkLimits::default());
        let found = hits.row(index).expect("all columns");
        let told = |hit: &crate::batch::Hit| {
            let numbers = (hit.t_hit.to_bits(), hit.point.map(f64::to_bits), hit.voxel, hit.steps);
            (numbers, hit.face, hit.status)
        };
        assert_eq!(told(&plain), told(&found), "{isa}: {ray:?}");
        count += usize::from(plain.status.is_hit());
    }
    count
}

#[test]
fn lines_of_sight_are_cut_at_their_targets_as_the_plain_walk_is() {
    let mut draws = Draws(5);
    let mut hits = 0;
    for _ in 0..8 {
        let scene = world_of_boxes(&mut draws).scene(BlockFilter::SOLID).expect("small");
        let (rays, targets) = segments(&mut draws);
        for isa in Isa::available() {
            hits += compare(&scene, &rays, &targets, isa);
        }
    }
    assert!(hits > 5000, "{hits} hits");
}
