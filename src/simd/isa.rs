//! The instruction sets, from the least to the best, and which of them this machine has.
//!
//! Invariant: detection happens once per process and only [`Isa::detect`] does it; the tokens of the back ends are made
//! from its answer. Whoever chooses may lower the instruction set, never raise it: the flag of a program, an option of
//! a caller or the variable `VOXRAY_ISA` (after rav1e's `RAV1E_CPU_TARGET` and Embree's `max_isa`).

use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The environment variable that lowers [`Isa::best`].
const CAP_VARIABLE: &str = "VOXRAY_ISA";

/// An instruction set, ordered from the one that every machine has to the widest.
///
/// ```
/// use voxray::simd::Isa;
///
/// assert!(Isa::Scalar < Isa::Avx2 && Isa::Avx2 < Isa::Avx512);
/// assert_eq!("avx2".parse(), Ok(Isa::Avx2));
/// assert!(Isa::best() <= Isa::detect());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Isa {
    /// Plain Rust, for every machine.
    Scalar,
    /// 8 lanes: AVX2, FMA, BMI2, POPCNT (x86-64-v3 has them all).
    Avx2,
    /// 16 lanes: AVX-512 F, BW, DQ, VL and VPOPCNTDQ (Ice Lake, Zen 4 and later), and all of [`Isa::Avx2`].
    Avx512,
}

impl Isa {
    /// Every instruction set, lowest first, whether this machine has it or not.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// The best instruction set of this machine.
    pub fn detect() -> Self {
        static DETECTED: OnceLock<Isa> = OnceLock::new();
        *DETECTED.get_or_init(ask_the_processor)
    }

    /// The best instruction set to use: that of the machine, or the one that the environment variable `VOXRAY_ISA`
    /// names if that is lower. A value that is no name is ignored here; [`Self::env_cap`] tells of it.
    pub fn best() -> Self {
        capped(Self::detect(), Self::env_cap())
    }

    /// What the environment variable `VOXRAY_ISA` asks for; `None` where it is unset or empty.
    ///
    /// # Errors
    /// When its value is none of the names.
    pub fn env_cap() -> Result<Option<Self>, ParseIsaError> {
        parse_cap(std::env::var_os(CAP_VARIABLE))
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        self <= Self::detect()
    }

    /// The instruction sets of this machine, lowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// Its name, as in `--isa` and `VOXRAY_ISA`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Isa {
    type Err = ParseIsaError;

    fn from_str(name: &str) -> Result<Self, ParseIsaError> {
        let known = Self::ALL.into_iter().find(|isa| isa.name() == name);
        known.ok_or_else(|| ParseIsaError { name: name.to_owned() })
    }
}

/// A name that is no instruction set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is no instruction set; use scalar, avx2 or avx512")]
pub struct ParseIsaError {
    name: String,
}

#[cfg(target_arch = "x86_64")]
fn ask_the_processor() -> Isa {
    // One line per `#[target_feature]` of dispatch.rs: the two lists must name the same instructions.
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq");
    match (avx2, avx512) {
        (_, true) => Isa::Avx512,
        (true, false) => Isa::Avx2,
        (false, false) => Isa::Scalar,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn ask_the_processor() -> Isa {
    Isa::Scalar
}

fn parse_cap(value: Option<OsString>) -> Result<Option<Isa>, ParseIsaError> {
    match value {
        Some(value) if !value.is_empty() => value.to_string_lossy().parse().map(Some),
        _ => Ok(None),
    }
}

fn capped(machine: Isa, cap: Result<Option<Isa>, ParseIsaError>) -> Isa {
    cap.ok().flatten().map_or(machine, |cap| cap.min(machine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_others_are_told() {
        for isa in Isa::ALL {
            assert_eq!(isa.to_string().parse(), Ok(isa), "the name of {isa}");
        }
        for name in ["", "AVX2", "avx512 ", "sse2", "auto"] {
            let message = name.parse::<Isa>().expect_err("no instruction set").to_string();
            assert_eq!(
                message,
                format!("{name:?} is no instruction set; use scalar, avx2 or avx512"),
                "the sentence for {name:?}"
            );
        }
    }

    #[test]
    fn available_is_everything_up_to_the_detected() {
        let available: Vec<Isa> = Isa::available().collect();
        assert_eq!(available.first(), Some(&Isa::Scalar), "every machine has scalar");
        assert_eq!(available.last(), Some(&Isa::detect()), "the best stands last");
        assert!(available.is_sorted(), "lowest first: {available:?}");
    }

    #[test]
    fn the_cap_lowers_and_never_raises() {
        for machine in Isa::ALL {
            for cap in Isa::ALL {
                assert_eq!(capped(machine, Ok(Some(cap))), machine.min(cap), "{machine}, {cap}");
            }
            assert_eq!(capped(machine, Ok(None)), machine, "{machine} without a cap");
            assert_eq!(capped(machine, "neon".parse().map(Some)), machine, "{machine}, no name");
        }
    }

    #[test]
    fn the_variable_is_read_as_a_name() {
        let read = |value: &str| parse_cap(Some(value.into()));
        assert_eq!(parse_cap(None), Ok(None), "unset");
        assert_eq!(read(""), Ok(None), "empty is unset");
        assert_eq!(read("avx2"), Ok(Some(Isa::Avx2)), "a name");
        assert!(read("avx3").is_err(), "no name");
    }
}
