//! The surface against clipping in exact fractions.

use num_rational::Ratio;

use super::{Numbers, filled, positions, voxels};
use crate::aabb::GridBox;
use crate::space::Transform;
use crate::voxelize::bands::Bands;
use crate::voxelize::edges::joined_vertices;
use crate::voxelize::fixed::FixedMesh;
use crate::voxelize::repeats::Repeats;
use crate::voxelize::surface::Surface;
use crate::voxelize::{Fill, MeshJob, TriangleMesh, voxelize_mesh};

type Point = [Ratio<i128>; 3];

/// Whether a triangle (in steps of 2^-16) has a point in the half-open cube of a voxel: cut by six half-spaces (Sutherland
/// and Hodgman 1974), a closed polygon is left. It has a point below all three upper planes exactly if for each of them it
/// has a corner below: the mean of the corners then is one.
fn meets(corners: &[[i64; 3]; 3], voxel: [i32; 3]) -> bool {
    let fraction = |k: i64| Ratio::new(i128::from(k), 1 << 16);
    let mut polygon: Vec<Point> = corners.iter().map(|corner| corner.map(fraction)).collect();
    for axis in 0..3 {
        let low = Ratio::from_integer(i128::from(voxel[axis]));
        polygon = clip(&polygon, axis, low, 1);
        polygon = clip(&polygon, axis, low + 1, -1);
    }
    let is_below = |axis: usize| {
        let high = Ratio::from_integer(i128::from(voxel[axis]) + 1);
        polygon.iter().any(|point| point[axis] < high)
    };
    (0..3).all(is_below)
}

/// The part with sign * (point[axis] - plane) >= 0.
fn clip(polygon: &[Point], axis: usize, plane: Ratio<i128>, sign: i128) -> Vec<Point> {
    let height = |point: &Point| (point[axis] - plane) * sign;
    let zero = Ratio::from_integer(0);
    let mut kept = Vec::new();
    for (k, from) in polygon.iter().enumerate() {
        let to = &polygon[(k + 1) % polygon.len()];
        let (start, end) = (height(from), height(to));
        if start >= zero {
            kept.push(*from);
        }
        if start * end < zero {
            let part = start / (start - end);
            kept.push([0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
        }
    }
    kept
}

/// The mesh of one triangle whose corners are given in steps.
fn triangle(corners: &[[i64; 3]; 3]) -> TriangleMesh {
    let vertex = |corner: &[i64; 3]| corner.map(|k| k as f64 / 65_536.0);
    TriangleMesh {
        vertices: corners.iter().map(vertex).collect(),
        triangles: vec![[0, 1, 2]],
        ..TriangleMesh::default()
    }
}

fn check(corners: &[[i64; 3]; 3], within: &GridBox) {
    let expected: Vec<_> =
        positions(within).filter(|&voxel| meets(corners, voxel)).map(|voxel| (voxel, 1)).collect();
    let job = MeshJob { bounds: Some(*within), threads: 1, ..MeshJob::default() };
    let scene = voxelize_mesh(&triangle(corners), &job).expect("a sound triangle").0;
    assert_eq!(voxels(&scene), expected, "the voxels of {corners:?}");
}

#[test]
fn triangles_on_a_small_lattice_completely() {
    // All triangles with corners on whole and half numbers: every kind of tie, lines and points among them.
    let half = 1 << 15;
    let points: Vec<[i64; 3]> =
        (0..27).map(|k: i64| [k % 3, k / 3 % 3, k / 9].map(|part| part * half)).collect();
    let within = GridBox::new([-1; 3], [2; 3]).expect("small");
    for (a, &first) in points.iter().enumerate() {
        for (b, &second) in points.iter().enumerate().skip(a) {
            for &third in &points[b..] {
                check(&[first, second, third], &within);
            }
        }
    }
}

#[test]
fn random_triangles_with_and_without_ties() {
    let mut numbers = Numbers(7);
    let within = GridBox::new([-3; 3], [4; 3]).expect("small");
    for round in 0..1500_u32 {
        // From multiples of a whole voxel down to single steps.
        let step = 1 << (16 - 4 * (round % 5));
        let span = u32::try_from(6 * (65_536 / step)).expect("small");
        let corners = [0; 3].map(|_: i32| {
            [0; 3].map(|_: i32| i64::from(numbers.below(span + 1)) * step - 3 * 65_536)
        });
        check(&corners, &within);
    }
}

#[test]
fn triangles_as_long_as_a_box_may_be() {
    let long = 131_000 * 65_536_i64;
    for (k, corners) in [
        [[-1, 5, -7], [long, 3, long / 3 + 1], [long / 2, long, 99]],
        [[0, 0, 0], [long, long, 1], [long, 1, long]],
        [[-long / 2, -long / 2, 70_000], [long / 2, -3, 5], [7, long / 2, -long / 5]],
    ]
    .into_iter()
    .enumerate()
    {
        // A small box at a point of the triangle, far from all corners.
        let middle =
            [0, 1, 2].map(|a| (corners[0][a] + corners[1][a] + corners[2][a]) / 3 / 65_536);
        let low = middle.map(|k| i32::try_from(k).expect("small") - 3);
        let within = GridBox::new(low, low.map(|k| k + 7)).expect("small");
        let job = MeshJob { bounds: Some(within), ..MeshJob::default() };
        let scene = voxelize_mesh(&triangle(&corners), &job).expect("a sound triangle").0;
        assert!(scene.voxel_count() > 10, "triangle {k} passes through the box");
        // Far from all edges a triangle is its plane: it passes between the corners of the voxels that it meets.
        for voxel in positions(&within) {
            let heights = heights_of_corners(&corners, voxel);
            let (low, high) = (heights.iter().min(), heights.iter().max());
            let [low, high] = [low, high].map(|height| height.expect("eight corners").signum());
            if low * high != 0 {
                assert_eq!(scene.is_occupied(voxel), low < high, "triangle {k}, voxel {voxel:?}");
            }
        }
    }
}

/// How far the corners of a voxel lie above the plane of a triangle, in no unit.
fn heights_of_corners(corners: &[[i64; 3]; 3], voxel: [i32; 3]) -> [i128; 8] {
    let wide = corners.map(|corner| corner.map(i128::from));
    let [p, q] = [1, 2].map(|k: usize| [0, 1, 2].map(|a| wide[k][a] - wide[0][a]));
    let normal = [0, 1, 2].map(|a| {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        p[b] * q[c] - p[c] * q[b]
    });
    [0, 1, 2, 3, 4, 5, 6, 7].map(|corner: i32| {
        (0..3)
            .map(|a| {
                let at = i128::from(voxel[a] + (corner >> a & 1)) * 65_536;
                normal[a] * (at - wide[0][a])
            })
            .sum()
    })
}

#[test]
fn a_wall_in_a_whole_plane_is_one_voxel_thick() {
    let scene = filled(
        &triangle(&[[0, 0, 5 << 16], [8 << 16, 0, 5 << 16], [0, 8 << 16, 5 << 16]]),
        Fill::Surface,
    );
    assert_eq!(scene.bounds().sides()[2], 1, "one layer");
    assert!(voxels(&scene).iter().all(|(voxel, _)| voxel[2] == 5), "the one above the plane");
}

#[test]
fn order_and_threads_do_not_matter() {
    let mut numbers = Numbers(11);
    let mut mesh = TriangleMesh::default();
    for _ in 0..900 {
        mesh.vertices.push([0; 3].map(|_: i32| f64::from(numbers.below(4000)) / 100.0));
    }
    mesh.triangles = (0..300).map(|k| [k * 3, k * 3 + 1, k * 3 + 2]).collect();
    mesh.materials = (0..300).map(|k| 1 + k % 7).collect();
    let expected = voxels(&filled(&mesh, Fill::Surface));
    mesh.triangles.reverse();
    mesh.materials.reverse();
    for threads in [1, 3] {
        let job = MeshJob { threads, ..MeshJob::default() };
        let scene = voxelize_mesh(&mesh, &job).expect("sound").0;
        assert_eq!(voxels(&scene), expected, "backwards, with {threads} threads");
    }
}

#[test]
fn a_part_is_the_part_of_the_whole() {
    let mut numbers = Numbers(13);
    let mut mesh = TriangleMesh::default();
    mesh.vertices
        .extend((0..60).map(|_| [0; 3].map(|_: i32| f64::from(numbers.below(300)) / 10.0)));
    mesh.triangles = (0..20).map(|k| [k * 3, k * 3 + 1, k * 3 + 2]).collect();
    let whole = voxels(&filled(&mesh, Fill::Surface));
    let part = GridBox::new([3, 5, 2], [20, 14, 27]).expect("small");
    let job = MeshJob { bounds: Some(part), ..MeshJob::default() };
    let found = voxels(&voxelize_mesh(&mesh, &job).expect("sound").0);
    let expected: Vec<_> = whole.into_iter().filter(|(voxel, _)| part.contains(*voxel)).collect();
    assert_eq!(found, expected, "what lies in the box");
}

#[test]
fn what_is_too_large_is_refused() {
    let long = 140_000 << 16;
    let refused = |mesh: &TriangleMesh, job: &MeshJob| {
        voxelize_mesh(mesh, job).expect_err("too large").to_string()
    };
    let error = refused(&triangle(&[[0, 0, 0], [long, 0, 0], [0, 9, 9]]), &MeshJob::default());
    assert!(error.contains("triangle 0") && error.contains("larger voxel size"), "{error}");
    let far = triangle(&[[0, 0, 0], [1 << 47, 0, 0], [0, 9, 9]]);
    let error = refused(&far, &MeshJob::default());
    assert!(error.contains("vertex 1") && error.contains("2^30"), "{error}");
    let wall = triangle(&[[0, 0, 0], [100_000 << 16, 0, 0], [0, 100_000 << 16, 0]]);
    let job = MeshJob { memory: Some(1 << 30), ..MeshJob::default() };
    assert!(refused(&wall, &job).contains("--box"), "five thousand million voxels");
}

#[test]
fn no_triangle_has_fewer_voxels_than_it_is_said_to_have() {
    let mut numbers = Numbers(61);
    let side = 40 << 16;
    let mut sum = 0;
    for _ in 0..500 {
        let corners = [(); 3].map(|()| [(); 3].map(|()| i64::from(numbers.below(side))));
        let bands = Bands::new(&corners, [0; 3], [40; 3]);
        let mut count = 0;
        let counted = bands.for_each_column(&(0..i64::MAX), |_, _, length| {
            count += length.unsigned_abs();
            Ok(())
        });
        assert!(counted.is_ok(), "counting does not fail");
        assert!((bands.at_least()..=bands.at_most()).contains(&count), "{count} of {corners:?}");
        sum += bands.at_least();
        let part = Bands::new(&corners, [20; 3], [21; 3]);
        assert_eq!(part.at_least(), 0, "most of it lies outside: {corners:?}");
    }
    assert!(sum > 500 * 100, "and it is not nothing: {sum}");
}

#[test]
fn voxels_listed_over_and_over_are_dropped_on_the_way() {
    let mut mesh = triangle(&[[0, 0, 0], [300 << 16, 0, 9 << 16], [0, 300 << 16, 9 << 16]]);
    let once = {
        let job = MeshJob { threads: 1, ..MeshJob::default() };
        voxelize_mesh(&mesh, &job).expect("a sound triangle").0
    };
    mesh.triangles = vec![[0, 1, 2]; 200];
    let fixed = FixedMesh::new(&mesh, &Transform::default()).expect("sound");
    let bounds = fixed.bounds().expect("small");
    let bytes = |left_out: &[u32]| {
        let list = Surface::new(&fixed, left_out, bounds, None).voxels(1).expect("room");
        (list.bytes(), voxels(&list.into_scene(1).expect("room")))
    };
    let joined = joined_vertices(&fixed);
    let repeats = Repeats::find(&fixed, &joined, 1).expect("a thread");
    assert_eq!(repeats.of_surface.len(), 199, "all but one");
    let (alone, found) = bytes(&repeats.of_surface);
    assert_eq!(found, voxels(&once), "as of one triangle");
    let (all, found) = bytes(&[]);
    assert_eq!(found, voxels(&once), "as of one triangle");
    assert!(all <= 2 * alone, "{all} bytes, where one triangle takes {alone}");
}
