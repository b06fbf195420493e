//! What reads and writes slices: whole vectors, their limits, and gathers with indices in and out of their tables.

use std::panic::catch_unwind;

use rand::RngExt;

use super::corpus::{chance, edges};
use super::{Isa, Kernel, Simd, dispatch, for_each_isa};

/// Copies the first lanes of a slice to the front of another, as floats and as integers; the rest keeps -1.
#[derive(Clone, Copy)]
struct Copies<'a>(&'a [i32]);

impl Kernel for Copies<'_> {
    type Output = (usize, Vec<i32>, Vec<f32>);
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Self::Output {
        let floats: Vec<f32> = self.0.iter().map(|&x| x as f32).collect();
        let (mut to_integers, mut to_floats) = (vec![-1; self.0.len()], vec![-1.0; self.0.len()]);
        s.store_i32(&mut to_integers, s.load_i32(self.0));
        s.store_f32(&mut to_floats, s.load_f32(&floats));
        (S::LANES, to_integers, to_floats)
    }
}

#[test]
fn loads_and_stores_move_the_first_lanes_alone() {
    let numbers: Vec<i32> = (10..60).collect();
    // Each start, so that no alignment is relied on; 16 remain at the last.
    for start in 0..=34 {
        let from = &numbers[start..];
        for_each_isa(Copies(from), |isa, (lanes, integers, floats)| {
            for i in 0..from.len() {
                let expected = if i < lanes { from[i] } else { -1 };
                assert_eq!(integers[i], expected, "integer {i} from {start} on {isa}");
                assert_eq!(floats[i], expected as f32, "float {i} from {start} on {isa}");
            }
        });
    }
}

/// One value everywhere, and the lanes' numbers.
#[derive(Clone, Copy)]
struct Constants;

impl Kernel for Constants {
    type Output = (Vec<i32>, Vec<f32>, Vec<i32>);
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Self::Output {
        let mut made = (vec![0; S::LANES], vec![0.0; S::LANES], vec![0; S::LANES]);
        s.store_i32(&mut made.0, s.splat_i32(-7));
        s.store_f32(&mut made.1, s.splat_f32(0.1));
        s.store_i32(&mut made.2, s.lane_index());
        made
    }
}

#[test]
fn splats_and_lane_numbers() {
    for_each_isa(Constants, |isa, (integers, floats, numbers)| {
        assert!(integers.iter().all(|&x| x == -7), "{integers:?} on {isa}");
        assert!(floats.iter().all(|&x| x == 0.1), "{floats:?} on {isa}");
        assert!(numbers.iter().copied().eq((0..).take(numbers.len())), "{numbers:?} on {isa}");
    });
}

/// What is done with a slice that is one number short.
#[derive(Clone, Copy, Debug)]
enum TooShort {
    LoadF32,
    LoadI32,
    StoreF32,
    StoreI32,
    Expand,
}

impl Kernel for TooShort {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (mut integers, mut floats) = (vec![0; S::LANES - 1], vec![0.0; S::LANES - 1]);
        match self {
            Self::LoadF32 => drop(s.to_bits(s.load_f32(&floats))),
            Self::LoadI32 => drop(s.load_i32(&integers)),
            Self::StoreF32 => s.store_f32(&mut floats, s.splat_f32(0.0)),
            Self::StoreI32 => s.store_i32(&mut integers, s.splat_i32(0)),
            Self::Expand => drop(s.expand(0, s.splat_i32(0), &integers)),
        }
    }
}

#[test]
fn slices_that_are_too_short_panic() {
    use TooShort::{Expand, LoadF32, LoadI32, StoreF32, StoreI32};
    for isa in Isa::available() {
        for access in [LoadF32, LoadI32, StoreF32, StoreI32, Expand] {
            let panic = catch_unwind(|| dispatch(isa, access)).expect_err("one number is missing");
            let message = panic.downcast_ref::<&str>().map(ToString::to_string);
            let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
            let message = message.unwrap_or_default();
            assert!(message.contains("numbers or more"), "{access:?} on {isa}: {message}");
        }
    }
}

/// Looks all indices up in a table of eight.
#[derive(Clone, Copy)]
struct LookUps<'a>(&'a [i32; 8], &'a [i32]);

impl Kernel for LookUps<'_> {
    type Output = Vec<i32>;
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Vec<i32> {
        let mut answers = self.1.to_vec();
        for lanes in answers.chunks_exact_mut(S::LANES) {
            let index = s.load_i32(lanes);
            s.store_i32(lanes, s.look_up(self.0, index));
        }
        answers
    }
}

#[test]
fn a_table_of_eight_is_looked_up_by_the_low_bits() {
    let table = [3, -1, i32::MIN, 7, 0, 1 << 20, i32::MAX, -9];
    let index = indices(8);
    for_each_isa(LookUps(&table, &index), |isa, answers| {
        for (&index, answer) in index.iter().zip(answers) {
            assert_eq!(answer, table[(index & 7) as usize], "entry {index} on {isa}");
        }
    });
}

/// Gathers from two tables of the same length with the same indices; lane i of the mask is bit i modulo 32.
#[derive(Clone, Copy)]
struct Gathers<'a> {
    table: &'a [u32],
    pairs: &'a [[u32; 2]],
    index: &'a [i32],
    mask: u32,
}

impl Gathers<'_> {
    fn is_set(&self, i: usize) -> bool {
        self.mask >> (i % 32) & 1 == 1
    }
}

impl Kernel for Gathers<'_> {
    type Output = Vec<[i32; 3]>;
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Vec<[i32; 3]> {
        let mut answers = Vec::new();
        for start in (0..self.index.len()).step_by(S::LANES) {
            let mask = s.mask_from_bits(self.mask >> (start % 32));
            let index = s.load_i32(&self.index[start..]);
            let (first, second) = s.gather_pair(self.pairs, index, mask);
            let mut lanes = vec![[0; 3]; S::LANES];
            for (place, v) in
                [s.gather(self.table, index, mask), first, second].into_iter().enumerate()
            {
                let mut words = vec![0; S::LANES];
                s.store_i32(&mut words, v);
                lanes.iter_mut().zip(words).for_each(|(lane, word)| lane[place] = word);
            }
            answers.extend(lanes);
        }
        answers
    }
}

/// Indices about both ends of a table, those of chance in it, and the edges of 32 bits: a multiple of 32 of them.
fn indices(len: usize) -> Vec<i32> {
    let mut chance = chance();
    let len = i32::try_from(len).expect("a short table");
    let mut indices: Vec<i32> = (-3..4).chain(len - 3..len + 4).chain(edges()).collect();
    indices.extend((0..99).map(|_| chance.random_range(0..len.max(1))));
    indices.resize(indices.len().next_multiple_of(32), len - 1);
    indices
}

#[test]
fn gathers_read_what_is_masked_and_in_the_table() {
    // The tables stand amid others' words, so that a read past their ends shows.
    let words: Vec<u32> = (0..1100).map(|i| 0x8000_0001 + 3 * i).collect();
    let pairs: Vec<[u32; 2]> = (0..1100).map(|i| [!i, 0x8000_0001 + 5 * i]).collect();
    for len in [0, 1, 2, 7, 8, 15, 16, 17, 1000] {
        let (table, pairs, index) = (&words[50..50 + len], &pairs[50..50 + len], &indices(len));
        for mask in [!0, 0, 1, 0x8000_8080, 0x5555_5555, 0xff00_0ff0, 0x1234_5678] {
            let gathers = Gathers { table, pairs, index, mask };
            for_each_isa(gathers, |isa, answers| {
                for (i, answer) in answers.into_iter().enumerate() {
                    let inside = usize::try_from(index[i]).ok().filter(|&entry| entry < len);
                    let entry = inside.filter(|_| gathers.is_set(i));
                    let expected = entry.map_or([0; 3], |e| [table[e], pairs[e][0], pairs[e][1]]);
                    let which = format!("entry {} of {len}, mask {mask:#x}, on {isa}", index[i]);
                    assert_eq!(answer.map(i32::cast_unsigned), expected, "{which}");
                }
            });
        }
    }
}

/// Deposits bits of each word at the places of each other word.
#[derive(Clone, Copy)]
struct Deposits<'a>(&'a [u32]);

impl Kernel for Deposits<'_> {
    type Output = Vec<u32>;
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Vec<u32> {
        let of = |low: u32| self.0.iter().map(move |&mask| s.deposit_bits(low, mask));
        self.0.iter().flat_map(|&low| of(low)).collect()
    }
}

#[test]
fn deposit_bits_fills_the_places_in_order() {
    let mut words: Vec<u32> = (0..256).collect();
    words.extend(edges().into_iter().map(i32::cast_unsigned));
    for_each_isa(Deposits(&words), |isa, answers| {
        let pairs = words.iter().flat_map(|&low| words.iter().map(move |&mask| (low, mask)));
        for ((low, mask), answer) in pairs.zip(answers) {
            let places = (0..32).filter(|place| mask >> place & 1 == 1).enumerate();
            let expected: u32 = places.map(|(bit, place)| (low >> bit & 1) << place).sum();
            assert_eq!(answer, expected, "{low:#x} to {mask:#x} on {isa}");
        }
    });
}

/// Asks for a slice of numbers, then adds them up.
#[derive(Clone, Copy)]
struct Prefetches<'a>(&'a [f64]);

impl Kernel for Prefetches<'_> {
    type Output = f64;
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> f64 {
        s.prefetch(self.0);
        s.prefetch(bytemuck::cast_slice::<f64, f32>(self.0));
        self.0.iter().sum()
    }
}

#[test]
fn prefetch_leaves_any_slice_as_it_is() {
    let numbers: Vec<f64> = (0..40).map(f64::from).collect();
    for start in 0..8 {
        for end in start..=40 {
            let expected: f64 = (start..end).map(|k| k as f64).sum();
            for_each_isa(Prefetches(&numbers[start..end]), |isa, sum| {
                assert_eq!(sum, expected, "{start}..{end} on {isa}");
            });
        }
    }
}
