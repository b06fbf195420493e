//! Hits into a file: the table of the columns that were asked for.

use std::path::Path;

use super::column::{ColumnData, Dtype, TableColumn};
use super::writer::TableWriter;
use crate::batch::{Columns, HitBatch};
use crate::error::Result;
use crate::options::Observer;
use crate::scene::Scene;

/// Writes hits into a file, block after block, in the order of the rays: `.npz` with one array per column, `.npy` for
/// exactly one column, or `.csv`. The file appears when it is finished; dropped before that, it leaves nothing.
///
/// ```
/// use voxray::io::HitWriter;
/// use voxray::{Columns, HitBatch};
/// # let path = std::env::temp_dir().join(format!("voxray-doc-hits-{}.csv", std::process::id()));
/// let columns = Columns::T_HIT | Columns::FACE;
/// let mut writer = HitWriter::create(&path, columns, Some(2))?;
/// writer.write(&HitBatch::with_columns(columns, 2))?;
/// writer.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "t_hit,face\ninf,255\ninf,255\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HitWriter {
    table: TableWriter,
    columns: Columns,
}

impl HitWriter {
    /// Starts a file. `rays` is how many there will be, if that is known.
    ///
    /// # Errors
    /// As [`TableWriter::create`].
    pub fn create(path: &Path, columns: Columns, rays: Option<u64>) -> Result<Self> {
        let described = asked(columns).map(HitColumn::describe).collect();
        Ok(Self { table: TableWriter::create(path, described, rays)?, columns })
    }

    /// Writes the hits of the next rays.
    ///
    /// # Errors
    /// As [`TableWriter::write`]; also where `hits` lacks a column.
    pub fn write(&mut self, hits: &HitBatch) -> Result<()> {
        let data: Vec<_> = asked(self.columns).map(|column| (column.data)(hits)).collect();
        self.table.write(&data)
    }

    /// Says in the file where the scene lies, as [`TableWriter::place`].
    pub fn place(&mut self, scene: &Scene) {
        self.table.place(scene);
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// As [`TableWriter::finish`].
    pub fn finish(self) -> Result<()> {
        self.table.finish()
    }

    /// As [`finish`](Self::finish), asking `observer` whether to stop.
    ///
    /// # Errors
    /// As [`TableWriter::finish_observed`].
    pub fn finish_observed(self, observer: &dyn Observer) -> Result<()> {
        self.table.finish_observed(observer)
    }
}

/// How a column of hits is written.
struct HitColumn {
    column: Columns,
    name: &'static str,
    dtype: Dtype,
    parts: &'static [&'static str],
    data: fn(&HitBatch) -> ColumnData<'_>,
}

impl HitColumn {
    const fn scalar(
        column: Columns,
        name: &'static str,
        dtype: Dtype,
        data: fn(&HitBatch) -> ColumnData<'_>,
    ) -> Self {
        Self { column, name, dtype, parts: &[], data }
    }

    fn describe(&self) -> TableColumn {
        TableColumn::vector(self.name, self.dtype, self.parts)
    }
}

/// In the order of the file.
static ALL: [HitColumn; 8] = [
    HitColumn::scalar(Columns::T_HIT, "t_hit", Dtype::F32, |hits| ColumnData::F32(&hits.t_hit)),
    HitColumn {
        column: Columns::VOXEL,
        name: "voxel",
        dtype: Dtype::I32,
        parts: &["voxel_x", "voxel_y", "voxel_z"],
        data: |hits| ColumnData::I32(hits.voxel.as_flattened()),
    },
    HitColumn::scalar(Columns::FACE, "face", Dtype::U8, |hits| ColumnData::U8(&hits.face)),
    HitColumn::scalar(Columns::MATERIAL, "material", Dtype::U16, |hits| {
        ColumnData::U16(&hits.material)
    }),
    HitColumn::scalar(Columns::STATUS, "status", Dtype::U8, |hits| ColumnData::U8(&hits.status)),
    HitColumn::scalar(Columns::STEPS, "steps", Dtype::U32, |hits| ColumnData::U32(&hits.steps)),
    HitColumn {
        column: Columns::POINT,
        name: "point",
        dtype: Dtype::F64,
        parts: &["point_x", "point_y", "point_z"],
        data: |hits| ColumnData::F64(hits.point.as_flattened()),
    },
    HitColumn::scalar(Columns::OCCLUDED, "occluded", Dtype::U8, |hits| {
        ColumnData::U8(&hits.occluded)
    }),
];

fn asked(columns: Columns) -> impl Iterator<Item = &'static HitColumn> {
    ALL.iter().filter(move |hit_column| columns.contains(hit_column.column))
}
