//! Which axis of an array runs along which axis of the grid.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

const NAMES: [char; 3] = ['x', 'y', 'z'];

/// How a dense array lies in the grid: for each of its three indices the grid axis along which it counts, and whether
/// it counts backwards.
///
/// ```
/// use voxray::io::Axes;
/// let axes: Axes = "-zyx".parse()?;
/// // The first index counts z, from the top down.
/// assert_eq!((axes.order(), axes.flipped()), ([2, 1, 0], [true, false, false]));
/// assert_eq!(Axes::default().to_string(), "xyz");
/// # Ok::<(), voxray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Axes {
    order: [usize; 3],
    flipped: [bool; 3],
}

impl Axes {
    /// The axes of this order, each of the three once, some counted backwards.
    #[cfg(feature = "volume")]
    pub(super) fn new(order: [usize; 3], flipped: [bool; 3]) -> Self {
        Self { order, flipped }
    }

    /// For each index of the array, the grid axis (0 = x) along which it counts.
    pub fn order(&self) -> [usize; 3] {
        self.order
    }

    /// For each index of the array, whether it counts backwards.
    pub fn flipped(&self) -> [bool; 3] {
        self.flipped
    }
}

impl Default for Axes {
    fn default() -> Self {
        Self { order: [0, 1, 2], flipped: [false; 3] }
    }
}

impl FromStr for Axes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).ok_or_else(|| {
            Error::usage(format!(
                "{text:?} names no three axes; write x, y and z in the order of the array's indices, as in xyz or zyx, with a - before one that runs backwards"
            ))
        })
    }
}

fn parse(text: &str) -> Option<Axes> {
    let mut letters = text.chars();
    let (mut order, mut flipped) = ([0; 3], [false; 3]);
    for index in 0..3 {
        let mut letter = letters.next()?;
        if letter == '-' {
            flipped[index] = true;
            letter = letters.next()?;
        }
        order[index] = NAMES.iter().position(|&name| name == letter)?;
    }
    let all_named = (0..3).all(|axis| order.contains(&axis));
    (all_named && letters.next().is_none()).then_some(Axes { order, flipped })
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (&axis, &flipped) in self.order.iter().zip(&self.flipped) {
            let sign = if flipped { "-" } else { "" };
            write!(f, "{sign}{}", NAMES[axis])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_and_flip_reads_back() {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for flips in 0..8 {
                let axes = Axes { order, flipped: [0, 1, 2].map(|bit| flips >> bit & 1 == 1) };
                assert_eq!(axes.to_string().parse::<Axes>().ok(), Some(axes), "{axes}");
            }
        }
    }

    #[test]
    fn what_names_no_axes_is_an_error() {
        for text in ["", "xy", "xyy", "xyzz", "XYZ", "--xyz", "xyz-", "x y z", "-"] {
            let error = text.parse::<Axes>().expect_err(text).to_string();
            assert!(error.contains("zyx"), "{error} says what to write");
        }
    }
}
