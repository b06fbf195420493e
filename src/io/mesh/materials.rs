//! Numbers for the materials that a file names.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::palette::{MaterialInfo, Palette};

/// The first number that is given: 0 is empty, 1 unnamed.
const FIRST: u16 = 2;

/// Materials in the order in which they were first named.
#[derive(Debug, Default)]
pub(in crate::io) struct MaterialNames {
    numbers: HashMap<String, u16>,
    palette: Palette,
}

impl MaterialNames {
    /// The number of a name.
    ///
    /// # Errors
    /// Where there are more names than numbers.
    pub(in crate::io) fn number(&mut self, name: &str) -> Result<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let next = u16::try_from(self.numbers.len() + usize::from(FIRST)).map_err(|_| {
            Error::input("names more than 65534 materials; a scene has no numbers for more")
        })?;
        self.numbers.insert(name.into(), next);
        self.palette.set_name(next, name);
        Ok(next)
    }

    /// Says what is known of a material, if it was named. Its name stays.
    pub(in crate::io) fn describe(&mut self, name: &str, info: MaterialInfo) {
        if let Some(&number) = self.numbers.get(name) {
            self.palette.insert(number, MaterialInfo { name: name.into(), ..info });
        }
    }

    /// How many names there are.
    pub(in crate::io) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Names and colours.
    pub(in crate::io) fn into_palette(self) -> Palette {
        self.palette
    }
}

/// A part of a colour, 0..=1, as a byte.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(in crate::io) fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
