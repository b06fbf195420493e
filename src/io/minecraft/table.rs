//! The table that says what blocks are: a text of lines, each a word, a value where the word takes one, and patterns of
//! block states.
//!
//! ```text
//!   # what stands behind a # is for people
//!   air       cave_air void_air          no block at all
//!   passable  *_sapling torch            classes: fluid, passable, leaves, solid
//!   shape     slab *_slab                shapes by properties, or boxes: shape 1,0,1,15,14,15 chest
//!   color     7f7f7f stone andesite      red, green, blue, as in pages of the web
//!   glow      1.0 glowstone              shines, as strongly as this
//!   glass     *_glass                    light passes through
//!   cube      bedrock                    is known, and nothing but a full cube
//!   default                              here follow the lines that are built in
//! ```
//!
//! Of each word the first line that matches a state holds. A state that no line matches is unknown: a full solid cube.

use std::path::Path;

use super::pattern::Pattern;
use super::shapes::ShapeRule;
use super::state::BlockState;
use crate::blocks::{BlockClass, BlockShape};
use crate::error::{Error, Result};
use crate::io::plain_file::open_plain;

const BUILT_IN: &str = include_str!("blocks.txt");
/// The longest table that is read.
const MAX_BYTES: u64 = 4 << 20;
const WORDS: &str =
    "air, fluid, passable, leaves, solid, shape, color, glow, glass, cube or default";

/// What a line says of the states that match it.
#[derive(Debug, Clone, PartialEq)]
enum Says {
    Class(Kind),
    Shape(ShapeRule),
    Color([u8; 3]),
    Glow(f32),
    Glass,
    Cube,
}

/// A class, or a kind of it that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Air,
    Fluid,
    Passable,
    Leaves,
    Solid,
}

/// What is known of a state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Known {
    /// Air is no block at all.
    pub(super) class: BlockClass,
    pub(super) shape: BlockShape,
    pub(super) color: Option<[u8; 3]>,
    pub(super) glow: f32,
    pub(super) glass: bool,
    /// Whether any line is about it.
    pub(super) is_known: bool,
}

/// What blocks are.
#[derive(Debug, Clone)]
pub(super) struct BlockTable {
    lines: Vec<(Says, Vec<Pattern>)>,
    leaves: bool,
}

impl BlockTable {
    /// The table in a file, or that which is built in. `leaves` says whether leaves are solid.
    pub(super) fn load(path: Option<&Path>, leaves: bool) -> Result<Self> {
        let mut table = Self { lines: Vec::new(), leaves };
        match path {
            Some(path) => {
                let added = read_text(path).and_then(|text| table.add(&text, true));
                added.map_err(|error| error.at(path))?;
            }
            None => table.add(BUILT_IN, false)?,
        }
        Ok(table)
    }

    /// Adds the lines of a text.
    fn add(&mut self, text: &str, with_default: bool) -> Result<()> {
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split('#').next().unwrap_or("").split_whitespace();
            match words.next() {
                None => {}
                Some("default") if with_default => self.add(BUILT_IN, false)?,
                Some(word) => {
                    let line = parse_line(word, &mut words).map_err(|wrong| {
                        Error::input(format!("line {number} of the block table: {wrong}"))
                    })?;
                    self.lines.push(line);
                }
            }
        }
        Ok(())
    }

    /// What is known of a state.
    pub(super) fn look_up(&self, state: &BlockState) -> Known {
        let (mut class, mut shape) = (None, None);
        let (mut color, mut glow, mut glass, mut is_known) = (None, None, false, false);
        for (says, _) in
            self.lines.iter().filter(|(_, patterns)| patterns.iter().any(|p| p.matches(state)))
        {
            is_known = true;
            match says {
                Says::Class(kind) => class = class.or(Some(*kind)),
                Says::Shape(rule) => shape = shape.or(Some(rule)),
                Says::Color(rgb) => color = color.or(Some(*rgb)),
                Says::Glow(strength) => glow = glow.or(Some(*strength)),
                Says::Glass => glass = true,
                Says::Cube => {}
            }
        }
        Known {
            class: self.class(class.unwrap_or(Kind::Solid)),
            shape: shape.map_or(BlockShape::Full, |rule| rule.shape(state)),
            color,
            glow: glow.unwrap_or(0.0),
            glass,
            is_known,
        }
    }

    fn class(&self, kind: Kind) -> BlockClass {
        match kind {
            Kind::Air => BlockClass::Air,
            Kind::Fluid => BlockClass::Fluid,
            Kind::Passable => BlockClass::Passable,
            Kind::Leaves if !self.leaves => BlockClass::Passable,
            Kind::Leaves | Kind::Solid => BlockClass::Solid,
        }
    }
}

fn read_text(path: &Path) -> Result<String> {
    let file = open_plain(path)?;
    let mut text = String::new();
    let read =
        std::io::Read::read_to_string(&mut std::io::Read::take(file, MAX_BYTES + 1), &mut text);
    let read =
        read.map_err(|error| Error::input(format!("is no text ({error}); name a block table")))?;
    if read as u64 > MAX_BYTES {
        return Err(Error::input(format!("is longer than {MAX_BYTES} bytes; name a block table")));
    }
    Ok(text)
}

/// The line that starts with a word; what is wrong with it otherwise.
fn parse_line<'a>(
    word: &str,
    words: &mut impl Iterator<Item = &'a str>,
) -> Result<(Says, Vec<Pattern>), String> {
    let mut value = |what: &str| words.next().ok_or(format!("the word {word} needs {what}"));
    let says = match word {
        "air" => Says::Class(Kind::Air),
        "fluid" => Says::Class(Kind::Fluid),
        "passable" => Says::Class(Kind::Passable),
        "leaves" => Says::Class(Kind::Leaves),
        "solid" => Says::Class(Kind::Solid),
        "glass" => Says::Glass,
        "cube" => Says::Cube,
        "shape" => Says::Shape(parse_shape(value("a shape")?)?),
        "color" => Says::Color(parse_color(value("a colour")?)?),
        "glow" => Says::Glow(parse_glow(value("a strength")?)?),
        _ => return Err(format!("{word:?} is no word of it; write {WORDS}")),
    };
    let patterns: Result<Vec<_>, String> = words
        .map(|text| {
            Pattern::parse(text).ok_or(format!(
                "{text:?} is no pattern of blocks; write one as in *_slab[type=top]"
            ))
        })
        .collect();
    let patterns = patterns?;
    if patterns.is_empty() {
        return Err(format!("the word {word} needs the blocks that it is about"));
    }
    Ok((says, patterns))
}

fn parse_shape(text: &str) -> Result<ShapeRule, String> {
    ShapeRule::parse(text).ok_or(format!(
        "{text:?} is no shape; write full, slab, stairs, fence, wall, pane, gate, door, trapdoor, layers, fluid, or boxes in sixteenths as in 1,0,1,15,14,15"
    ))
}

fn parse_color(text: &str) -> Result<[u8; 3], String> {
    let wrong = || format!("{text:?} is no colour; write six hexadecimal digits as in 7f7f7f");
    // A sign would be read as a digit.
    if text.len() != 6 || text.starts_with(['+', '-']) {
        return Err(wrong());
    }
    let number = u32::from_str_radix(text, 16).map_err(|_| wrong())?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok([red, green, blue])
}

fn parse_glow(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|glow| (0.0..=1e6).contains(glow));
    number.ok_or(format!("{text:?} is no strength of light; write a number from 0 to 1000000"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(table: &BlockTable, state: &str) -> Known {
        table.look_up(&BlockState::parse(state))
    }

    #[test]
    fn first_line_of_each_word_holds() {
        let mut table = BlockTable { lines: Vec::new(), leaves: true };
        let text = "passable oak_slab # first\nsolid *_slab\nshape slab *_slab\ncolor 010203 *\n\n";
        table.add(text, true).expect("sound");
        let slab = known(&table, "oak_slab[type=top]");
        assert_eq!((slab.class, slab.color), (BlockClass::Passable, Some([1, 2, 3])), "two lines");
        assert_eq!(slab.shape, BlockShape::upper_slab(), "by its type");
        assert!(known(&table, "mod:thing").is_known, "a star is about all");
    }

    #[test]
    fn built_in_table_is_sound_and_can_be_added_to() {
        let mut table = BlockTable { lines: Vec::new(), leaves: false };
        table.add("solid water\ndefault", true).expect("sound");
        assert_eq!(known(&table, "water[level=0]").class, BlockClass::Solid, "as told");
        assert_eq!(known(&table, "lava[level=0]").class, BlockClass::Fluid, "as built in");
        assert_eq!(
            known(&table, "oak_leaves[distance=1]").class,
            BlockClass::Passable,
            "told to be"
        );
        assert!(!known(&table, "mod:thing").is_known, "of no line");
    }

    #[test]
    fn what_is_no_line_is_said_with_its_number() {
        let mut table = BlockTable { lines: Vec::new(), leaves: true };
        for (line, part) in [
            ("solder stone", "line 2 of the block table: \"solder\""),
            ("shape round stone", "\"round\" is no shape"),
            ("shape 0,0,0,16,16,17 stone", "no shape"),
            ("color red stone", "no colour"),
            ("color +fffff stone", "no colour"),
            ("glow -1 stone", "no strength"),
            ("solid", "needs the blocks"),
            ("shape", "needs a shape"),
            ("solid stone[", "no pattern"),
        ] {
            let error = table.add(&format!("# a table\n{line}"), true).expect_err(line).to_string();
            assert!(error.contains(part), "{error}: should say {part}");
        }
    }
}
