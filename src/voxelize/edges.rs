//! Whether a mesh is closed.
//!
//! Filling counts how often a line to the outside crosses the surface, and asks only whether that is odd. It gives the same
//! answer along every line exactly if every edge belongs to an even number of triangles (the sum of the triangles has no
//! boundary modulo 2). So that is what closed means here: triangles may be turned either way, and edges at which two bodies
//! touch may belong to four. Vertices count as the same where they are rounded to the same position: a mesh that lists
//! each corner several times is closed if its positions say so. Triangles that are lines or points take part like any
//! other: they repeat edges or cancel out.

use std::collections::HashMap;

use super::fixed::FixedMesh;

/// The edges of a mesh that belong to an odd number of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpenEdges {
    /// Edges of one triangle.
    pub edges: u64,
    /// Edges of three triangles, or another odd number.
    pub branching: u64,
    /// How many holes they all surround: groups of edges that hang together.
    pub holes: u64,
}

impl OpenEdges {
    /// Whether there is none.
    pub fn is_closed(&self) -> bool {
        self.edges + self.branching == 0
    }

    /// The sum of both.
    pub(super) fn add(&mut self, more: Self) {
        self.edges += more.edges;
        self.branching += more.branching;
        self.holes += more.holes;
    }
}

/// For each vertex the lowest one at the same position.
pub(super) fn joined_vertices(fixed: &FixedMesh<'_>) -> Vec<u32> {
    let count = u32::try_from(fixed.points.len()).unwrap_or(u32::MAX);
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_unstable_by_key(|&vertex| (fixed.points[vertex as usize], vertex));
    let mut joined = vec![0; order.len()];
    for group in order.chunk_by(|&a, &b| fixed.points[a as usize] == fixed.points[b as usize]) {
        group.iter().for_each(|&vertex| joined[vertex as usize] = group[0]);
    }
    joined
}

/// The open edges of some triangles, their corners named by [`joined_vertices`].
pub(super) fn open_edges(triangles: &[[u32; 3]], joined: &[u32]) -> OpenEdges {
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for corners in triangles {
        let corners = corners.map(|corner| joined[corner as usize]);
        for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])) {
            if a != b {
                edges.push(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
            }
        }
    }
    edges.sort_unstable();
    let mut open = OpenEdges::default();
    let odd = edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
    let odd: Vec<(u32, u32)> = odd
        .map(|same| {
            let kind = if same.len() == 1 { &mut open.edges } else { &mut open.branching };
            *kind += 1;
            ends(same[0])
        })
        .collect();
    OpenEdges { holes: count_groups(&odd), ..open }
}

#[allow(clippy::cast_possible_truncation, reason = "two halves of 32 bits")]
fn ends(edge: u64) -> (u32, u32) {
    ((edge >> 32) as u32, edge as u32)
}

/// How many groups of edges hang together by common ends (union-find, with paths halved on the way).
fn count_groups(edges: &[(u32, u32)]) -> u64 {
    let mut parent: HashMap<u32, u32> = HashMap::new();
    edges.iter().for_each(|&(a, b)| {
        parent.insert(a, a);
        parent.insert(b, b);
    });
    let mut groups = parent.len() as u64;
    for &(a, b) in edges {
        let (a, b) = (find_root(&mut parent, a), find_root(&mut parent, b));
        if a != b {
            // The lower index becomes the root: paths stay short by halving alone.
            parent.insert(a.max(b), a.min(b));
            groups -= 1;
        }
    }
    groups
}

fn find_root(parent: &mut HashMap<u32, u32>, mut vertex: u32) -> u32 {
    loop {
        let above = parent[&vertex];
        if above == vertex {
            return vertex;
        }
        let higher = parent[&above];
        parent.insert(vertex, higher);
        vertex = higher;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(triangles: &[[u32; 3]]) -> [u64; 3] {
        let joined: Vec<u32> = (0..9).collect();
        let open = open_edges(triangles, &joined);
        [open.edges, open.branching, open.holes]
    }

    #[test]
    fn edges_are_counted_by_two() {
        let tetrahedron = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
        assert_eq!(open(&tetrahedron), [0, 0, 0], "closed");
        assert_eq!(open(&tetrahedron[1..]), [3, 0, 1], "one hole");
        assert_eq!(open(&[[0, 1, 2], [3, 4, 5]]), [6, 0, 2], "two holes");
        assert_eq!(open(&[[0, 1, 2], [2, 1, 0]]), [0, 0, 0], "both sides of a sheet");
        assert_eq!(open(&[[0, 1, 2], [1, 0, 3], [0, 1, 4]]), [6, 1, 1], "three at an edge");
        assert_eq!(open(&[[0, 1, 1], [2, 2, 2]]), [0, 0, 0], "a line and a point");
    }

    #[test]
    fn vertices_at_one_place_are_one() {
        let joined = [0, 1, 2, 0, 2, 1, 6];
        let edges = open_edges(&[[0, 1, 2], [3, 4, 5]], &joined);
        assert!(edges.is_closed(), "the same triangle twice, by other names: {edges:?}");
    }
}
