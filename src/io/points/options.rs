//! What a reader of points is told.

/// How points become voxels. The size of a voxel is told for all formats alike: `voxel_size` or `resolution` of the
/// [`LoadOptions`](crate::io::LoadOptions).
///
/// ```
/// use voxray::io::PointOptions;
/// let buildings_and_ground = PointOptions { classes: Some(vec![2, 6]), ..PointOptions::default() };
/// assert_eq!(buildings_and_ground.min_points, 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointOptions {
    /// A voxel with fewer points stays empty.
    pub min_points: u32,
    /// Keeps only points of these classes (0..=255, in surveys those of the ASPRS: 2 = ground, 6 = building); none =
    /// all.
    pub classes: Option<Vec<u8>>,
}

impl Default for PointOptions {
    fn default() -> Self {
        Self { min_points: 1, classes: None }
    }
}
