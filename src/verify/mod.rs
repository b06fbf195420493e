//! Checks every fast path against the plain walk, and the plain walk against real arithmetic.
//!
//! ```text
//!   rays -> reference walk -----------------> rows ==? rows of every ISA and thread count   (bit for bit)
//!                        \-> f64 oracle ----> hits that differ must obey the shrink-and-grow rule
//! ```

mod compare;
mod kinds;
mod named;
mod oracle;

pub use compare::{Comparison, Difference, Paths, compare};
pub use kinds::{Kind, near_ties};
pub use named::{NamedOutcome, named_cases};
pub use oracle::{OracleCount, check_against_oracle};
