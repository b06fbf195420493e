//! Which of many positions are the same.
//!
//! Sorted are not the positions but a hash of each with its number, a part of them at a time: eight bytes each, and only
//! what has the same hash is compared itself.

/// Positions that are sorted at once where there are no more: 16 MiB.
const FEW: usize = 1 << 21;
/// Parts that they are sorted in at the most: each is a pass over all positions.
const MOST_PARTS: u64 = 8;

/// Sets each number in `first` to the lowest k with `position(k)` the same as at its own place.
pub(crate) fn first_of_equal(first: &mut [u32], position: impl Fn(u32) -> [u64; 3]) {
    let parts = (first.len() / FEW + 1).try_into().unwrap_or(MOST_PARTS).min(MOST_PARTS);
    let expected = first.len() / usize::try_from(parts).unwrap_or(1);
    let mut list: Vec<u64> = Vec::with_capacity(expected + expected / 8);
    for part in 0..parts {
        list.clear();
        for k in (0..).take(first.len()) {
            let hash = hash(position(k));
            if hash % parts == part {
                list.push(hash & !u64::from(u32::MAX) | u64::from(k));
            }
        }
        list.sort_unstable_by(|&a, &b| {
            let by_position = || position(number(a)).cmp(&position(number(b)));
            (a >> 32).cmp(&(b >> 32)).then_with(by_position).then(a.cmp(&b))
        });
        let is_same =
            |&a: &u64, &b: &u64| a >> 32 == b >> 32 && position(number(a)) == position(number(b));
        for same in list.chunk_by(is_same) {
            same.iter().for_each(|&entry| first[number(entry) as usize] = number(same[0]));
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half is what is wanted")]
fn number(entry: u64) -> u32 {
    entry as u32
}

/// Mixes all bits (the finisher of splitmix64, Steele and others 2014).
fn hash(position: [u64; 3]) -> u64 {
    position.into_iter().fold(0, |hash: u64, part| {
        let mixed = (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_position_is_found() {
        // Three million, of which each position comes up three times, far apart.
        let count = 1_000_000;
        let mut first = vec![u32::MAX; 3 * count as usize];
        first_of_equal(&mut first, |k| [u64::from(k % count / 1000), 7, u64::from(k % 1000)]);
        let wrong = (0..).zip(&first).find(|&(k, &first)| first != k % count);
        assert_eq!(wrong, None, "each a million further is the same");
        let mut first = vec![u32::MAX; 9];
        first_of_equal(&mut first, |_| [0; 3]);
        assert_eq!(first, [0; 9], "all the same");
    }
}
