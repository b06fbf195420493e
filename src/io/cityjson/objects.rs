//! From city objects to triangles: one body per solid, materials by what a surface is.

use std::ops::Range;

use super::document::{CityObject, Document, Geometry, Polygon, Shells};
use crate::error::{Error, Result};
use crate::io::mesh::{MaterialNames, MeshSource, Triangulator};
use crate::palette::MaterialInfo;
use crate::voxelize::Body;

/// Colours of surfaces and objects, in sRGB; what is not named here has none.
const COLORS: [(&str, [u8; 3]); 14] = [
    ("RoofSurface", [178, 82, 64]),
    ("WallSurface", [214, 204, 186]),
    ("GroundSurface", [120, 112, 100]),
    ("Window", [120, 160, 190]),
    ("Door", [110, 76, 50]),
    ("Building", [200, 186, 164]),
    ("BuildingPart", [200, 186, 164]),
    ("Bridge", [160, 160, 165]),
    ("Road", [96, 96, 100]),
    ("Railway", [90, 84, 80]),
    ("WaterBody", [70, 120, 180]),
    ("PlantCover", [84, 130, 70]),
    ("LandUse", [150, 160, 110]),
    ("TINRelief", [140, 150, 100]),
];

/// Takes objects in, one document after another.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) source: MeshSource,
    names: MaterialNames,
    triangulator: Triangulator,
    corners: Vec<u32>,
    holes: Vec<usize>,
}

impl Objects {
    /// Nothing yet.
    pub(super) fn new(source: MeshSource) -> Self {
        Self { source, ..Self::default() }
    }

    /// Adds all objects of a document, of each the highest level of detail or the one told. `vertices` are those of the
    /// document among all.
    ///
    /// # Errors
    /// Names the object that makes no sense.
    pub(super) fn add(
        &mut self,
        document: &Document<'_>,
        vertices: Range<usize>,
        lod: Option<&str>,
    ) -> Result<()> {
        for (id, object) in &document.objects {
            self.source.report.count("objects", 1);
            if object.geometry.is_empty() {
                continue;
            }
            let best = object.geometry.iter().map(Geometry::lod_rank).fold(-1.0, f64::max);
            let is_chosen = |geometry: &&Geometry<'_>| match lod {
                Some(lod) => geometry.lod_text() == lod,
                None => geometry.lod_rank() >= best,
            };
            let mut chosen = object.geometry.iter().filter(is_chosen).peekable();
            if chosen.peek().is_none() {
                self.source.report.skip("objects without this level of detail", 1);
            }
            for geometry in chosen {
                self.add_geometry(object, geometry, &vertices).map_err(|error| {
                    let id: String = id.chars().take(60).collect();
                    Error::input(format!("the object {id:?}: {error}"))
                })?;
            }
        }
        Ok(())
    }

    /// Gives the materials their colours, and the mesh its palette.
    pub(super) fn finish(mut self) -> MeshSource {
        for (name, [r, g, b]) in COLORS {
            let info = MaterialInfo { color: Some([r, g, b, 255]), ..MaterialInfo::default() };
            self.names.describe(name, info);
        }
        self.source.report.count("materials", self.names.len() as u64);
        self.source.mesh.palette = self.names.into_palette();
        self.source
    }

    fn add_geometry(
        &mut self,
        object: &CityObject<'_>,
        geometry: &Geometry<'_>,
        vertices: &Range<usize>,
    ) -> Result<()> {
        let Some(shells) = Shells::parse(geometry) else {
            let letters = geometry.kind.chars().filter(|letter| !letter.is_control());
            let kind: String = letters.take(40).collect();
            self.source.report.skip(format!("geometry of type {kind}"), 1);
            return Ok(());
        };
        let shells = shells
            .map_err(|error| Error::input(format!("its boundaries are not sound ({error})")))?;
        let inside = self.names.number(&object.kind)?;
        for (s, solid) in shells.solids.iter().enumerate() {
            for (h, shell) in solid.iter().enumerate() {
                for (p, polygon) in shell.iter().enumerate() {
                    let meaning = shells.meaning(geometry, [s, h, p]).unwrap_or(&object.kind);
                    let material = self.names.number(meaning)?;
                    self.add_polygon(polygon, vertices)?;
                    let mesh = &mut self.source.mesh;
                    mesh.materials.resize(mesh.triangles.len(), material);
                }
            }
            self.source.report.count("bodies", 1);
            let end = self.source.mesh.triangles.len();
            self.source.mesh.bodies.push(Body { end, inside });
        }
        Ok(())
    }

    fn add_polygon(&mut self, rings: &Polygon, vertices: &Range<usize>) -> Result<()> {
        self.corners.clear();
        self.holes.clear();
        let mut is_outer = true;
        for ring in rings {
            if ring.len() < 3 {
                if is_outer {
                    break;
                }
                continue;
            }
            if !is_outer {
                self.holes.push(self.corners.len());
            }
            is_outer = false;
            for &corner in ring {
                if corner as usize >= vertices.len() {
                    return Err(Error::input(format!(
                        "a polygon has the corner {corner}, and there are {} vertices (from 0)",
                        vertices.len()
                    )));
                }
                let corner = u32::try_from(vertices.start + corner as usize);
                self.corners.push(corner.map_err(|_| Error::input("too many vertices"))?);
            }
        }
        let report = &mut self.source.report;
        if is_outer {
            report.skip("polygons of fewer than 3 corners", 1);
            return Ok(());
        }
        report.count("faces", 1);
        let mesh = &mut self.source.mesh;
        self.triangulator.add(&self.corners, &self.holes, &mesh.vertices, &mut mesh.triangles)
    }
}
