//! Names and colours of materials, for pictures and reports.

use std::collections::BTreeMap;

/// What is known of a material besides its number.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MaterialInfo {
    /// Its name; empty where it has none.
    pub name: String,
    /// Its colour, red, green, blue, alpha, each 0..=255 in sRGB; none where it has none.
    pub color: Option<[u8; 4]>,
    /// How strongly it glows in its colour, linear: 1 is as bright as a white surface under the unit of light; 0 = not at
    /// all.
    pub emission: f32,
    /// Whether light passes through it, as through glass.
    pub glass: bool,
}

/// Names and colours of materials, by material number.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Palette {
    entries: BTreeMap<u16, MaterialInfo>,
}

impl Palette {
    /// Says what is known of a material.
    pub fn insert(&mut self, material: u16, info: MaterialInfo) {
        self.entries.insert(material, info);
    }

    /// Gives a material a colour.
    pub fn set_color(&mut self, material: u16, color: [u8; 4]) {
        self.entries.entry(material).or_default().color = Some(color);
    }

    /// Gives a material a name.
    pub fn set_name(&mut self, material: u16, name: impl Into<String>) {
        self.entries.entry(material).or_default().name = name.into();
    }

    /// What is known of a material.
    pub fn get(&self, material: u16) -> Option<&MaterialInfo> {
        self.entries.get(&material)
    }

    /// All entries by rising number.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &MaterialInfo)> {
        self.entries.iter().map(|(&material, info)| (material, info))
    }

    /// How many materials are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
