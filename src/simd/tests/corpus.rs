//! The words that the operations are tried with: the edges of both readings of 32 bits, each with each, then chance.

use std::sync::LazyLock;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::MAX_LANES;

/// As many first, second and third arguments, a multiple of [`MAX_LANES`].
pub(super) static ARGUMENTS: LazyLock<[Vec<i32>; 3]> = LazyLock::new(arguments);

/// Where chance starts; printed, so that a failure shows it, and taken from `VOXRAY_TEST_SEED` to see it again.
pub(super) fn chance() -> StdRng {
    static SEED: LazyLock<u64> = LazyLock::new(|| match std::env::var("VOXRAY_TEST_SEED") {
        Ok(seed) => seed.parse().expect("VOXRAY_TEST_SEED is a whole number"),
        Err(_) => rand::random(),
    });
    println!("VOXRAY_TEST_SEED={}", *SEED);
    StdRng::seed_from_u64(*SEED)
}

/// The edges, as bits: floats of both signs, and integers.
pub(super) fn edges() -> Vec<i32> {
    let floats = positive_floats().into_iter().flat_map(|x| [x, -x]);
    let mut words: Vec<i32> = floats.map(|x| x.to_bits().cast_signed()).collect();
    words.extend(integers());
    words.sort_unstable();
    words.dedup();
    words
}

fn positive_floats() -> Vec<f32> {
    let mut floats = vec![0.0, f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE, 1.0 / 3.0];
    // Quiet and signalling NaNs with a payload; the least, a middle and the greatest subnormal.
    floats.extend([0x7fc0_1234, 0x7f80_0001, 1, 0x0012_3456, 0x007f_ffff].map(f32::from_bits));
    let powers = [-126, -96, -24, -23, -1, 0, 1, 4, 16, 21, 22, 23, 24, 30, 31, 32, 96, 127];
    let powers = powers.map(|exponent| 2.0_f32.powi(exponent));
    let integers = [3.0, 5.0, 6.0, 1000.0, 65_535.0, 4_194_303.0, 8_388_607.0];
    for x in powers.into_iter().chain(integers) {
        floats.extend([x, x.next_down(), x.next_up(), x + 0.5, (x + 0.5).next_down()]);
    }
    floats
}

fn integers() -> Vec<i32> {
    let mut integers = vec![0, -1, 31, 32, 33, 63, 64, 0x5555_5555, 0x1234_5678];
    // Halves at their limits, where the sum of two products wraps.
    integers.extend([0x8000_8000_u32, 0x8000_7fff, 0x7fff_8000, 0x7fff_7fff].map(u32::cast_signed));
    for bit in (0..32).step_by(3).chain([15, 31]) {
        let power = 1_i32 << bit;
        integers.extend([power, power.wrapping_sub(1), power.wrapping_neg()]);
    }
    integers
}

fn arguments() -> [Vec<i32>; 3] {
    const BY_CHANCE: usize = 1 << 17;
    let (edges, mut chance) = (edges(), chance());
    let mut rows = Vec::new();
    for &a in &edges {
        rows.extend(edges.iter().map(|&b| [a, b, edges[chance.random_range(0..edges.len())]]));
    }
    rows.extend((0..BY_CHANCE).map(|_| chance.random::<[i32; 3]>()));
    rows.extend((0..BY_CHANCE).map(|_| [(); 3].map(|()| moderate(&mut chance))));
    rows.resize(rows.len().next_multiple_of(MAX_LANES), [0; 3]);
    [0, 1, 2].map(|column| rows.iter().map(|row| row[column]).collect())
}

/// A float of the size of coordinates and times, often with few digits, so that integers, halves and ties are common.
fn moderate(chance: &mut StdRng) -> i32 {
    let scale = 2.0_f32.powi(chance.random_range(-4..20));
    let x: f32 = chance.random_range(-1.0..1.0) * scale;
    let x = if chance.random() { (x * 4.0).round() / 4.0 } else { x };
    x.to_bits().cast_signed()
}
