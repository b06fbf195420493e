//! Eight lanes in 256-bit registers: AVX2, FMA and BMI2.
//!
//! Invariant: a mask is a vector whose lanes are all ones or all zeros. AVX2 cannot pack lanes, so [`Simd::compress`]
//! and [`Simd::expand`] look the order of the lanes up by mask: 256 entries of 8 bytes, widened on the way to
//! `vpermd` (after Lemire's `simdprune`). Set bits are counted by nibbles in a register (Muła, 2008).

use std::arch::x86_64::*;

use super::registers::register_operations;
use super::{Isa, Simd};

/// The proof that this processor has AVX2, FMA and BMI2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The token, where the processor has the instructions.
    pub(super) fn try_new() -> Option<Self> {
        Isa::Avx2.is_available().then_some(Self(()))
    }
}

/// Clears the sign of a float.
const MAGNITUDE: i32 = i32::MAX;

impl Simd for Avx2 {
    const ISA: Isa = Isa::Avx2;
    const LANES: usize = 8;
    const FUSED: bool = true;
    type F32 = __m256;
    type I32 = __m256i;
    type Mask = __m256i;

    register_operations! {
        splat_f32(x: f32) -> __m256 { _mm256_set1_ps(x) }
        splat_i32(x: i32) -> __m256i { _mm256_set1_epi32(x) }
        lane_index() -> __m256i { _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7) }
        to_bits(a: __m256) -> __m256i { _mm256_castps_si256(a) }
        from_bits(a: __m256i) -> __m256 { _mm256_castsi256_ps(a) }

        add_f32(a: __m256, b: __m256) -> __m256 { _mm256_add_ps(a, b) }
        sub_f32(a: __m256, b: __m256) -> __m256 { _mm256_sub_ps(a, b) }
        mul_f32(a: __m256, b: __m256) -> __m256 { _mm256_mul_ps(a, b) }
        div_f32(a: __m256, b: __m256) -> __m256 { _mm256_div_ps(a, b) }
        min_f32(a: __m256, b: __m256) -> __m256 { _mm256_min_ps(a, b) }
        max_f32(a: __m256, b: __m256) -> __m256 { _mm256_max_ps(a, b) }
        abs_f32(a: __m256) -> __m256 {
            _mm256_and_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(MAGNITUDE)))
        }
        mul_add_guess(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmadd_ps(a, b, c) }
        floor_to_i32(a: __m256) -> __m256i { _mm256_cvttps_epi32(_mm256_floor_ps(a)) }
        to_f32(a: __m256i) -> __m256 { _mm256_cvtepi32_ps(a) }
        over_nearest_integer(a: __m256) -> __m256 {
            let nearest = _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a);
            _mm256_sub_ps(a, nearest)
        }
        min_size(a: __m256, b: __m256) -> __m256 {
            let sign = _mm256_set1_ps(-0.0);
            _mm256_min_ps(_mm256_andnot_ps(sign, a), _mm256_andnot_ps(sign, b))
        }
        lt_f32(a: __m256, b: __m256) -> __m256i {
            _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b))
        }
        le_f32(a: __m256, b: __m256) -> __m256i {
            _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b))
        }
        eq_f32(a: __m256, b: __m256) -> __m256i {
            _mm256_castps_si256(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b))
        }
        select_f32(mask: __m256i, a: __m256, b: __m256) -> __m256 {
            _mm256_blendv_ps(b, a, _mm256_castsi256_ps(mask))
        }

        add_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi32(a, b) }
        sub_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi32(a, b) }
        mul_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_mullo_epi32(a, b) }
        mul_add_halves(a: __m256i, b: __m256i) -> __m256i { _mm256_madd_epi16(a, b) }
        and_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        or_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        min_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_min_epi32(a, b) }
        max_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_max_epi32(a, b) }
        // The `and` tells LLVM that the amount is below 32; it would guard the shift by a compare.
        shl_by(a: __m256i, b: __m256i) -> __m256i {
            _mm256_sllv_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(31)))
        }
        shr_by(a: __m256i, b: __m256i) -> __m256i {
            _mm256_srlv_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(31)))
        }
        count_ones(a: __m256i) -> __m256i {
            let of_nibble = _mm256_broadcastsi128_si256(
                _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4),
            );
            let nibble = _mm256_set1_epi8(15);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble);
            let low = _mm256_and_si256(a, nibble);
            let of_byte = _mm256_add_epi8(
                _mm256_shuffle_epi8(of_nibble, low),
                _mm256_shuffle_epi8(of_nibble, high),
            );
            let of_half = _mm256_maddubs_epi16(of_byte, _mm256_set1_epi8(1));
            _mm256_madd_epi16(of_half, _mm256_set1_epi16(1))
        }
        lt_i32(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpgt_epi32(b, a) }
        test(a: __m256i, b: __m256i) -> __m256i {
            let none = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
            _mm256_xor_si256(none, _mm256_set1_epi32(-1))
        }
        sign(a: __m256i) -> __m256i { _mm256_srai_epi32::<31>(a) }
        select_i32(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
            _mm256_blendv_epi8(b, a, mask)
        }

        and_mask(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        or_mask(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        and_not_mask(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
        mask_to_bits(a: __m256i) -> u32 {
            _mm256_movemask_ps(_mm256_castsi256_ps(a)).cast_unsigned()
        }
        mask_from_bits(bits: u32) -> __m256i {
            let lane_bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let bits = _mm256_set1_epi32(bits.cast_signed());
            _mm256_cmpeq_epi32(_mm256_and_si256(bits, lane_bit), lane_bit)
        }
        compress(mask: __m256i, a: __m256i) -> __m256i {
            let bits = _mm256_movemask_ps(_mm256_castsi256_ps(mask)) & 0xff;
            _mm256_permutevar8x32_epi32(a, widen(COMPRESS_ORDER[bits as usize]))
        }
        deposit_bits(low: u32, mask: u32) -> u32 { _pdep_u32(low, mask) }
    }

    #[inline(always)]
    fn shl<const N: u32>(self, a: __m256i) -> __m256i {
        const { assert!(N < 32, "a lane has 32 bits") };
        // SAFETY: the token proves AVX2; values only.
        unsafe { _mm256_sll_epi32(a, _mm_cvtsi32_si128(N.cast_signed())) }
    }

    #[inline(always)]
    fn shr<const N: u32>(self, a: __m256i) -> __m256i {
        const { assert!(N < 32, "a lane has 32 bits") };
        // SAFETY: the token proves AVX2; values only.
        unsafe { _mm256_srl_epi32(a, _mm_cvtsi32_si128(N.cast_signed())) }
    }

    #[inline(always)]
    fn load_f32(self, from: &[f32]) -> __m256 {
        assert!(from.len() >= Self::LANES, "a vector is loaded from 8 numbers or more");
        // SAFETY: the token proves AVX; 8 numbers are there, and the load needs no alignment.
        unsafe { _mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32]) -> __m256i {
        assert!(from.len() >= Self::LANES, "a vector is loaded from 8 numbers or more");
        // SAFETY: the token proves AVX; 8 numbers are there, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_f32(self, to: &mut [f32], v: __m256) {
        assert!(to.len() >= Self::LANES, "a vector is stored to 8 numbers or more");
        // SAFETY: the token proves AVX; 8 numbers are there to overwrite, and the store needs no alignment.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn store_i32(self, to: &mut [i32], v: __m256i) {
        assert!(to.len() >= Self::LANES, "a vector is stored to 8 numbers or more");
        // SAFETY: the token proves AVX; 8 numbers are there to overwrite, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn prefetch<T>(self, from: &[T]) {
        const { assert!(size_of::<T>() > 0 && size_of::<T>() <= 64, "a cache line holds some") };
        for line in from.chunks(64 / size_of::<T>()) {
            // SAFETY: a hint about an address reads nothing; every processor with these instructions has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) }
        }
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8], index: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2; eight numbers are read.
        unsafe { _mm256_permutevar8x32_epi32(_mm256_loadu_si256(table.as_ptr().cast()), index) }
    }

    #[inline(always)]
    fn expand(self, bits: u32, old: __m256i, from: &[i32]) -> __m256i {
        let order = EXPAND_ORDER[(bits & 0xff) as usize];
        let packed = self.load_i32(from);
        // SAFETY: the token proves AVX2; values only.
        let spread = unsafe { _mm256_permutevar8x32_epi32(packed, widen(order)) };
        self.select_i32(self.mask_from_bits(bits), spread, old)
    }

    #[inline(always)]
    fn gather(self, table: &[u32], index: __m256i, mask: __m256i) -> __m256i {
        let inside = self.inside(table.len(), index, mask);
        // SAFETY: the token proves AVX2. Only lanes whose index lies in the table are read, and such an index is not
        // negative as the `i32` that the instruction takes it for.
        unsafe {
            let base = table.as_ptr().cast();
            _mm256_mask_i32gather_epi32::<4>(_mm256_setzero_si256(), base, index, inside)
        }
    }

    #[inline(always)]
    fn gather_pair(self, table: &[[u32; 2]], index: __m256i, mask: __m256i) -> (__m256i, __m256i) {
        let inside = self.inside(table.len(), index, mask);
        let first: *const i32 = table.as_ptr().cast();
        // The address only: no lane reads it where the table is empty.
        let second = first.wrapping_add(1);
        // SAFETY: as in `gather`, pairs being 8 bytes apart and their second halves 4 bytes on.
        unsafe {
            let zero = _mm256_setzero_si256();
            (
                _mm256_mask_i32gather_epi32::<8>(zero, first, index, inside),
                _mm256_mask_i32gather_epi32::<8>(zero, second, index, inside),
            )
        }
    }
}

impl Avx2 {
    register_operations! {
        // The lanes to read of a table: their top bit is set, and a gather looks at no other. Two operations, because a
        // signed compare leaves the negative indices in, and their own top bit takes them out.
        inside(len: usize, index: __m256i, mask: __m256i) -> __m256i {
            let len = _mm256_set1_epi32(i32::try_from(len).unwrap_or(i32::MAX));
            let below = _mm256_and_si256(mask, _mm256_cmpgt_epi32(len, index));
            _mm256_andnot_si256(index, below)
        }
    }
}

/// Byte j is the lane of the j-th set bit of the mask, and 0 past the last.
static COMPRESS_ORDER: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut packed = 0;
        let mut lane = 0;
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask] |= lane << (8 * packed);
                packed += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Byte i is how many bits of the mask are set below lane i.
static EXPAND_ORDER: [u64; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut used = 0;
        let mut lane = 0;
        while lane < 8 {
            table[mask] |= used << (8 * lane);
            used += (mask >> lane & 1) as u64;
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Eight bytes as eight lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn widen(bytes: u64) -> __m256i {
    _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(bytes.cast_signed()))
}
