//! Lines of sight in worlds of blocks.

use voxray::blocks::{BlockClass, BlockFilter, BlockShape, BlockType, BlockWorld};
use voxray::visibility::line_of_sight;
use voxray::{Options, Scene, Space};

use super::random::random_world;
use crate::common::{Rng, all_isas, seed};

/// The verdicts of pairs in world coordinates, the same from every instruction set.
fn verdicts(scene: &Scene, pairs: &[[f64; 6]]) -> Vec<u8> {
    let cast = |isa| {
        let options = Options { isa, space: Space::World, ..Options::default() };
        line_of_sight(scene, pairs, &options).expect("a cast")
    };
    let first = cast(None);
    for isa in all_isas() {
        let other = cast(Some(isa));
        assert_eq!(other.visible, first.visible, "{isa}");
        assert!(other.voxel == first.voxel, "{isa}: blockers");
    }
    first.visible
}

#[test]
fn target_on_the_face_of_a_shape_is_not_hidden_by_it() {
    for sixteenths in [1, 6, 8, 11, 16] {
        let mut world = BlockWorld::new();
        let shape = BlockShape::layers(sixteenths);
        let id = world
            .add_type(BlockType::new("some", BlockClass::Solid).with_shape(shape))
            .expect("sound");
        for x in 0..6 {
            world.set_block([x, 0, 0], id).expect("near");
        }
        let scene = world.scene(BlockFilter::SOLID).expect("small");
        let top = f64::from(sixteenths) / 16.0;
        let pairs = [
            [0.3, 0.5, 3.0, 4.7, 0.5, top],
            [0.3, 0.5, top, 4.7, 0.5, top],
            [0.3, 0.5, top, 4.7, 0.5, top - 0.001],
            [0.3, 0.5, 3.0, 0.3, 0.5, -1.0],
            [-3.0, 0.5, top / 2.0, 0.0, 0.5, top / 2.0],
        ];
        assert_eq!(verdicts(&scene, &pairs), [1, 1, 0, 0, 1], "{sixteenths}/16");
        let back = pairs.map(|[a, b, c, d, e, f]| [d, e, f, a, b, c]);
        assert_eq!(verdicts(&scene, &back), [1, 1, 0, 0, 1], "{sixteenths}/16, the other way");
    }
}

#[test]
fn sight_is_symmetric_and_that_of_plain_geometry() {
    let mut rng = Rng::new(seed());
    let world = random_world(120, [7, 7, 7], &mut rng);
    let scene = world.scene(BlockFilter::EVERYTHING).expect("small");
    let mut place = || [0; 3].map(|_: i32| rng.within(-5.0, 5.0));
    let pairs: Vec<[f64; 6]> = (0..20_000)
        .map(|_| {
            let (a, b) = (place(), place());
            [a[0], a[1], a[2], b[0], b[1], b[2]]
        })
        .collect();
    let seen = verdicts(&scene, &pairs);
    let back: Vec<_> = pairs.iter().map(|&[a, b, c, d, e, f]| [d, e, f, a, b, c]).collect();
    assert!(verdicts(&scene, &back) == seen, "A sees B exactly if B sees A");
    let boxes = boxes_of(&world);
    let (mut clear, mut hidden) = (0, 0);
    for (pair, &seen) in pairs.iter().zip(&seen) {
        // Boxes a little smaller and a little larger: what both agree on is certain.
        let [small, large] = [-1e-4, 1e-4].map(|by| boxes.iter().any(|b| meets(pair, b, by)));
        if small == large {
            assert_eq!(seen, u8::from(!small), "seed {}: {pair:?}", seed());
            if small { hidden += 1 } else { clear += 1 }
        }
    }
    assert!(clear > 2000 && hidden > 2000, "{clear} clear, {hidden} hidden");
}

/// Every box of a world, in world coordinates.
fn boxes_of(world: &BlockWorld) -> Vec<[[f64; 3]; 2]> {
    let mut boxes = Vec::new();
    for (block, id) in world.iter() {
        let shape = &world.block_type(id).expect("of the palette").shape;
        let corner = block.map(f64::from);
        let mut push = |low: [f64; 3], high: [f64; 3]| {
            boxes.push([low, high].map(|k| [0, 1, 2].map(|a| corner[a] + k[a])));
        };
        match (world.own_word(block), shape) {
            (None, BlockShape::Boxes(of)) => {
                of.iter().for_each(|b| push(b.min.map(f64::from), b.max.map(f64::from)));
            }
            (own, shape) => {
                let word = own.unwrap_or_else(|| shape.word());
                for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                    let low = [bit & 3, bit >> 2 & 3, bit >> 4].map(|k| f64::from(k) / 4.0);
                    push(low, low.map(|k| k + 0.25));
                }
            }
        }
    }
    boxes
}

/// Whether the segment meets a box grown by `by` on all sides, by the slab test in f64.
fn meets(pair: &[f64; 6], [low, high]: &[[f64; 3]; 2], by: f64) -> bool {
    let (mut near, mut far) = (0.0_f64, 1.0_f64);
    // A thin box has nothing left.
    if (0..3).any(|a| low[a] - by >= high[a] + by) {
        return false;
    }
    for a in 0..3 {
        let way = pair[3 + a] - pair[a];
        let times = [low[a] - by, high[a] + by].map(|plane| (plane - pair[a]) / way);
        near = near.max(times[0].min(times[1]));
        far = far.min(times[0].max(times[1]));
    }
    near < far
}

#[test]
fn point_sees_itself_unless_a_box_holds_it() {
    let mut world = BlockWorld::new();
    let carpet = BlockType::new("carpet", BlockClass::Solid).with_shape(BlockShape::layers(1));
    let id = world.add_type(carpet).expect("sound");
    world.set_block([0, 0, 0], id).expect("near");
    let scene = world.scene(BlockFilter::SOLID).expect("small");
    for (z, seen) in [(0.2, 1), (0.0625, 1), (0.06, 0), (0.0, 0)] {
        let pair = [0.5, 0.5, z, 0.5, 0.5, z];
        let beside = [0.5, 0.5, z, 0.5 + 1e-4, 0.5, z];
        assert_eq!(verdicts(&scene, &[pair, beside]), [seen, seen], "at {z} over a carpet");
    }
}
