//! Plain Rust for every machine, and each operation in the shortest words.
//!
//! Invariant: nothing here is unsafe, and every operation answers as the instructions of the other back ends do, at the
//! edges too. A lane of a mask is -1 or 0, so that the compiler can turn selections into bit operations.

use std::array::from_fn;

use super::{Isa, Simd};

/// The token of plain Rust, which every machine has, so that anyone may make it.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

const LANES: usize = 8;

/// A lane of a mask.
#[inline(always)]
fn truth(set: bool) -> i32 {
    -i32::from(set)
}

/// Methods that treat each lane alike, from rows `name(arguments of a lane) -> result of a lane { body }`.
macro_rules! lane_operations {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: [$type; LANES]),*) -> [$result; LANES] {
            from_fn(|lane| {
                $(let $argument = $argument[lane];)*
                $($body)*
            })
        }
    )*};
}

impl Simd for Scalar {
    const ISA: Isa = Isa::Scalar;
    const LANES: usize = LANES;
    const FUSED: bool = false;
    type F32 = [f32; LANES];
    type I32 = [i32; LANES];
    type Mask = [i32; LANES];

    lane_operations! {
        to_bits(a: f32) -> i32 { a.to_bits().cast_signed() }
        from_bits(a: i32) -> f32 { f32::from_bits(a.cast_unsigned()) }

        add_f32(a: f32, b: f32) -> f32 { a + b }
        sub_f32(a: f32, b: f32) -> f32 { a - b }
        mul_f32(a: f32, b: f32) -> f32 { a * b }
        div_f32(a: f32, b: f32) -> f32 { a / b }
        min_f32(a: f32, b: f32) -> f32 { if a < b { a } else { b } }
        max_f32(a: f32, b: f32) -> f32 { if a > b { a } else { b } }
        abs_f32(a: f32) -> f32 { a.abs() }
        mul_add_guess(a: f32, b: f32, c: f32) -> f32 { a * b + c }
        floor_to_i32(a: f32) -> i32 { floor_or_min(a) }
        to_f32(a: i32) -> f32 { a as f32 }
        over_nearest_integer(a: f32) -> f32 { over_nearest(a) }
        min_size(a: f32, b: f32) -> f32 { if a.abs() < b.abs() { a.abs() } else { b.abs() } }
        lt_f32(a: f32, b: f32) -> i32 { truth(a < b) }
        le_f32(a: f32, b: f32) -> i32 { truth(a <= b) }
        eq_f32(a: f32, b: f32) -> i32 { truth(a == b) }
        select_f32(mask: i32, a: f32, b: f32) -> f32 { if mask < 0 { a } else { b } }

        add_i32(a: i32, b: i32) -> i32 { a.wrapping_add(b) }
        sub_i32(a: i32, b: i32) -> i32 { a.wrapping_sub(b) }
        mul_i32(a: i32, b: i32) -> i32 { a.wrapping_mul(b) }
        mul_add_halves(a: i32, b: i32) -> i32 {
            // The products fit; only the sum of two (-2^15)^2 wraps.
            (low_half(a) * low_half(b)).wrapping_add((a >> 16) * (b >> 16))
        }
        and_i32(a: i32, b: i32) -> i32 { a & b }
        or_i32(a: i32, b: i32) -> i32 { a | b }
        min_i32(a: i32, b: i32) -> i32 { a.min(b) }
        max_i32(a: i32, b: i32) -> i32 { a.max(b) }
        shl_by(a: i32, b: i32) -> i32 { a << (b & 31) }
        shr_by(a: i32, b: i32) -> i32 { (a.cast_unsigned() >> (b & 31)).cast_signed() }
        count_ones(a: i32) -> i32 { a.count_ones().cast_signed() }
        lt_i32(a: i32, b: i32) -> i32 { truth(a < b) }
        test(a: i32, b: i32) -> i32 { truth(a & b != 0) }
        sign(a: i32) -> i32 { a >> 31 }
        select_i32(mask: i32, a: i32, b: i32) -> i32 { if mask < 0 { a } else { b } }

        and_mask(a: i32, b: i32) -> i32 { a & b }
        or_mask(a: i32, b: i32) -> i32 { a | b }
        and_not_mask(a: i32, b: i32) -> i32 { a & !b }
    }

    #[inline(always)]
    fn splat_f32(self, x: f32) -> [f32; LANES] {
        [x; LANES]
    }

    #[inline(always)]
    fn splat_i32(self, x: i32) -> [i32; LANES] {
        [x; LANES]
    }

    #[inline(always)]
    fn lane_index(self) -> [i32; LANES] {
        [0, 1, 2, 3, 4, 5, 6, 7]
    }

    #[inline(always)]
    fn load_f32(self, from: &[f32]) -> [f32; LANES] {
        *from.first_chunk().expect(TOO_SHORT_TO_LOAD)
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32]) -> [i32; LANES] {
        *from.first_chunk().expect(TOO_SHORT_TO_LOAD)
    }

    #[inline(always)]
    fn store_f32(self, to: &mut [f32], v: [f32; LANES]) {
        *to.first_chunk_mut().expect(TOO_SHORT_TO_STORE) = v;
    }

    #[inline(always)]
    fn store_i32(self, to: &mut [i32], v: [i32; LANES]) {
        *to.first_chunk_mut().expect(TOO_SHORT_TO_STORE) = v;
    }

    #[inline(always)]
    fn shl<const N: u32>(self, a: [i32; LANES]) -> [i32; LANES] {
        const { assert!(N < 32, "a lane has 32 bits") };
        a.map(|a| a << N)
    }

    #[inline(always)]
    fn shr<const N: u32>(self, a: [i32; LANES]) -> [i32; LANES] {
        const { assert!(N < 32, "a lane has 32 bits") };
        a.map(|a| (a.cast_unsigned() >> N).cast_signed())
    }

    #[inline(always)]
    fn mask_to_bits(self, a: [i32; LANES]) -> u32 {
        (0..LANES).fold(0, |bits, lane| bits | u32::from(a[lane] < 0) << lane)
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> [i32; LANES] {
        from_fn(|lane| truth(bits >> lane & 1 == 1))
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8], index: [i32; LANES]) -> [i32; LANES] {
        from_fn(|lane| table[(index[lane] & 7) as usize])
    }

    #[inline(always)]
    fn compress(self, mask: [i32; LANES], a: [i32; LANES]) -> [i32; LANES] {
        let mut packed = [0; LANES];
        let mut used = 0;
        for lane in 0..LANES {
            // Written always, and overwritten by the next lane unless this one counts: no branch to mispredict.
            packed[used] = a[lane];
            used += usize::from(mask[lane] < 0);
        }
        packed
    }

    #[inline(always)]
    fn expand(self, bits: u32, old: [i32; LANES], from: &[i32]) -> [i32; LANES] {
        let from = self.load_i32(from);
        let mut used = 0;
        from_fn(|lane| {
            let next = from[used];
            let set = bits >> lane & 1 == 1;
            used += usize::from(set);
            if set { next } else { old[lane] }
        })
    }

    #[inline(always)]
    fn prefetch<T>(self, _from: &[T]) {}

    #[inline(always)]
    fn gather(self, table: &[u32], index: [i32; LANES], mask: [i32; LANES]) -> [i32; LANES] {
        from_fn(|lane| entry(table, index[lane], mask[lane]).cast_signed())
    }

    #[inline(always)]
    fn gather_pair(
        self,
        table: &[[u32; 2]],
        index: [i32; LANES],
        mask: [i32; LANES],
    ) -> ([i32; LANES], [i32; LANES]) {
        let pairs: [[u32; 2]; LANES] = from_fn(|lane| entry(table, index[lane], mask[lane]));
        (pairs.map(|[first, _]| first.cast_signed()), pairs.map(|[_, second]| second.cast_signed()))
    }

    #[inline(always)]
    fn deposit_bits(self, low: u32, mask: u32) -> u32 {
        let (mut deposited, mut places, mut low) = (0, mask, low);
        while places != 0 {
            let lowest = places & places.wrapping_neg();
            deposited |= lowest * (low & 1);
            low >>= 1;
            places ^= lowest;
        }
        deposited
    }
}

const TOO_SHORT_TO_LOAD: &str = "a vector is loaded from 8 numbers or more";
const TOO_SHORT_TO_STORE: &str = "a vector is stored to 8 numbers or more";

/// An entry of a table, or zeros where the mask is clear or the index lies outside.
#[inline(always)]
fn entry<T: Copy + Default>(table: &[T], index: i32, mask: i32) -> T {
    let inside = usize::try_from(index).ok().and_then(|index| table.get(index));
    inside.filter(|_| mask < 0).copied().unwrap_or_default()
}

/// The low 16 bits as a signed number.
#[inline(always)]
fn low_half(a: i32) -> i32 {
    a << 16 >> 16
}

/// The largest integer not above `a`, or `i32::MIN` where that is none. A cast and a correction, because the first
/// x86-64 machines have no instruction that rounds.
#[inline(always)]
fn floor_or_min(a: f32) -> i32 {
    const LIMIT: f32 = 2_147_483_648.0;
    #[expect(clippy::cast_possible_truncation, reason = "within the limits it fits")]
    let towards_zero = a as i32;
    let floor = towards_zero.wrapping_sub(i32::from(towards_zero as f32 > a));
    if (-LIMIT..LIMIT).contains(&a) { floor } else { i32::MIN }
}

/// What `a` has over the nearest integer: 0 from 2^23 on, where every float is one.
#[inline(always)]
fn over_nearest(a: f32) -> f32 {
    const ALL_INTEGERS: f32 = 8_388_608.0;
    let size = a.abs();
    // The sum has no bits left below 1, so it is rounded to the nearest integer, ties to even.
    let nearest = (size + ALL_INTEGERS) - ALL_INTEGERS;
    if size >= ALL_INTEGERS { 0.0 } else { (size - nearest) * 1.0_f32.copysign(a) }
}
