//! Materials for the colours of coloured trees: one for each colour that an occupied leaf has.
//!
//! Of a photographed world there may be more colours than materials. Then the lowest bits of red, green and blue are left
//! out, as few as make them fit.

use super::options::FIRST_COLOR;
use super::tree::{State, Tree};
use crate::error::Result;
use crate::palette::Palette;

/// The most colours: a kept leaf has 15 bits for its material.
const MOST: usize = (1 << 15) - FIRST_COLOR as usize;

/// The colours of a tree, sorted.
#[derive(Debug, Default)]
pub(super) struct Colors {
    colors: Vec<u32>,
    /// How many low bits of each channel are left out.
    pub(super) dropped_bits: u32,
}

impl Colors {
    /// The colours of the occupied leaves.
    pub(super) fn of(tree: &Tree<'_>, leaves: u64) -> Result<Self> {
        let mut colors = Vec::with_capacity(usize::try_from(leaves).unwrap_or(0));
        tree.walk(|leaf| {
            if leaf.state == State::Occupied {
                colors.push(packed(leaf.color));
            }
        })?;
        let mut dropped_bits = 0;
        loop {
            colors.sort_unstable();
            colors.dedup();
            if colors.len() <= MOST {
                return Ok(Self { colors, dropped_bits });
            }
            dropped_bits += 1;
            colors.iter_mut().for_each(|color| *color = coarse(*color, dropped_bits));
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.colors.len()
    }

    /// The material of a colour.
    pub(super) fn material(&self, color: [u8; 3]) -> u16 {
        let found = self.colors.binary_search(&coarse(packed(color), self.dropped_bits));
        // At most 2^15 of them; the table was made of the same leaves.
        found
            .ok()
            .and_then(|index| u16::try_from(index).ok())
            .map_or(super::options::OCCUPIED, |index| FIRST_COLOR + index)
    }

    /// Adds the colours to a palette.
    pub(super) fn name(&self, palette: &mut Palette) {
        for (material, color) in (FIRST_COLOR..).zip(&self.colors) {
            let [_, red, green, blue] = color.to_be_bytes();
            palette.set_color(material, [red, green, blue, 255]);
        }
    }
}

fn packed([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

/// A colour without its lowest bits.
fn coarse(color: u32, dropped_bits: u32) -> u32 {
    let kept = 0xff & (0xff_u32 << dropped_bits);
    color & (kept << 16 | kept << 8 | kept)
}
