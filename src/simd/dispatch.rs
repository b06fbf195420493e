//! The door into the vector code: one match, one `#[target_feature]` function per instruction set.
//!
//! Invariant: a kernel runs inside a function that is compiled for its token's instructions. Kernels and operations are
//! `#[inline(always)]`, so they melt into that function; a closure that another thread runs does not, so tasks of a
//! thread pool call [`dispatch`] inside the task. After pulp's `WithSimd` and bitpacking's enum match.

use super::scalar::Scalar;
use super::{Isa, Kernel};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// Runs a kernel with the operations of `isa`, or of the best instruction set below it where the machine lacks `isa`.
///
/// ```
/// use voxray::simd::{Isa, Kernel, Simd, dispatch};
///
/// /// Multiplies the numbers of a slice, whose length is a multiple of the lanes, by a factor.
/// struct Scale<'a>(&'a mut [f32], f32);
///
/// impl Kernel for Scale<'_> {
///     type Output = ();
///     #[inline(always)]
///     fn run<S: Simd>(self, s: S) {
///         let factor = s.splat_f32(self.1);
///         for lanes in self.0.chunks_exact_mut(S::LANES) {
///             s.store_f32(lanes, s.mul_f32(s.load_f32(lanes), factor));
///         }
///     }
/// }
///
/// let mut numbers = [3.0; 32];
/// dispatch(Isa::best(), Scale(&mut numbers, 0.5));
/// assert_eq!(numbers, [1.5; 32]);
/// ```
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "there is plain Rust only")
)]
pub fn dispatch<K: Kernel>(isa: Isa, kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if isa >= Isa::Avx512
            && let Some(token) = Avx512::try_new()
        {
            // SAFETY: the token proves that the processor has the instructions.
            return unsafe { enter_avx512(kernel, token) };
        }
        if isa >= Isa::Avx2
            && let Some(token) = Avx2::try_new()
        {
            // SAFETY: the token proves that the processor has the instructions.
            return unsafe { enter_avx2(kernel, token) };
        }
    }
    kernel.run(Scalar)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn enter_avx2<K: Kernel>(kernel: K, token: Avx2) -> K::Output {
    kernel.run(token)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn enter_avx512<K: Kernel>(kernel: K, token: Avx512) -> K::Output {
    kernel.run(token)
}
