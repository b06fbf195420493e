//! Memory and scale: sizes that overflow 32 bits, and places far from the origin. Nothing here is timed.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of tests are small"
)]

mod common;

use common::{Layout, Stored, all_columns, all_isas, cast_everywhere, grid_box, of_voxels};
use voxray::{ErrorKind, Face, GridBox, Options, Ray, Scene, Space, Status, Transform};

/// A scene of a few voxels, made chunk by chunk, as large ones are.
fn sparse(sides: [i32; 3], voxels: &[[i32; 3]]) -> Scene {
    let bounds = GridBox::with_sides(sides).expect("sides within the limits");
    Scene::from_chunks(bounds, 0, |corner, chunk| {
        for voxel in voxels {
            let within = [0, 1, 2].map(|a| voxel[a] - corner[a]);
            if within.iter().all(|k| (0..16).contains(k)) {
                chunk.set(within, 7);
            }
        }
        Ok(())
    })
    .expect("a scene within the limits")
}

/// Looks at each voxel from below along z, and from the lower x face.
fn assert_found(scene: &Scene, voxels: &[[i32; 3]]) {
    assert_eq!(scene.voxel_count(), voxels.len() as u64, "voxels of the scene");
    for &voxel in voxels {
        assert_eq!(scene.material(voxel), 7, "material of {voxel:?}");
        for (axis, face) in [(0, Face::NegX), (2, Face::NegZ)] {
            let (mut origin, mut direction) = (voxel.map(|k| f64::from(k) + 0.5), [0.0; 3]);
            origin[axis] = -1.0;
            direction[axis] = 1.0;
            let hit = cast_everywhere(scene, &Ray::new(origin, direction), &all_columns());
            let found = (hit.voxel, hit.face, hit.t_hit, hit.steps);
            let (t_hit, steps) = ((voxel[axis] + 1) as f32, voxel[axis] as u32);
            assert_eq!(found, (voxel, Some(face), t_hit, steps), "along axis {axis}");
        }
    }
}

#[test]
fn dims_overflow() {
    // More than 2^31 voxels; more than 2^32; and just below 2^32 - 2^30, with an odd side.
    let flat = [[46_340, 46_340, 0], [0, 46_339, 0], [23_171, 5, 0]];
    let scene = sparse([46_341, 46_341, 1], &flat);
    assert_eq!(scene.bounds().volume(), 2_147_488_281, "46341^2, more than 2^31");
    // 2897^2 chunks of 16 bytes, and a word and a material for each of three bricks, of one material in all.
    assert_eq!(scene.grid().bytes(), 16 * 2897 * 2897 + 3 * 8, "bytes of the grid");
    assert_found(&scene, &flat);
    drop(scene);

    let corners = [[2047; 3], [0, 2046, 2047], [1024, 1, 2046], [5, 1023, 0]];
    let scene = sparse([2048; 3], &corners);
    assert_eq!(scene.bounds().volume(), 1 << 33, "2048^3");
    assert_eq!(scene.grid().bytes(), 16 * 128 * 128 * 128 + 4 * 8, "bytes of the grid");
    assert_found(&scene, &corners);
    drop(scene);

    let tall = [[1535, 1535, 1296], [0, 0, 1296], [768, 1535, 7]];
    let scene = sparse([1536, 1536, 1297], &tall);
    assert_eq!(scene.bounds().volume(), 3_060_006_912, "1536 * 1536 * 1297");
    assert_eq!(scene.grid().bytes(), 16 * 96 * 96 * 82 + 3 * 8, "bytes of the grid");
    assert_found(&scene, &tall);
}

#[test]
fn sides_beyond_the_limit_are_refused_by_name() {
    let longest = GridBox::with_sides([1 << 17, 1, 1]).expect("2^17 is allowed");
    assert_eq!(longest.longest_side(), 131_072, "the longest side there is");
    let error = GridBox::with_sides([1, (1 << 17) + 1, 1]).expect_err("one more is not");
    assert!(error.to_string().contains("along y"), "names the axis: {error}");
    let vast = GridBox::with_sides([1 << 17; 3]).expect("each side is allowed");
    let error = Scene::from_chunks(vast, 1, |_, _| Ok(())).expect_err("2^39 chunks");
    assert_eq!(error.kind(), ErrorKind::Memory, "refused before it is tried: {error}");
    let error = GridBox::new([i32::MIN, 0, 0], [i32::MAX, 1, 1]).expect_err("beyond 2^30");
    assert!(error.to_string().contains("along x"), "names the axis: {error}");
}

#[test]
fn far_coordinates() {
    // 4.6e9 voxels from the origin of the world, beyond what 32 bits count.
    let size = [0.25, 0.25, 0.5];
    let origin = [1_150_000_000.0, -1_150_000_000.0, 2_300_000_000.0];
    let transform = Transform::new(origin, size).expect("a transform");
    let bounds = grid_box([0; 3], [64; 3]);
    let scene = of_voxels(bounds, &[[40, 20, 30], [10, 60, 5]]).with_transform(transform);
    for isa in all_isas() {
        let options = Options { isa: Some(isa), space: Space::World, ..all_columns() };
        // Along x at the middle of the voxel (40, 20, 30), from 2.5 voxels before the box: 42.5 voxels of 0.25.
        let start = [-0.625, 20.5 * 0.25, 30.5 * 0.5];
        let ray = Ray::new([0, 1, 2].map(|a| origin[a] + start[a]), [1.0, 0.0, 0.0]);
        let stored = Stored::<f64>::new(&[ray; 20], Layout::Columns(6));
        let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
        for index in 0..20 {
            assert_eq!(hits.voxel[index], [40, 20, 30], "{isa}: the voxel");
            assert_eq!(hits.t_hit[index], 10.625, "{isa}: 42.5 voxels of a quarter of a metre");
            assert_eq!(hits.face[index], 0, "{isa}: from below x");
            let point = [origin[0] + 10.0, origin[1] + 5.125, origin[2] + 15.25];
            assert_eq!(hits.point[index], point, "{isa}: the point, in the world");
        }
        // From the origin of the world itself, 4.6e9 voxels away, to the middle of a voxel.
        let middle = [10.5 * 0.25, 60.5 * 0.25, 5.5 * 0.5];
        let ray = Ray::between([0.0; 3], [0, 1, 2].map(|a| origin[a] + middle[a]));
        let stored = Stored::<f64>::new(&[ray], Layout::Rows(6));
        let hits = scene.cast_rays(stored.view(), &options).expect("a cast");
        assert_eq!(hits.voxel, [[10, 60, 5]], "{isa}: the voxel aimed at, from afar");
        assert!((hits.t_hit[0] - 1.0).abs() < 1e-6, "{isa}: at its middle, t is 1");
    }
}

#[test]
fn grid_coordinates_near_the_limit() {
    let corner = [(1 << 30) - 40, -(1 << 30), (1 << 30) - 40];
    let voxel = [corner[0] + 39, corner[1] + 3, corner[2] + 39];
    let scene = of_voxels(grid_box(corner, [40; 3]), &[voxel]);
    let origin =
        [f64::from(corner[0]) + 0.5, f64::from(voxel[1]) + 0.5, f64::from(voxel[2]) + 0.25];
    let hit = cast_everywhere(&scene, &Ray::new(origin, [1.0, 0.0, 0.0]), &all_columns());
    let found = (hit.status, hit.t_hit, hit.voxel, hit.steps);
    assert_eq!(found, (Status::Hit, 38.5, voxel, 39), "the last voxel that there may be");
    let error = voxray::SceneBuilder::new().insert([1 << 30, 0, 0], 1).expect_err("beyond");
    assert_eq!(error.kind(), ErrorKind::Input, "a voxel beyond the limit: {error}");
}
