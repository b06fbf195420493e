//! Whether a mesh is closed.
//!
//! Filling counts how often a line to the outside crosses the surface, and asks only whether that is odd. It gives the same
//! answer along every line exactly if every edge belongs to an even number of triangles (the sum of the triangles has no
//! boundary modulo 2). So that is what closed means here: triangles may be turned either way, and edges at which two bodies
//! touch may belong to four. Vertices count as the same where they are rounded to the same position: a mesh that lists
//! each corner several times is closed if its positions say so. Triangles that are lines or points take part like any
//! other: they repeat edges or cancel out.
//!
//! Edges are counted by sorting them, a part of them at a time, so that they take less room than the triangles do.

use super::equal::first_of_equal;
use super::fixed::FixedMesh;

/// Edges that are sorted at once where there are no more: 16 MiB.
const FEW_EDGES: usize = 1 << 21;
/// Parts that the edges are sorted in at the most: each is a pass over all triangles.
const MOST_PARTS: u64 = 8;
/// In place of a vertex.
const NONE: u32 = u32::MAX;

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
    let mut joined = vec![0; fixed.mesh.vertices.len()];
    first_of_equal(&mut joined, |vertex| fixed.point(vertex).map(i64::cast_unsigned));
    joined
}

/// Counts the open edges of bodies, one after another.
#[derive(Debug)]
pub(super) struct EdgeCounter<'a> {
    /// As [`joined_vertices`] gives them.
    joined: &'a [u32],
    /// Those of the part that is looked at, by their ends.
    edges: Vec<u64>,
    groups: Groups,
}

impl<'a> EdgeCounter<'a> {
    /// For triangles whose corners are named by [`joined_vertices`].
    pub(super) fn new(joined: &'a [u32]) -> Self {
        Self { joined, edges: Vec::new(), groups: Groups::default() }
    }

    /// The open edges of some triangles.
    pub(super) fn count(&mut self, triangles: &[[u32; 3]]) -> OpenEdges {
        let parts = (3 * triangles.len() / FEW_EDGES + 1) as u64;
        let parts = parts.min(MOST_PARTS);
        let mut open = OpenEdges::default();
        for part in 0..parts {
            self.list_part(triangles, part, parts);
            for same in self.edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1) {
                let kind = if same.len() == 1 { &mut open.edges } else { &mut open.branching };
                *kind += 1;
                self.groups.join(ends(same[0]), self.joined.len());
            }
        }
        open.holes = self.groups.count;
        self.groups.forget(triangles.iter().flatten().map(|&corner| self.joined[corner as usize]));
        open
    }

    /// Lists the edges of one of so many parts, sorted.
    fn list_part(&mut self, triangles: &[[u32; 3]], part: u64, parts: u64) {
        self.edges.clear();
        let expected = 3 * triangles.len() as u64 / parts;
        self.edges.reserve_exact(usize::try_from(expected + expected / 8).unwrap_or(usize::MAX));
        for corners in triangles {
            let corners = corners.map(|corner| self.joined[corner as usize]);
            for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])) {
                let edge = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
                if a != b && (parts == 1 || part_of(edge, parts) == part) {
                    self.push(edge);
                }
            }
        }
        self.edges.sort_unstable();
    }

    fn push(&mut self, edge: u64) {
        if self.edges.len() == self.edges.capacity() {
            // One edge may be there very often: it takes room once.
            thin(&mut self.edges);
            let (count, room) = (self.edges.len(), self.edges.capacity());
            if count >= room / 2 {
                self.edges.reserve_exact(room + room / 2 + 8 - count);
            }
        }
        self.edges.push(edge);
    }
}

/// A number below `parts` that is the same for equal edges, and else looks random (multiplicative hashing, Knuth 1973).
fn part_of(edge: u64, parts: u64) -> u64 {
    ((edge.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) * parts) >> 32
}

/// Keeps of each edge one, two where it is there an even number of times, or three where it is another odd one.
fn thin(edges: &mut Vec<u64>) {
    edges.sort_unstable();
    let (mut kept, mut start) = (0, 0);
    while start < edges.len() {
        let same = edges[start..].iter().take_while(|&&edge| edge == edges[start]).count();
        let few = if same < 3 { same } else { 2 + same % 2 };
        edges.copy_within(start..start + few, kept);
        (kept, start) = (kept + few, start + same);
    }
    edges.truncate(kept);
}

#[allow(clippy::cast_possible_truncation, reason = "two halves of 32 bits")]
fn ends(edge: u64) -> (u32, u32) {
    ((edge >> 32) as u32, edge as u32)
}

/// Groups of edges that hang together by common ends (union-find, with paths halved on the way).
#[derive(Debug, Default)]
struct Groups {
    /// Of each vertex of an edge one that is nearer to the root, or itself.
    parent: Vec<u32>,
    count: u64,
}

impl Groups {
    /// Takes an edge in; `vertices` is how many there are.
    fn join(&mut self, (a, b): (u32, u32), vertices: usize) {
        self.parent.resize(vertices, NONE);
        for end in [a, b] {
            if self.parent[end as usize] == NONE {
                self.parent[end as usize] = end;
                self.count += 1;
            }
        }
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            // The lower index becomes the root: paths stay short by halving alone.
            self.parent[a.max(b) as usize] = a.min(b);
            self.count -= 1;
        }
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        loop {
            let above = self.parent[vertex as usize];
            if above == vertex {
                return vertex;
            }
            let higher = self.parent[above as usize];
            self.parent[vertex as usize] = higher;
            vertex = higher;
        }
    }

    /// Forgets all edges, whose ends are among these vertices.
    fn forget(&mut self, mut vertices: impl Iterator<Item = u32>) {
        if std::mem::take(&mut self.count) > 0 {
            vertices.by_ref().for_each(|vertex| self.parent[vertex as usize] = NONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(triangles: &[[u32; 3]]) -> [u64; 3] {
        let joined: Vec<u32> = (0..9).collect();
        let open = EdgeCounter::new(&joined).count(triangles);
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
        let edges = EdgeCounter::new(&joined).count(&[[0, 1, 2], [3, 4, 5]]);
        assert!(edges.is_closed(), "the same triangle twice, by other names: {edges:?}");
    }

    #[test]
    fn many_edges_are_counted_in_parts() {
        // A fan of a million triangles, and among them two edges that are there very often.
        let rim = 1_000_000;
        let joined: Vec<u32> = (0..=rim).collect();
        let mut triangles: Vec<[u32; 3]> = (1..rim).map(|k| [0, k, k + 1]).collect();
        triangles.extend((0..500_001).map(|_| [1, 2, 2]));
        triangles.extend((0..400_000).map(|_| [3, 4, 4]));
        let mut counter = EdgeCounter::new(&joined);
        let closed = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
        for _ in 0..2 {
            let open = counter.count(&triangles);
            assert_eq!([open.edges, open.branching, open.holes], [999_999, 2, 1], "its rim");
            assert!(counter.count(&closed).is_closed(), "nothing is left of what was before");
        }
        assert!(counter.edges.capacity() < 3 * triangles.len() / 2, "a part at a time");
    }

    #[test]
    fn what_is_thinned_out_keeps_its_kind() {
        let mut edges: Vec<u64> = (1..=7_u64).flat_map(|k| (0..k).map(move |_| k)).collect();
        thin(&mut edges);
        assert_eq!(edges, [1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 7], "one, even, odd");
    }
}
