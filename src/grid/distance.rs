//! How far a ray may go from an empty chunk before it can meet an occupied one.
//!
//! For each of the 8 direction octants, the *reach* of a chunk is a block of chunks that starts at the chunk, extends along
//! the octant's signs, and holds no occupied chunk. Outside the box all is empty. A ray of that octant crosses the block in
//! one step. The block is a cube of d x d x d chunks or flat, 4d x 4d x d, whichever is larger: over terrain and roofs there
//! is far more room sideways than down. Measured against cubes alone: a third fewer look-ups of empty chunks there.
//!
//! ```text
//!   octant: bit 0 set = towards lower x, bit 1 = lower y, bit 2 = lower z
//!   reach:  d in bits 0..6, at least 1; bit 6 set = flat
//! ```
//!
//! The d of a shape is found by dynamic programming: one more than the least d of the 7 places ahead by one unit of the
//! shape (1 x 1 x 1 or 4 x 4 x 1), if the unit itself is empty. After the Chebyshev distance transform of Rosenfeld and
//! Pfaltz, 1966.

/// The d of a reach: all bits of it.
pub const DISTANCE: u8 = 63;
/// The bit of a reach that says that the block is flat.
pub const FLAT: u8 = 64;
/// How many times as far a flat block reaches along x and y as along z.
const FLAT_SIDE: usize = 4;

/// The reaches of all chunks for one octant, x fastest, z slowest; 0 for occupied chunks. `counts` are the chunks along
/// each axis; `occupied` says of each chunk whether it holds a voxel.
pub fn octant_reaches(occupied: &[bool], counts: [usize; 3], octant: usize) -> Vec<u8> {
    let mut reaches = distances(occupied, counts, octant, [1, 1, 1]);
    let blocked = occupied_ahead(occupied, counts, octant);
    let flat = distances(&blocked, counts, octant, [FLAT_SIDE, FLAT_SIDE, 1]);
    for (reach, flat) in reaches.iter_mut().zip(flat) {
        if volume(flat) * FLAT_SIDE.pow(2) > volume(*reach) {
            *reach = flat | FLAT;
        }
    }
    reaches
}

fn volume(side: u8) -> usize {
    usize::from(side).pow(3)
}

/// Of how many units, along all axes at once, a block may be that starts at each chunk and holds none that is `blocked`; 0
/// for those themselves. `unit` is the size of a unit in chunks, `blocked` says whether the unit at a chunk is not empty.
fn distances(blocked: &[bool], counts: [usize; 3], octant: usize, unit: [usize; 3]) -> Vec<u8> {
    let [nx, ny, nz] = counts;
    let mut distances = vec![0; blocked.len()];
    let is_backward = |axis: usize| octant >> axis & 1 == 1;
    let ahead = |axis: usize, k: usize| place_ahead(k, unit[axis], is_backward(axis));
    for z in order(nz, is_backward(2)) {
        for y in order(ny, is_backward(1)) {
            let rows = [(y, z), (y, ahead(2, z)), (ahead(1, y), z), (ahead(1, y), ahead(2, z))]
                .map(|(y, z)| (y < ny && z < nz).then(|| (z * ny + y) * nx));
            for x in order(nx, is_backward(0)) {
                let here = (z * ny + y) * nx + x;
                if !blocked[here] {
                    distances[here] = 1 + least_ahead(&distances, rows, x, ahead(0, x), nx);
                }
            }
        }
    }
    distances
}

/// The least distance of the 7 places ahead, small enough to add one to.
fn least_ahead(distances: &[u8], rows: [Option<usize>; 4], x: usize, next: usize, nx: usize) -> u8 {
    let mut least = DISTANCE - 1;
    for (index, row) in rows.into_iter().enumerate() {
        let Some(row) = row else { continue };
        if index > 0 {
            least = least.min(distances[row + x]);
        }
        if next < nx {
            least = least.min(distances[row + next]);
        }
    }
    least
}

/// Which flat units, of 4 x 4 x 1 chunks from each chunk on, hold an occupied chunk.
fn occupied_ahead(occupied: &[bool], counts: [usize; 3], octant: usize) -> Vec<bool> {
    let [nx, ny, nz] = counts;
    let mut ahead = occupied.to_vec();
    // A box without extent has no rows, and rows of 0 are none to cut into.
    for row in ahead.chunks_exact_mut(nx.max(1)) {
        // How many places on this occupied chunk is still within four.
        let mut near = 0_usize;
        for x in order(nx, octant & 1 == 1) {
            near = if row[x] { FLAT_SIDE } else { near.saturating_sub(1) };
            row[x] = near > 0;
        }
    }
    let mut near = vec![0_usize; nx];
    for z in 0..nz {
        near.fill(0);
        for y in order(ny, octant >> 1 & 1 == 1) {
            let row = &mut ahead[(z * ny + y) * nx..][..nx];
            for (near, blocked) in near.iter_mut().zip(row) {
                *near = if *blocked { FLAT_SIDE } else { near.saturating_sub(1) };
                *blocked = *near > 0;
            }
        }
    }
    ahead
}

/// The place so many steps ahead on an axis; past the end of the axis where there is none.
fn place_ahead(k: usize, steps: usize, backward: bool) -> usize {
    if backward { k.wrapping_sub(steps) } else { k + steps }
}

/// All positions along an axis, those ahead first.
fn order(count: usize, backward: bool) -> impl Iterator<Item = usize> {
    (0..count).map(move |k| if backward { k } else { count - 1 - k })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, by trying every block of a shape.
    fn by_trial(
        occupied: &[bool],
        counts: [usize; 3],
        octant: usize,
        from: [usize; 3],
        flat: usize,
    ) -> u8 {
        let filled = |offset: [usize; 3]| {
            let at = [0, 1, 2].map(|a| place_ahead(from[a], offset[a], octant >> a & 1 == 1));
            let [x, y, z] = at;
            let inside = x < counts[0] && y < counts[1] && z < counts[2];
            inside && occupied[(z * counts[1] + y) * counts[0] + x]
        };
        let longest = u8::try_from(counts[0].max(counts[1]).max(counts[2])).expect("small");
        let any = |d: usize| {
            let across = flat * d;
            (0..d).any(|z| (0..across).any(|y| (0..across).any(|x| filled([x, y, z]))))
        };
        (1..=longest).find(|&d| any(usize::from(d))).map_or(DISTANCE, |d| d - 1)
    }

    #[test]
    fn box_without_extent_has_no_reaches() {
        for counts in [[0, 0, 0], [0, 2, 2], [2, 0, 2], [2, 2, 0]] {
            for octant in 0..8 {
                assert!(
                    octant_reaches(&[], counts, octant).is_empty(),
                    "{counts:?}, octant {octant}"
                );
            }
        }
    }

    #[test]
    fn reaches_equal_the_definition() {
        let counts = [11, 9, 4];
        let chunks: usize = counts.iter().product();
        for seed in [0, 1, 2, 3, 9_u64] {
            // A few chunks that a multiplicative hash chooses; none, then more and more.
            let chosen = |chunk: usize| {
                (chunk as u64 + 31 * seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58 < seed
            };
            let occupied: Vec<bool> = (0..chunks).map(chosen).collect();
            for octant in 0..8 {
                let found = octant_reaches(&occupied, counts, octant);
                for (index, &reach) in found.iter().enumerate() {
                    let from = [index % 11, index / 11 % 9, index / 99];
                    let cube = by_trial(&occupied, counts, octant, from, 1);
                    let flat = by_trial(&occupied, counts, octant, from, FLAT_SIDE);
                    let is_flat = volume(flat) * 16 > volume(cube);
                    let expected = if is_flat { flat | FLAT } else { cube };
                    assert_eq!(reach, expected, "chunk {from:?}, octant {octant}, seed {seed}");
                }
            }
        }
    }
}
