//! What colours are made of: light and glass.
//!
//! A chunk MATL tells of one colour index, in words; files before 0.99 have MATT, in numbers. Of all that they say the
//! kind of the material is kept, and how strongly it glows:
//!
//! ```text
//!   _type _emit              emission = _emit * 2^_flux      (_weight where there is no _emit)
//!   _type _glass             glass
//!   _type _blend, _trans > 0 glass
//! ```
//!
//! `MagicaVoxel` does not say how much more light a step of its power, `_flux`, is; here it is twice as much.

use std::collections::BTreeMap;

use dot_vox::{Dict, Material};

use crate::palette::{MaterialInfo, Palette};

/// Steps of power that a file written here may have.
const MOST_POWER: i16 = 4;

/// How a colour shines: what is known of it but its name and colour.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Shine {
    pub(super) emission: f32,
    pub(super) glass: bool,
}

impl Shine {
    /// What a MATL chunk says.
    pub(super) fn of_words(words: &Dict) -> Self {
        let number = |key| words.get(key).and_then(|text| text.trim().parse::<f32>().ok());
        match words.get("_type").map(String::as_str) {
            Some("_emit") => {
                let strength = number("_emit").or_else(|| number("_weight")).unwrap_or(0.0);
                let emission = strength * number("_flux").unwrap_or(0.0).exp2();
                Self { emission: sound(emission), glass: false }
            }
            Some("_glass") => Self { emission: 0.0, glass: true },
            Some("_blend") => {
                let trans = number("_trans").unwrap_or(0.0);
                Self { emission: 0.0, glass: trans > 0.0 }
            }
            _ => Self::default(),
        }
    }

    /// What a MATT chunk says: its kind of material (2 is glass, 3 glows) and its weight.
    pub(super) fn of_numbers(kind: u32, weight: f32) -> Self {
        Self { emission: if kind == 3 { sound(weight) } else { 0.0 }, glass: kind == 2 }
    }

    /// The words of a MATL chunk; none where there is nothing to say. What glows is not glass too in this format.
    fn words(self) -> Option<Dict> {
        let words = |words: &[(&str, String)]| {
            words.iter().map(|(key, text)| ((*key).to_string(), text.clone())).collect()
        };
        if self.emission > 0.0 {
            let power = (0..MOST_POWER).find(|&power| self.emission <= f32::from(power).exp2());
            let power = f32::from(power.unwrap_or(MOST_POWER));
            let strength = self.emission / power.exp2();
            Some(words(&[
                ("_type", "_emit".into()),
                ("_emit", strength.to_string()),
                ("_flux", power.to_string()),
            ]))
        } else {
            self.glass.then(|| words(&[("_type", "_glass".into()), ("_trans", "1".into())]))
        }
    }
}

/// Adds what is known of the colours to a palette.
pub(super) fn add_to(palette: &mut Palette, shines: &BTreeMap<u32, Shine>) {
    for (&index, &Shine { emission, glass }) in shines {
        let Some(index @ 1..=255) = u16::try_from(index).ok() else { continue };
        let info = palette.get(index).cloned().unwrap_or_default();
        palette.insert(index, MaterialInfo { emission, glass, ..info });
    }
}

/// The chunks of the materials that glow or are of glass.
pub(super) fn chunks_of(palette: &Palette) -> Vec<Material> {
    let shines = palette.iter().filter(|(material, _)| (1..=255).contains(material));
    let words = shines.filter_map(|(material, info)| {
        let shine = Shine { emission: info.emission, glass: info.glass };
        shine.words().map(|properties| Material { id: u32::from(material), properties })
    });
    words.collect()
}

/// A strength that is one.
fn sound(emission: f32) -> f32 {
    if emission.is_finite() { emission.max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_as_it_was() {
        for emission in [0.1_f32, 0.5, 1.0, 1.3, 7.9, 16.0, 100.0] {
            let shine = Shine { emission, glass: false };
            let words = shine.words().expect("it glows");
            assert_eq!(Shine::of_words(&words), shine, "{words:?}");
        }
        let glass = Shine { emission: 0.0, glass: true };
        assert_eq!(Shine::of_words(&glass.words().expect("glass")), glass, "glass");
        assert_eq!(Shine::default().words(), None, "nothing to say");
    }

    #[test]
    fn numbers_that_are_none_do_not_glow() {
        for (emit, flux) in [("x", "1"), ("NaN", "1"), ("1", "1e9"), ("-1", "1"), ("inf", "0")] {
            let words = [("_type", "_emit"), ("_emit", emit), ("_flux", flux)];
            let words = words.map(|(key, text)| (key.to_string(), text.to_string())).into();
            let emission = Shine::of_words(&words).emission;
            assert_eq!(emission.to_bits(), 0, "{emit} {flux}: {emission}");
        }
    }
}
