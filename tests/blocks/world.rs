//! The calls of a world, against a model that is as simple as can be.

use std::collections::HashMap;

use voxray::GridBox;
use voxray::blocks::{
    BlockBox, BlockClass, BlockFilter, BlockId, BlockShape, BlockType, BlockWorld, Cells,
    MAX_BLOCK, MIN_BLOCK,
};

use crate::common::{Rng, seed};

fn small_world() -> (BlockWorld, Vec<BlockId>) {
    let mut world = BlockWorld::new();
    let shapes =
        [BlockShape::Full, BlockShape::slab(), BlockShape::layers(1), BlockShape::Word(0x8421)];
    let add = |shape| world.add_type(BlockType::new("some", BlockClass::Solid).with_shape(shape));
    let ids = shapes.map(add).map(|id| id.expect("a sound type")).to_vec();
    (world, ids)
}

#[test]
fn random_calls_do_what_a_plain_table_does() {
    let mut rng = Rng::new(seed());
    let (mut world, ids) = small_world();
    let mut model: HashMap<[i32; 3], (BlockId, u64)> = HashMap::new();
    let words: HashMap<BlockId, u64> =
        ids.iter().map(|&id| (id, world.block_type(id).expect("added").shape.word())).collect();
    for call in 0..20_000 {
        let block = [rng.int(-6, 6), rng.int(-6, 6), rng.int(-2, 2)];
        let (id, bit) = (rng.pick(&ids), rng.below(64) as u32);
        match rng.below(8) {
            0 | 1 => {
                world.set_block(block, id).expect("near");
                model.insert(block, (id, words[&id]));
            }
            2 => {
                let was = model.remove(&block).map_or(BlockId::AIR, |(id, _)| id);
                assert_eq!(world.remove_block(block), was, "call {call}");
            }
            3 | 4 => {
                world.set_voxel(block, bit, id).expect("near");
                model.entry(block).or_insert((id, 0)).1 |= 1 << bit;
            }
            5 | 6 => {
                let was = model.get(&block).is_some_and(|(_, word)| word >> bit & 1 == 1);
                assert_eq!(world.clear_voxel(block, bit), was, "call {call}");
                if let Some((_, word)) = model.get_mut(&block) {
                    *word &= !(1 << bit);
                }
                model.retain(|_, (_, word)| *word != 0);
            }
            _ => {
                let word = rng.bits() & rng.bits();
                world.set_word(block, word, id).expect("near");
                model.insert(block, (id, word));
                model.retain(|_, (_, word)| *word != 0);
            }
        }
        let (id, word) = model.get(&block).copied().unwrap_or_default();
        assert_eq!(
            (world.block(block), world.word(block)),
            (id, word),
            "seed {}, call {call}",
            seed()
        );
        assert_eq!(world.has_block(block), id != BlockId::AIR, "call {call}");
        assert_eq!(world.has_voxel(block, bit), word >> bit & 1 == 1, "call {call}");
        assert_eq!(world.len(), model.len() as u64, "call {call}");
    }
    let mut listed: Vec<_> = world.iter().collect();
    let mut expected: Vec<_> = model.iter().map(|(&block, &(id, _))| (block, id)).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected, "all blocks are listed");
    let scene = world.scene(BlockFilter::SOLID).expect("small");
    let mut voxels = 0;
    scene.for_each_voxel(|voxel, material| {
        let (id, word) = model[&voxel.map(|k| k.div_euclid(4))];
        let bit = voxray::blocks::bit_of_voxel(voxel, voxray::blocks::BitOrder::XFirst);
        assert!(word >> bit & 1 == 1 && material == id.0, "{voxel:?}");
        voxels += 1;
    });
    let expected: u32 = model.values().map(|(_, word)| word.count_ones()).sum();
    assert_eq!(voxels, expected, "every voxel is in the scene");
    world.clear();
    assert!(world.is_empty() && world.iter().next().is_none(), "cleared");
}

#[test]
fn boxes_are_filled_and_world_positions_found_on_both_sides_of_zero() {
    for cells in [Cells::Cornered, Cells::Centred] {
        let (world, ids) = small_world();
        let mut world = world.with_cells(cells);
        let filled = GridBox::new([-3, -2, -1], [2, 1, 4]).expect("small");
        world.fill_box(filled, ids[0]).expect("near");
        assert_eq!((world.len(), world.bounds()), (filled.volume(), filled), "{cells:?}");
        for block in [[-3, -2, -1], [1, 0, 3], [-1, -1, -1]] {
            assert!(world.has_block_at(cells.middle_of(block)), "{cells:?}, {block:?}");
            assert!(world.has_voxel_at(cells.corner_of(block)), "{cells:?}, {block:?}");
            assert!(world.clear_voxel_at(cells.corner_of(block)), "{cells:?}, {block:?}");
            assert!(!world.has_voxel_at(cells.corner_of(block)), "{cells:?}, {block:?}");
            assert_eq!(world.word(block), u64::MAX - 1, "{cells:?}: bit 0 of {block:?}");
            world.set_voxel_at(cells.corner_of(block), ids[0]).expect("near");
            assert_eq!(world.word(block), u64::MAX, "{cells:?}: bit 0 of {block:?}");
        }
        let outside = cells.corner_of([2, 0, 0]);
        assert!(!world.has_block_at(outside), "{cells:?}: max is exclusive");
        world.fill_box(filled, BlockId::AIR).expect("near");
        assert!(world.is_empty(), "{cells:?}: air removes");
    }
}

#[test]
fn bad_calls_are_refused_in_one_sentence_and_change_nothing() {
    let (mut world, ids) = small_world();
    let unknown = BlockId(900);
    let beyond = [[MAX_BLOCK, 0, 0], [0, MIN_BLOCK - 1, 0], [0, 0, i32::MIN]];
    for block in beyond {
        let error = world.set_block(block, ids[0]).expect_err("beyond");
        assert!(error.to_string().contains("lies outside [-2^28, 2^28)"), "{error}");
        assert_eq!(world.block(block), BlockId::AIR, "{block:?}");
        assert_eq!(world.remove_block(block), BlockId::AIR, "{block:?}");
        assert!(!world.clear_voxel(block, 3), "{block:?}");
    }
    let error = world.set_block([0; 3], unknown).expect_err("no such type");
    assert!(error.to_string().contains("no block type 900"), "{error}");
    let error = world.set_voxel([0; 3], 64, ids[0]).expect_err("no such voxel");
    assert!(error.to_string().contains("voxels 0 to 63"), "{error}");
    assert!(!world.has_voxel([0; 3], 64) && !world.clear_voxel([0; 3], 700), "no such voxel");
    for at in [f64::NAN, f64::INFINITY, 1e300] {
        assert!(world.set_voxel_at([0.0, at, 0.0], ids[0]).is_err(), "{at}");
        assert!(!world.has_voxel_at([at, 0.0, 0.0]) && !world.clear_voxel_at([at; 3]), "{at}");
    }
    let bad_boxes = [
        BlockBox::new([0.0; 3], [1.0, 1.0, f32::NAN]),
        BlockBox::new([0.0, 0.0, -0.1], [1.0; 3]),
        BlockBox::new([0.0; 3], [1.0, 1.0001, 1.0]),
        BlockBox::new([0.5, 0.0, 0.0], [0.5, 1.0, 1.0]),
    ];
    for shape in bad_boxes.map(BlockShape::of_box) {
        let bad = BlockType::new("odd", BlockClass::Solid).with_shape(shape);
        let error = world.add_type(bad).expect_err("no box");
        assert!(error.to_string().contains("box 0 of the block type \"odd\""), "{error}");
    }
    for count in [0, 9] {
        let shape = BlockShape::Boxes(vec![BlockBox::UNIT; count]);
        let bad = BlockType::new("odd", BlockClass::Solid).with_shape(shape);
        assert!(
            world.add_type(bad).expect_err("too many").to_string().contains("give it 1 to 8"),
            "{count}"
        );
    }
    assert!(world.is_empty(), "nothing was set");
    world.set_block([MAX_BLOCK - 1, 0, 0], ids[0]).expect("the last one");
    world.set_block([MIN_BLOCK, 0, 0], ids[0]).expect("the first one");
    let error = world.scene(BlockFilter::SOLID).expect_err("too wide for a scene");
    assert!(error.to_string().contains("voxels long along x"), "{error}");
    let scene = BlockWorld::new().scene(BlockFilter::EVERYTHING).expect("a world of air");
    assert_eq!(scene.voxel_count(), 0, "of air");
}

#[test]
fn far_blocks_are_hit_as_near_ones() {
    let (mut world, ids) = small_world();
    let corner = [MAX_BLOCK - 8, MIN_BLOCK, 1 << 27];
    for (k, &id) in (0..).zip(&ids) {
        world.set_block([corner[0] + k, corner[1], corner[2]], id).expect("within the limits");
    }
    let scene = world.scene(BlockFilter::SOLID).expect("small");
    for (k, top) in [(0, 1.0), (1, 0.5), (2, 1.0 / 16.0)] {
        let at = [corner[0] + k, corner[1], corner[2]].map(f64::from);
        let ray =
            voxray::Ray::new([at[0] + 0.3, at[1] + 0.3, at[2] + 0.99 + 0.01], [0.0, 0.0, -1.0]);
        let hit = scene.cast_ray(&ray).expect("the block below");
        assert_eq!(f64::from(hit.t_hit), 1.0 - top, "block {k}");
    }
}

#[test]
fn blank_type_takes_voxels_one_by_one() {
    let mut world = BlockWorld::new();
    let blank = BlockType::new("blank", BlockClass::Solid).with_shape(BlockShape::Word(0));
    let id = world.add_type(blank).expect("a sound type");
    world.set_block([0, 0, 0], id).expect("near");
    world.set_voxel([2, 0, 0], 21, id).expect("near");
    let scene = world.scene(BlockFilter::SOLID).expect("small");
    assert_eq!(scene.voxel_count(), 1, "the voxel that was set");
    assert!(scene.is_occupied([9, 1, 1]), "where it was set");
    for call in [world.set_voxel([0; 3], 0, BlockId::AIR), world.set_word([0; 3], 5, BlockId::AIR)]
    {
        let told = call.expect_err("of nothing").to_string();
        assert!(told.contains("voxels of air"), "{told}");
    }
}

#[test]
fn wide_world_of_few_blocks_is_compiled_block_by_block() {
    let (mut world, ids) = small_world();
    // Corners that lie at all places within clusters and chunks.
    let places = [[0, 0, 0], [4001, 3, -7], [-5, 2999, 201], [4002, 3001, 202], [17, -30, 6]];
    for (&place, &id) in places.iter().zip(ids.iter().cycle()) {
        world.set_block(place, id).expect("near");
    }
    let scene = world.scene(BlockFilter::SOLID).expect("within the limits");
    let found = places.map(|place| scene.material(place.map(|k| 4 * k)));
    let expected = places.map(|place| world.block(place).0);
    assert_eq!(found, expected, "every block is there");
    let words: u32 = places.iter().map(|&place| world.word(place).count_ones()).sum();
    assert_eq!(scene.voxel_count(), u64::from(words), "and nothing else");
}

#[test]
fn points_are_in_boxes_as_plain_comparisons_say() {
    let mut rng = Rng::new(seed() + 5);
    let world = crate::random::random_world(200, [5, 5, 5], &mut rng);
    let mut within = 0;
    for _ in 0..20_000 {
        let place = [0; 3].map(|_: i32| rng.within(-2.6, 2.6));
        let block = place.map(|k| k.floor() as i32);
        let inside = [0, 1, 2].map(|a| place[a] - f64::from(block[a]));
        let shape = world.block_type(world.block(block)).map(|found| &found.shape);
        let expected = match (world.own_word(block), shape) {
            (None, Some(BlockShape::Boxes(boxes))) => boxes.iter().any(|b| {
                (0..3).all(|a| f64::from(b.min[a]) <= inside[a] && inside[a] < f64::from(b.max[a]))
            }),
            _ => {
                let bit = [0, 1, 2].map(|a| (inside[a] * 4.0) as u32);
                world.word(block) >> (bit[0] + 4 * bit[1] + 16 * bit[2]) & 1 == 1
            }
        };
        assert_eq!(world.is_filled_at(place), expected, "seed {}: {place:?}", seed());
        within += u32::from(expected);
    }
    assert!(within > 3000, "{within} within something");
}
