//! The `GeoTIFF` keys (OGC 19-008r4, 2019): which coordinate system a raster or a survey is in. LAS files hold the same
//! three tables in records of their own.

/// What the keys say that matters here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::io) struct GeoKeys {
    /// The EPSG code of the projected system.
    pub(in crate::io) projected: Option<u16>,
    /// The EPSG code of the geographic system.
    pub(in crate::io) geographic: Option<u16>,
    /// Whether the model is geographic: coordinates are degrees.
    pub(in crate::io) is_geographic: bool,
    /// Whether a raster's tie points name the middles of cells, not their corners.
    pub(in crate::io) pixel_is_point: bool,
}

const MODEL_TYPE: u16 = 1024;
const RASTER_TYPE: u16 = 1025;
const GEOGRAPHIC_TYPE: u16 = 2048;
const PROJECTED_TYPE: u16 = 3072;
/// "Defined by other keys": no code.
const USER_DEFINED: u16 = 32767;

impl GeoKeys {
    /// Reads the directory: four numbers, then four for each key. Keys whose value stands in another table are names, and
    /// are passed over; a directory that is cut short gives the keys that are whole.
    pub(in crate::io) fn parse(directory: &[u16]) -> Self {
        let mut keys = Self::default();
        let count = usize::from(directory.get(3).copied().unwrap_or(0));
        let entries = directory.get(4..).unwrap_or_default().as_chunks::<4>().0;
        for &[key, table, _, value] in entries.iter().take(count) {
            let code = (value != 0 && value != USER_DEFINED).then_some(value);
            match (key, table) {
                (MODEL_TYPE, 0) => keys.is_geographic = value == 2,
                (RASTER_TYPE, 0) => keys.pixel_is_point = value == 2,
                (GEOGRAPHIC_TYPE, 0) => keys.geographic = code,
                (PROJECTED_TYPE, 0) => keys.projected = code,
                _ => {}
            }
        }
        keys
    }

    /// The name of the system, as in `EPSG:28992`; empty where no code is given.
    pub(in crate::io) fn crs(&self) -> String {
        let code = if self.is_geographic { self.geographic } else { self.projected };
        let code = code.or(self.projected).or(self.geographic);
        code.map(|code| format!("EPSG:{code}")).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_among_others() {
        let directory = [
            1, 1, 0, 5, 1024, 0, 1, 1, 1025, 0, 1, 2, 1026, 34737, 20, 0, 3072, 0, 1, 28992, 3076,
            0, 1, 9001,
        ];
        let keys = GeoKeys::parse(&directory);
        assert_eq!(keys.crs(), "EPSG:28992", "the projected system");
        assert!(keys.pixel_is_point && !keys.is_geographic, "{keys:?}");
        for cut in 0..directory.len() {
            let less = GeoKeys::parse(&directory[..cut]);
            assert!(less.crs().is_empty() || cut >= 20, "{cut} numbers");
        }
    }

    #[test]
    fn a_system_of_its_own_has_no_name() {
        let keys = GeoKeys::parse(&[1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 32767]);
        assert_eq!((keys.crs().as_str(), keys.is_geographic), ("", true), "user defined");
    }
}
