//! Triangles of polygons, holes and all.
//!
//! Ears are cut in the plane nearest to the polygon (earcut by Mapbox, after Eberly 2002, as the crate `earcutr`). It drops
//! corners that lie on a line and gives up on polygons that cross themselves, which would tear a closed surface open. So the
//! result is mended: the edges that rings and triangles have an odd number of times form closed loops, and each loop is
//! filled by a fan.
//!
//! Invariant: whatever the polygon, the edges that its triangles have an odd number of times are exactly those of its rings.
//! What is closed by its polygons is closed by its triangles.

use crate::error::{Error, Result};

/// The most corners of one polygon that is not convex: cutting may take time with their square.
const MOST_CORNERS: usize = 1 << 12;

/// Corners above which a polygon is looked at before it is cut: whether it is convex, and whether the work is allowed.
const MANY_CORNERS: usize = 1 << 9;

/// The work that the polygons of many corners of one file may make, in corners times corners beyond [`MANY_CORNERS`]. What
/// smaller polygons make is in proportion to the bytes that they stand in.
const MOST_WORK: usize = 1 << 26;

/// How far from the origin a corner may be for the square of the distance to be a number.
const FARTHEST: f64 = 1e150;

/// Cuts polygons; keeps its memory between them.
#[derive(Debug, Default)]
pub(in crate::io) struct Triangulator {
    flat: Vec<f64>,
    edges: Vec<(usize, usize)>,
    /// What polygons of many corners made of work until now.
    work: usize,
}

impl Triangulator {
    /// Adds the triangles of a polygon: the corners of all its rings as indices of `vertices`, the first ring around it,
    /// the others (from each index in `holes` on) around holes.
    ///
    /// # Errors
    /// Where it has too many corners, or all polygons until now have. All corners must be there.
    pub(in crate::io) fn add(
        &mut self,
        corners: &[u32],
        holes: &[usize],
        vertices: &[[f64; 3]],
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<()> {
        match (corners, holes) {
            (&[a, b, c], []) => triangles.push([a, b, c]),
            (&[a, b, c, d], []) => triangles.extend(cut_quad([a, b, c, d], vertices)),
            _ if corners.len() > MANY_CORNERS && is_convex(corners, holes, vertices) => {
                let fan = corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]);
                triangles.extend(fan);
            }
            _ => {
                self.check_work(corners.len())?;
                let cut = self.cut(corners, holes, vertices);
                triangles.extend(cut.iter().map(|corner| corner.map(|k| corners[k])));
            }
        }
        Ok(())
    }

    /// Refuses what would take too long.
    fn check_work(&mut self, corners: usize) -> Result<()> {
        if corners > MOST_CORNERS {
            return Err(Error::input(format!(
                "a polygon has {corners} corners, above the limit of {MOST_CORNERS} for one that is not convex; cut it into parts"
            )));
        }
        self.work += corners * corners.saturating_sub(MANY_CORNERS);
        if self.work > MOST_WORK {
            return Err(Error::input(format!(
                "too many of the polygons have more than {MANY_CORNERS} corners, this one {corners}, to be cut in reasonable time; cut them into triangles"
            )));
        }
        Ok(())
    }

    /// The triangles as places in the list of corners.
    fn cut(&mut self, corners: &[u32], holes: &[usize], vertices: &[[f64; 3]]) -> Vec<[usize; 3]> {
        let points: Vec<[f64; 3]> =
            corners.iter().map(|&corner| vertices[corner as usize]).collect();
        let first_ring = holes.first().copied().unwrap_or(points.len());
        let [u, v] = seen_along(normal(&points[..first_ring]));
        self.flat.clear();
        self.flat.extend(points.iter().flat_map(|point| [point[u], point[v]]));
        // Beyond that areas are no numbers, and what is cut by them no triangles.
        let is_sane = self.flat.iter().all(|at| at.abs() < FARTHEST);
        let ears = is_sane.then(|| earcutr::earcut(&self.flat, holes, 2).ok()).flatten();
        let ears = ears.unwrap_or_default();
        let mut triangles: Vec<[usize; 3]> = ears.as_chunks::<3>().0.to_vec();
        self.mend(points.len(), holes, &mut triangles);
        triangles
    }

    /// Adds fans until the edges of rings and triangles cancel out by two.
    fn mend(&mut self, count: usize, holes: &[usize], triangles: &mut Vec<[usize; 3]>) {
        self.edges.clear();
        let starts = [0].into_iter().chain(holes.iter().copied());
        let ends = holes.iter().copied().chain([count]);
        for (start, end) in starts.zip(ends) {
            let next = |k: usize| if k + 1 == end { start } else { k + 1 };
            self.edges.extend((start..end).map(|k| (k, next(k))));
        }
        self.edges.extend(triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]));
        self.edges.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        self.edges.sort_unstable();
        let odd = self.edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
        let odd: Vec<(usize, usize)> = odd.map(|same| same[0]).filter(|(a, b)| a != b).collect();
        for walk in loops(count, &odd) {
            triangles.extend(walk.windows(2).skip(1).map(|pair| [walk[0], pair[0], pair[1]]));
        }
    }
}

/// Closed walks that take every edge once. Every corner has an even number of edges, so a walk ends where it began.
fn loops(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    if edges.is_empty() {
        return Vec::new();
    }
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, &(a, b)) in edges.iter().enumerate() {
        at[a].push(index);
        at[b].push(index);
    }
    let mut used = vec![false; edges.len()];
    let mut walks = Vec::new();
    for first in 0..edges.len() {
        let mut walk = Vec::new();
        let mut corner = edges[first].0;
        while let Some(edge) = at[corner].pop() {
            if used[edge] {
                continue;
            }
            used[edge] = true;
            walk.push(corner);
            let (a, b) = edges[edge];
            corner = if corner == a { b } else { a };
        }
        if !walk.is_empty() {
            walks.push(walk);
        }
    }
    walks
}

/// A quad cut along the diagonal that leaves both triangles the same way up: the shorter way around where it is concave.
fn cut_quad([a, b, c, d]: [u32; 4], vertices: &[[f64; 3]]) -> [[u32; 3]; 2] {
    let at = |corner: u32| vertices[corner as usize];
    let up = |i, j, k| normal(&[at(i), at(j), at(k)]);
    let (first, second) = (up(a, b, c), up(a, c, d));
    let same = (0..3).map(|axis| first[axis] * second[axis]).sum::<f64>() >= 0.0;
    if same { [[a, b, c], [a, c, d]] } else { [[b, c, d], [b, d, a]] }
}

/// Whether a polygon without holes turns one way only, and once around: a fan cuts it as well as ears do.
fn is_convex(corners: &[u32], holes: &[usize], vertices: &[[f64; 3]]) -> bool {
    let points: Vec<[f64; 3]> = corners.iter().map(|&corner| vertices[corner as usize]).collect();
    let [u, v] = seen_along(normal(&points));
    let count = points.len();
    let side = |k: usize| {
        let (from, to) = (points[k % count], points[(k + 1) % count]);
        [to[u] - from[u], to[v] - from[v]]
    };
    let turns = (0..count).map(|k| {
        let (a, b) = (side(k), side(k + 1));
        a[0] * b[1] - a[1] * b[0]
    });
    let (lefts, rights) = turns.fold((0, 0), |(lefts, rights), turn| {
        // What is no number is neither, nor is a straight line.
        (lefts + usize::from(turn > 0.0), rights + usize::from(turn < 0.0))
    });
    // Once around, it goes up along the first axis in one stretch and down in another.
    let ways: Vec<bool> =
        (0..count).map(|k| side(k)[0]).filter(|&way| way != 0.0).map(|way| way > 0.0).collect();
    let changes = (0..ways.len()).filter(|&k| ways[k] != ways[(k + 1) % ways.len()]).count();
    holes.is_empty() && (lefts == 0) != (rights == 0) && changes == 2
}

/// Twice the area of a ring, as a vector (Newell 1976), taken from its first corner: no digits are lost far from the origin.
fn normal(ring: &[[f64; 3]]) -> [f64; 3] {
    let Some(from) = ring.first() else { return [0.0; 3] };
    let away = |point: &[f64; 3]| [0, 1, 2].map(|axis| point[axis] - from[axis]);
    ring.windows(2).fold([0.0; 3], |sum, pair| {
        let (p, q) = (away(&pair[0]), away(&pair[1]));
        [0, 1, 2]
            .map(|k| sum[k] + p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3])
    })
}

/// The two axes of the plane that is nearest to one with this normal.
fn seen_along(normal: [f64; 3]) -> [usize; 2] {
    let size = normal.map(f64::abs);
    match (size[0] > size[1] && size[0] > size[2], size[1] > size[2]) {
        (true, _) => [1, 2],
        (false, true) => [2, 0],
        (false, false) => [0, 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(points: &[[f64; 2]], holes: &[usize]) -> Vec<[usize; 3]> {
        // Tilted, so that no axis is special.
        let vertices: Vec<[f64; 3]> = points.iter().map(|&[x, y]| [x, y, x + 2.0 * y]).collect();
        let corners: Vec<u32> =
            (0..points.len()).map(|k| u32::try_from(k).expect("small")).collect();
        let mut triangles = Vec::new();
        Triangulator::default().add(&corners, holes, &vertices, &mut triangles).expect("small");
        triangles.iter().map(|triangle| triangle.map(|k| k as usize)).collect()
    }

    fn area(points: &[[f64; 2]], triangles: &[[usize; 3]]) -> f64 {
        let of = |[a, b, c]: [usize; 3]| {
            let [p, q, r] = [points[a], points[b], points[c]];
            ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).abs() / 2.0
        };
        triangles.iter().map(|&triangle| of(triangle)).sum()
    }

    /// The edges that are there an odd number of times.
    fn boundary(triangles: &[[usize; 3]]) -> Vec<(usize, usize)> {
        let sides = |&[a, b, c]: &[usize; 3]| [(a, b), (b, c), (c, a)];
        let mut edges: Vec<_> =
            triangles.iter().flat_map(sides).map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.chunk_by(|a, b| a == b).filter(|e| e.len() % 2 == 1).map(|e| e[0]).collect()
    }

    #[test]
    fn concave_polygons_keep_their_area_and_edges() {
        let arrow = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        for turn in 0..4 {
            let mut points = arrow;
            points.rotate_left(turn);
            let found = area(&points, &cut(&points, &[]));
            assert!((found - 4.0).abs() < 1e-9, "an arrow has area 4, not {found}");
        }
        let comb =
            [[0.0, 0.0], [6.0, 0.0], [6.0, 3.0], [5.0, 1.0], [4.0, 3.0], [3.0, 1.0], [0.0, 3.0]];
        let triangles = cut(&comb, &[]);
        assert!((area(&comb, &triangles) - 12.0).abs() < 1e-9, "{triangles:?}");
        assert_eq!(boundary(&triangles).len(), 7, "its seven sides");
    }

    #[test]
    fn holes_stay_open() {
        let outer = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
        let inner = [[3.0, 3.0], [3.0, 6.0], [6.0, 6.0], [6.0, 3.0]];
        let points = [outer, inner].concat();
        let triangles = cut(&points, &[4]);
        assert!((area(&points, &triangles) - 72.0).abs() < 1e-9, "81 less 9");
        let expected = vec![(0, 1), (0, 3), (1, 2), (2, 3), (4, 5), (4, 7), (5, 6), (6, 7)];
        assert_eq!(boundary(&triangles), expected, "two rings");
    }

    #[test]
    fn corners_on_a_line_and_crossings_leave_no_gap() {
        let on_line =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 2.0]];
        let star = [[0.0, 3.0], [2.0, -3.0], [-3.0, 1.0], [3.0, 1.0], [-2.0, -3.0]];
        let spike = [[0.0, 0.0], [4.0, 0.0], [9.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for points in [&on_line[..], &star, &spike, &[[0.0; 2]; 6]] {
            let count = points.len();
            let mut sides: Vec<_> = (0..count)
                .map(|k| (k, (k + 1) % count))
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect();
            sides.sort_unstable();
            assert_eq!(boundary(&cut(points, &[])), sides, "all sides of {points:?}");
        }
        let triangles = cut(&on_line, &[]);
        assert!((area(&on_line, &triangles) - 16.0).abs() < 1e-9, "what is mended has no area");
    }

    #[test]
    fn corners_that_are_nowhere_leave_no_gap() {
        for far in [1e308, f64::INFINITY, f64::NAN] {
            let vertices: Vec<[f64; 3]> =
                (0..90).map(|k| [f64::from(k % 7), far * f64::from(k % 3), 1.0]).collect();
            let corners: Vec<u32> = (0..90).collect();
            let holes: Vec<usize> = (1..30).map(|hole| 3 * hole).collect();
            let mut triangles = Vec::new();
            let added = Triangulator::default().add(&corners, &holes, &vertices, &mut triangles);
            assert!(added.is_ok(), "{far}");
            let triangles: Vec<_> = triangles.iter().map(|t| t.map(|k| k as usize)).collect();
            assert_eq!(boundary(&triangles).len(), 90, "all sides, {far}");
        }
    }

    /// A ring of so many corners that goes around so often; `dent` draws every other corner in.
    fn ring(count: u32, times: u32, dent: f64) -> Vec<[f64; 2]> {
        let at = |k: u32| {
            let angle = std::f64::consts::TAU * f64::from(k * times) / f64::from(count);
            let far = if k.is_multiple_of(2) { 100.0 } else { 100.0 - dent };
            [far * angle.cos(), far * angle.sin()]
        };
        (0..count).map(at).collect()
    }

    fn add(triangulator: &mut Triangulator, points: &[[f64; 2]]) -> Result<Vec<[u32; 3]>> {
        let vertices: Vec<[f64; 3]> = points.iter().map(|&[x, y]| [x, y, x + 2.0 * y]).collect();
        let corners: Vec<u32> = (0..).take(points.len()).collect();
        let mut triangles = Vec::new();
        triangulator.add(&corners, &[], &vertices, &mut triangles).map(|()| triangles)
    }

    #[test]
    fn too_many_corners_are_refused() {
        let mut triangulator = Triangulator::default();
        for times in [1, 1001] {
            let added = add(&mut triangulator, &ring(16_384, times, 1.0));
            let error = added.expect_err("too many").to_string();
            assert!(error.contains("16384 corners"), "{error}");
        }
        assert!(triangulator.work == 0, "refused before any work");
    }

    #[test]
    fn convex_polygons_of_many_corners_are_fans() {
        let points = ring(20_000, 1, 0.0);
        let triangles = add(&mut Triangulator::default(), &points).expect("convex");
        let triangles: Vec<_> = triangles.iter().map(|t| t.map(|k| k as usize)).collect();
        let round = std::f64::consts::PI * 1e4;
        let found = area(&points, &triangles);
        assert!((found - round).abs() < 0.01, "the area of a disc: {found}");
        // One that turns one way but three times around is none.
        let corners: Vec<u32> = (0..1000).collect();
        let flat = |points: &[[f64; 2]]| points.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        let star: Vec<[f64; 3]> = flat(&ring(1000, 3, 0.0));
        assert!(!is_convex(&corners, &[], &star), "three times around");
        let dented: Vec<[f64; 3]> = flat(&ring(1000, 1, 1.0));
        assert!(!is_convex(&corners, &[], &dented), "dents");
    }

    #[test]
    fn many_polygons_of_many_corners_are_refused_in_time() {
        let mut triangulator = Triangulator::default();
        let small = ring(500, 1, 1.0);
        for _ in 0..20 {
            add(&mut triangulator, &small).expect("small ones are in proportion to the file");
        }
        let large = ring(4096, 1, 1.0);
        let cut = (0..100).take_while(|_| add(&mut triangulator, &large).is_ok()).count();
        assert_eq!(cut, MOST_WORK / (4096 * (4096 - MANY_CORNERS)), "as many as are allowed");
        let error = add(&mut triangulator, &large).expect_err("no more").to_string();
        assert!(error.contains("reasonable time"), "{error}");
    }
}
