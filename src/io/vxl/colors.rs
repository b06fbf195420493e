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
        let colors = set.iter().count();
        let mut dropped = 0;
        loop {
            let part = 0xff_u32 >> dropped << dropped;
            let mask = part << 16 | part << 8 | part;
            let mut keys: Vec<_> = set.iter().map(|color| color & mask).collect();
            keys.sort_unstable();
            keys.dedup();
            // 3 bits dropped leave 2^15 colours at most.
            if keys.len() <= MOST {
                return Self { mask, keys, colors };
            }
            dropped += 1;
        }
    }

    /// How many materials the colours have.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The material of a colour of the file.
    pub(super) fn material(&self, color: [u8; 4]) -> u16 {
        let place = self.keys.partition_point(|&key| key < number(color) & self.mask);
        u16::try_from(place).map_or(u16::MAX, |place| place.saturating_add(FIRST))
    }

    /// Names and colours: of merged colours the mean.
    pub(super) fn palette(&self, set: &ColorSet) -> Palette {
        let mut sums = vec![([0_u32; 3], 0_u32); self.keys.len()];
        for color in set.iter() {
            let place = self.keys.partition_point(|&key| key < color & self.mask);
            let (sum, count) = &mut sums[place];
            *sum = [0, 1, 2].map(|part| sum[part] + (color >> (16 - 8 * part) & 0xff));
            *count += 1;
        }
        let mut palette = Palette::default();
        palette.insert(INSIDE, MaterialInfo { name: "inside".into(), ..MaterialInfo::default() });
        for (material, (sum, count)) in (FIRST..=u16::MAX).zip(sums) {
            let [r, g, b] = sum.map(|part| u8::try_from(part / count.max(1)).unwrap_or(u8::MAX));
            palette.set_color(material, [r, g, b, u8::MAX]);
        }
        palette
    }
}

/// A colour as a number: red, green, blue. The shade is light that the game works out anew.
fn number([blue, green, red, _]: [u8; 4]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_a_material_while_there_are_enough() {
        let mut set = ColorSet::default();
        for color in [[3, 2, 1, 9], [3, 2, 1, 200], [0, 0, 0, 0], [255, 255, 255, 7]] {
            set.insert(color);
        }
        let table = ColorTable::new(&set);
        assert_eq!((table.colors, table.len()), (3, 3), "shades do not count");
        let found = [[0, 0, 0, 1], [3, 2, 1, 0], [255, 255, 255, 255]].map(|c| table.material(c));
        assert_eq!(found, [2, 3, 4], "by rising red, green, blue");
        let palette = table.palette(&set);
        assert_eq!(
            palette.get(3).and_then(|info| info.color),
            Some([1, 2, 3, 255]),
            "as red first"
        );
        assert_eq!(palette.get(1).map(|info| info.name.as_str()), Some("inside"), "the first");
    }

    #[test]
    fn too_many_colours_are_merged_with_near_ones() {
        let mut set = ColorSet::default();
        let colors = || {
            let bytes = (0..1_u32 << 18).map(u32::to_le_bytes);
            bytes.map(|[low, high, top, _]| [low, high, top << 6, 0])
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
