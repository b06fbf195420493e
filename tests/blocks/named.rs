//! Named cases, each by every path: in world coordinates, one unit a block.

use voxray::blocks::{
    BlockBox, BlockClass, BlockFilter, BlockHit, BlockId, BlockShape, BlockType, BlockWorld, Cells,
    Facing,
};
use voxray::{Face, GridBox, Hit, Options, Ray, Scene, Status};

use crate::common::{cast_everywhere, grid_directions};

/// A world with blocks of these shapes, all solid, and a block of air 20 blocks off, so that the box is wide.
fn world_of(blocks: &[([i32; 3], BlockShape)]) -> BlockWorld {
    let mut world = BlockWorld::new();
    for (position, shape) in blocks {
        let block_type = BlockType::new("some", BlockClass::Solid).with_shape(shape.clone());
        let id = world.add_type(block_type).expect("a sound type");
        world.set_block(*position, id).expect("near the origin");
    }
    world
}

fn scene_of(blocks: &[([i32; 3], BlockShape)]) -> Scene {
    let around = GridBox::new([-20; 3], [20; 3]).expect("small");
    world_of(blocks).scene_in(around, BlockFilter::SOLID, 1).expect("small")
}

/// Casts a ray in world coordinates by every path.
fn cast_with(scene: &Scene, ray: &Ray, options: &Options) -> Hit {
    let grid = |k: [f64; 3]| scene.transform().to_grid(k);
    let direction = scene.transform().direction_to_grid(ray.direction);
    cast_everywhere(scene, &Ray { origin: grid(ray.origin), direction, ..*ray }, options)
}

fn cast(scene: &Scene, origin: [f64; 3], direction: [f64; 3]) -> Option<BlockHit> {
    BlockHit::of(&cast_with(scene, &Ray::new(origin, direction), &Options::default()))
}

fn status(scene: &Scene, ray: &Ray) -> Status {
    cast_with(scene, ray, &Options::default()).status
}

/// Kernel space is f32.
fn are_near(a: [f64; 3], b: [f64; 3]) -> bool {
    (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-5)
}

#[test]
fn start_in_the_empty_half_of_a_slab_hits_what_lies_ahead() {
    for slab in [BlockShape::slab(), BlockShape::layers(7)] {
        let scene = scene_of(&[([0, 0, 0], slab.clone()), ([3, 0, 0], BlockShape::Full)]);
        let top = if slab == BlockShape::slab() { 0.5 } else { 7.0 / 16.0 };
        let down = cast(&scene, [0.5, 0.5, 0.75], [0.0, 0.0, -1.0]).expect("the slab below");
        assert_eq!((down.t, down.face), ((0.75 - top) as f32, Some(Face::PosZ)), "{slab:?}");
        let along = cast(&scene, [0.5, 0.5, 0.75], [1.0, 0.0, 0.0]).expect("the cube beyond");
        assert_eq!(
            (along.block, along.t, along.face),
            ([3, 0, 0], 2.5, Some(Face::NegX)),
            "{slab:?}"
        );
        assert_eq!(cast(&scene, [0.5, 0.5, 0.75], [0.0, 0.0, 1.0]), None, "{slab:?}: up and away");
    }
}

#[test]
fn start_in_the_solid_half_of_a_slab_is_inside() {
    for slab in [BlockShape::slab(), BlockShape::layers(7)] {
        let scene = scene_of(&[([0, 0, 0], slab.clone()), ([0, 0, 3], BlockShape::Full)]);
        for direction in grid_directions() {
            // On planes between voxels too: the box is one, whatever voxels it is made of.
            for origin in [[0.5, 0.5, 0.25], [0.3, 0.6, 0.2], [0.25, 0.75, 0.4]] {
                let hit = cast(&scene, origin, direction.map(f64::from)).expect("inside");
                let told = (hit.block, hit.t, hit.face);
                assert_eq!(told, ([0, 0, 0], 0.0, None), "{slab:?}, {direction:?}");
                assert!(are_near(hit.point, origin), "{slab:?}: {:?}", hit.point);
            }
        }
        let skip = Options { skip_inside: true, ..Options::default() };
        let up = Ray::new([0.5, 0.5, 0.25], [0.0, 0.0, 1.0]);
        let hit = BlockHit::of(&cast_with(&scene, &up, &skip)).expect("the cube above");
        assert_eq!((hit.block, hit.t, hit.face), ([0, 0, 3], 2.75, Some(Face::NegZ)), "{slab:?}");
    }
}

#[test]
fn skipping_passes_over_what_touches_and_stops_at_a_gap() {
    let stack = [
        ([0, 0, 0], BlockShape::Full),
        ([0, 0, 1], BlockShape::layers(5)),
        ([0, 0, 2], BlockShape::layers(1)),
    ];
    let scene = scene_of(&stack);
    let skip = Options { skip_inside: true, ..Options::default() };
    let up = Ray::new([0.4, 0.4, 0.125], [0.0, 0.0, 1.0]);
    let hit = BlockHit::of(&cast_with(&scene, &up, &skip)).expect("the carpet");
    assert_eq!((hit.block, hit.t, hit.face), ([0, 0, 2], 1.875, Some(Face::NegZ)), "the gap");
}

#[test]
fn ray_along_the_top_face_of_a_slab_passes_over_it() {
    for slab in [BlockShape::slab(), BlockShape::layers(7)] {
        let top = if slab == BlockShape::slab() { 0.5 } else { 7.0 / 16.0 };
        let row: Vec<_> = (0..5).map(|x| ([x, 0, 0], slab.clone())).collect();
        let scene = scene_of(&row);
        for direction in [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 0.25, 0.0]] {
            let at = |z: f64| cast(&scene, [2.5, 0.4, z], direction);
            assert_eq!(at(top), None, "{slab:?}: the floor of the plane lies above the slab");
            assert!(at(top - 1e-4).is_some_and(|hit| hit.is_inside()), "{slab:?}: just below");
        }
        // From the face into it and away from it.
        let down = cast(&scene, [2.5, 0.4, top], [0.1, 0.0, -1.0]).expect("into the slab");
        assert_eq!((down.t, down.face), (0.0, Some(Face::PosZ)), "{slab:?}");
        assert_eq!(cast(&scene, [2.5, 0.4, top], [0.1, 0.0, 1.0]), None, "{slab:?}: away");
    }
}

#[test]
fn ray_through_the_gap_between_two_stairs_meets_neither() {
    // Back to back they leave no gap, face to face one as wide as the two steps.
    let face_to_face = [
        ([0, 0, 0], BlockShape::stairs(Facing::NegX)),
        ([1, 0, 0], BlockShape::stairs(Facing::PosX)),
    ];
    let scene = scene_of(&face_to_face);
    assert_eq!(cast(&scene, [1.0, -3.0, 0.75], [0.0, 1.0, 0.0]), None, "between the steps");
    let into = cast(&scene, [1.0, 0.5, 2.0], [0.0, 0.0, -1.0]).expect("the lower halves");
    assert_eq!((into.point[2], into.face), (0.5, Some(Face::PosZ)), "down between the steps");
    let aside = cast(&scene, [1.0, 0.5, 0.75], [-1.0, 0.0, 0.0]).expect("the left step");
    assert_eq!((aside.block, aside.t, aside.face), ([0, 0, 0], 0.5, Some(Face::PosX)), "left");
    let back_to_back = [
        ([0, 0, 0], BlockShape::stairs(Facing::PosX)),
        ([1, 0, 0], BlockShape::stairs(Facing::NegX)),
    ];
    let scene = scene_of(&back_to_back);
    let hit = cast(&scene, [1.0, -3.0, 0.75], [0.0, 1.0, 0.0]).expect("on the seam");
    assert_eq!((hit.block, hit.t), ([1, 0, 0], 3.0), "the floor of the plane is the right block");
}

#[test]
fn fence_post_is_hit_at_its_side() {
    let scene = scene_of(&[([0, 0, 0], BlockShape::fence(&[]))]);
    for (from, towards, face, at) in [
        ([-2.0, 0.5, 0.5], [1.0, 0.0, 0.0], Face::NegX, [6.0 / 16.0, 0.5, 0.5]),
        ([3.0, 0.4, 0.9], [-1.0, 0.0, 0.0], Face::PosX, [10.0 / 16.0, 0.4, 0.9]),
        ([0.6, -2.0, 0.5], [0.0, 2.0, 0.0], Face::NegY, [0.6, 6.0 / 16.0, 0.5]),
        ([0.5, 3.0, 0.1], [0.0, -1.0, 0.0], Face::PosY, [0.5, 10.0 / 16.0, 0.1]),
    ] {
        let hit = cast(&scene, from, towards).expect("the post");
        assert_eq!((hit.block, hit.face), ([0, 0, 0], Some(face)), "from {from:?}");
        assert!(are_near(hit.point, at), "{:?} is {at:?}", hit.point);
        assert_eq!(hit.point[face.axis()], at[face.axis()], "exactly on the face");
    }
    // Its cover is wider: the rays that meet that alone go on.
    for y in [0.3, 0.374, 0.626, 0.7] {
        assert_eq!(cast(&scene, [-2.0, y, 0.5], [1.0, 0.0, 0.0]), None, "beside the post at {y}");
    }
    let shared = scene_of(&[([0, 0, 0], BlockShape::fence(&[])), ([2, 0, 0], BlockShape::Full)]);
    let hit = cast(&shared, [-2.0, 0.3, 0.5], [1.0, 0.0, 0.0]).expect("the cube behind");
    assert_eq!((hit.block, hit.t), ([2, 0, 0], 4.0), "past the post");
}

#[test]
fn fluids_and_passable_blocks_are_hit_as_the_filter_says() {
    let mut world = BlockWorld::new();
    let classes = [BlockClass::Fluid, BlockClass::Passable, BlockClass::Solid];
    let ids: Vec<BlockId> = (0..)
        .zip(classes)
        .map(|(x, class)| {
            let shape = BlockShape::layers(14);
            let id =
                world.add_type(BlockType::new("some", class).with_shape(shape)).expect("sound");
            world.set_block([x, 0, 0], id).expect("near the origin");
            id
        })
        .collect();
    let first = |filter: BlockFilter| {
        let scene = world.scene(filter).expect("small");
        cast(&scene, [-1.0, 0.4, 0.4], [1.0, 0.0, 0.0]).map(|hit| (hit.block_type, hit.t))
    };
    assert_eq!(first(BlockFilter::SOLID), Some((ids[2], 3.0)), "both ignored");
    assert_eq!(first(BlockFilter { fluids: true, passable: false }), Some((ids[0], 1.0)), "fluid");
    assert_eq!(first(BlockFilter { fluids: false, passable: true }), Some((ids[1], 2.0)), "plant");
    assert_eq!(first(BlockFilter::EVERYTHING), Some((ids[0], 1.0)), "all");
}

#[test]
fn end_exactly_on_a_face_is_a_hit_at_one() {
    for (shape, top) in [
        (BlockShape::Full, 1.0),
        (BlockShape::slab(), 0.5),
        (BlockShape::layers(3), 3.0 / 16.0),
        (BlockShape::of_box(BlockBox::new([0.1, 0.1, 0.1], [0.9, 0.9, 0.7])), f64::from(0.7_f32)),
    ] {
        let scene = scene_of(&[([0, 0, 0], shape.clone())]);
        let to = |end: f64| Ray::between([0.5, 0.5, 5.0], [0.5, 0.5, end]);
        // A plane is rounded once in kernel space, so the last shape's top is a little off.
        let hit = cast_with(&scene, &to(top - 1e-6), &Options::default());
        assert_eq!((hit.status, hit.face), (Status::Hit, Some(Face::PosZ)), "{shape:?}");
        assert_eq!(status(&scene, &to(top + 1e-5)), Status::Clear, "{shape:?}: short of it");
        if (16.0 * top).fract() == 0.0 {
            let hit = cast_with(&scene, &to(top), &Options::default());
            assert_eq!((hit.status, hit.t_hit), (Status::Hit, 1.0), "{shape:?}: on it");
        }
    }
}

#[test]
fn nan_in_start_or_end_is_invalid_and_harms_no_other() {
    let scene = scene_of(&[([0, 0, 0], BlockShape::layers(3))]);
    for axis in 0..3 {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let (mut from, mut to) = ([0.5, 0.5, 3.0], [0.5, 0.5, -1.0]);
            from[axis] = bad;
            assert_eq!(status(&scene, &Ray::between(from, to)), Status::Invalid, "start {from:?}");
            from = [0.5, 0.5, 3.0];
            to[axis] = bad;
            assert_eq!(status(&scene, &Ray::between(from, to)), Status::Invalid, "end {to:?}");
        }
    }
    let nowhere = Ray::between([0.5; 3], [0.5; 3]);
    assert_eq!(status(&scene, &nowhere), Status::Invalid, "from a point to itself");
}

#[test]
fn more_than_200_cells_are_walked() {
    let far = [([0, 0, 0], BlockShape::layers(4)), ([900, 300, 40], BlockShape::fence(&[]))];
    let scene = world_of(&far).scene(BlockFilter::SOLID).expect("small");
    let ray = Ray::between([0.5, 0.5, 0.9], [900.5, 300.5, 40.5]);
    let hit = cast_with(&scene, &ray, &Options::default());
    assert_eq!(hit.voxel.map(|k| k.div_euclid(4)), [900, 300, 40], "the post at the end");
    assert!(hit.steps > 4 * 1200, "through {} voxels", hit.steps);
    let few = Options { max_steps: 800, ..Options::default() };
    assert_eq!(cast_with(&scene, &ray, &few).status, Status::Budget, "200 blocks are not enough");
}

#[test]
fn max_distance_ends_a_ray_of_any_length() {
    let scene = scene_of(&[([0, 0, 0], BlockShape::layers(8))]);
    for length in [1.0, 0.25, 7.0] {
        let ray = Ray::new([0.5, 0.5, 3.0], [0.0, 0.0, -length]);
        assert_eq!(status(&scene, &ray.with_max_distance(2.6)), Status::Hit, "within reach");
        assert_eq!(status(&scene, &ray.with_max_distance(2.4)), Status::Clear, "out of reach");
    }
}

#[test]
fn centred_blocks_lie_around_their_positions() {
    let world = world_of(&[([2, -1, 0], BlockShape::slab())]).with_cells(Cells::Centred);
    let around = GridBox::new([-9; 3], [9; 3]).expect("small");
    let scene = world.scene_in(around, BlockFilter::SOLID, 1).expect("small");
    let hit = cast(&scene, [2.0, -1.0, 3.0], [0.0, 0.0, -1.0]).expect("the slab");
    assert_eq!((hit.block, hit.point), ([2, -1, 0], [2.0, -1.0, 0.0]), "its top is at its middle");
    assert_eq!(cast(&scene, [2.6, -1.0, 3.0], [0.0, 0.0, -1.0]), None, "beyond its half");
}

#[test]
fn box_of_whole_voxels_is_hit_as_its_voxels() {
    let boxes = [
        BlockBox::new([0.25, 0.0, 0.5], [1.0, 0.75, 1.0]),
        BlockBox::new([0.0; 3], [0.5, 1.0, 0.25]),
    ];
    let shape = BlockShape::Boxes(boxes.to_vec());
    let word = BlockShape::Word(shape.word());
    let [as_boxes, as_word] = [shape, word].map(|shape| scene_of(&[([0, 0, 0], shape)]));
    for a in -9..14 {
        for direction in grid_directions() {
            let origin =
                [a as f64 / 4.0, -1.0 + (a * a % 13) as f64 / 4.0, 2.5 - f64::from(a) / 4.0];
            let ray = Ray::new(origin, direction.map(f64::from));
            let [boxed, worded] =
                [&as_boxes, &as_word].map(|s| cast_with(s, &ray, &Options::default()));
            if boxed.status == Status::Inside {
                // A box is one; of voxels each is met for itself.
                assert!(worded.status.is_hit() && worded.t_hit == 0.0, "{ray:?}");
                continue;
            }
            let told =
                |hit: &Hit| (hit.status, hit.t_hit.to_bits(), hit.voxel, hit.face, hit.steps);
            assert_eq!(told(&boxed), told(&worded), "{ray:?}");
        }
    }
}
