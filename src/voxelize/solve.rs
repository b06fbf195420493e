//! One linear bound, solved for one whole number.

/// The whole numbers from `low` to `high`, both included; none where `high` is less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Range {
    const EMPTY: Self = Self { low: 0, high: -1 };

    /// How many numbers.
    pub(super) fn len(&self) -> i64 {
        (self.high - self.low + 1).max(0)
    }
}

/// Keeps of a range the x with low <= factor * x <= high.
#[inline]
pub(super) fn solve(factor: i128, low: i128, high: i128, range: &mut Range) {
    if factor == 0 {
        if low > 0 || high < 0 {
            *range = Range::EMPTY;
        }
        return;
    }
    let (factor, low, high) = if factor > 0 { (factor, low, high) } else { (-factor, -high, -low) };
    range.low = range.low.max(clamp(-floor_div(-low, factor)));
    range.high = range.high.min(clamp(floor_div(high, factor)));
}

/// a / b rounded down, b > 0. Most numbers are small: dividing those takes a fifth of the time.
#[inline]
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => i128::from(a.div_euclid(b)),
        _ => a.div_euclid(b),
    }
}

/// As an i64; ranges are far within it.
#[allow(clippy::cast_possible_truncation, reason = "clamped")]
fn clamp(x: i128) -> i64 {
    x.clamp(i128::from(i64::MIN / 4), i128::from(i64::MAX / 4)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solving_is_trying_all() {
        for factor in -5..=5_i64 {
            for low in -9..=9_i64 {
                for high in low - 1..=low + 7 {
                    let mut range = Range { low: -12, high: 12 };
                    solve(factor.into(), low.into(), high.into(), &mut range);
                    let tried: Vec<i64> =
                        (-12..=12).filter(|x| (low..=high).contains(&(factor * x))).collect();
                    let solved: Vec<i64> = (range.low..=range.high).collect();
                    assert_eq!(solved, tried, "{low} <= {factor} x <= {high}");
                }
            }
        }
        assert_eq!(floor_div(-(1 << 100), 1 << 70), -(1 << 30), "numbers beyond 64 bits");
    }
}
