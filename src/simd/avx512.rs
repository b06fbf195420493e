//! Sixteen lanes in 512-bit registers: AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
//!
//! Invariant: a mask is 16 bits, bit i for lane i, in a mask register. Nearly every operation is one instruction.

use std::arch::x86_64::*;

use super::registers::register_operations;
use super::{Isa, Simd};

/// The proof that this processor has the AVX-512 extensions that are used here, and those of AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, where the processor has the instructions.
    pub(super) fn try_new() -> Option<Self> {
        Isa::Avx512.is_available().then_some(Self(()))
    }
}

/// For `vcvtps2dq`: round towards minus infinity.
const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
/// For `vreduceps`: what is left over the nearest multiple of 2^0, ties to even.
const LEFT_OVER_NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

/// For `vrangeps`: the value of the lesser size, without its sign.
const LEAST_SIZE: i32 = 0b1010;

impl Simd for Avx512 {
    const ISA: Isa = Isa::Avx512;
    const LANES: usize = 16;
    const FUSED: bool = true;
    type F32 = __m512;
    type I32 = __m512i;
    type Mask = __mmask16;

    register_operations! {
        splat_f32(x: f32) -> __m512 { _mm512_set1_ps(x) }
        splat_i32(x: i32) -> __m512i { _mm512_set1_epi32(x) }
        lane_index() -> __m512i {
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        }
        to_bits(a: __m512) -> __m512i { _mm512_castps_si512(a) }
        from_bits(a: __m512i) -> __m512 { _mm512_castsi512_ps(a) }

        add_f32(a: __m512, b: __m512) -> __m512 { _mm512_add_ps(a, b) }
        sub_f32(a: __m512, b: __m512) -> __m512 { _mm512_sub_ps(a, b) }
        mul_f32(a: __m512, b: __m512) -> __m512 { _mm512_mul_ps(a, b) }
        div_f32(a: __m512, b: __m512) -> __m512 { _mm512_div_ps(a, b) }
        min_f32(a: __m512, b: __m512) -> __m512 { _mm512_min_ps(a, b) }
        max_f32(a: __m512, b: __m512) -> __m512 { _mm512_max_ps(a, b) }
        abs_f32(a: __m512) -> __m512 { _mm512_abs_ps(a) }
        mul_add_guess(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmadd_ps(a, b, c) }
        floor_to_i32(a: __m512) -> __m512i { _mm512_cvt_roundps_epi32::<FLOOR>(a) }
        to_f32(a: __m512i) -> __m512 { _mm512_cvtepi32_ps(a) }
        over_nearest_integer(a: __m512) -> __m512 { _mm512_reduce_ps::<LEFT_OVER_NEAREST>(a) }
        min_size(a: __m512, b: __m512) -> __m512 { _mm512_range_ps::<LEAST_SIZE>(a, b) }
        lt_f32(a: __m512, b: __m512) -> __mmask16 { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b) }
        le_f32(a: __m512, b: __m512) -> __mmask16 { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b) }
        eq_f32(a: __m512, b: __m512) -> __mmask16 { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b) }
        select_f32(mask: __mmask16, a: __m512, b: __m512) -> __m512 {
            _mm512_mask_blend_ps(mask, b, a)
        }

        add_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
        sub_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi32(a, b) }
        mul_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_mullo_epi32(a, b) }
        mul_add_halves(a: __m512i, b: __m512i) -> __m512i { _mm512_madd_epi16(a, b) }
        and_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
        or_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        min_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_min_epi32(a, b) }
        max_i32(a: __m512i, b: __m512i) -> __m512i { _mm512_max_epi32(a, b) }
        // The `and` tells LLVM that the amount is below 32; it would guard the shift by a compare.
        shl_by(a: __m512i, b: __m512i) -> __m512i {
            _mm512_sllv_epi32(a, _mm512_and_si512(b, _mm512_set1_epi32(31)))
        }
        shr_by(a: __m512i, b: __m512i) -> __m512i {
            _mm512_srlv_epi32(a, _mm512_and_si512(b, _mm512_set1_epi32(31)))
        }
        count_ones(a: __m512i) -> __m512i { _mm512_popcnt_epi32(a) }
        lt_i32(a: __m512i, b: __m512i) -> __mmask16 { _mm512_cmplt_epi32_mask(a, b) }
        test(a: __m512i, b: __m512i) -> __mmask16 { _mm512_test_epi32_mask(a, b) }
        sign(a: __m512i) -> __mmask16 { _mm512_movepi32_mask(a) }
        select_i32(mask: __mmask16, a: __m512i, b: __m512i) -> __m512i {
            _mm512_mask_blend_epi32(mask, b, a)
        }

        compress(mask: __mmask16, a: __m512i) -> __m512i { _mm512_maskz_compress_epi32(mask, a) }
        deposit_bits(low: u32, mask: u32) -> u32 { _pdep_u32(low, mask) }
    }

    #[inline(always)]
    fn shl<const N: u32>(self, a: __m512i) -> __m512i {
        const { assert!(N < 32, "a lane has 32 bits") };
        // SAFETY: the token proves AVX-512; values only.
        unsafe { _mm512_slli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn shr<const N: u32>(self, a: __m512i) -> __m512i {
        const { assert!(N < 32, "a lane has 32 bits") };
        // SAFETY: the token proves AVX-512; values only.
        unsafe { _mm512_srli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn and_mask(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & b
    }

    #[inline(always)]
    fn or_mask(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a | b
    }

    #[inline(always)]
    fn and_not_mask(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & !b
    }

    #[inline(always)]
    fn mask_to_bits(self, a: __mmask16) -> u32 {
        u32::from(a)
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> __mmask16 {
        (bits & 0xffff) as u16
    }

    #[inline(always)]
    fn load_f32(self, from: &[f32]) -> __m512 {
        assert!(from.len() >= Self::LANES, "a vector is loaded from 16 numbers or more");
        // SAFETY: the token proves AVX-512; 16 numbers are there, and the load needs no alignment.
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn load_i32(self, from: &[i32]) -> __m512i {
        assert!(from.len() >= Self::LANES, "a vector is loaded from 16 numbers or more");
        // SAFETY: the token proves AVX-512; 16 numbers are there, and the load needs no alignment.
        unsafe { _mm512_loadu_epi32(from.as_ptr()) }
    }

    #[inline(always)]
    fn store_f32(self, to: &mut [f32], v: __m512) {
        assert!(to.len() >= Self::LANES, "a vector is stored to 16 numbers or more");
        // SAFETY: the token proves AVX-512; 16 numbers are there to overwrite, and the store needs no alignment.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn store_i32(self, to: &mut [i32], v: __m512i) {
        assert!(to.len() >= Self::LANES, "a vector is stored to 16 numbers or more");
        // SAFETY: the token proves AVX-512; 16 numbers are there to overwrite, and the store needs no alignment.
        unsafe { _mm512_storeu_epi32(to.as_mut_ptr(), v) }
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
    fn look_up(self, table: &[i32; 8], index: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512; eight numbers are read.
        unsafe {
            let table = _mm256_loadu_si256(table.as_ptr().cast());
            _mm512_permutexvar_epi32(index, _mm512_broadcast_i64x4(table))
        }
    }

    #[inline(always)]
    fn expand(self, bits: u32, old: __m512i, from: &[i32]) -> __m512i {
        let packed = self.load_i32(from);
        // SAFETY: the token proves AVX-512; values only.
        unsafe { _mm512_mask_expand_epi32(old, self.mask_from_bits(bits), packed) }
    }

    #[inline(always)]
    fn gather(self, table: &[u32], index: __m512i, mask: __mmask16) -> __m512i {
        let inside = self.inside(table.len(), index, mask);
        // SAFETY: the token proves AVX-512. Only lanes whose index lies in the table are read, and such an index is not
        // negative as the `i32` that the instruction takes it for.
        unsafe {
            let base = table.as_ptr().cast();
            _mm512_mask_i32gather_epi32::<4>(_mm512_setzero_si512(), inside, index, base)
        }
    }

    #[inline(always)]
    fn gather_pair(
        self,
        table: &[[u32; 2]],
        index: __m512i,
        mask: __mmask16,
    ) -> (__m512i, __m512i) {
        let inside = self.inside(table.len(), index, mask);
        let (low_lanes, high_lanes) = ((inside & 0xff) as u8, (inside >> 8) as u8);
        // SAFETY: as in `gather`, a pair being one element of 64 bits; gathers need no alignment.
        unsafe {
            let (zero, base) = (_mm512_setzero_si512(), table.as_ptr().cast());
            let low_index = _mm512_castsi512_si256(index);
            let low = _mm512_mask_i32gather_epi64::<8>(zero, low_lanes, low_index, base);
            let high_index = _mm512_extracti64x4_epi64::<1>(index);
            let high = _mm512_mask_i32gather_epi64::<8>(zero, high_lanes, high_index, base);
            let even = _mm512_slli_epi32::<1>(self.lane_index());
            let odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
            (_mm512_permutex2var_epi32(low, even, high), _mm512_permutex2var_epi32(low, odd, high))
        }
    }
}

impl Avx512 {
    register_operations! {
        // The lanes to read of a table.
        inside(len: usize, index: __m512i, mask: __mmask16) -> __mmask16 {
            let len = _mm512_set1_epi32(i32::try_from(len).unwrap_or(i32::MAX));
            _mm512_mask_cmplt_epu32_mask(mask, index, len)
        }
    }
}
