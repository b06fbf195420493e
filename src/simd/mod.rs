//! Vectors of 32-bit lanes: one trait, three instruction sets, the same bits from each.
//!
//! This folder is the only place that touches `std::arch`. It knows nothing of rays. Everything above is written once,
//! generic over [`Simd`], and entered through [`dispatch()`], which turns an [`Isa`] into a token. A token is a
//! zero-sized value that only detection can make, so holding one proves that the processor has the instructions, and
//! every operation on vectors is a safe method of it.
//!
//! ```text
//!   dispatch(isa, kernel) -> enter_avx512 (#[target_feature]) -> kernel.run(token) -> token.add_f32(a, b) ...
//! ```
//!
//! An operation gives the same bits on every instruction set for every input, NaN and infinities included (the sign
//! and payload of a NaN result aside); what each does at the edges stands at its method. The tests hold this down.
//! After pulp, `fearless_simd` and memchr's generic vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod dispatch;
mod isa;
#[cfg(target_arch = "x86_64")]
mod registers;
mod scalar;
#[cfg(test)]
mod tests;

pub use dispatch::dispatch;
pub use isa::{Isa, ParseIsaError};
pub use scalar::Scalar;

/// The most lanes that any instruction set has; buffers are sized by it.
pub const MAX_LANES: usize = 16;

/// A computation written once for every instruction set.
pub trait Kernel {
    /// What it returns.
    type Output;
    /// Runs it with the operations of `s`. Implementations are `#[inline(always)]`, so that the whole body is compiled
    /// with the instructions of `S`.
    fn run<S: Simd>(self, s: S) -> Self::Output;
}

/// The operations on vectors that the kernels use, and no others.
///
/// Loads and stores panic where the slice is shorter than [`Self::LANES`].
pub trait Simd: Copy + Send + Sync + 'static {
    /// The instruction set behind this token.
    const ISA: Isa;
    /// How many lanes a vector has: a power of two, at most [`MAX_LANES`].
    const LANES: usize;
    /// Whether [`Self::mul_add_guess`] rounds once.
    const FUSED: bool;
    /// A vector of `f32`.
    type F32: Copy;
    /// A vector of `i32`; operations that care about the sign say so.
    type I32: Copy;
    /// One truth value per lane.
    type Mask: Copy;

    // --- making and moving ---
    /// All lanes hold `x`.
    fn splat_f32(self, x: f32) -> Self::F32;
    /// All lanes hold `x`.
    fn splat_i32(self, x: i32) -> Self::I32;
    /// Lane i holds i.
    fn lane_index(self) -> Self::I32;
    /// The first lanes of a slice.
    fn load_f32(self, from: &[f32]) -> Self::F32;
    /// The first lanes of a slice.
    fn load_i32(self, from: &[i32]) -> Self::I32;
    /// Writes the lanes to the front of a slice.
    fn store_f32(self, to: &mut [f32], v: Self::F32);
    /// Writes the lanes to the front of a slice.
    fn store_i32(self, to: &mut [i32], v: Self::I32);
    /// Asks for numbers that will be read soon to be brought near; where an instruction set has no such hint, nothing.
    fn prefetch<T>(self, from: &[T]);
    /// The same bits, read as integers.
    fn to_bits(self, a: Self::F32) -> Self::I32;
    /// The same bits, read as floats.
    #[expect(clippy::wrong_self_convention, reason = "made from the argument, not from the token")]
    fn from_bits(self, a: Self::I32) -> Self::F32;

    // --- float arithmetic: each operation rounded once, never fused ---
    /// a + b.
    fn add_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// a - b.
    fn sub_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// a * b.
    fn mul_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// a / b.
    fn div_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// `if a < b { a } else { b }`: b where either is NaN, and b of two zeros.
    fn min_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// `if a > b { a } else { b }`: b where either is NaN, and b of two zeros.
    fn max_f32(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// The sign bit cleared.
    fn abs_f32(self, a: Self::F32) -> Self::F32;
    /// About a * b + c, fused or not as is cheapest: the one operation whose bits may differ between instruction sets.
    /// The error is at most half an ulp of the product plus half an ulp of the sum. Only for guesses within a proven bound.
    fn mul_add_guess(self, a: Self::F32, b: Self::F32, c: Self::F32) -> Self::F32;
    /// The largest integer not above a; `i32::MIN` for NaN and for what does not fit.
    fn floor_to_i32(self, a: Self::F32) -> Self::I32;
    /// The nearest float, ties to even.
    fn to_f32(self, a: Self::I32) -> Self::F32;
    /// a - nearest integer(a), exact; of a zero either sign; of what is not finite 0 or NaN.
    fn over_nearest_integer(self, a: Self::F32) -> Self::F32;
    /// The lesser of |a| and |b|; where one is NaN, the size of either.
    fn min_size(self, a: Self::F32, b: Self::F32) -> Self::F32;
    /// a < b, false with NaN.
    fn lt_f32(self, a: Self::F32, b: Self::F32) -> Self::Mask;
    /// a <= b, false with NaN.
    fn le_f32(self, a: Self::F32, b: Self::F32) -> Self::Mask;
    /// a == b, false with NaN; the two zeros are equal.
    fn eq_f32(self, a: Self::F32, b: Self::F32) -> Self::Mask;
    /// a where the mask is set, else b.
    fn select_f32(self, mask: Self::Mask, a: Self::F32, b: Self::F32) -> Self::F32;

    // --- integer arithmetic, wrapping ---
    /// a + b.
    fn add_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// a - b.
    fn sub_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// The low 32 bits of a * b.
    fn mul_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// Per lane: low signed half of a * low signed half of b + the same of the high halves.
    fn mul_add_halves(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// a & b.
    fn and_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// a | b.
    fn or_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// The smaller, signed.
    fn min_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// The larger, signed.
    fn max_i32(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// a << N, N below 32.
    fn shl<const N: u32>(self, a: Self::I32) -> Self::I32;
    /// a >> N, zeros shifted in, N below 32.
    fn shr<const N: u32>(self, a: Self::I32) -> Self::I32;
    /// a << (b & 31), lane by lane.
    fn shl_by(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// a >> (b & 31), lane by lane, zeros shifted in.
    fn shr_by(self, a: Self::I32, b: Self::I32) -> Self::I32;
    /// How many bits of a are set.
    fn count_ones(self, a: Self::I32) -> Self::I32;
    /// a < b, signed.
    fn lt_i32(self, a: Self::I32, b: Self::I32) -> Self::Mask;
    /// a & b has a bit set.
    fn test(self, a: Self::I32, b: Self::I32) -> Self::Mask;
    /// The top bit of a is set.
    fn sign(self, a: Self::I32) -> Self::Mask;
    /// a where the mask is set, else b.
    fn select_i32(self, mask: Self::Mask, a: Self::I32, b: Self::I32) -> Self::I32;

    // --- masks ---
    /// Both.
    fn and_mask(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either.
    fn or_mask(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// a without b.
    fn and_not_mask(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Bit i is lane i; the bits above are 0.
    fn mask_to_bits(self, a: Self::Mask) -> u32;
    /// Lane i is bit i; the bits above are ignored.
    fn mask_from_bits(self, bits: u32) -> Self::Mask;

    // --- lanes to and from memory ---
    /// `table[index & 7]`: a table so small that it stays in a register.
    fn look_up(self, table: &[i32; 8], index: Self::I32) -> Self::I32;
    /// The lanes whose mask is set, packed to the front in order; the rest are unspecified.
    fn compress(self, mask: Self::Mask, a: Self::I32) -> Self::I32;
    /// Lane by lane: the next value of `from` where the mask bit is set, else the lane of `old`. Reads a full vector of
    /// `from`, and panics where it is shorter.
    fn expand(self, bits: u32, old: Self::I32, from: &[i32]) -> Self::I32;
    /// `table[index]` where the mask is set and the index (unsigned) lies in the table, else 0. Tables of up to 2^31 - 1 entries.
    fn gather(self, table: &[u32], index: Self::I32, mask: Self::Mask) -> Self::I32;
    /// As [`Self::gather`], both halves of a pair.
    fn gather_pair(
        self,
        table: &[[u32; 2]],
        index: Self::I32,
        mask: Self::Mask,
    ) -> (Self::I32, Self::I32);
    /// The low bits of `low` moved to the set positions of `mask`, in order (BMI2 `pdep`).
    fn deposit_bits(self, low: u32, mask: u32) -> u32;
}
