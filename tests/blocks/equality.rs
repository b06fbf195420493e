//! Every path gives the bits of the plain walk from block to block.

use voxray::blocks::{BlockFilter, BlockShape, BlockWorld};
use voxray::{Hit, Options, Ray, Scene, Status};

use super::plain::PlainWorld;
use super::random::random_world;
use crate::common::{
    Kind, Layout, PlainRow, Rng, Stored, all_columns, all_isas, assert_rows_equal, rays_of,
    reference_rows, seed, with_range_around,
};

fn assert_plain(plain: &PlainRow, hit: &Hit, ray: &Ray, context: &str) {
    let row = (hit.status, hit.t_hit.to_bits(), hit.voxel, hit.face, hit.steps);
    let expected = (plain.status, plain.t_hit.to_bits(), plain.voxel, plain.face, plain.steps);
    assert!(
        expected == row,
        "{context}\n  ray      {ray:?}\n  expected {plain:?}\n  found    {hit:?}"
    );
}

/// The rows of all paths are those of the reference, and those of the reference the plain walk's. How many had a plain row.
fn assert_all(
    world: &BlockWorld,
    filter: BlockFilter,
    rays: &[Ray],
    options: &Options,
    context: &str,
) -> usize {
    let scene = world.scene(filter).expect("a small world");
    let plain = PlainWorld::new(world, filter);
    let context = format!("seed {}, {context}, {filter:?}", seed());
    let expected = reference_rows(&scene, rays, options);
    let mut compared = 0;
    for (ray, hit) in rays.iter().zip(&expected) {
        if let Some(row) = plain.cast(ray, options.skip_inside, options.max_steps) {
            assert_plain(&row, hit, ray, &context);
            compared += 1;
        }
        let block_type =
            (hit.material != 0).then(|| world.block(hit.voxel.map(|k| k.div_euclid(4))));
        let named = hit.status.is_hit().then_some(voxray::blocks::BlockId(hit.material));
        assert_eq!(block_type, named, "{context}: type of the block hit by {ray:?}");
    }
    assert_paths(&scene, rays, &expected, options, &context);
    compared
}

fn assert_paths(scene: &Scene, rays: &[Ray], expected: &[Hit], options: &Options, context: &str) {
    let stored = Stored::<f64>::new(rays, Layout::Columns(8));
    for isa in all_isas() {
        for threads in [1, 2] {
            let options = Options { isa: Some(isa), threads, ..options.clone() };
            let context = format!("{context}, {isa} x {threads}");
            let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
            assert_rows_equal(expected, &hits, rays, &context);
            let occluded = scene.test_occlusions(stored.view(), &options).expect("a cast");
            let any = expected.iter().map(|hit| u8::from(hit.t_hit < f32::INFINITY));
            assert!(any.eq(occluded), "{context}: occlusions");
        }
    }
}

/// Rays from corners, edges and sides of boxes, or some last bits beside them, to others: where all ties are.
fn rays_between_boxes(world: &BlockWorld, count: usize, rng: &mut Rng) -> Vec<Ray> {
    let blocks: Vec<_> = world.iter().collect();
    let place = |rng: &mut Rng| {
        let (block, id) = blocks[rng.below(blocks.len())];
        let BlockShape::Boxes(boxes) = &world.block_type(id).expect("of the palette").shape else {
            return block.map(|k| f64::from(4 * k + rng.int(0, 4)));
        };
        let chosen = boxes[rng.below(boxes.len())];
        [0, 1, 2].map(|a| {
            let bound = match rng.below(3) {
                0 => chosen.min[a],
                1 => chosen.max[a],
                _ => rng.within(chosen.min[a].into(), chosen.max[a].into()) as f32,
            };
            let plane = (4 * block[a]) as f32 + 4.0 * bound;
            f64::from(match rng.below(6) {
                0 => plane.next_up(),
                1 => plane.next_down(),
                _ => plane,
            })
        })
    };
    let rays = (0..count).map(|_| {
        let (from, to) = (place(rng), place(rng));
        let way = if rng.one_in(3) {
            rng.direction().map(|d| d * f64::from(rng.int(0, 1)))
        } else {
            [0.0; 3]
        };
        let direction = [0, 1, 2].map(|a| to[a] - from[a] + way[a]);
        let back = if rng.one_in(2) { 0.0 } else { rng.pick(&[0.5, 1.0, 2.0]) };
        let origin = [0, 1, 2].map(|a| from[a] - back * direction[a]);
        Ray::new(origin, direction)
    });
    rays.collect()
}

#[test]
fn rays_between_planes_of_boxes() {
    let mut rng = Rng::new(seed() + 2);
    for sides in [[4, 4, 3], [3, 2, 2], [9, 1, 5]] {
        let world = random_world(40, sides, &mut rng);
        for filter in [BlockFilter::SOLID, BlockFilter::EVERYTHING] {
            let mut rays = rays_between_boxes(&world, 6000, &mut rng);
            for ray in rays.iter_mut().step_by(4) {
                // Ends exactly where something may be, or one bit before.
                let end = rng.pick(&[1.0_f32, 1.0_f32.next_down(), 2.0, 0.5]);
                *ray = ray.with_t_far(end);
            }
            for (skip_inside, max_steps) in [(false, u32::MAX), (true, u32::MAX), (false, 5)] {
                let options = Options { skip_inside, max_steps, ..all_columns() };
                assert_all(&world, filter, &rays, &options, "between planes of boxes");
            }
        }
    }
}

#[test]
fn rays_of_every_kind_in_a_small_world_of_every_shape() {
    let mut rng = Rng::new(seed());
    let mut compared = 0;
    for (count, sides) in [(60, [5, 6, 4]), (400, [12, 9, 11]), (3, [2, 1, 1])] {
        let world = random_world(count, sides, &mut rng);
        for filter in BlockFilter::ALL {
            let scene = world.scene(filter).expect("a small world");
            for kind in Kind::ALL {
                let mut rays = rays_of(kind, scene.bounds(), 700, &mut rng);
                for ray in rays.iter_mut().step_by(3) {
                    *ray = with_range_around(*ray, scene.bounds(), &mut rng);
                }
                for (skip_inside, max_steps) in
                    [(false, u32::MAX), (true, u32::MAX), (false, 9), (true, 14)]
                {
                    let options = Options { skip_inside, max_steps, ..all_columns() };
                    compared += assert_all(&world, filter, &rays, &options, &format!("{kind:?}"));
                }
            }
        }
    }
    assert!(compared > 100_000, "most rays start near the box: {compared}");
}

/// That they have the right rows says nothing of how they were found.
#[test]
fn rays_from_afar_walk_in_lanes() {
    let mut rng = Rng::new(seed() + 3);
    let world = random_world(60, [5, 6, 4], &mut rng);
    let scene = world.scene(BlockFilter::SOLID).expect("a small world");
    let rays = rays_of(Kind::Far(3.0), scene.bounds(), 5000, &mut rng);
    let stored = Stored::<f64>::new(&rays, Layout::Columns(6));
    let summary = scene.cast_rays(stored.view(), &all_columns()).expect("a cast").summary;
    let (hits, lookups) = (summary.hits(), summary.work().lookups);
    assert!(hits > 500 && lookups >= hits, "{lookups} look-ups for {hits} hits");
}

/// Rays per kind and filter in the large world: `VOXRAY_TEST_RAYS`, else few enough for every day.
fn rays_per_kind() -> usize {
    std::env::var("VOXRAY_TEST_RAYS").ok().and_then(|count| count.parse().ok()).unwrap_or(3000)
}

#[test]
fn large_world_of_every_shape() {
    let mut rng = Rng::new(seed() + 1);
    let world = random_world(100_000, [120, 110, 30], &mut rng);
    for filter in BlockFilter::ALL {
        let scene = world.scene(filter).expect("a small world");
        let mut rays = Vec::new();
        for kind in [Kind::Inside, Kind::Outside, Kind::NearEdge, Kind::OnPlanes] {
            rays.extend(rays_of(kind, scene.bounds(), rays_per_kind(), &mut rng));
        }
        let compared = assert_all(&world, filter, &rays, &all_columns(), "100,000 blocks");
        assert!(compared > rays.len() * 9 / 10, "of {} rays: {compared}", rays.len());
        let hits =
            scene.cast_rays(Stored::<f64>::new(&rays, Layout::Columns(8)).view(), &all_columns());
        let hits = hits.expect("a cast").summary.count(Status::Hit);
        assert!(hits > rays.len() as u64 / 3, "of {} rays: {hits}", rays.len());
        println!(
            "{filter:?}: {} rays by every path, {compared} of them by the plain walk; {hits} hits",
            rays.len()
        );
    }
}
