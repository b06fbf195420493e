//! How long a degree is, on the ellipsoid of WGS 84.

/// The equatorial radius in metres.
const RADIUS: f64 = 6_378_137.0;
/// The square of the eccentricity.
const ECCENTRICITY: f64 = 6.694_379_990_14e-3;

/// Metres of a degree of longitude and of latitude, at a latitude in degrees: the radii of curvature of the ellipsoid
/// along the parallel and the meridian (Bomford, Geodesy, 1980).
pub(super) fn metres_per_degree(latitude: f64) -> [f64; 2] {
    let (sine, cosine) = latitude.to_radians().sin_cos();
    let bulge = 1.0 - ECCENTRICITY * sine * sine;
    let across = RADIUS / bulge.sqrt();
    let along = RADIUS * (1.0 - ECCENTRICITY) / (bulge * bulge.sqrt());
    [across * cosine, along].map(f64::to_radians)
}

#[cfg(test)]
mod tests {
    use super::metres_per_degree;

    #[test]
    fn degrees_have_the_lengths_of_tables() {
        for (latitude, east, north) in [
            (0.0, 111_319.49, 110_574.28),
            (45.0, 78_846.81, 111_131.78),
            (60.0, 55_800.0, 111_412.27),
        ] {
            let [x, y] = metres_per_degree(latitude);
            assert!((x - east).abs() < 0.5 && (y - north).abs() < 0.5, "{latitude}: {x}, {y}");
        }
    }
}
