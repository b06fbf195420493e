//! A state of a block: its name and properties, as in `minecraft:oak_slab[type=bottom,waterlogged=false]`.

use super::fault::{Fault, Sound};
use super::packing::Tree;
use super::tag::Tag;

/// The longest text of a state that is taken: the game's own are below 200.
const MAX_TEXT: usize = 1024;
/// The name space of blocks that say none.
const GAME: &str = "minecraft:";

/// A name and its properties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct BlockState {
    /// With its name space.
    pub(super) name: String,
    /// By name, sorted.
    pub(super) properties: Vec<(String, String)>,
}

impl BlockState {
    /// The state that a text stands for.
    pub(super) fn parse(text: &str) -> Self {
        let (name, rest) = text.split_once('[').unwrap_or((text, ""));
        let pairs = rest.trim_end_matches(']').split(',').filter_map(|pair| pair.split_once('='));
        let mut properties: Vec<_> =
            pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect();
        properties.sort_unstable();
        let name = name.trim();
        let space = if name.contains(':') { "" } else { GAME };
        Self { name: format!("{space}{name}"), properties }
    }

    /// Reads an element of a palette: its `Name` and `Properties`.
    pub(super) fn read(nbt: &mut Tree<'_>, tag: Tag) -> Sound<Self> {
        let mut state = Self::default();
        nbt.compound(tag, "a block state", |nbt, key, tag| match key {
            "Name" => {
                let named = Self::parse(&nbt.string(tag, "Name")?);
                state.name = named.name;
                Ok(())
            }
            "Properties" => nbt.compound(tag, "Properties", |nbt, key, tag| {
                // Some programs write numbers and truths as such.
                let value = match tag {
                    Tag::Text => nbt.string(tag, key)?,
                    _ => nbt.number(tag, key)?.to_string(),
                };
                state.properties.push((key.to_owned(), value));
                if state.properties.len() > 64 { Err(endless()) } else { Ok(()) }
            }),
            _ => nbt.skip(tag),
        })?;
        if state.name.is_empty() {
            return Err(Fault::damaged("has a block state without a Name; copy it again"));
        }
        state.properties.sort_unstable();
        let length = state.length();
        if length > MAX_TEXT {
            return Err(endless());
        }
        nbt.count_state(length)?;
        Ok(state)
    }

    /// The value of a property; empty where there is none.
    pub(super) fn get(&self, property: &str) -> &str {
        let found = self.properties.iter().find(|(key, _)| key == property);
        found.map_or("", |(_, value)| value)
    }

    /// Whether a property is `true`.
    pub(super) fn is(&self, property: &str) -> bool {
        self.get(property) == "true"
    }

    /// The name without the game's own name space.
    pub(super) fn short_name(&self) -> &str {
        self.name.strip_prefix(GAME).unwrap_or(&self.name)
    }

    /// How long [`Self::text`] is.
    fn length(&self) -> usize {
        let pairs = self.properties.iter().map(|(key, value)| key.len() + value.len() + 2);
        self.name.len() + pairs.sum::<usize>() + usize::from(!self.properties.is_empty())
    }

    /// The state as one text.
    pub(super) fn text(&self) -> Sound<String> {
        let pairs: Vec<String> =
            self.properties.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if self.length() > MAX_TEXT {
            return Err(endless());
        }
        Ok(match pairs.is_empty() {
            true => self.name.clone(),
            false => format!("{}[{}]", self.name, pairs.join(",")),
        })
    }
}

fn endless() -> Fault {
    Fault::damaged(format!("has a block state of more than {MAX_TEXT} bytes; no game writes one"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_sorted_and_the_games_name_space_is_added() {
        let state = BlockState::parse("oak_slab[waterlogged=false, type=top]");
        assert_eq!(
            state.text().ok().as_deref(),
            Some("minecraft:oak_slab[type=top,waterlogged=false]")
        );
        assert_eq!(state.length(), "minecraft:oak_slab[type=top,waterlogged=false]".len());
        assert_eq!(
            (state.short_name(), state.get("type"), state.get("half")),
            ("oak_slab", "top", "")
        );
        let other = BlockState::parse("mod:thing");
        assert_eq!(
            (other.short_name(), other.text().ok().as_deref()),
            ("mod:thing", Some("mod:thing"))
        );
        assert_eq!(other.length(), "mod:thing".len());
    }
}
