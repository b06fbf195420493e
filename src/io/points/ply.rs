//! Polygon files (`.ply`) without faces: their vertices.

use super::build::build;
use super::record::{Column, RecordSource, class_of, find_columns};
use crate::error::{Error, Result};
use crate::io::options::{LoadOptions, LoadReport};
use crate::io::ply::{Element, Encoding, PlyHeader, Table};
use crate::scene::Scene;
use crate::voxelize::points::{PointSource, SourcePoint};

/// Makes a scene of the vertices of a `.ply` file.
pub(in crate::io) fn load(
    bytes: &[u8],
    header: &PlyHeader,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    let (place, vertices) = header.element("vertex").ok_or_else(|| {
        Error::input("has no element named vertex, so it holds no points; save the points again")
    })?;
    let (scene, mut report) = load_vertices(bytes, header, place, options)?;
    report.skip("colours of points", vertices.colors());
    Ok((scene, report))
}

fn load_vertices(
    bytes: &[u8],
    header: &PlyHeader,
    place: usize,
    options: &LoadOptions,
) -> Result<(Scene, LoadReport)> {
    let vertices = &header.elements[place];
    let (xyz, class) = columns(vertices)?;
    let table = Table::find(bytes, header, place)?;
    let Some(stride) = vertices.record_bytes(header.encoding) else {
        return build(&RowSource { table, xyz, class }, "ply", options);
    };
    // Numbers at fixed places need no row made of them.
    let column = |property: usize| Column {
        start: table.start() + vertices.bytes_before(property),
        stride,
        kind: vertices.properties[property].kind,
    };
    let source = RecordSource {
        bytes,
        xyz: xyz.map(column),
        class: class.map(column),
        big: header.encoding == Encoding::BigEndian,
        points: usize::try_from(vertices.rows).unwrap_or(usize::MAX),
    };
    build(&source, "ply", options)
}

/// Where x, y, z and the class stand among the properties.
fn columns(vertices: &Element) -> Result<([usize; 3], Option<usize>)> {
    let names = vertices.properties.iter();
    let found = find_columns(names.map(|property| property.name.as_str()));
    let is_number = |&place: &usize| vertices.is_number(place);
    found.filter(|(xyz, class)| xyz.iter().chain(class).all(is_number)).ok_or_else(|| {
        Error::input("its vertices have no numbers x, y and z, so they are no points in space")
    })
}

/// Vertices as text, or with lists among their numbers.
struct RowSource<'a> {
    table: Table<'a>,
    xyz: [usize; 3],
    class: Option<usize>,
}

impl PointSource for RowSource<'_> {
    fn part_count(&self) -> usize {
        self.table.part_count()
    }

    fn read_part(&self, part: usize, visit: &mut dyn FnMut(SourcePoint)) -> Result<()> {
        let wanted: Vec<usize> = self.xyz.into_iter().chain(self.class).collect();
        self.table.read_part(part, &wanted, |row| {
            let position = self.xyz.map(|place| row.value(place));
            let class = self.class.map_or(0, |place| class_of(row.value(place)));
            visit(SourcePoint { position, class, withheld: false });
        })
    }
}
