//! Powers of two: what directions and times are scaled by, exactly.

/// e such that x / 2^e is in [1, 2), for finite x > 0.
pub fn exponent_of(x: f64) -> i32 {
    #[allow(clippy::cast_possible_truncation, reason = "11 bits")]
    let biased = |x: f64| (x.to_bits() >> 52) as i32;
    // Subnormal numbers have no exponent of their own.
    if biased(x) > 0 { biased(x) - 1023 } else { biased(x * 2.0_f64.powi(64)) - 1023 - 64 }
}

/// The size of the largest component.
pub fn largest(components: [f64; 3]) -> f64 {
    components.iter().fold(0.0_f64, |largest, d| largest.max(d.abs()))
}

/// 2^exponent, clamped to what f64 holds: beyond that every reported time is 0 or infinite anyway.
pub fn power_of_two(exponent: i32) -> f64 {
    scaled(1.0, exponent.clamp(-1074, 1023))
}

/// x * 2^exponent, in two steps, since a subnormal x needs more than f64's largest power.
pub fn scaled(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * normal_power(half) * normal_power(exponent - half)
}

/// 2^exponent, put together from its bits; clamped to the powers that have an exponent of their own.
fn normal_power(exponent: i32) -> f64 {
    f64::from_bits(u64::from((exponent.clamp(-1022, 1023) + 1023).unsigned_abs()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_number_is_scaled_to_between_one_and_two() {
        for x in [f64::MIN_POSITIVE, 5e-324, 3e-320, 1.0, 1.999, 2.0, 0.75, f64::MAX] {
            let unit = scaled(x, -exponent_of(x));
            assert!((1.0..2.0).contains(&unit), "{x} becomes {unit}");
            assert_eq!(scaled(unit, exponent_of(x)), x, "and back");
        }
    }
}
