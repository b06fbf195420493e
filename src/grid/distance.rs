//! How far a ray may go from an empty chunk before it can meet an occupied one.
//!
//! For each of the 8 direction octants, the *directional Chebyshev distance* of a chunk is the side, in chunks, of the
//! largest cube that starts at the chunk, extends along the octant's signs, and holds no occupied chunk. Outside the box
//! all is empty. A ray of that octant crosses the cube in one step. By dynamic programming: the distance is one more than
//! the least distance of the 7 neighbours ahead (after the Chebyshev distance transform of Rosenfeld and Pfaltz, 1966).
//!
//! ```text
//!   octant: bit 0 set = towards lower x, bit 1 = lower y, bit 2 = lower z
//! ```

/// The largest distance that fits the 7 bits of a record.
pub const MAX_DISTANCE: u8 = 127;

/// The distances of all chunks for one octant, x fastest, z slowest; 0 for occupied chunks. `counts` are the chunks along
/// each axis; `occupied` says of each chunk whether it holds a voxel.
pub fn octant_distances(occupied: &[bool], counts: [usize; 3], octant: usize) -> Vec<u8> {
    let [nx, ny, _] = counts;
    let mut distances = vec![0; occupied.len()];
    let ahead = |axis: usize, k: usize| neighbour(k, counts[axis], octant >> axis & 1 == 1);
    for z in order(counts[2], octant >> 2 & 1 == 1) {
        for y in order(ny, octant >> 1 & 1 == 1) {
            let rows = [(y, z), (y, ahead(2, z)), (ahead(1, y), z), (ahead(1, y), ahead(2, z))]
                .map(|(y, z)| (y < ny && z < counts[2]).then(|| (z * ny + y) * nx));
            for x in order(nx, octant & 1 == 1) {
                let here = (z * ny + y) * nx + x;
                if !occupied[here] {
                    distances[here] = 1 + least_ahead(&distances, rows, x, ahead(0, x), nx);
                }
            }
        }
    }
    distances
}

/// The least distance of the 7 neighbours ahead, small enough to add one to.
fn least_ahead(distances: &[u8], rows: [Option<usize>; 4], x: usize, next: usize, nx: usize) -> u8 {
    let mut least = MAX_DISTANCE - 1;
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

/// The next position along an axis; `usize::MAX` beyond the lower end, `count` beyond the upper one.
fn neighbour(k: usize, count: usize, backward: bool) -> usize {
    if backward { k.wrapping_sub(1) } else { (k + 1).min(count) }
}

/// All positions along an axis, those ahead first.
fn order(count: usize, backward: bool) -> impl Iterator<Item = usize> {
    (0..count).map(move |k| if backward { k } else { count - 1 - k })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, by trying every cube.
    fn by_trial(occupied: &[bool], counts: [usize; 3], octant: usize, from: [usize; 3]) -> u8 {
        let filled = |offset: [usize; 3]| {
            let at = [0, 1, 2].map(|a| {
                if octant >> a & 1 == 1 {
                    from[a].checked_sub(offset[a])
                } else {
                    Some(from[a] + offset[a])
                }
            });
            match at {
                [Some(x), Some(y), Some(z)] if x < counts[0] && y < counts[1] && z < counts[2] => {
                    occupied[(z * counts[1] + y) * counts[0] + x]
                }
                _ => false,
            }
        };
        let longest = u8::try_from(counts[0].max(counts[1]).max(counts[2])).expect("small");
        (1..=longest)
            .find(|&side| {
                let side = usize::from(side);
                (0..side).any(|z| (0..side).any(|y| (0..side).any(|x| filled([x, y, z]))))
            })
            .map_or(MAX_DISTANCE, |side| side - 1)
    }

    #[test]
    fn distances_equal_the_definition() {
        let counts = [5, 4, 3];
        for pattern in [0_u64, 1, 1 << 37, 0x0840_1020_8100_4002, (1 << 59) | (1 << 30)] {
            let occupied: Vec<bool> = (0..60).map(|chunk| pattern >> chunk & 1 == 1).collect();
            for octant in 0..8 {
                let found = octant_distances(&occupied, counts, octant);
                for (index, &distance) in found.iter().enumerate() {
                    let from = [index % 5, index / 5 % 4, index / 20];
                    let expected = by_trial(&occupied, counts, octant, from);
                    assert_eq!(distance, expected, "chunk {from:?}, octant {octant}, {pattern:x}");
                }
            }
        }
    }
}
