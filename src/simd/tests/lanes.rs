//! The operations that treat each lane alike, against models that compute in wider types or by other means.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the models compute wide and round or cut once"
)]

use std::cmp::Ordering;

use super::corpus::ARGUMENTS;
use super::{Kernel, Simd, for_each_isa};

/// What a lane holds: how vectors of it come from and go to memory, and which bits answer a model's value.
trait Lane: Copy + std::fmt::Debug {
    type Vector<S: Simd>;
    fn read<S: Simd>(s: S, from: &[i32]) -> Self::Vector<S>;
    fn write<S: Simd>(s: S, to: &mut [i32], v: Self::Vector<S>);
    fn from_word(word: i32) -> Self;
    fn is_met_by(self, word: i32) -> bool;
}

impl Lane for i32 {
    type Vector<S: Simd> = S::I32;
    fn read<S: Simd>(s: S, from: &[i32]) -> S::I32 {
        s.load_i32(from)
    }
    fn write<S: Simd>(s: S, to: &mut [i32], v: S::I32) {
        s.store_i32(to, v);
    }
    fn from_word(word: i32) -> Self {
        word
    }
    fn is_met_by(self, word: i32) -> bool {
        self == word
    }
}

impl Lane for f32 {
    type Vector<S: Simd> = S::F32;
    fn read<S: Simd>(s: S, from: &[i32]) -> S::F32 {
        s.from_bits(s.load_i32(from))
    }
    fn write<S: Simd>(s: S, to: &mut [i32], v: S::F32) {
        s.store_i32(to, s.to_bits(v));
    }
    fn from_word(word: i32) -> Self {
        Self::from_bits(word.cast_unsigned())
    }
    fn is_met_by(self, word: i32) -> bool {
        let got = Self::from_word(word);
        self.to_bits() == got.to_bits() || self.is_nan() && got.is_nan()
    }
}

/// As a word, a truth value is its sign.
impl Lane for bool {
    type Vector<S: Simd> = S::Mask;
    fn read<S: Simd>(s: S, from: &[i32]) -> S::Mask {
        let lanes = from[..S::LANES].iter().rev();
        s.mask_from_bits(lanes.fold(0, |bits, &word| bits << 1 | u32::from(word < 0)))
    }
    fn write<S: Simd>(s: S, to: &mut [i32], v: S::Mask) {
        let bits = s.mask_to_bits(v);
        for (lane, word) in to[..S::LANES].iter_mut().enumerate() {
            *word = -i32::from(bits >> lane & 1 == 1);
        }
    }
    fn from_word(word: i32) -> Self {
        word < 0
    }
    fn is_met_by(self, word: i32) -> bool {
        word == -i32::from(self)
    }
}

/// Either of two numbers; only an answer.
#[derive(Clone, Copy, Debug)]
struct OneOf(f32, f32);

impl Lane for OneOf {
    type Vector<S: Simd> = S::F32;
    fn read<S: Simd>(s: S, from: &[i32]) -> S::F32 {
        f32::read(s, from)
    }
    fn write<S: Simd>(s: S, to: &mut [i32], v: S::F32) {
        f32::write(s, to, v);
    }
    fn from_word(word: i32) -> Self {
        Self(f32::from_word(word), f32::from_word(word))
    }
    fn is_met_by(self, word: i32) -> bool {
        self.0.is_met_by(word) || self.1.is_met_by(word)
    }
}

/// One test for each row `operation(arguments) -> result { model }`, over the whole corpus.
macro_rules! check_lanes {
    ($($name:ident($($argument:ident: $type:ty),+) -> $result:ty { $($model:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[derive(Clone, Copy)]
            struct Operation;

            impl Kernel for Operation {
                type Output = Vec<i32>;
                #[inline(always)]
                fn run<S: Simd>(self, s: S) -> Vec<i32> {
                    let mut answers = vec![0; ARGUMENTS[0].len()];
                    for (i, to) in answers.chunks_exact_mut(S::LANES).enumerate() {
                        let mut columns = ARGUMENTS.iter().map(|column| &column[i * S::LANES..]);
                        $(let $argument = <$type>::read(s, columns.next().expect("three"));)+
                        <$result>::write(s, to, s.$name($($argument),+));
                    }
                    answers
                }
            }

            for_each_isa(Operation, |isa, answers| {
                for (i, &answer) in answers.iter().enumerate() {
                    let mut columns = ARGUMENTS.iter().map(|column| column[i]);
                    $(let $argument = <$type>::from_word(columns.next().expect("three"));)+
                    let expected: $result = { $($model)* };
                    assert!(
                        expected.is_met_by(answer),
                        "{} of {:?} on {isa}: {:?} ({answer:#x}), not {expected:?}",
                        stringify!($name),
                        ($($argument,)+),
                        <$result>::from_word(answer),
                    );
                }
            });
        }
    )*};
}

check_lanes! {
    to_bits(a: f32) -> i32 { a.to_bits().cast_signed() }
    from_bits(a: i32) -> f32 { f32::from_bits(a.cast_unsigned()) }

    // f64 has more than twice the bits of f32, so rounding twice is rounding once (Figueroa, 1995).
    add_f32(a: f32, b: f32) -> f32 { (f64::from(a) + f64::from(b)) as f32 }
    sub_f32(a: f32, b: f32) -> f32 { (f64::from(a) - f64::from(b)) as f32 }
    mul_f32(a: f32, b: f32) -> f32 { (f64::from(a) * f64::from(b)) as f32 }
    div_f32(a: f32, b: f32) -> f32 { (f64::from(a) / f64::from(b)) as f32 }
    min_f32(a: f32, b: f32) -> f32 {
        match a.partial_cmp(&b) { Some(Ordering::Less) => a, _ => b }
    }
    max_f32(a: f32, b: f32) -> f32 {
        match a.partial_cmp(&b) { Some(Ordering::Greater) => a, _ => b }
    }
    abs_f32(a: f32) -> f32 { f32::from_bits(a.to_bits() << 1 >> 1) }
    mul_add_guess(a: f32, b: f32, c: f32) -> OneOf { OneOf(a.mul_add(b, c), a * b + c) }
    floor_to_i32(a: f32) -> i32 {
        let floor = f64::from(a).floor();
        if f64::from(floor as i32) == floor { floor as i32 } else { i32::MIN }
    }
    to_f32(a: i32) -> f32 { f64::from(a) as f32 }
    over_nearest_integer(a: f32) -> OneOf {
        let over = (f64::from(a) - f64::from(a).round_ties_even()) as f32;
        match () {
            () if !a.is_finite() => OneOf(0.0, f32::NAN),
            () if over == 0.0 => OneOf(0.0, -0.0),
            () => OneOf(over, over),
        }
    }
    min_size(a: f32, b: f32) -> OneOf {
        let [a, b] = [a.abs(), b.abs()];
        if a.is_nan() || b.is_nan() { OneOf(a, b) } else { OneOf(a.min(b), a.min(b)) }
    }
    lt_f32(a: f32, b: f32) -> bool { a.partial_cmp(&b) == Some(Ordering::Less) }
    le_f32(a: f32, b: f32) -> bool { a.partial_cmp(&b).is_some_and(Ordering::is_le) }
    eq_f32(a: f32, b: f32) -> bool { a.partial_cmp(&b) == Some(Ordering::Equal) }
    select_f32(mask: bool, a: f32, b: f32) -> f32 { [b, a][usize::from(mask)] }

    add_i32(a: i32, b: i32) -> i32 { (i64::from(a) + i64::from(b)) as i32 }
    sub_i32(a: i32, b: i32) -> i32 { (i64::from(a) - i64::from(b)) as i32 }
    mul_i32(a: i32, b: i32) -> i32 { (i64::from(a) * i64::from(b)) as i32 }
    mul_add_halves(a: i32, b: i32) -> i32 {
        let (low, high) = (|x: i32| i64::from(x as i16), |x: i32| i64::from(x).div_euclid(1 << 16));
        (low(a) * low(b) + high(a) * high(b)) as i32
    }
    and_i32(a: i32, b: i32) -> i32 { !(!a | !b) }
    or_i32(a: i32, b: i32) -> i32 { !(!a & !b) }
    min_i32(a: i32, b: i32) -> i32 { if i64::from(a) - i64::from(b) < 0 { a } else { b } }
    max_i32(a: i32, b: i32) -> i32 { if i64::from(a) - i64::from(b) < 0 { b } else { a } }
    shl_by(a: i32, b: i32) -> i32 { (i64::from(a) << b.rem_euclid(32)) as i32 }
    shr_by(a: i32, b: i32) -> i32 {
        (u64::from(a.cast_unsigned()) / (1 << b.rem_euclid(32))) as i32
    }
    count_ones(a: i32) -> i32 { (0..32).map(|bit| a >> bit & 1).sum() }
    lt_i32(a: i32, b: i32) -> bool { i64::from(a) - i64::from(b) < 0 }
    test(a: i32, b: i32) -> bool { (0..32).any(|bit| a >> bit & b >> bit & 1 == 1) }
    sign(a: i32) -> bool { a < 0 }
    select_i32(mask: bool, a: i32, b: i32) -> i32 { [b, a][usize::from(mask)] }

    and_mask(a: bool, b: bool) -> bool { matches!((a, b), (true, true)) }
    or_mask(a: bool, b: bool) -> bool { !matches!((a, b), (false, false)) }
    and_not_mask(a: bool, b: bool) -> bool { matches!((a, b), (true, false)) }
}

/// Both shifts of the corpus by a constant.
#[derive(Clone, Copy)]
struct Shift<const N: u32>;

impl<const N: u32> Kernel for Shift<N> {
    type Output = Vec<(i32, i32)>;
    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> Vec<(i32, i32)> {
        let mut answers = Vec::new();
        let (mut left, mut right) = (vec![0; S::LANES], vec![0; S::LANES]);
        for words in ARGUMENTS[0].chunks_exact(S::LANES) {
            s.store_i32(&mut left, s.shl::<N>(s.load_i32(words)));
            s.store_i32(&mut right, s.shr::<N>(s.load_i32(words)));
            answers.extend(left.iter().copied().zip(right.iter().copied()));
        }
        answers
    }
}

fn check_shift<const N: u32>() {
    for_each_isa(Shift::<N>, |isa, answers| {
        for (&a, answer) in ARGUMENTS[0].iter().zip(answers) {
            let wide = u64::from(a.cast_unsigned());
            let expected = ((wide * (1 << N)) as i32, (wide / (1 << N)) as i32);
            assert_eq!(answer, expected, "{a:#x} shifted by {N} on {isa}");
        }
    });
}

#[test]
fn shl_and_shr_by_every_constant() {
    macro_rules! each {
        ($($n:literal)*) => { $(check_shift::<$n>();)* };
    }
    each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
}
