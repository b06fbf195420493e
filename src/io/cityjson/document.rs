//! The parts of a `CityJSON` document that say where surfaces are and what they are (`CityJSON` 1.0 to 2.0, 2019-2023).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A document, or a feature of a sequence.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Document<'a> {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) version: String,
    pub(super) transform: Option<Steps>,
    pub(super) metadata: Metadata,
    /// In steps, where there is a transform.
    pub(super) vertices: Vec<[f64; 3]>,
    #[serde(borrow, rename = "CityObjects")]
    pub(super) objects: BTreeMap<String, CityObject<'a>>,
}

/// world = vertex * scale + translate
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Steps {
    pub(super) scale: [f64; 3],
    pub(super) translate: [f64; 3],
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Metadata {
    pub(super) reference_system: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CityObject<'a> {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(borrow)]
    pub(super) geometry: Vec<Geometry<'a>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Geometry<'a> {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) lod: Option<Value>,
    /// Lists in lists, as deep as the kind of geometry says.
    #[serde(borrow)]
    pub(super) boundaries: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) semantics: Option<Semantics<'a>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Semantics<'a> {
    #[serde(default)]
    pub(super) surfaces: Vec<Surface>,
    /// Lists in lists, as the boundaries without their two innermost levels; null for what is unknown.
    #[serde(borrow, default)]
    pub(super) values: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Surface {
    #[serde(rename = "type", default)]
    pub(super) kind: String,
}

/// Rings of corners: the first around the polygon, the others around its holes.
pub(super) type Polygon = Vec<Vec<u32>>;

/// Solids, of each the shells, of each the polygons; surfaces alone are one shell.
pub(super) struct Shells {
    pub(super) solids: Vec<Vec<Vec<Polygon>>>,
    /// Levels of lists above the polygons in this kind of geometry: 1 surfaces, 2 a solid, 3 solids.
    depth: u32,
    /// Which of the semantics each polygon has; null where that is not told.
    values: Value,
}

impl Shells {
    /// Those of a geometry; none where its kind has no surfaces.
    pub(super) fn parse(geometry: &Geometry<'_>) -> Option<Result<Self, serde_json::Error>> {
        let text = geometry.boundaries?.get();
        let values = geometry.semantics.as_ref().and_then(|semantics| semantics.values);
        let values = values.and_then(|values| serde_json::from_str(values.get()).ok());
        let values = values.unwrap_or(Value::Null);
        Some(match geometry.kind.as_str() {
            "MultiSurface" | "CompositeSurface" => serde_json::from_str(text)
                .map(|polygons| Self { solids: vec![vec![polygons]], depth: 1, values }),
            "Solid" => serde_json::from_str(text).map(|shells| Self {
                solids: vec![shells],
                depth: 2,
                values,
            }),
            "MultiSolid" | "CompositeSolid" => {
                serde_json::from_str(text).map(|solids| Self { solids, depth: 3, values })
            }
            _ => return None,
        })
    }

    /// What a polygon is, as the geometry's semantics say; none where they do not.
    pub(super) fn meaning<'g>(
        &self,
        geometry: &'g Geometry<'_>,
        [solid, shell, polygon]: [usize; 3],
    ) -> Option<&'g str> {
        let semantics = geometry.semantics.as_ref()?;
        let value = match self.depth {
            1 => self.values.get(polygon)?,
            2 => self.values.get(shell)?.get(polygon)?,
            _ => self.values.get(solid)?.get(shell)?.get(polygon)?,
        };
        let surface = semantics.surfaces.get(usize::try_from(value.as_u64()?).ok()?)?;
        Some(surface.kind.as_str()).filter(|kind| !kind.is_empty())
    }
}

impl Geometry<'_> {
    /// The level of detail as text; empty where it is not told.
    pub(super) fn lod_text(&self) -> String {
        match &self.lod {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// The level of detail, to be compared.
    pub(super) fn lod_rank(&self) -> f64 {
        self.lod_text().parse().ok().filter(|rank: &f64| rank.is_finite()).unwrap_or(-1.0)
    }
}
