//! The rectangles against faces counted one by one.

use std::collections::{BTreeMap, BTreeSet};

use super::quad::{Quad, for_each_quad};
use crate::aabb::GridBox;
use crate::face::Face;
use crate::scene::Scene;

fn quads(scene: &Scene) -> Vec<Quad> {
    let mut found = Vec::new();
    for_each_quad(scene, true, |quad| {
        found.push(quad);
        Ok(())
    })
    .expect("nothing here fails");
    found
}

/// Every exposed face: the voxel, the face and the material, found by asking for each neighbour.
fn exposed(scene: &Scene) -> BTreeSet<([i32; 3], u8, u16)> {
    let mut found = BTreeSet::new();
    scene.for_each_voxel(|voxel, material| {
        for face in Face::ALL {
            let beside = [0, 1, 2].map(|axis| voxel[axis] + face.normal()[axis]);
            if !scene.is_occupied(beside) {
                found.insert((voxel, face as u8, material));
            }
        }
    });
    found
}

/// The faces that rectangles cover, from their corners alone; each must be covered once and wound outwards.
fn covered(quads: &[Quad]) -> BTreeSet<([i32; 3], u8, u16)> {
    let mut found = BTreeSet::new();
    for quad in quads {
        let [a, b, c, d] = quad.corners();
        let to = |p: [i32; 3]| [0, 1, 2].map(|axis| i64::from(p[axis] - a[axis]));
        let ([u, v], across) = ([to(b), to(d)], to(c));
        assert_eq!([0, 1, 2].map(|k| u[k] + v[k]), across, "{quad:?} is a rectangle");
        // The cross product: y z - z y, z x - x z, x y - y x.
        let normal = [[1, 2], [2, 0], [0, 1]].map(|[j, k]| u[j] * v[k] - u[k] * v[j]);
        let area: i64 = normal.iter().map(|part| part.abs()).sum();
        assert_eq!(
            normal.map(|part| part.signum() as i32),
            quad.face.normal(),
            "{quad:?} outwards"
        );
        let (low, high) = (
            [0, 1, 2].map(|k| a[k].min(c[k])),
            [0, 1, 2].map(|k| a[k].max(c[k]).max(a[k].min(c[k]) + 1)),
        );
        let mut faces = 0;
        for x in low[0]..high[0] {
            for y in low[1]..high[1] {
                for z in low[2]..high[2] {
                    let mut voxel = [x, y, z];
                    voxel[quad.face.axis()] -= i32::from(quad.face.is_positive());
                    faces += 1;
                    let fresh = found.insert((voxel, quad.face as u8, quad.material));
                    assert!(fresh, "{voxel:?} is covered twice");
                }
            }
        }
        assert_eq!(faces, area, "{quad:?} covers its area");
    }
    found
}

fn hash([x, y, z]: [i32; 3]) -> i32 {
    let mixed =
        x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
    (mixed ^ mixed >> 13).wrapping_mul(0x5bd1_e995) >> 8
}

#[test]
fn rectangles_cover_each_exposed_face_once() {
    for (min, sides) in [
        ([0; 3], [1, 1, 1]),
        ([-5, 9, 1000], [16, 16, 16]),
        ([-37, 3, -8], [33, 20, 41]),
        ([0, 0, 0], [70, 5, 3]),
        ([0, 0, 0], [0, 5, 3]),
    ] {
        let max = [0, 1, 2].map(|axis| min[axis] + sides[axis]);
        let bounds = GridBox::new(min, max).expect("small");
        let fills: [fn([i32; 3]) -> u16; 5] = [
            |_| 3,
            |voxel| (hash(voxel) & 1) as u16,
            |voxel| [0, 0, 1, 2, 3][hash(voxel).rem_euclid(5).unsigned_abs() as usize],
            |[x, y, z]| u16::from((x / 5 + y / 3 + z / 7) % 2 == 0) * (1 + (x & 8) as u16),
            |voxel| u16::from(hash(voxel).rem_euclid(40) == 0) * 65_535,
        ];
        for (number, fill) in fills.into_iter().enumerate() {
            let scene = Scene::from_fn(bounds, 0, fill).expect("small");
            let expected = exposed(&scene);
            assert!(covered(&quads(&scene)) == expected, "fill {number} of {sides:?}");
        }
    }
}

#[test]
fn what_can_be_one_rectangle_is_one() {
    let bounds = GridBox::new([-3, 5, 7], [97, 45, 52]).expect("small");
    let block = quads(&Scene::from_fn(bounds, 0, |_| 9).expect("small"));
    assert_eq!(block.len(), 6, "a block has six sides");
    for quad in &block {
        let axis = quad.face.axis();
        let end = if quad.face.is_positive() { bounds.max } else { bounds.min };
        assert_eq!(quad.plane, end[axis], "{quad:?}");
        assert_eq!(quad.low, [bounds.min[(axis + 1) % 3], bounds.min[(axis + 2) % 3]], "{quad:?}");
        assert_eq!(quad.high, [bounds.max[(axis + 1) % 3], bounds.max[(axis + 2) % 3]], "{quad:?}");
    }
    // Two materials: the plane between them is not exposed, and no rectangle is of both.
    let two = quads(&Scene::from_fn(bounds, 0, |[x, _, _]| 1 + u16::from(x >= 20)).expect("small"));
    let mut count = BTreeMap::<_, u32>::new();
    two.iter().for_each(|quad| *count.entry(quad.material).or_default() += 1);
    assert_eq!(count, BTreeMap::from([(1, 5), (2, 5)]), "each has five sides outside");
}
