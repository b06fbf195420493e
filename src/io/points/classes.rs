//! Names and colours of classes: those of the LAS specification 1.4 (ASPRS 2011, revision 15, table 17).

use std::collections::BTreeMap;

use crate::palette::{MaterialInfo, Palette};
use crate::voxelize::points::material_of_class;

const CLASSES: [(&str, [u8; 3]); 23] = [
    ("never classified", [160, 160, 160]),
    ("unclassified", [176, 172, 164]),
    ("ground", [146, 116, 82]),
    ("low vegetation", [142, 178, 92]),
    ("medium vegetation", [96, 150, 66]),
    ("high vegetation", [54, 112, 50]),
    ("building", [196, 92, 72]),
    ("low noise", [230, 60, 200]),
    ("model key-point", [232, 196, 64]),
    ("water", [72, 128, 196]),
    ("rail", [110, 96, 104]),
    ("road surface", [112, 112, 116]),
    ("overlap", [188, 168, 196]),
    ("wire guard", [240, 208, 96]),
    ("wire conductor", [250, 170, 40]),
    ("transmission tower", [90, 110, 150]),
    ("wire connector", [200, 140, 60]),
    ("bridge deck", [150, 140, 130]),
    ("high noise", [240, 40, 150]),
    ("overhead structure", [130, 90, 140]),
    ("ignored ground", [176, 148, 116]),
    ("snow", [240, 244, 250]),
    ("temporal exclusion", [120, 60, 60]),
];

/// The palette of the materials that a scene has.
pub(super) fn palette(counts: &BTreeMap<u16, u64>) -> Palette {
    let mut palette = Palette::default();
    for class in (0..=u8::MAX).filter(|&class| counts.contains_key(&material_of_class(class))) {
        palette.insert(material_of_class(class), info(class));
    }
    palette
}

fn info(class: u8) -> MaterialInfo {
    let (name, [red, green, blue]) = match CLASSES.get(usize::from(class)) {
        Some(&(name, color)) => (name.to_owned(), color),
        // Classes of other schemes: a colour that tells them apart.
        None => {
            (format!("class {class}"), [class, class.wrapping_mul(89), class.wrapping_mul(151)])
        }
    };
    MaterialInfo { name, color: Some([red, green, blue, 255]), ..MaterialInfo::default() }
}
