//! Which mesh stands where: the tree of nodes, flattened.
//!
//! Invariant: every node is taken once, so that no file makes more of its nodes than it lists; no recursion.

use super::document::{Document, Node};
use crate::error::{Error, Result};

/// A 3 x 4 matrix: `[row][column]`.
pub(super) type Placement = [[f64; 4]; 3];

const IDENTITY: Placement = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Every mesh of the scene shown, with its placement.
///
/// # Errors
/// Where a node is named that is not there, or by two parents.
pub(super) fn placed_meshes(document: &Document) -> Result<Vec<(usize, Placement)>> {
    let mut taken = vec![false; document.nodes.len()];
    let mut open: Vec<(usize, Placement)> =
        roots(document).into_iter().rev().map(|node| (node, IDENTITY)).collect();
    let mut placed = Vec::new();
    while let Some((index, above)) = open.pop() {
        let node = document.nodes.get(index).ok_or_else(|| {
            Error::input(format!("node {index} is named and not there; save it again"))
        })?;
        if std::mem::replace(&mut taken[index], true) {
            return Err(Error::input(format!(
                "node {index} is named twice; nodes must form a tree, so save it again"
            )));
        }
        let here = times(&above, &local(node));
        placed.extend(node.mesh.map(|mesh| (mesh, here)));
        open.extend(node.children.iter().rev().map(|&child| (child, here)));
    }
    Ok(placed)
}

/// The nodes of the default scene; without scenes all that are no children.
fn roots(document: &Document) -> Vec<usize> {
    if let Some(scene) = document.scenes.get(document.scene.unwrap_or(0)) {
        return scene.nodes.clone();
    }
    let mut is_child = vec![false; document.nodes.len()];
    for &child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(flag) = is_child.get_mut(child) {
            *flag = true;
        }
    }
    (0..document.nodes.len()).filter(|&node| !is_child[node]).collect()
}

/// A node's own placement: its matrix, or scale, then rotation, then translation.
fn local(node: &Node) -> Placement {
    if let Some(m) = node.matrix {
        return [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column: usize| m[4 * column + row]));
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scale = node.scale.unwrap_or([1.0; 3]);
    let move_by = node.translation.unwrap_or([0.0; 3]);
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    [0, 1, 2].map(|r| {
        let row: [f64; 3] = turn[r];
        [row[0] * scale[0], row[1] * scale[1], row[2] * scale[2], move_by[r]]
    })
}

fn times(a: &Placement, b: &Placement) -> Placement {
    [0, 1, 2].map(|row: usize| {
        [0, 1, 2, 3].map(|column: usize| {
            let sum: f64 = (0..3).map(|k| a[row][k] * b[k][column]).sum();
            if column == 3 { sum + a[row][3] } else { sum }
        })
    })
}

/// A point, placed.
pub(super) fn apply(placement: &Placement, point: [f64; 3]) -> [f64; 3] {
    placement.map(|row| row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + row[3])
}
