//! Rasters in degrees: which are, and how long a degree is on the ellipsoid of WGS 84.

use super::frame::Frame;

/// Cells are hardly ever smaller than that in metres, and hardly ever larger in degrees.
const SMALL_CELL: f64 = 0.02;

/// The equatorial radius in metres.
const RADIUS: f64 = 6_378_137.0;
/// The square of the eccentricity.
const ECCENTRICITY: f64 = 6.694_379_990_14e-3;

/// Whether a raster that names no system is in degrees: its cells are as small as no others are, and it lies where longitudes
/// and latitudes do. Not if `told`, the sides of a voxel, are those of its cells: then they are what they are.
pub(super) fn looks_like_degrees(frame: &Frame, told: Option<[f64; 3]>) -> bool {
    let Some(cell) = frame.cell.filter(|_| frame.crs.is_empty()) else { return false };
    let cells = [frame.columns, frame.rows];
    let is_within = |axis: usize, most: f64| {
        let end = frame.corner[axis] + cell[axis] * cells[axis] as f64;
        frame.corner[axis] >= -most - cell[axis] && end <= most + cell[axis]
    };
    cell.iter().all(|&side| side < SMALL_CELL)
        && frame.corner != [0.0; 2]
        && is_within(0, 180.0)
        && is_within(1, 90.0)
        && !told.is_some_and(|[x, y, _]| [x, y] == cell)
}

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
    use super::*;

    #[test]
    fn small_cells_on_the_earth_are_degrees() {
        let frame = Frame {
            corner: [8.0, 47.0],
            cell: Some([1.0 / 3600.0; 2]),
            ..Frame::of_cells(3601, 3601).expect("cells")
        };
        assert!(looks_like_degrees(&frame, None), "a tile of SRTM");
        let sides = [1.0 / 3600.0, 1.0 / 3600.0, 1.0];
        assert!(!looks_like_degrees(&frame, Some(sides)), "told otherwise");
        assert!(looks_like_degrees(&frame, Some([20.0, 30.0, 1.0])), "told metres");
        for other in [
            Frame { corner: [0.0; 2], ..frame.clone() },
            Frame { corner: [84_000.0, 447_000.0], ..frame.clone() },
            Frame { corner: [8.0, 89.5], ..frame.clone() },
            Frame { cell: Some([0.5; 2]), ..frame.clone() },
            Frame { crs: "EPSG:28992".into(), ..frame.clone() },
            Frame { cell: None, ..frame },
        ] {
            assert!(!looks_like_degrees(&other, None), "{other:?}");
        }
    }

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
