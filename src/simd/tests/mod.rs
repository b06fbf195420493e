//! Holds down the promise of the vector layer: every operation, on every instruction set of this machine, gives the
//! bits that a model in plain words gives, which is another text than the back end of plain Rust.
//!
//! `lanes` tries what treats each lane alike, `masks` what moves lanes by masks, for every mask there is, and `memory`
//! what reads and writes slices. An instruction set that the machine lacks is told on stderr, never passed over in
//! silence.

mod corpus;
mod lanes;
mod masks;
mod memory;

use std::io::Write;
use std::sync::Once;

use super::{Isa, Kernel, MAX_LANES, Simd, dispatch};

/// Runs a kernel on every instruction set of this machine and hands each answer to `check`.
fn for_each_isa<K: Kernel + Copy>(kernel: K, check: impl Fn(Isa, K::Output)) {
    static TELL_ONCE: Once = Once::new();
    TELL_ONCE.call_once(tell_what_is_skipped);
    for isa in Isa::available() {
        check(isa, dispatch(isa, kernel));
    }
}

/// Past the capture of the test harness, which would swallow it where all goes well.
fn tell_what_is_skipped() {
    for isa in Isa::ALL.into_iter().filter(|isa| !isa.is_available()) {
        let told = writeln!(std::io::stderr(), "skipped: this machine has no {isa}");
        told.expect("stderr takes a line");
    }
}

/// What the token says of itself.
#[derive(Clone, Copy)]
struct Identity;

impl Kernel for Identity {
    type Output = (Isa, usize);
    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> (Isa, usize) {
        (S::ISA, S::LANES)
    }
}

#[test]
fn dispatch_runs_what_is_asked_for() {
    for_each_isa(Identity, |isa, (ran, _)| assert_eq!(ran, isa, "what ran for {isa}"));
}

#[test]
fn dispatch_falls_to_the_best_below_what_is_missing() {
    for isa in Isa::ALL {
        let (ran, _) = dispatch(isa, Identity);
        assert_eq!(ran, isa.min(Isa::detect()), "what ran for {isa}");
    }
}

#[test]
fn lanes_are_a_power_of_two_up_to_the_most() {
    for_each_isa(Identity, |isa, (_, lanes)| {
        assert!(lanes.is_power_of_two() && lanes <= MAX_LANES, "{lanes} lanes of {isa}");
    });
}
