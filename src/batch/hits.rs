//! The results of a batch.

use super::columns::Columns;
use super::status::{CastSummary, Status};
use crate::coord::NO_VOXEL;
use crate::face::{Face, NO_FACE};
use crate::grid::NO_MATERIAL;

/// One row of results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The time of the hit in units of |direction|; +inf = none.
    pub t_hit: f32,
    /// The voxel hit, in grid coordinates; [`NO_VOXEL`](crate::NO_VOXEL) = none.
    pub voxel: [i32; 3],
    /// The face crossed; none without a hit and for a ray that starts within a filled voxel.
    pub face: Option<Face>,
    /// The material of the voxel hit; 0 = none.
    pub material: u16,
    /// What became of the ray.
    pub status: Status,
    /// Faces crossed from the first voxel to the last.
    pub steps: u32,
    /// Where the hit is, in world coordinates; NaN = none.
    pub point: [f64; 3],
}

impl Hit {
    /// The row of a ray without a hit.
    pub fn none(status: Status, steps: u32) -> Self {
        Self {
            t_hit: f32::INFINITY,
            voxel: [NO_VOXEL; 3],
            face: None,
            material: NO_MATERIAL,
            status,
            steps,
            point: [f64::NAN; 3],
        }
    }
}

/// The results of a batch: for each column that was asked for one entry per ray, in the order of the rays. Columns that
/// were not asked for are empty.
#[derive(Debug, Clone, Default)]
pub struct HitBatch {
    /// Times of hits in units of |direction|; +inf = none.
    pub t_hit: Vec<f32>,
    /// Voxels hit, in grid coordinates; `i32::MIN` = none.
    pub voxel: Vec<[i32; 3]>,
    /// Faces crossed, 0..6 = -x +x -y +y -z +z, outward; 255 = none.
    pub face: Vec<u8>,
    /// Materials of the voxels hit; 0 = none.
    pub material: Vec<u16>,
    /// What became of the rays: [`Status`] as a number.
    pub status: Vec<u8>,
    /// Faces crossed from the first voxel to the last.
    pub steps: Vec<u32>,
    /// Where the hits are, in world coordinates; NaN = none.
    pub point: Vec<[f64; 3]>,
    /// 1 where anything is hit, else 0.
    pub occluded: Vec<u8>,
    /// How many rays ended how.
    pub summary: CastSummary,
}

impl HitBatch {
    /// Room for `len` rows of the columns asked for.
    pub fn with_columns(columns: Columns, len: usize) -> Self {
        let mut hits = Self::default();
        hits.reset(columns, len);
        hits
    }

    /// Makes room for `len` rows of the columns asked for, in the memory that is there already.
    pub fn reset(&mut self, columns: Columns, len: usize) {
        let rows = |column: Columns| if columns.contains(column) { len } else { 0 };
        self.t_hit.resize(rows(Columns::T_HIT), f32::INFINITY);
        self.voxel.resize(rows(Columns::VOXEL), [NO_VOXEL; 3]);
        self.face.resize(rows(Columns::FACE), NO_FACE);
        self.material.resize(rows(Columns::MATERIAL), NO_MATERIAL);
        self.status.resize(rows(Columns::STATUS), Status::Invalid as u8);
        self.steps.resize(rows(Columns::STEPS), 0);
        self.point.resize(rows(Columns::POINT), [f64::NAN; 3]);
        self.occluded.resize(rows(Columns::OCCLUDED), 0);
        self.summary = CastSummary::default();
    }

    /// The row `index`, where all columns of [`Columns::ALL`] are there; none beyond the end.
    pub fn row(&self, index: usize) -> Option<Hit> {
        Some(Hit {
            t_hit: *self.t_hit.get(index)?,
            voxel: *self.voxel.get(index)?,
            face: Face::from_number(*self.face.get(index)?),
            material: *self.material.get(index)?,
            status: Status::from_number(*self.status.get(index)?)?,
            steps: *self.steps.get(index)?,
            point: *self.point.get(index)?,
        })
    }

    /// All columns, to be written to.
    pub(crate) fn slices(&mut self) -> HitSlices<'_> {
        HitSlices {
            t_hit: &mut self.t_hit,
            voxel: &mut self.voxel,
            face: &mut self.face,
            material: &mut self.material,
            status: &mut self.status,
            steps: &mut self.steps,
            point: &mut self.point,
            occluded: &mut self.occluded,
        }
    }
}

/// The columns of some rows, to be written to; a column that is not wanted is empty.
#[derive(Debug)]
pub(crate) struct HitSlices<'a> {
    pub(crate) t_hit: &'a mut [f32],
    pub(crate) voxel: &'a mut [[i32; 3]],
    pub(crate) face: &'a mut [u8],
    pub(crate) material: &'a mut [u16],
    pub(crate) status: &'a mut [u8],
    pub(crate) steps: &'a mut [u32],
    pub(crate) point: &'a mut [[f64; 3]],
    pub(crate) occluded: &'a mut [u8],
}

impl<'a> HitSlices<'a> {
    /// The first `rows` rows, and the rest.
    pub(crate) fn split_at(self, rows: usize) -> (Self, Self) {
        fn cut<T>(column: &mut [T], rows: usize) -> (&mut [T], &mut [T]) {
            let rows = rows.min(column.len());
            column.split_at_mut(rows)
        }
        let (t_hit, t_hit_rest) = cut(self.t_hit, rows);
        let (voxel, voxel_rest) = cut(self.voxel, rows);
        let (face, face_rest) = cut(self.face, rows);
        let (material, material_rest) = cut(self.material, rows);
        let (status, status_rest) = cut(self.status, rows);
        let (steps, steps_rest) = cut(self.steps, rows);
        let (point, point_rest) = cut(self.point, rows);
        let (occluded, occluded_rest) = cut(self.occluded, rows);
        let first = HitSlices { t_hit, voxel, face, material, status, steps, point, occluded };
        let rest = HitSlices {
            t_hit: t_hit_rest,
            voxel: voxel_rest,
            face: face_rest,
            material: material_rest,
            status: status_rest,
            steps: steps_rest,
            point: point_rest,
            occluded: occluded_rest,
        };
        (first, rest)
    }

    /// Writes one row.
    #[inline]
    pub(crate) fn write(&mut self, row: usize, hit: &Hit) {
        fn put<T>(column: &mut [T], row: usize, value: T) {
            if let Some(entry) = column.get_mut(row) {
                *entry = value;
            }
        }
        put(self.t_hit, row, hit.t_hit);
        put(self.voxel, row, hit.voxel);
        put(self.face, row, hit.face.map_or(NO_FACE, |face| face as u8));
        put(self.material, row, hit.material);
        put(self.status, row, hit.status as u8);
        put(self.steps, row, hit.steps);
        put(self.point, row, hit.point);
        put(self.occluded, row, u8::from(hit.status.is_hit()));
    }
}
