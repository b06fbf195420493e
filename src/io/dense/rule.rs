//! What the numbers of a dense array stand for.
//!
//! ```text
//!   Materials   0 is empty, 1..=65535 the material, anything else an error       arrays of NumPy
//!   Labels      the same, but anything else is passed over and counted           volumes of whole numbers
//!   Filled      one material where a value is not 0, or not below a threshold    other volumes
//! ```

use super::element::Element;
use crate::grid::ROW_VOXELS;

#[cfg(feature = "volume")]
pub(in crate::io) use of_volumes::{Filled, Labels, Scale};

/// Reads numbers as materials.
pub(in crate::io) trait Rule: Sync {
    /// Whether a number all of whose bits are 0 is empty.
    fn zero_is_empty(&self) -> bool;

    /// Forgets what was counted, before numbers are read once more.
    fn restart(&self) {}

    /// The materials of up to 16 numbers, 0 where they are empty, beyond 65535 where they are an error.
    fn read<E: Element>(&self, bytes: &[u8], codes: &mut [u32; ROW_VOXELS]);
}

/// Numbers are materials.
#[cfg(feature = "npy")]
pub(in crate::io) struct Materials;

#[cfg(feature = "npy")]
impl Rule for Materials {
    #[inline(always)]
    fn zero_is_empty(&self) -> bool {
        true
    }

    #[inline(always)]
    fn read<E: Element>(&self, bytes: &[u8], codes: &mut [u32; ROW_VOXELS]) {
        codes.iter_mut().zip(E::codes(bytes)).for_each(|(code, read)| *code = read);
    }
}

#[cfg(feature = "volume")]
mod of_volumes {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::element::{Element, NO_CODE, whole_code};
    use super::Rule;
    use crate::grid::{ROW_VOXELS, UNNAMED_MATERIAL};

    /// A value is slope * number + intercept.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(in crate::io) struct Scale {
        pub(in crate::io) slope: f64,
        pub(in crate::io) intercept: f64,
    }

    impl Scale {
        pub(in crate::io) const NONE: Self = Self { slope: 1.0, intercept: 0.0 };

        #[inline(always)]
        fn value(self, number: f64) -> f64 {
            self.slope * number + self.intercept
        }
    }

    /// Whole values are materials, where they can be and are asked for; others are counted.
    #[derive(Debug)]
    pub(in crate::io) struct Labels {
        pub(in crate::io) scale: Scale,
        /// By label, whether it is asked for; none = all are.
        pub(in crate::io) asked: Option<Vec<bool>>,
        no_labels: AtomicU64,
        unasked: AtomicU64,
    }

    impl Labels {
        pub(in crate::io) fn new(scale: Scale, asked: Option<Vec<bool>>) -> Self {
            Self { scale, asked, no_labels: AtomicU64::new(0), unasked: AtomicU64::new(0) }
        }

        /// How many values can be no label, and how many are labels that were not asked for.
        pub(in crate::io) fn passed_over(&self) -> (u64, u64) {
            (self.no_labels.load(Ordering::Relaxed), self.unasked.load(Ordering::Relaxed))
        }

        /// Empties the codes of values that make no voxel.
        #[cold]
        fn pass_over(&self, codes: &mut [u32; ROW_VOXELS]) {
            let (mut no_labels, mut unasked) = (0, 0);
            for code in codes {
                if *code == NO_CODE {
                    no_labels += 1;
                    *code = 0;
                } else if *code != 0 && !self.is_asked(*code) {
                    unasked += 1;
                    *code = 0;
                }
            }
            self.no_labels.fetch_add(no_labels, Ordering::Relaxed);
            self.unasked.fetch_add(unasked, Ordering::Relaxed);
        }

        #[inline(always)]
        fn is_asked(&self, code: u32) -> bool {
            let Some(asked) = &self.asked else { return true };
            asked.get(code as usize).copied().unwrap_or(false)
        }
    }

    impl Rule for Labels {
        fn restart(&self) {
            self.no_labels.store(0, Ordering::Relaxed);
            self.unasked.store(0, Ordering::Relaxed);
        }

        #[inline(always)]
        fn zero_is_empty(&self) -> bool {
            self.scale.intercept == 0.0
        }

        #[inline(always)]
        fn read<E: Element>(&self, bytes: &[u8], codes: &mut [u32; ROW_VOXELS]) {
            if self.scale == Scale::NONE {
                codes.iter_mut().zip(E::codes(bytes)).for_each(|(code, read)| *code = read);
            } else {
                let values = E::values(bytes).map(|number| self.scale.value(number));
                codes.iter_mut().zip(values).for_each(|(code, value)| *code = whole_code(value));
            }
            if self.asked.is_some() || codes.contains(&NO_CODE) {
                self.pass_over(codes);
            }
        }
    }

    /// One material where a value is not 0, or not below a threshold. A value that is no number is empty.
    #[derive(Debug)]
    pub(in crate::io) struct Filled {
        pub(in crate::io) scale: Scale,
        /// The lowest value that is filled; none = any that is not 0.
        pub(in crate::io) threshold: Option<f64>,
    }

    impl Filled {
        #[inline(always)]
        fn is_filled(&self, value: f64) -> bool {
            match self.threshold {
                Some(lowest) => value >= lowest,
                None => value != 0.0 && !value.is_nan(),
            }
        }
    }

    impl Rule for Filled {
        #[inline(always)]
        fn zero_is_empty(&self) -> bool {
            !self.is_filled(self.scale.intercept)
        }

        #[inline(always)]
        fn read<E: Element>(&self, bytes: &[u8], codes: &mut [u32; ROW_VOXELS]) {
            let values = E::values(bytes).map(|number| self.scale.value(number));
            codes.iter_mut().zip(values).for_each(|(code, value)| {
                *code = if self.is_filled(value) { u32::from(UNNAMED_MATERIAL) } else { 0 };
            });
        }
    }
}
