//! Random worlds of blocks of all shapes and classes.

use voxray::blocks::{BlockBox, BlockClass, BlockId, BlockShape, BlockType, BlockWorld, Facing};

use crate::common::Rng;

/// A palette with every shape there is in every class, and random boxes with arbitrary bounds.
pub(crate) fn add_types(world: &mut BlockWorld, rng: &mut Rng) -> Vec<BlockId> {
    let mut shapes = vec![
        BlockShape::Full,
        BlockShape::slab(),
        BlockShape::upper_slab(),
        BlockShape::layers(1),
        BlockShape::layers(14),
        BlockShape::Word(rng.bits()),
        BlockShape::Word(rng.bits() & rng.bits() & rng.bits()),
        BlockShape::fence(&[]),
        BlockShape::fence(&[Facing::NegX, Facing::PosY]),
        BlockShape::fence(&Facing::ALL),
        BlockShape::pane(&[Facing::NegY, Facing::PosY]),
    ];
    shapes.extend(Facing::ALL.map(BlockShape::stairs));
    shapes.extend(Facing::ALL.map(BlockShape::door));
    shapes
        .extend((1..=8).map(|count| BlockShape::Boxes((0..count).map(|_| any_box(rng)).collect())));
    let classes = [BlockClass::Solid, BlockClass::Fluid, BlockClass::Passable];
    let types =
        classes.into_iter().flat_map(|class| shapes.iter().map(move |shape| (class, shape)));
    types
        .map(|(class, shape)| {
            let block_type = BlockType::new(format!("{class:?} {shape:?}"), class);
            world.add_type(block_type.with_shape(shape.clone())).expect("a sound type")
        })
        .collect()
}

/// A box with bounds that are quarters, sixteenths or any number.
fn any_box(rng: &mut Rng) -> BlockBox {
    if rng.one_in(6) {
        return thin_box(rng);
    }
    let steps = rng.pick(&[4.0, 16.0, 0.0]);
    let mut bound = || {
        let any = rng.unit();
        if steps == 0.0 { any as f32 } else { ((any * (steps + 1.0)).floor() / steps) as f32 }
    };
    loop {
        let (a, b) = ([bound(), bound(), bound()], [bound(), bound(), bound()]);
        let [min, max] = [f32::min, f32::max].map(|f| [0, 1, 2].map(|k| f(a[k], b[k])));
        if (0..3).all(|k| min[k] < max[k]) {
            return BlockBox::new(min, max);
        }
    }
}

/// A box so thin on an axis that f32 tells its sides apart near the origin alone, or there neither.
fn thin_box(rng: &mut Rng) -> BlockBox {
    let (mut min, mut max) = ([0.0; 3], [1.0; 3]);
    let axis = rng.below(3);
    let low = rng.pick(&[0.0_f32, 0.25, 0.3, 1e-30, 1.0_f32.next_down(), 0.5_f32.next_down()]);
    (min[axis], max[axis]) = (low, low.next_up());
    BlockBox::new(min, max)
}

/// A world of `count` random blocks in a box of these sides around the origin, some of them changed voxel by voxel.
pub(crate) fn random_world(count: usize, sides: [i32; 3], rng: &mut Rng) -> BlockWorld {
    let mut world = BlockWorld::new();
    let types = add_types(&mut world, rng);
    let half = sides.map(|side| side / 2);
    for _ in 0..count {
        let block = [0, 1, 2].map(|a| rng.int(-half[a], sides[a] - half[a] - 1));
        let id = rng.pick(&types);
        world.set_block(block, id).expect("near the origin");
        if rng.one_in(10) {
            world.set_voxel(block, rng.below(64) as u32, id).expect("near the origin");
            world.clear_voxel(block, rng.below(64) as u32);
        }
    }
    world
}
