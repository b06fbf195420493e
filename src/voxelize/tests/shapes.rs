//! Closed meshes made by rule.

use std::collections::HashMap;

use crate::voxelize::TriangleMesh;

/// Both meshes as one.
pub(super) fn join(mut a: TriangleMesh, b: &TriangleMesh) -> TriangleMesh {
    let first = u32::try_from(a.vertices.len()).expect("small");
    a.vertices.extend(&b.vertices);
    a.triangles.extend(b.triangles.iter().map(|corners| corners.map(|corner| corner + first)));
    a
}

/// The box between two corners.
pub(super) fn cuboid(low: [f64; 3], high: [f64; 3]) -> TriangleMesh {
    let corner = |k: usize| [0, 1, 2].map(|a| if k >> a & 1 == 1 { high[a] } else { low[a] });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    TriangleMesh {
        vertices: (0..8).map(corner).collect(),
        triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
        ..TriangleMesh::default()
    }
}

/// A tetrahedron of these corners.
pub(super) fn tetrahedron(corners: [[f64; 3]; 4]) -> TriangleMesh {
    TriangleMesh {
        vertices: corners.to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]],
        ..TriangleMesh::default()
    }
}

/// An octahedron whose triangles are cut in four so many times, blown up to a sphere.
pub(super) fn sphere(centre: [f64; 3], radius: f64, cuts: u32) -> TriangleMesh {
    let mut vertices: Vec<[f64; 3]> = (0..6)
        .map(|k| [0, 1, 2].map(|a| if k / 2 != a { 0.0 } else { f64::from(k % 2 * 2 - 1) }))
        .collect();
    let mut triangles: Vec<[u32; 3]> =
        (0..8).map(|k: u32| [k & 1, 2 + (k >> 1 & 1), 4 + (k >> 2 & 1)]).collect();
    for _ in 0..cuts {
        let mut halves = HashMap::new();
        let mut half = |a: u32, b: u32, vertices: &mut Vec<[f64; 3]>| {
            *halves.entry((a.min(b), a.max(b))).or_insert_with(|| {
                let (from, to) = (vertices[a as usize], vertices[b as usize]);
                vertices.push([0, 1, 2].map(|axis| (from[axis] + to[axis]) / 2.0));
                u32::try_from(vertices.len() - 1).expect("small")
            })
        };
        triangles = triangles
            .iter()
            .flat_map(|&[a, b, c]| {
                let ab = half(a, b, &mut vertices);
                let bc = half(b, c, &mut vertices);
                let ca = half(c, a, &mut vertices);
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    for vertex in &mut vertices {
        let length = vertex.iter().map(|x| x * x).sum::<f64>().sqrt();
        *vertex = [0, 1, 2].map(|axis| centre[axis] + vertex[axis] / length * radius);
    }
    TriangleMesh { vertices, triangles, ..TriangleMesh::default() }
}

/// A torus around the z axis through `centre`: radius of the ring, of the tube, and how many pieces each has.
pub(super) fn torus(centre: [f64; 3], ring: f64, tube: f64, pieces: [u32; 2]) -> TriangleMesh {
    let [around, across] = pieces;
    let turn = |k: u32, of: u32| (f64::from(k) / f64::from(of) * std::f64::consts::TAU).sin_cos();
    let mut mesh = TriangleMesh::default();
    for k in 0..around * across {
        let ((sin, cos), (up, out)) = (turn(k / across, around), turn(k % across, across));
        let reach = ring + tube * out;
        mesh.vertices.push([
            centre[0] + reach * cos,
            centre[1] + reach * sin,
            centre[2] + tube * up,
        ]);
        let at = |i: u32, j: u32| (k / across + i) % around * across + (k % across + j) % across;
        mesh.triangles.push([at(0, 0), at(1, 0), at(1, 1)]);
        mesh.triangles.push([at(0, 0), at(1, 1), at(0, 1)]);
    }
    mesh
}
