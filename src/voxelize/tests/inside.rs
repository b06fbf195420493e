//! Solids: parity along another line in whole numbers, tight shells, volumes.

use super::shapes::{cuboid, join, sphere, tetrahedron, torus};
use super::{Numbers, filled, positions, voxels};
use crate::aabb::GridBox;
use crate::scene::Scene;
use crate::space::Transform;
use crate::voxelize::edges::joined_vertices;
use crate::voxelize::fixed::FixedMesh;
use crate::voxelize::repeats::Repeats;
use crate::voxelize::{Body, Fill, MeshJob, TriangleMesh, voxelize_mesh};

/// Closed meshes, on whole numbers and halves (ties at every centre and edge) and anywhere.
fn closed_meshes() -> Vec<(&'static str, TriangleMesh)> {
    vec![
        ("a cube on whole numbers", cuboid([2.0; 3], [7.0, 6.0, 5.0])),
        ("a cube on halves", cuboid([0.5; 3], [6.5, 4.5, 5.5])),
        ("a cube anywhere", cuboid([-1.3, 0.21, 0.7], [5.1, 4.77, 9.99])),
        ("a plate thinner than a voxel", cuboid([0.2, 0.1, 0.6], [9.3, 8.8, 0.7])),
        (
            "a tetrahedron on whole numbers",
            tetrahedron([[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]]),
        ),
        (
            "a tetrahedron anywhere",
            tetrahedron([[0.3, 0.1, -2.0], [9.7, 1.4, 0.2], [1.9, 8.8, 0.5], [3.3, 2.1, 9.2]]),
        ),
        ("an octahedron through centres", sphere([4.5; 3], 4.0, 0)),
        ("a sphere", sphere([6.1, 5.9, 6.3], 5.2, 3)),
        ("a sphere on a lattice point", sphere([6.0; 3], 5.0, 2)),
        ("a torus", torus([9.0, 9.5, 4.0], 6.0, 2.6, [24, 12])),
        ("a box in a box", join(cuboid([0.0; 3], [9.0; 3]), &cuboid([2.5; 3], [6.5; 3]))),
        (
            "two boxes that share an edge",
            join(cuboid([0.0; 3], [4.0; 3]), &cuboid([4.0, 4.0, 0.0], [8.0; 3])),
        ),
    ]
}

/// Six times the volume of the tetrahedron of four points, signed.
fn volume([a, b, c, d]: [[i128; 3]; 4]) -> i128 {
    let [p, q, r] = [b, c, d].map(|point| [0, 1, 2].map(|axis| point[axis] - a[axis]));
    p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0])
        + p[2] * (q[0] * r[1] - q[1] * r[0])
}

/// Whether a centre lies inside, by the crossings of a segment to a far point that lies on no line or plane of the mesh; none
/// where the centre lies on the surface.
fn is_inside(mesh: &TriangleMesh, voxel: [i32; 3]) -> Option<bool> {
    #[allow(clippy::cast_possible_truncation, reason = "rounded as the mesh is")]
    let rounded = |vertex: [f64; 3]| vertex.map(|x| (x * 65_536.0).round() as i128);
    let from = voxel.map(|k| i128::from(k) * 65_536 + 32_768);
    let to = [from[0] + 80_000_003, from[1] - 70_000_027, from[2] + 75_000_001];
    let mut crossings = 0;
    for corners in &mesh.triangles {
        let [a, b, c] = corners.map(|corner| rounded(mesh.vertices[corner as usize]));
        let (near, far) = (volume([from, a, b, c]), volume([to, a, b, c]));
        let sides = [volume([from, to, a, b]), volume([from, to, b, c]), volume([from, to, c, a])];
        let same = sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0);
        if same && near == 0 && sides != [0; 3] {
            return None;
        }
        let crosses = same && near.signum() * far.signum() < 0;
        assert!(!crosses || !sides.contains(&0), "the segment meets an edge: choose another");
        crossings += i32::from(crosses);
    }
    Some(crossings % 2 == 1)
}

#[test]
fn centres_inside_are_those_with_odd_crossings_on_any_line() {
    for (name, mesh) in closed_meshes() {
        let scene = filled(&mesh, Fill::Inside);
        let around = GridBox::new([-3; 3], [20; 3]).expect("small");
        let (mut decided, mut full) = (0, 0);
        for voxel in positions(&around) {
            if let Some(inside) = is_inside(&mesh, voxel) {
                assert_eq!(scene.is_occupied(voxel), inside, "{name}, voxel {voxel:?}");
                decided += 1;
                full += i32::from(inside);
            }
        }
        assert!(decided > 6000, "{name}: {decided} of 12167 centres lie off the surface");
        assert!(full > 20 || name.contains("plate"), "{name} has an inside");
    }
}

#[test]
fn a_solid_is_the_surface_and_the_inside() {
    for (name, mesh) in closed_meshes() {
        let mut union = voxels(&filled(&mesh, Fill::Surface));
        union.extend(voxels(&filled(&mesh, Fill::Inside)));
        union.sort_unstable();
        union.dedup();
        assert_eq!(voxels(&filled(&mesh, Fill::Solid)), union, "{name}");
    }
}

/// The free voxels that are reached from the corner of a box by faces.
fn flooded(shell: &Scene, around: &GridBox) -> std::collections::HashSet<[i32; 3]> {
    let mut reached = std::collections::HashSet::from([around.min]);
    let mut next = vec![around.min];
    while let Some(voxel) = next.pop() {
        for (axis, step) in [(0, -1), (0, 1), (1, -1), (1, 1), (2, -1), (2, 1)] {
            let mut beside = voxel;
            beside[axis] += step;
            if around.contains(beside) && !shell.is_occupied(beside) && reached.insert(beside) {
                next.push(beside);
            }
        }
    }
    reached
}

#[test]
fn no_walk_by_faces_leads_through_a_closed_surface() {
    let around = GridBox::new([-3; 3], [21; 3]).expect("small");
    for (name, mesh) in closed_meshes() {
        let (shell, inside) = (filled(&mesh, Fill::Surface), filled(&mesh, Fill::Inside));
        let outside = flooded(&shell, &around);
        for (voxel, _) in voxels(&inside) {
            assert!(!outside.contains(&voxel), "{name}: {voxel:?} is reached from outside");
        }
        let closed = positions(&around).filter(|voxel| {
            !outside.contains(voxel) && !shell.is_occupied(*voxel) && !inside.is_occupied(*voxel)
        });
        // A cavity is the only free space that is not reached.
        assert!(closed.count() == 0 || name == "a box in a box", "{name}: all else is reached");
    }
}

#[test]
fn volumes_are_those_of_the_bodies() {
    let count = |mesh: &TriangleMesh| filled(mesh, Fill::Inside).voxel_count() as f64;
    assert_eq!(count(&cuboid([1.0; 3], [31.0, 21.0, 11.0])), 6000.0, "a box on whole numbers");
    let nested = join(cuboid([0.0; 3], [20.0; 3]), &cuboid([5.0; 3], [15.0; 3]));
    assert_eq!(count(&nested), 7000.0, "a box with a cavity");
    let ball = count(&sphere([0.3; 3], 30.0, 5));
    let exact = 4.0 / 3.0 * std::f64::consts::PI * 27_000.0;
    assert!((ball / exact - 1.0).abs() < 0.01, "a ball of {ball} voxels, {exact} wanted");
    let ring = count(&torus([0.1, 0.2, 0.3], 30.0, 10.0, [128, 64]));
    let exact = 2.0 * std::f64::consts::PI.powi(2) * 3000.0;
    assert!((ring / exact - 1.0).abs() < 0.01, "a torus of {ring} voxels, {exact} wanted");
}

#[test]
fn a_mesh_with_a_hole_is_refused() {
    let mut mesh = cuboid([0.0; 3], [9.0; 3]);
    mesh.triangles.remove(3);
    for fill in [Fill::Solid, Fill::Inside] {
        let job = MeshJob { fill, ..MeshJob::default() };
        let error = voxelize_mesh(&mesh, &job).expect_err("not closed").to_string();
        assert!(error.contains("3 edges in 1 hole "), "{error}");
    }
    let (_, figures) =
        voxelize_mesh(&mesh, &MeshJob::default()).expect("a surface needs no inside");
    assert_eq!((figures.open.edges, figures.open.holes, figures.open_bodies), (3, 1, 1), "counted");
}

#[test]
fn bodies_are_filled_one_by_one() {
    // Two boxes that overlap, and a third with a hole.
    let (a, b) = (cuboid([0.0; 3], [6.0; 3]), cuboid([3.0; 3], [9.0; 3]));
    let mut open = cuboid([20.0; 3], [29.0; 3]);
    open.triangles.pop();
    let mut mesh = join(join(a, &b), &open);
    let overlap = [4, 4, 4];
    mesh.bodies =
        vec![Body { end: 12, inside: 5 }, Body { end: 24, inside: 9 }, Body { end: 35, inside: 2 }];
    let job = MeshJob { fill: Fill::Inside, keep_open: true, ..MeshJob::default() };
    let (scene, figures) = voxelize_mesh(&mesh, &job).expect("some are closed");
    assert_eq!(figures.open_bodies, 1, "the third");
    assert_eq!(scene.material(overlap), 9, "full, and of the highest material");
    assert_eq!((scene.material([1; 3]), scene.material([8; 3])), (5, 9), "each of its own");
    assert_eq!(scene.voxel_count(), 2 * 216 - 27, "both boxes");
    let strict = MeshJob { keep_open: false, ..job.clone() };
    assert!(voxelize_mesh(&mesh, &strict).is_err(), "unless all must be closed");
    mesh.bodies.clear();
    mesh.triangles.truncate(24);
    let scene = voxelize_mesh(&mesh, &job).expect("closed").0;
    assert!(!scene.is_occupied(overlap), "as one body the overlap counts as outside");
}

#[test]
fn the_inside_is_of_the_material_of_the_nearer_surface() {
    let mut mesh = cuboid([0.0; 3], [3.0, 3.0, 5.0]);
    let height = |corners: &[u32; 3]| corners.map(|corner| mesh.vertices[corner as usize][2]);
    let material = |corners: &[u32; 3]| match height(corners) {
        [0.0, 0.0, 0.0] => 9,
        [5.0, 5.0, 5.0] => 4,
        _ => 2,
    };
    mesh.materials = mesh.triangles.iter().map(material).collect();
    let scene = filled(&mesh, Fill::Inside);
    let all = GridBox::with_sides([3, 3, 5]).expect("small");
    let expected: Vec<_> = positions(&all).map(|at| (at, if at[2] < 3 { 9 } else { 4 })).collect();
    assert_eq!(voxels(&scene), expected, "of the lower where both are as near");
    mesh.bodies = vec![Body { end: mesh.triangles.len(), inside: 7 }];
    let told = filled(&mesh, Fill::Inside);
    assert!(voxels(&told).iter().all(|&(_, material)| material == 7), "as the body says");
    mesh.bodies.clear();
    let bounds = Some(GridBox::new([0, 0, 1], [3, 3, 4]).expect("small"));
    let job = MeshJob { fill: Fill::Inside, bounds, ..MeshJob::default() };
    let (part, _) = voxelize_mesh(&mesh, &job).expect("closed");
    let expected: Vec<_> = expected.into_iter().filter(|(at, _)| (1..4).contains(&at[2])).collect();
    assert_eq!(voxels(&part), expected, "and so in a part");
}

#[test]
fn shells_in_shells_by_the_hundred_are_refused_beforehand() {
    let shell = |k: u32| cuboid([f64::from(k) + 0.3; 3], [399.7 - f64::from(k); 3]);
    let mesh = (1..199).fold(shell(0), |mesh, k| join(mesh, &shell(k)));
    let job = MeshJob { fill: Fill::Inside, ..MeshJob::default() };
    let error = voxelize_mesh(&mesh, &job).expect_err("ten million runs").to_string();
    assert!(error.contains("out of proportion") && error.contains("--memory"), "{error}");
}

#[test]
fn a_part_of_a_solid_is_the_part_of_the_whole() {
    let mesh = sphere([20.2, 21.3, 19.4], 18.0, 4);
    let mut numbers = Numbers(3);
    for fill in [Fill::Solid, Fill::Inside] {
        let whole = voxels(&filled(&mesh, fill));
        for _ in 0..4 {
            let low = [0; 3].map(|_: i32| numbers.below(25).cast_signed());
            let part = GridBox::new(low, low.map(|k| k + 13)).expect("small");
            let job = MeshJob { fill, bounds: Some(part), ..MeshJob::default() };
            let found = voxels(&voxelize_mesh(&mesh, &job).expect("sound").0);
            let expected: Vec<_> =
                whole.iter().copied().filter(|(voxel, _)| part.contains(*voxel)).collect();
            assert_eq!(found, expected, "{part:?} of {fill:?}");
        }
    }
}

#[test]
fn triangles_that_are_there_more_than_once_change_nothing() {
    let mut mesh = sphere([20.2, 21.3, 19.4], 18.0, 2);
    let count = mesh.triangles.len();
    mesh.materials = (1..=3).cycle().take(count).collect();
    let corners = u32::try_from(mesh.vertices.len()).expect("small");
    // Twice more: turned, and the other way around, at vertices of their own, of a lower material.
    let mut thrice = join(mesh.clone(), &mesh);
    thrice.triangles.extend_from_within(..count);
    for (k, triangle) in thrice.triangles[count..].iter_mut().enumerate() {
        triangle.rotate_left(k % 3);
        if k < count {
            triangle.reverse();
        }
    }
    thrice.materials.extend((0..2 * count).map(|_| 1));
    assert_eq!(thrice.vertices.len(), 2 * corners as usize, "each position twice");
    for fill in [Fill::Surface, Fill::Solid, Fill::Inside] {
        assert_eq!(voxels(&filled(&thrice, fill)), voxels(&filled(&mesh, fill)), "{fill:?}");
    }
    let fixed = FixedMesh::new(&thrice, &Transform::default()).expect("sound");
    let repeats = Repeats::find(&fixed, &joined_vertices(&fixed), 1).expect("a thread");
    assert_eq!([repeats.of_surface.len(), repeats.of_inside.len()], [2 * count; 2], "found");
    let mut twice = join(mesh.clone(), &mesh);
    twice.materials.clear();
    assert_eq!(filled(&twice, Fill::Inside).voxel_count(), 0, "even everywhere: no inside");
    twice.bodies = vec![Body { end: count, inside: 5 }, Body { end: 2 * count, inside: 9 }];
    let (once, both) = (filled(&mesh, Fill::Inside), filled(&twice, Fill::Inside));
    assert_eq!(both.voxel_count(), once.voxel_count(), "as two bodies both are full");
    assert!(voxels(&both).iter().all(|(_, material)| *material == 9), "the higher one stays");
}

#[test]
fn bodies_of_many_columns_are_filled_slab_by_slab() {
    let plate = cuboid([0.0; 3], [900.0, 1000.0, 3.0]);
    let beside = cuboid([-7.0, 100.0, 1.0], [300.0, 800.0, 9.0]);
    let mut mesh = join(plate, &beside);
    mesh.bodies = vec![Body { end: 12, inside: 3 }, Body { end: 24, inside: 2 }];
    let scene = filled(&mesh, Fill::Inside);
    let (plate, beside, both) = (900 * 1000 * 3, 307 * 700 * 8, 300 * 700 * 2);
    assert_eq!(scene.voxel_count(), plate + beside - both, "all rows of both");
    assert_eq!(scene.material([5, 500, 2]), 3, "of the higher material where they overlap");
}
