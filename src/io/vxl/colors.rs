//! Materials for colours: one each, as far as there are numbers for them.

use crate::palette::{MaterialInfo, Palette};

/// The material of solid voxels without a colour.
pub(super) const INSIDE: u16 = 1;
/// The material of the first colour.
const FIRST: u16 = 2;
/// The most colours: materials 2 to 65535.
const MOST: usize = u16::MAX as usize - 1;

/// Which colours of red, green and blue there are, as bits: 2 MiB.
#[derive(Debug)]
pub(super) struct ColorSet(Vec<u64>);

impl Default for ColorSet {
    fn default() -> Self {
        Self(vec![0; 1 << 18])
    }
}

impl ColorSet {
    /// Adds a colour of the file: blue, green, red, shade.
    pub(super) fn insert(&mut self, color: [u8; 4]) {
        let number = number(color);
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// All colours by rising number.
    fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = (0..).zip(&self.0).filter(|(_, bits)| **bits != 0);
        bits.flat_map(|(word, &bits): (u32, _)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word + bit)
        })
    }
}

/// The materials of colours. Colours that agree but for their lowest bits are one material, where there are more of them
/// than materials.
#[derive(Debug)]
pub(super) struct ColorTable {
    /// The bits that count.
    mask: u32,
    /// By rising number: those bits of each colour.
    keys: Vec<u32>,
    /// How many colours there were.
    pub(super) colors: usize,
}

impl ColorTable {
    /// Gives each colour its material; as few of the lowest bits are left out as will do.
    pub(super) fn new(set: &ColorSet) -> Self {
        let colors = || {
            (0..1_u32 << 18).map(u32::to_le_bytes).map(|[low, high, top, _]| [low, high, top << 6, 0])
        };
        colors().for_each(|color| set.insert(color));
        let table = ColorTable::new(&set);
        assert!(table.colors > MOST && table.len() <= MOST, "{} of {}", table.len(), table.colors);
        let palette = table.palette(&set);
        for color in colors().step_by(97) {
            let of = palette.get(table.material(color)).and_then(|info| info.color);
            let [r, g, b, _] = of.expect("it has a material");
            let [blue, green, red, _] = color;
            for (a, b) in [(r, red), (g, green), (b, blue)] {
                assert!(a.abs_diff(b) < 8, "{of:?} stands for {color:?}");
            }
        }
    }
}
